"""A search as indented lines: step, outcome, and the goals that it left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pytest_putnam.search_record import SearchNode
from pytest_putnam.wire import one_line

INDENT: Final = "  "
DEEPEST: Final = 20
"""Deeper steps are not indented further, but numbered: the lines must stay on the screen."""
STEP_CHARS: Final = 100
NOTE_CHARS: Final = 160


@dataclass(frozen=True, slots=True)
class TreeLine:
    """A step of the search."""

    indent: str
    step: str
    outcome: str
    note: str
    """Why it failed, or the goals after it."""


def tree_lines(root: SearchNode, *, in_full: bool = False) -> Iterator[TreeLine]:
    """The steps below `root` in the order in which they were tried, those of a state under it.

    Steps and notes are cut to the width of a line unless `in_full`.
    """
    below = [(child, 0) for child in reversed(root.children)]
    while below:
        node, depth = below.pop()
        yield _line(node, depth, in_full=in_full)
        below += [(child, depth + 1) for child in reversed(node.children)]


def _line(node: SearchNode, depth: int, *, in_full: bool) -> TreeLine:
    step_chars, note_chars = (10_000, 10_000) if in_full else (STEP_CHARS, NOTE_CHARS)
    deeper = f"({depth}) " if depth > DEEPEST else ""
    return TreeLine(
        INDENT * min(depth, DEEPEST) + deeper,
        one_line(node.text, step_chars) or "(empty)",
        node.outcome,
        one_line(node.message or " | ".join(node.goals), note_chars),
    )
