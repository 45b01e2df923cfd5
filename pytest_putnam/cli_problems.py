"""``putnam check-problems``: whether the statements of a benchmark compile on this machine."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path

from pytest_putnam.cli_options import (
    CHECKER_OPTIONS,
    add_options,
    checker_settings,
    chosen,
    find_toolchain,
    one_language,
)
from pytest_putnam.errors import BadInput, PutnamError
from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.languages.base import Checker
from pytest_putnam.model import Language, Track
from pytest_putnam.options import LANG, PROBLEM, TAG, TRACK, YEAR
from pytest_putnam.plan import Argument, BenchmarkFile, benchmark_arguments, root_argument
from pytest_putnam.selection import Selection
from pytest_putnam.terminal import Terminal

ABOUT = """\
Compile the statements of a benchmark and list those that do not.
Exit status: 0 all compile, 1 some do not, 2 wrong usage.
"""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "root",
        metavar="PATH",
        nargs="?",
        help="a benchmark as checked out, or a part of it (default: the built-in problems)",
    )
    parser.add_argument(
        "-j", "--jobs", type=int, metavar="N", help="statements at once (default: the slots)"
    )
    add_options(parser, LANG, TRACK, YEAR, TAG, PROBLEM, *CHECKER_OPTIONS)


def run(args: argparse.Namespace, terminal: Terminal) -> ExitStatus:
    """Compile and report. Raises `BadInput`."""
    argument = named_benchmark(args.root)
    language = one_language(args)
    if language is None:
        present = sorted(argument.languages())
        if len(present) != 1:
            raise BadInput(f"which language? Add --lang={'|'.join(present or Language)}")
        language = present[0]
    selection = Selection(chosen(args, YEAR), chosen(args, TAG), chosen(args, PROBLEM))
    available = argument.files(language)
    files = [file for file in available if selection.takes(file.problem)]
    if not available:
        raise BadInput(f"there is no {language} file in {argument.text}")
    if not files:
        raise BadInput(selection.explain_nothing([file.problem for file in available]))
    settings = checker_settings(args, warm=False)
    jobs = settings.slots if args.jobs is None else args.jobs
    if jobs < 1:
        raise BadInput(f"--jobs={jobs}: it must be at least 1")
    toolchain = find_toolchain(args, language, argument.dataset.root)
    checker = toolchain.checker(settings)
    started = time.monotonic()
    try:
        wrong = _compile(files, chosen(args, TRACK), checker, jobs, terminal)
    finally:
        checker.close()
    versions = ", ".join(f"{name} {v}" for name, v in toolchain.versions.items())
    right = len(files) - wrong
    terminal.line(
        (f"{right} of {len(files)} statements compile", "bad" if wrong else "good"),
        f" in {time.monotonic() - started:.0f} s by {versions}",
    )
    return ExitStatus.NOT_PROVED if wrong else ExitStatus.PROVED


def named_benchmark(text: str | None) -> Argument:
    """The benchmark at a path, or the built-in one. Raises `BadInput`."""
    if text is None:
        return root_argument(None, Path.cwd())
    found = benchmark_arguments([text], Path.cwd())
    if not found:
        what = "has not the layout of PutnamBench" if Path(text).exists() else "does not exist"
        raise BadInput(f"{text} {what}: lean4/src/*.lean, isabelle/*.thy or coq/src/*.v")
    return found[0]


def _compile(
    files: Sequence[BenchmarkFile], track: Track, checker: Checker, jobs: int, terminal: Terminal
) -> int:
    """Compile all, tell those that do not, and return their number."""
    wrong = 0
    with ThreadPoolExecutor(jobs) as pool:
        waiting: dict[Future[str], BenchmarkFile] = {
            pool.submit(_reason, file, track, checker): file for file in files
        }
        try:
            for count, future in enumerate(as_completed(waiting), start=1):
                file = waiting[future]
                if reason := future.result():
                    wrong += 1
                    terminal.line((file.path.name, "bad"), f": {reason}")
                terminal.progress(f"{count} of {len(files)}, {wrong} do not compile")
        except BaseException:
            # Ctrl-C: what is queued is not begun, what runs is ended by the checker.
            pool.shutdown(wait=False, cancel_futures=True)
            checker.close()
            raise
    terminal.progress("")
    return wrong


def _reason(file: BenchmarkFile, track: Track, checker: Checker) -> str:
    """Why the statement does not compile; empty if it does."""
    try:
        checker.prepare(file.dataset.read(file.path), track)
    except PutnamError as error:
        return str(error).removeprefix(f"{file.path.stem}: ")
    return ""
