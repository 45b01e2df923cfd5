"""A candidate's file, as parts that know where they come from.

A checker puts what the prover wrote into the benchmark's file; what the assistant then says about a
place of that file is told about the place in the prover's own text.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeVar

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
    """What the prover wrote, which the pieces of source ``code`` are parts of."""
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
    def preloaded(self) -> str:
        """Its imports: what a warm session has loaded."""
        return "".join(piece.text for piece in self.pieces[: self.preload])

    @property
    def own(self) -> tuple[Piece, ...]:
        """What the candidate wrote of it."""
        return tuple(piece for piece in self.pieces if piece.source != "benchmark")

    def piece_at(self, offset: int) -> tuple[Piece, int] | None:
        """The piece that an offset of the file lies in, and the offset in it; None past the end."""
        for piece in self.pieces:
            if offset < len(piece.text):
                return piece, offset
            offset -= len(piece.text)
        return None

    def message(self, text: str, offset: int | None) -> Message:
        """`text` about an offset of the file, placed in the candidate.

        It has no place where that is unknown, the benchmark's, or past the end (what the candidate
        left open).
        """
        found = None if offset is None else self.piece_at(offset)
        if found is None:
            return Message(text)
        piece, inside = found
        if piece.source == "code":
            return Message(text, *self.line_and_column(piece.start + inside))
        return Message(f"in the solution: {text}" if piece.source == "solution" else text)

    def message_at(self, text: str, line: int, column: int) -> Message:
        """The same for a place of the file: lines from 1, columns from 0, in code points."""
        return self.message(text, offset_of(self.text, line, column))

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """The place of an offset into the candidate's code: lines from 1, columns from 0."""
        line_start = self.code.rfind("\n", 0, offset) + 1
        return self.code.count("\n", 0, offset) + 1, offset - line_start


A = TypeVar("A", bound=Assembled)


def own_statement(assembled: A) -> A | None:
    """The same with the candidate's words for the statement; None where they are the benchmark's.

    It is for a candidate that renamed a bound variable, say: the checker compares types anyway.
    """
    if assembled.restated is None:
        return None
    pieces = tuple(
        assembled.restated if piece.is_statement else piece for piece in assembled.pieces
    )
    return replace(assembled, pieces=pieces, restated=None)


def offset_of(text: str, line: int, column: int) -> int:
    """The offset of a place; the text's end for a line that it does not have."""
    start = 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1
        if start == 0:
            return len(text)
    return min(start + column, len(text))
