"""A candidate's file, as parts that know where they come from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pytest_putnam.model import Message, VerdictKind


class Unusable(Exception):
    """A candidate that cannot be made a file, with the verdict that says so."""

    def __init__(self, kind: VerdictKind, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.kind = kind
        self.message = Message(reason, line)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the file, and where it comes from."""

    text: str
    source: Literal["benchmark", "code", "solution"] = "benchmark"
    start: int = 0
    """Its offset in the candidate's code, where that is its source."""
    is_statement: bool = False


@dataclass(frozen=True, slots=True)
class Assembled:
    """A candidate's file. The first `preload` pieces, its imports, do not depend on the proof."""

    pieces: tuple[Piece, ...]
    code: str
    preload: int = 1
    restated: Piece | None = None
    """The candidate's statement, where its words are not the benchmark's."""

    @property
    def is_restated(self) -> bool:
        """Whether the theorem is stated in the candidate's words."""
        return any(piece.is_statement and piece.source == "code" for piece in self.pieces)

    @property
    def text(self) -> str:
        """The file."""
        return "".join(piece.text for piece in self.pieces)

    @property
    def header(self) -> str:
        """Its imports."""
        return "".join(piece.text for piece in self.pieces[: self.preload])

    @property
    def own(self) -> tuple[Piece, ...]:
        """What the candidate wrote of it."""
        return tuple(piece for piece in self.pieces if piece.source != "benchmark")

    def message(self, text: str, line: int, column: int) -> Message:
        """`text` about a place of the file (lines from 1, columns from 0), placed in the candidate."""
        offset = offset_of(self.text, line, column)
        for piece in self.pieces:
            if offset < len(piece.text):
                break
            offset -= len(piece.text)
        else:  # past the end: what the candidate left open
            offset, piece = 0, Piece("")
        if piece.source == "code":
            return Message(text, *self.line_and_column(piece.start + offset))
        return Message(f"in the solution: {text}" if piece.source == "solution" else text)

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """The place of an offset into the candidate's code."""
        line_start = self.code.rfind("\n", 0, offset) + 1
        return self.code.count("\n", 0, offset) + 1, offset - line_start


def offset_of(text: str, line: int, column: int) -> int:
    """The offset of a place; the text's end for a line that it does not have."""
    start = 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1
        if start == 0:
            return len(text)
    return min(start + column, len(text))
