"""``putnam compare``: two kept runs on the same items."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Final

from pytest_putnam.compare import Comparison, compare
from pytest_putnam.errors import BadInput
from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.kept import open_run
from pytest_putnam.reports.comparison import as_json, markdown_lines, text_lines
from pytest_putnam.stats import Certainty
from pytest_putnam.terminal import Terminal

ABOUT = """\
Compare two kept runs on the items that both have: lost, gained, McNemar's exact test, the difference.
Exit status: 0 no significant loss, 1 a significant loss, 2 wrong usage, 3 it depends on undecided items.
"""
FORMATS: Final = ("text", "md", "json")


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("old", metavar="OLD", help="the folder of the run to compare with")
    parser.add_argument("new", metavar="NEW", help="the folder of the run to judge")
    parser.add_argument(
        "--alpha",
        metavar="P",
        default="0.05",
        help="a loss is significant where McNemar's p is at most this (default: 0.05)",
    )
    parser.add_argument(
        "--format", choices=FORMATS, default="text", help="what to print (default: text)"
    )


def run(args: argparse.Namespace, terminal: Terminal) -> ExitStatus:
    """Compare and print. Raises `BadInput`."""
    alpha = _alpha(args.alpha)
    with open_run(Path(args.old)) as old, open_run(Path(args.new)) as new:
        found = compare(old, new)
    for line in _lines(found, args.format, alpha):
        terminal.line(line)
    return {
        Certainty.YES: ExitStatus.NOT_PROVED,
        Certainty.UNDECIDED: ExitStatus.FAULT,
        Certainty.NO: ExitStatus.PROVED,
    }[found.table.significant_loss(alpha)]


def _lines(found: Comparison, shape: str, alpha: float) -> list[str]:
    if shape == "json":
        return json.dumps(as_json(found, alpha), indent=2, ensure_ascii=False).splitlines()
    return markdown_lines(found, alpha) if shape == "md" else text_lines(found, alpha)


def _alpha(text: str) -> float:
    try:
        alpha = float(text)
    except ValueError:
        alpha = -1.0
    if not 0.0 < alpha < 1.0:
        raise BadInput(f"--alpha={text}: it must be a number between 0 and 1, such as 0.05")
    return alpha
