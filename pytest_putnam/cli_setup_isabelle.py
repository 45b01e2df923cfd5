"""``putnam setup-isabelle``: the heap that a benchmark needs, built once. What is done is skipped."""

from __future__ import annotations

import argparse

from pytest_putnam.cli_options import add_options, chosen, find_toolchain
from pytest_putnam.cli_problems import named_benchmark
from pytest_putnam.errors import BadInput, PutnamError
from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.languages.isabelle.benchmark import Header
from pytest_putnam.languages.isabelle.heaps import Heaps
from pytest_putnam.languages.isabelle.imports import session_of
from pytest_putnam.languages.isabelle.toolchain import IsabelleToolchain
from pytest_putnam.machine import default_cache_dir
from pytest_putnam.model import Language
from pytest_putnam.options import CACHE, ISABELLE, PROBLEM, TAG, YEAR
from pytest_putnam.plan import Argument
from pytest_putnam.selection import Selection
from pytest_putnam.terminal import Terminal

ABOUT = """\
Find Isabelle, and build the heap that a benchmark's imports need, where there is none yet.
It holds the union of them and lies in the cache; HOL-Analysis alone may take an hour.
Exit status: 0 everything is there, 2 wrong usage, 3 Isabelle could not build it.
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
        "--dry-run", action="store_true", help="say what would be built, and build nothing"
    )
    parser.add_argument(
        "--threads", type=int, default=0, metavar="N", help="for Isabelle (default: its own choice)"
    )
    add_options(parser, ISABELLE, CACHE, YEAR, TAG, PROBLEM)


def run(args: argparse.Namespace, terminal: Terminal) -> ExitStatus:
    """Build what is missing. Raises `BadInput`, `InfraError`."""
    argument = named_benchmark(args.root)
    toolchain = find_toolchain(args, Language.ISABELLE)
    assert isinstance(toolchain, IsabelleToolchain)
    versions = ", ".join(f"{name} {version}" for name, version in toolchain.versions.items())
    terminal.line((toolchain.executable, "strong"), f": {versions}")
    selection = Selection(chosen(args, YEAR), chosen(args, TAG), chosen(args, PROBLEM))
    wanted = _imports(argument, selection, terminal)
    heaps = Heaps(toolchain, chosen(args, CACHE) or default_cache_dir())
    for name in heaps.missing_theories(wanted):
        terminal.line(
            (f"the distribution has no {name}", "bad"), f": {', '.join(wanted.pop(name))}"
        )
    more = sorted(name for name in wanted if session_of(name) != "HOL")
    sessions = sorted({str(session_of(name)) for name in more})
    what = f"a heap of {len(more)} theories of {', '.join(sessions)}" if more else "the heap of HOL"
    if heaps.has(wanted):
        terminal.line((f"{what}: there already", "dim"))
    elif args.dry_run:
        terminal.line(f"{what}: would be built")
    else:
        terminal.line(f"{what} … (this is done once)")
        heap = heaps.build(wanted, lambda line: _show(line, terminal), threads=args.threads)
        terminal.line(("ready", "good"), f": {heap.session} in {heap.stores[0]}")
    return ExitStatus.PROVED


def _imports(argument: Argument, selection: Selection, terminal: Terminal) -> dict[str, list[str]]:
    """The imports of the files, each with the problems that have it. Raises `BadInput`."""
    available = argument.files(Language.ISABELLE)
    files = [file for file in available if selection.takes(file.problem)]
    if not files:
        raise BadInput(f"there is no isabelle file in {argument.text} that is asked for")
    found: dict[str, list[str]] = {"Complex_Main": []}
    for file in files:
        try:
            formalization = file.dataset.read(file.path)
        except PutnamError as error:
            terminal.line((file.path.name, "bad"), f": {error}")
            continue
        for name in Header.of(formalization.text).imports:
            found.setdefault(name, []).append(file.path.stem)
    return found


def _show(line: str, terminal: Terminal) -> None:
    if line.startswith(("Building", "Finished", "***", "Running")) or "FAILED" in line:
        terminal.line(line)
    else:
        terminal.progress(line)
