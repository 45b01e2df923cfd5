"""``putnam check-problems``: whether the statements of a benchmark compile on this machine."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from pytest_putnam.cli_options import (
    CHECKER_OPTIONS,
    add_options,
    checker_settings,
    chosen,
    find_toolchain,
)
from pytest_putnam.datasets.reviews import find_reviews, read_reviews, unreviewed
from pytest_putnam.errors import AssistantMissing, BadInput, PutnamError
from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.languages.base import Checker, CheckerSettings, Toolchain
from pytest_putnam.model import Formalization, Track
from pytest_putnam.options import LANG, LAYOUT, PROBLEM, TAG, TRACK, YEAR
from pytest_putnam.plan import (
    Argument,
    BenchmarkFile,
    benchmark_arguments,
    no_layout,
    root_argument,
)
from pytest_putnam.selection import Selection
from pytest_putnam.terminal import Terminal
from pytest_putnam.warmup import NAME as WARM_UP

ABOUT = """\
Compile the statements of a benchmark, and list those that do not compile or say less than they seem to.
Besides what the assistant says, a finding is: a file and its theorem that are named differently, a
solution that is used and never defined, a binder of Lean with a default value, anything besides the
theorem that is left open or assumed. Languages whose assistant is not here are listed as unchecked.
Exit status: 0 nothing found in what was compiled, 1 something, 2 wrong usage or no assistant at all.
"""


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with a file."""

    file: BenchmarkFile
    reason: str
    compiles: bool

    @property
    def place(self) -> str:
        """The file, and where it holds many theorems the theorem."""
        theorem = self.file.theorem
        return f"{self.file.path.name}{f'::{theorem}' if theorem else ''}"


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "root",
        metavar="PATH",
        nargs="?",
        help="a benchmark as checked out, a part of it, or warmup (default: the built-in problems)",
    )
    parser.add_argument(
        "-j", "--jobs", type=int, metavar="N", help="statements at once (default: the slots)"
    )
    add_options(parser, LANG, LAYOUT, TRACK, YEAR, TAG, PROBLEM, *CHECKER_OPTIONS)


def run(args: argparse.Namespace, terminal: Terminal) -> ExitStatus:
    """Compile and report. Raises `BadInput`."""
    argument = named_benchmark(args.root, chosen(args, LAYOUT))
    asked = chosen(args, LANG)
    languages = sorted(asked or argument.languages())
    selection = Selection(chosen(args, YEAR), chosen(args, TAG), chosen(args, PROBLEM))
    available = [file for language in languages for file in argument.files(language)]
    files = [file for file in available if selection.takes(file.problem)]
    if not available:
        what = " or ".join(languages) or "such"
        raise BadInput(f"there is no {what} file in {argument.text}")
    if not files:
        raise BadInput(selection.explain_nothing([file.problem for file in available]))
    settings = checker_settings(args, warm=False)
    jobs = settings.slots if args.jobs is None else args.jobs
    if jobs < 1:
        raise BadInput(f"--jobs={jobs}: it must be at least 1")
    well = True
    absent: list[AssistantMissing] = []
    for language in languages:
        own = [file for file in files if file.language is language]
        if not own:
            continue
        try:
            toolchain = find_toolchain(args, language, argument.dataset.root)
        except AssistantMissing as missing:
            absent.append(missing)
            well = _only_read(own, missing, terminal) and well
        else:
            track = chosen(args, TRACK)
            right = _check(own, toolchain, terminal, settings=settings, track=track, jobs=jobs)
            well = right and well
    _tell_reviews(files, argument.dataset.root, terminal)
    if len(absent) == len({file.language for file in files}):
        raise absent[0]
    return ExitStatus.PROVED if well else ExitStatus.NOT_PROVED


def named_benchmark(text: str | None, layout: str | None = None) -> Argument:
    """The benchmark at a path or of a name, or the built-in one. Raises `BadInput`."""
    if text is None or (text == WARM_UP and not Path(text).exists()):
        return root_argument(Path(text) if text else None, Path.cwd(), layout)
    found = benchmark_arguments([text], Path.cwd(), layout)
    if not found:
        what = no_layout(layout) if Path(text).exists() else "does not exist"
        raise BadInput(f"{text} {what}")
    return found[0]


def _check(
    files: Sequence[BenchmarkFile],
    toolchain: Toolchain,
    terminal: Terminal,
    *,
    settings: CheckerSettings,
    track: Track,
    jobs: int,
) -> bool:
    """Compile all of one language and tell what is found; whether that is nothing."""
    checker = toolchain.checker(settings)
    started = time.monotonic()
    try:
        findings = _compile(files, track, checker, jobs, terminal)
    finally:
        checker.close()
    versions = ", ".join(f"{name} {v}" for name, v in toolchain.versions.items())
    right = len(files) - len({finding.place for finding in findings if not finding.compiles})
    terminal.line(
        (f"{files[0].language}: {right} of {len(files)} statements compile", _style(findings)),
        f"{_more(findings)} in {time.monotonic() - started:.0f} s by {versions}",
    )
    return not findings


def _only_read(
    files: Sequence[BenchmarkFile], missing: AssistantMissing, terminal: Terminal
) -> bool:
    """Tell what reading alone finds; whether that is nothing."""
    findings = [finding for file in files for finding in _read(file)[1]]
    for finding in findings:
        terminal.line((finding.place, "bad"), f": {finding.reason}")
    terminal.line(
        (f"{files[0].language}: {len(files)} statements unchecked", "note"),
        f"{_more(findings, read=True)}: {str(missing).splitlines()[0]}",
    )
    return not findings


def _tell_reviews(files: Sequence[BenchmarkFile], root: Path, terminal: Terminal) -> None:
    """How many of the files have been reviewed as they are, where the benchmark keeps reviews."""
    kept = find_reviews(root)
    if kept is None:
        return
    described = [(file.path, file.problem.name, file.language) for file in files]
    left = unreviewed(described, read_reviews(kept))
    for path in left:
        terminal.line((path.name, "note"), ": not reviewed as it is now")
    terminal.line(
        (
            f"reviewed: {len(files) - len(left)} of {len(files)} formalizations",
            "note" if left else "good",
        ),
        f" as they are now, by two readings each ({kept.name})",
    )


def _style(findings: Sequence[Finding]) -> str:
    return "bad" if findings else "good"


def _more(findings: Sequence[Finding], *, read: bool = False) -> str:
    more = sum(read or finding.compiles for finding in findings)
    return f", {more} finding{'s' * (more > 1)} by reading" if more else ""


def _compile(
    files: Sequence[BenchmarkFile], track: Track, checker: Checker, jobs: int, terminal: Terminal
) -> list[Finding]:
    """Compile all, tell what is found as it is, and return it."""
    findings: list[Finding] = []
    with ThreadPoolExecutor(jobs) as pool:
        waiting = [pool.submit(_findings, file, track, checker) for file in files]
        try:
            for count, future in enumerate(as_completed(waiting), start=1):
                for finding in future.result():
                    findings.append(finding)
                    terminal.line((finding.place, "bad"), f": {finding.reason}")
                terminal.progress(f"{count} of {len(files)}, {len(findings)} findings")
        except BaseException:
            # Ctrl-C: what is queued is not begun, what runs is ended by the checker.
            pool.shutdown(wait=False, cancel_futures=True)
            checker.close()
            raise
    terminal.progress("")
    return findings


def _findings(file: BenchmarkFile, track: Track, checker: Checker) -> list[Finding]:
    formalization, findings = _read(file)
    if formalization is not None:
        try:
            checker.prepare(formalization, track)
        except PutnamError as error:
            reason = str(error).removeprefix(f"{file.problem.name}: ")
            findings.append(Finding(file, reason, compiles=False))
    return findings


def _read(file: BenchmarkFile) -> tuple[Formalization | None, list[Finding]]:
    """The formalization, where it can be split, and what its reader finds."""
    try:
        formalization = file.read()
    except BadInput as error:
        return None, [Finding(file, str(error), compiles=False)]
    return formalization, [
        Finding(file, warning, compiles=True) for warning in formalization.warnings
    ]
