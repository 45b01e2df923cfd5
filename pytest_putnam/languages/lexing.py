"""What the lexers share: places in a text, comments that nest, replacing spans."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable, Sequence

from pytest_putnam.errors import SplitError
from pytest_putnam.model import Span


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


def trimmed(text: str, span: Span) -> Span:
    """`span` without the blanks at its ends; empty at its start where it is all blank."""
    part = span.of(text)
    start = span.start + len(part) - len(part.lstrip())
    return Span(start, max(start, span.start + len(part.rstrip())))


def end_without_comments(text: str, start: int, end: int, comments: Sequence[Span]) -> int:
    """Where the code of `start` to `end` ends, blanks and comments after it left out.

    `comments` are those of the whole text in order.
    """
    index = bisect.bisect_left(comments, Span(end, end)) - 1
    while True:
        end = start + len(text[start:end].rstrip())
        if index < 0 or comments[index].end != end or comments[index].start < start:
            return end
        end = comments[index].start
        index -= 1


def start_without_comments(text: str, start: int, comments: Sequence[Span]) -> int:
    """Where the code from `start` on begins, blanks and comments before it left out."""
    index = bisect.bisect_left(comments, Span(start, start))
    while True:
        start += len(text[start:]) - len(text[start:].lstrip())
        if index >= len(comments) or comments[index].start != start:
            return start
        start = comments[index].end
        index += 1


def replace(text: str, edits: Iterable[tuple[Span, str]]) -> str:
    """`text` with each span replaced; spans must not overlap."""
    pieces: list[str] = []
    done = 0
    for span, new in sorted(edits):
        pieces += [text[done : span.start], new]
        done = span.end
    pieces.append(text[done:])
    return "".join(pieces)
