"""What the lexers share: places in a text, and comments that nest."""

from __future__ import annotations

import re

from pytest_putnam.errors import SplitError


def line_of(text: str, offset: int) -> int:
    """The line, counted from 1, that `offset` lies in. CRLF is one line end."""
    return text.count("\n", 0, offset) + 1


def end_of_nested(
    text: str, start: int, marks: re.Pattern[str], brackets: tuple[str, str], what: str
) -> int:
    """Where the construct that opens at `start` ends, its nested ones included.

    `marks` finds the next of the two `brackets`, or something whose content hides marks (a string
    inside a comment; a lone quote is one that is never closed). Raises `SplitError` at the line of
    what is never closed.
    """
    opening, closing = brackets
    depth = 0
    for mark in marks.finditer(text, start):
        word = mark[0]
        if word == opening:
            depth += 1
        elif word == closing:
            depth -= 1
            if depth == 0:
                return mark.end()
        elif word == '"':
            raise SplitError(
                f"a string inside the {what} that begins here is never closed",
                line=line_of(text, start),
            )
    raise SplitError(
        f"this {what} is never closed: the file is truncated, or a {closing} is missing",
        line=line_of(text, start),
    )
