"""A candidate's theory as parts that know where they come from, with what the strict procedure needs."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

from pytest_putnam.languages import assembled
from pytest_putnam.languages.assembled import Piece
from pytest_putnam.model import Message


@dataclass(frozen=True, slots=True)
class Assembled(assembled.Assembled):
    """The theory of a candidate, in Isabelle's symbols, lines ended by LF.

    Its pieces of source ``code`` are parts of `code`, which is the candidate's text in the same form:
    lines are the candidate's, columns may not be.
    """

    theory: str = field(kw_only=True)
    """The name of the theory in `text`, which the strict procedure replaces."""
    imports: tuple[str, ...] = field(kw_only=True)
    """What the benchmark's file imports."""
    added: tuple[str, ...] = field(default=(), kw_only=True)
    """What the candidate imports besides."""
    has_added: bool = field(default=False, kw_only=True)
    """Whether a piece holds that, empty or not."""
    base: int = field(default=0, kw_only=True)
    """How many pieces hold what the candidate has no part in: a theory of its own, where not 0."""
    solution_text: str = field(default="", kw_only=True)
    """The candidate's solution, where it gives one."""

    @property
    def name_at(self) -> int:
        """Which piece is the theory's name."""
        return 1

    @property
    def added_at(self) -> int:
        """Which piece is the candidate's own imports, where it has some."""
        return 3

    def without(self, imports: Collection[str]) -> Assembled:
        """The same without some of what the candidate imports."""
        kept = tuple(name for name in self.added if name not in imports)
        pieces = list(self.pieces)
        text = "".join(f"{quoted(name)} " for name in kept)
        pieces[self.added_at] = replace(pieces[self.added_at], text=text)
        return replace(self, pieces=tuple(pieces), added=kept)

    def named(self, theory: str) -> str:
        """The text under another name."""
        return self._part(0, len(self.pieces), theory)

    def base_text(self, theory: str) -> str:
        """What the candidate has no part in, as a theory. Only where `base` is not 0."""
        texts = [piece.text for piece in self.pieces[: self.base]]
        texts[self.name_at] = theory
        if self.has_added:
            texts[self.added_at] = ""
        return f"{''.join(texts)}\nend\n"

    def upon_base(self, theory: str, base: str) -> str:
        """The rest, as a theory that imports the former. Its lines are those of the whole."""
        skipped = self._part(0, self.base, theory).count("\n")
        added = " ".join(map(quoted, self.added))
        rest = self._part(self.base, len(self.pieces), theory)
        return f"theory {theory} imports {base} {added} begin" + "\n" * skipped + rest

    def place(self, text: str, line: int | None) -> Message:
        """`text` about a line of the file, placed in the candidate where that line has a part of it."""
        if line is None:
            return Message(text)
        in_solution = False
        for piece, first, last in self._lines():
            if not first <= line <= last:
                continue
            if piece.source == "code":
                start = self.line_and_column(piece.start)[0]
                return Message(text, start + line - first)
            in_solution = in_solution or piece.source == "solution"
        return Message(f"in the solution: {text}" if in_solution else text)

    def _lines(self) -> Iterator[tuple[Piece, int, int]]:
        line = 1
        for piece in self.pieces:
            last = line + piece.text.count("\n")
            if piece.text.strip():
                yield piece, line, last
            line = last

    def _part(self, start: int, end: int, theory: str) -> str:
        texts = [piece.text for piece in self.pieces]
        texts[self.name_at] = theory
        return "".join(texts[start:end])


def quoted(theory: str) -> str:
    """An import as a theory's header has it."""
    return theory if theory.replace("_", "").isalnum() else f'"{theory}"'
