"""``putnam export``: a kept run for other tools."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pytest_putnam.errors import BadInput
from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.exporting import FORMATS, TABLES, Export, export_to
from pytest_putnam.kept import open_run
from pytest_putnam.terminal import Terminal

ABOUT = """\
Write the rows of a kept run as JSON lines, CSV or Parquet.
Attempts come with their item's file and its hash. They hold the proofs; --without-proofs leaves out
candidates, transcripts, messages and evidence.
Exit status: 0 written, 2 wrong usage, or a file cannot be read or written.
"""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "run_path", metavar="RUN", type=Path, help="the run's folder, or its run.sqlite"
    )
    parser.add_argument("--to", required=True, choices=FORMATS, help="the format")
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="the file (default: standard output)"
    )
    parser.add_argument(
        "--table", choices=TABLES, default="attempt", help="what the rows are (default: attempt)"
    )
    parser.add_argument(
        "--without-proofs", action="store_true", help="leave out what holds or shows a candidate"
    )


def run(args: argparse.Namespace, terminal: Terminal) -> ExitStatus:
    """Write them. Raises `BadInput`."""
    output: Path | None = args.output
    if output is None and args.to == "parquet":
        raise BadInput("Parquet goes into a file: add -o FILE")
    with open_run(args.run_path) as kept, kept.snapshot():
        export = Export(kept, args.table, proofs=not args.without_proofs)
        if output is None:
            (export.write_csv if args.to == "csv" else export.write_jsonl)(sys.stdout)
            sys.stdout.flush()
        else:
            export_to(output, export, args.to)
            terminal.line(f"{output} written")
    return ExitStatus.PROVED
