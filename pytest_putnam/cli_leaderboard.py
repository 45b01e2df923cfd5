"""``putnam leaderboard``: a kept run as an entry of PutnamBench's leaderboard."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from pytest_putnam.errors import BadInput
from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.kept import KeptRun, open_run
from pytest_putnam.leaderboard import (
    OPEN_DATA,
    About,
    Standing,
    entry_of,
    standing_of,
    write_archive,
)
from pytest_putnam.reports.lines import count
from pytest_putnam.terminal import Terminal

ABOUT = """\
Print a run's entry for PutnamBench's leaderboard, and pack its proofs for the maintainers.
Proofs are not to be published: the archive is for them alone, and the entry has none.
Exit status: 0 printed, also with warnings; 2 wrong usage, or a file cannot be read or written.
"""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("run_dir", metavar="RUN", help="the folder of the run")
    parser.add_argument("--name", help="of the entry (default: the prover's)")
    parser.add_argument("--link", default="", metavar="URL", help="to a paper or a repository")
    parser.add_argument(
        "--open-data",
        choices=OPEN_DATA,
        default="NONE",
        help="how much of model and training data is open (default: NONE)",
    )
    parser.add_argument(
        "--size",
        default="0",
        metavar="N",
        help="of the model, in billions of parameters (default: 0, none or unknown)",
    )
    parser.add_argument("--budget", default="", metavar="TEXT", help="compute (default: pass@n)")
    parser.add_argument(
        "--note", default="", metavar="TEXT", help="what precedes the solved (default: pass@n)"
    )
    parser.add_argument(
        "--reviewed",
        action="store_true",
        help="count proofs with a solution not shown equal to the reference's: people looked at them",
    )
    parser.add_argument(
        "--archive", metavar="FILE.zip", help="pack the proofs into a new file of mode 0600"
    )


def run(args: argparse.Namespace, terminal: Terminal) -> ExitStatus:
    """Print the entry on standard output, and what limits it on standard error. Raises `BadInput`."""
    size = _size(args.size)
    told = Terminal(sys.stderr)
    with open_run(Path(args.run_dir)) as kept:
        standing = standing_of(kept, reviewed=args.reviewed)
        name = args.name or kept.run().prover
        about = About(name, args.link, args.open_data, size, args.budget, args.note)
        entry = entry_of(kept, standing, about)
        for line in json.dumps(entry, indent=2, ensure_ascii=False).splitlines():
            terminal.line(line)
        for warning in _warnings(kept, standing, about):
            told.line(("warning", "note"), f": {warning}")
        if args.archive is not None:
            number = write_archive(Path(args.archive), kept, standing, entry)
            told.line(f"{args.archive}: {count(number, 'proof')}, for the maintainers alone")
    return ExitStatus.PROVED


def _warnings(kept: KeptRun, standing: Standing, about: About) -> list[str]:
    row = kept.run()
    found = []
    if row.ended_at is None:
        found.append("the run has not ended: it was killed, or goes on")
    if standing.undecided:
        found.append(
            f"{count(len(standing.undecided), 'item')} in error or not run: the counts are lower bounds"
        )
    partial = sum(item.is_partial for item in standing.items)
    if partial:
        found.append(
            f"{count(partial, 'solved item')} not run to the end: resume the run for pass@n"
        )
    if standing.to_review:
        names = ", ".join(item.problem for item in standing.to_review)
        found.append(
            f"not counted, since people must look at the solution first: {names}. "
            f"Look at them; --reviewed counts them"
        )
    if row.settings.get("sandbox") == "none":
        found.append("candidates ran without a sandbox")
    if all(not str(d.get("commit")).startswith("commit") for d in row.datasets):
        found.append("the benchmark was no checkout, so its commit is not known")
    if not about.link:
        found.append("the entry has no link; add --link=URL")
    return found


def _size(text: str) -> float:
    try:
        size = float(text)
    except ValueError:
        size = -1.0
    if not 0.0 <= size < float("inf"):
        raise BadInput(f"--size={text}: it must be a number of billions of parameters, such as 7")
    return size
