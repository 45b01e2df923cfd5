"""``putnam report``: what a kept run says, as a page, as Markdown, or as on the terminal."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, TextIO

from pytest_putnam.baseline import read_baseline
from pytest_putnam.errors import BadInput
from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.gate import Gate, gated_items
from pytest_putnam.kept import KeptRun, open_run
from pytest_putnam.mixing import mixed
from pytest_putnam.reports.gate_lines import gate_lines
from pytest_putnam.reports.kept_tally import kept_tally, wall_s
from pytest_putnam.reports.markdown import markdown_report, md
from pytest_putnam.reports.terminal import summary_lines
from pytest_putnam.terminal import Terminal

ABOUT = """\
Report on kept runs: one HTML page, Markdown for the summary of a CI job, or text as on the terminal.
Proofs are left out unless --with-proofs asks for them.
Exit status: 0 written, whatever the runs say; 2 wrong usage, or a file cannot be read or written.
"""
FORMATS: Final = ("html", "md", "text")


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "runs", metavar="RUN", nargs="+", help="the folder of a run; several stand side by side"
    )
    parser.add_argument(
        "--format", choices=FORMATS, default="html", help="what to write (default: html)"
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="where to (default: report.html in the first run's folder; standard output for the others)",
    )
    parser.add_argument(
        "--baseline",
        metavar="FILE",
        help="say what a baseline says of the runs, too: lost, new, undecided (md and text)",
    )
    parser.add_argument(
        "--with-proofs", action="store_true", help="put proofs into the page; do not publish it"
    )


def run(args: argparse.Namespace, terminal: Terminal) -> ExitStatus:
    """Write the report. Raises `BadInput`."""
    if args.with_proofs and args.format != "html":
        raise BadInput(f"--with-proofs is for --format=html; {args.format} never has proofs")
    if args.baseline is not None and args.format == "html":
        raise BadInput("--baseline is for --format=md and --format=text")
    baseline = None if args.baseline is None else read_baseline(Path(args.baseline))
    with contextlib.ExitStack() as opened:
        runs = [opened.enter_context(open_run(Path(text))) for text in args.runs]
        if args.format == "html":
            output = Path(args.output) if args.output else runs[0].path.with_name("report.html")
            _page(runs, output, terminal, with_proofs=args.with_proofs)
            return ExitStatus.PROVED
        lines_of = markdown_report if args.format == "md" else _text
        lines = _all(runs, lines_of)
        for kept in runs if baseline is not None else ():
            told = gate_lines(Gate.of(baseline or {}, gated_items(kept)), args.baseline)
            lines += _gate_markdown(told) if args.format == "md" else ["", *told]
        if args.output is None:
            for line in lines:
                terminal.line(line)
        else:
            with written(Path(args.output)) as stream:
                stream.writelines(f"{line}\n" for line in lines)
    return ExitStatus.PROVED


@contextlib.contextmanager
def written(path: Path) -> Iterator[TextIO]:
    """`path` open for writing. Raises `BadInput` where that cannot be."""
    try:
        with path.open("w", encoding="utf-8") as stream:
            yield stream
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}") from error


def _page(runs: Sequence[KeptRun], output: Path, terminal: Terminal, *, with_proofs: bool) -> None:
    # Templates and plots take a second to import; the other formats do without.
    from pytest_putnam.reports.page import write_page  # noqa: PLC0415

    if str(output) == "-":
        write_page(runs, sys.stdout, with_proofs=with_proofs)
        return
    with written(output) as stream:
        notes = write_page(runs, stream, with_proofs=with_proofs)
    for note in notes:
        terminal.line(note)
    terminal.line(f"{output} written")


def _all(runs: Sequence[KeptRun], lines_of: Callable[[KeptRun], list[str]]) -> list[str]:
    lines: list[str] = []
    for number, kept in enumerate(runs):
        lines += ["", *lines_of(kept)] if number else lines_of(kept)
    return lines


def _gate_markdown(told: Sequence[str]) -> list[str]:
    head, *rest = map(md, told)
    return ["", f"**Baseline {head}**", "", *(f"- {line}" for line in rest)]


def _text(kept: KeptRun) -> list[str]:
    row = kept.run()
    ended = "" if row.ended_at else " (not ended: it was killed, or goes on)"
    title = f"{kept.name}: {row.prover}, n = {row.attempts}, track {row.track}{ended}"
    return [
        title,
        *summary_lines(
            kept_tally(kept),
            planned=row.attempts,
            exhaustive=row.exhaustive,
            wall_s=wall_s(kept),
            sandbox=str(row.settings.get("sandbox") or ""),
            mixed=mixed(kept),
        ),
    ]
