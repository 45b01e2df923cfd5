"""``putnam completions``: kept completions as a text that people can review and commit, and back."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from pytest_putnam.errors import BadInput
from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.models.completions import CacheMode, Completions
from pytest_putnam.models.completions_text import TEXT_SUFFIXES, read_text, write_text
from pytest_putnam.terminal import Terminal

ABOUT = """\
List the kept completions of models, write them as YAML, or read that back.
A run keeps them in completions.sqlite in its folder; --llm-cache-file names another file.
Exit status: 0 done, 2 wrong usage, or a file cannot be read or written.
"""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "what",
        choices=("list", "export", "import"),
        metavar="list|export|import",
        help="show what FILE has, write it as YAML, or read YAML back",
    )
    parser.add_argument("file", metavar="FILE", help="the file to read: SQLite, or YAML for import")
    parser.add_argument(
        "target", metavar="TARGET", nargs="?", help="the file to write: YAML, or SQLite for import"
    )


def run(args: argparse.Namespace, terminal: Terminal) -> ExitStatus:
    """Do it. Raises `BadInput`."""
    if args.what != "list" and args.target is None:
        raise BadInput(
            f"{args.what} needs a file to write, too: putnam completions {args.what} A B"
        )
    source = Path(args.file)
    if args.what == "import":
        _import(source, Path(args.target), terminal)
        return ExitStatus.PROVED
    kept = Completions(source, CacheMode.REPLAY)
    try:
        if args.what == "list":
            _list(kept, terminal)
        else:
            _export(kept, Path(args.target), terminal)
    finally:
        kept.close()
    return ExitStatus.PROVED


def _list(kept: Completions, terminal: Terminal) -> None:
    samples: Counter[tuple[str, str]] = Counter()
    tokens: Counter[tuple[str, str]] = Counter()
    for row in kept.rows():
        which = row.label or "(no label)", str(row.request["model"])
        samples[which] += 1
        tokens[which] += row.completion.usage.completion_tokens or 0
    for which, number in samples.items():
        label, model = which
        terminal.line(f"{label}  {model}  completions {number}, tokens {tokens[which]}")
    terminal.line((f"{sum(samples.values())} completions", "strong"))


def _export(kept: Completions, target: Path, terminal: Terminal) -> None:
    if target.suffix not in TEXT_SUFFIXES:
        raise BadInput(f"{target}: the text form is YAML, so its name must end in .yaml")
    text = write_text(kept.rows())
    try:
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{target} cannot be written: {error.strerror or error}") from error
    terminal.line(f"{target} written; it can be replayed by --llm-cache=replay")


def _import(source: Path, target: Path, terminal: Terminal) -> None:
    if source.suffix not in TEXT_SUFFIXES:
        raise BadInput(f"{source}: only the text form, YAML, can be imported")
    rows = list(read_text(source))
    kept = Completions(target, CacheMode.READ_WRITE)
    try:
        added = kept.add(rows)
    finally:
        kept.close()
    terminal.line(f"{added} of {len(rows)} completions are new in {target}")
