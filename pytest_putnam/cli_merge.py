"""``putnam merge``: the runs of several machines as one."""

from __future__ import annotations

import argparse
from pathlib import Path

from pytest_putnam.errors import BadInput
from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.merging import OnConflict, merge
from pytest_putnam.reports.lines import count
from pytest_putnam.terminal import Terminal

ABOUT = """\
Put kept runs together in a new folder: the shards of a cluster (--putnam-shard).
Runs of different settings or versions are refused, and so are runs that have the same attempt with
different contents, unless --on-conflict says which of them is right; and always those that have the
same item of different tracks or benchmark files.
What stands in several of the runs, as in copies of one, is counted once and told.
Exit status: 0 merged, also where shards are missing; 2 refused, wrong usage, or a folder cannot be written.
"""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "runs", metavar="RUN", nargs="+", type=Path, help="the runs' folders, or their run.sqlite"
    )
    parser.add_argument(
        "-o", "--output", metavar="DIR", required=True, type=Path, help="the new run's folder"
    )
    parser.add_argument(
        "--on-conflict",
        choices=tuple(OnConflict),
        default=OnConflict.REFUSE,
        help="which run is right about an attempt that several have (default: refuse)",
    )
    parser.add_argument(
        "--anyway",
        action="store_true",
        help="merge runs of different settings or versions too",
    )


def run(args: argparse.Namespace, terminal: Terminal) -> ExitStatus:
    """Merge them. Raises `BadInput`."""
    if len(args.runs) < 2:
        raise BadInput("two runs at least are merged")
    merged = merge(
        args.runs, args.output, on_conflict=OnConflict(args.on_conflict), anyway=args.anyway
    )
    for line in merged.conflicts:
        terminal.line(("conflict", "note"), f", {args.on_conflict} is kept: {line}")
    for line in merged.doubles:
        terminal.line(("twice", "note"), f": {line}")
    if merged.missing_shards:
        terminal.line(("missing", "note"), f": shards {', '.join(merged.missing_shards)}")
    items, attempts = count(merged.items, "item"), count(merged.attempts, "attempt")
    terminal.line(f"{items} and {attempts} of {len(args.runs)} runs in {args.output}")
    return ExitStatus.PROVED
