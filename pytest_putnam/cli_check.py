"""``putnam check``: one candidate from a file, one verdict with its evidence."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Final

from pytest_putnam.cli_formalization import find_formalization
from pytest_putnam.cli_options import (
    CHECKER_OPTIONS,
    add_options,
    checker_settings,
    chosen,
    find_toolchain,
)
from pytest_putnam.datasets import language_of
from pytest_putnam.errors import BadInput, InfraError
from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.model import Candidate, Formalization, Message, Verdict, VerdictKind
from pytest_putnam.options import LANG, LAYOUT, ROOT, TRACK
from pytest_putnam.prover import Budget
from pytest_putnam.terminal import Terminal

ABOUT = """\
Check one proof and print the verdict with its evidence.
FILE holds a whole file, the theorem with its proof, or a bare proof; - is standard input.
Exit status: 0 proved, 1 not proved, 2 wrong usage, 3 something broke and nothing is said of the proof.
"""

MOST_MB: Final = 256
"""A longer file is not read."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the candidate; - is standard input")
    parser.add_argument(
        "--problem",
        metavar="NAME|PATH",
        help="a problem of the benchmark, or a file of one, PATH::THEOREM where it has many "
        "(default: FILE's name)",
    )
    parser.add_argument(
        "--solution", metavar="TERM", help="the answer, in the track that asks for it"
    )
    parser.add_argument(
        "--solution-file", metavar="FILE", type=Path, help="a file that holds the answer"
    )
    parser.add_argument("--json", action="store_true", help="print the verdict as one JSON object")
    add_options(parser, LANG, ROOT, LAYOUT, TRACK, *CHECKER_OPTIONS)


def run(args: argparse.Namespace, terminal: Terminal) -> ExitStatus:
    """Check and print. Raises `BadInput`."""
    formalization = _formalization(args)
    candidate = Candidate(read_text(args.file), _solution(args))
    track = chosen(args, TRACK)
    toolchain = find_toolchain(args, formalization.language, formalization.path.parent)
    checker = toolchain.checker(checker_settings(args, warm=False))
    try:
        checker.prepare(formalization, track)
        verdict = checker.check(formalization, track, candidate, Budget(None))
    except InfraError as error:
        verdict = Verdict(VerdictKind.INFRA_ERROR, str(error))
    finally:
        checker.close()
    about: dict[str, object] = {
        "problem": formalization.name,
        "language": formalization.language.value,
        "track": track.value,
        "file": args.file,
        "versions": dict(toolchain.versions),
    }
    if args.json:
        terminal.line(json.dumps(about | as_json(verdict)))
    else:
        versions = ", ".join(f"{name} {v}" for name, v in toolchain.versions.items())
        terminal.line(
            (formalization.name, "strong"), f" ({formalization.language}, {track}): {args.file}"
        )
        show(verdict, args.file, terminal)
        terminal.line((f"  by {versions}", "dim"))
    return exit_status(verdict)


def exit_status(verdict: Verdict) -> ExitStatus:
    """Proved, not proved, or a fault that is not the proof's."""
    if verdict.kind is VerdictKind.PROVED:
        return ExitStatus.PROVED
    return ExitStatus.FAULT if verdict.kind.is_fault else ExitStatus.NOT_PROVED


def as_json(verdict: Verdict) -> dict[str, object]:
    """The verdict as plain data."""
    return {
        "verdict": verdict.kind.value,
        "proved": verdict.kind is VerdictKind.PROVED,
        "reason": verdict.reason,
        "messages": [
            {"text": m.text, "line": m.line, "column": m.column} for m in verdict.messages
        ],
        "evidence": dict(verdict.evidence),
        "check_s": round(verdict.check_s, 3),
        "cpu_s": round(verdict.cpu_s, 3),
        "clock": verdict.clock,
        "path": verdict.path,
    }


def show(verdict: Verdict, file: str, terminal: Terminal) -> None:
    """Print the verdict for people: the word, the reason, the evidence, the assistant's messages."""
    style = {ExitStatus.PROVED: "good", ExitStatus.NOT_PROVED: "bad"}.get(
        exit_status(verdict), "note"
    )
    reason = f": {verdict.reason}" if verdict.reason else ""
    terminal.line((verdict.kind.value, style), reason)
    width = max(map(len, verdict.evidence), default=0)
    for name, found in verdict.evidence.items():
        first, *more = found.splitlines() or [""]
        terminal.line(f"  {name:<{width}}  {first}")
        for line in more:
            terminal.line(f"  {'':<{width}}  {line}")
    for message in verdict.messages:
        terminal.line(f"  {_place(message, file)}: {message.text}")
    by = f" ({verdict.path})" if verdict.path else ""
    terminal.line((f"  checked in {verdict.check_s:.1f} s{by}", "dim"))


def read_text(file: str) -> str:
    """The text of `file`; ``-`` is standard input. Raises `BadInput`."""
    if file == "-" and sys.stdin is None:
        raise BadInput("standard input is closed; name a file, or give the text by a pipe")
    most = MOST_MB << 20
    try:
        with sys.stdin.buffer if file == "-" else Path(file).open("rb") as stream:
            data = stream.read(most + 1)
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise BadInput(f"{file!r} cannot be a file's name: {error}") from error
    if len(data) > most:  # a device has no end
        raise BadInput(f"{file} has more than {MOST_MB} MiB, which no proof has")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - before.rfind(b"\n")
        raise BadInput(
            f"{file} is not UTF-8: byte 0x{data[error.start]:02x} in line {line}, byte {column}"
        ) from error


def _place(message: Message, file: str) -> str:
    if message.line is None:
        return "in the benchmark's part"
    column = "" if message.column is None else f":{message.column}"
    return f"{file}:{message.line}{column}"


def _solution(args: argparse.Namespace) -> str | None:
    if args.solution_file is None:
        solution: str | None = args.solution
        return solution
    if args.solution is not None:
        raise BadInput("--solution and --solution-file were both given; leave one of them out")
    return read_text(str(args.solution_file))


def _formalization(args: argparse.Namespace) -> Formalization:
    """The formalization that the candidate is for. Raises `BadInput`."""
    problem: str = args.problem or ("" if args.file == "-" else Path(args.file).stem)
    if not problem:
        raise BadInput("which problem? Add --problem NAME")
    return find_formalization(
        args, problem, else_language=language_of(Path(args.file)), may_be_file=bool(args.problem)
    )
