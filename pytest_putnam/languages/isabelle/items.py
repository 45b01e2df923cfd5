"""A candidate's text as items: the commands of a theory with their proofs, and proofs that stand alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pytest_putnam.languages.isabelle.keywords import (
    BLOCKS,
    BUILT_IN,
    DEFINITIONS,
    DOCUMENT,
    GIVEN_UP,
    GOALS,
    LOOKING,
    MODIFIERS,
    PROOF_ENDS,
    PROOF_GOALS,
    PROOFS,
    THEOREMS,
    WHY,
)
from pytest_putnam.languages.isabelle.outer import Token, tokens
from pytest_putnam.languages.lexing import line_of

_NAMED: Final = frozenset({"name", "string", "variable", "number"})
_STATEMENT: Final = frozenset(
    {"fixes", "assumes", "shows", "obtains", "defines", "notes", "includes", "constrains", "if"}
)
_QUOTED: Final = frozenset({"string", "cartouche", "altstring"})
BARE: Final = "proof"
"""The keyword of an item that is a proof without a statement."""


@dataclass(frozen=True, slots=True)
class Item:
    """One command of a theory, its proof included, or a bare proof. Comments count to what follows."""

    keyword: str
    """Empty for what stands before the first command."""
    source: str
    tokens: tuple[Token, ...]
    """Without comments; the command's own word is the first, or stands behind modifiers."""
    proof_at: int | None
    """Which token begins the proof."""
    is_complete: bool
    """No goal of it is left without a proof."""

    @property
    def start(self) -> int:
        """The offset of its first token."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """The offset behind its last token."""
        return self.tokens[-1].end

    @property
    def line(self) -> int:
        """Where it begins, counted from 1."""
        return line_of(self.source, self.start)

    @property
    def text(self) -> str:
        """As written."""
        return self.source[self.start : self.end]

    @property
    def is_bare_proof(self) -> bool:
        """Whether it is a proof without a statement."""
        return self.keyword == BARE

    @property
    def head(self) -> tuple[Token, ...]:
        """What comes before the proof."""
        return self.tokens if self.proof_at is None else self.tokens[: self.proof_at]

    @property
    def given_up(self) -> Token | None:
        """The first ``sorry`` or ``oops`` of it."""
        return next((t for t in self.tokens if t.kind == "command" and t.text in GIVEN_UP), None)

    @property
    def name(self) -> str:
        """What it declares, as written; empty where that has no name."""
        rest = self._after_target()
        if not rest:
            return ""
        first = rest[0]
        labelled = len(rest) > 1 and rest[1].text in {":", "["}
        is_name = first.kind in _NAMED and first.text not in _STATEMENT
        if self.keyword in THEOREMS:
            return first.text.strip('"') if is_name and labelled else ""
        if self.keyword in DEFINITIONS:
            if first.kind == "name" and not labelled:
                return first.text
            return _defined(rest)
        return first.text if first.kind == "name" else ""

    @property
    def opens(self) -> bool:
        """Whether it opens a block that an ``end`` closes."""
        return self.keyword in BLOCKS | {"theory"} and any(t.text == "begin" for t in self.tokens)

    def _after_target(self) -> tuple[Token, ...]:
        at = next((i for i, t in enumerate(self.tokens) if t.text == self.keyword), 0) + 1
        rest = self.head[at:]
        while rest and rest[0].text == "(":
            closing = next((i for i, t in enumerate(rest) if t.text == ")"), len(rest) - 1)
            rest = rest[closing + 1 :]
        return rest


def _defined(rest: Sequence[Token]) -> str:
    """The name on the left of a definition that is written without its type."""
    for token in rest:
        if token.kind in _QUOTED:
            inside = token.text.removeprefix(r"\<open>").strip('"').split()
            return inside[0].strip("(") if inside else ""
    return ""


class _Proof:
    """Which goals of an item wait for a proof, and which proofs are open."""

    def __init__(self) -> None:
        self._open: list[str] = []

    def begin(self) -> None:
        """A goal is stated, or a bare proof of one begins."""
        self._open = ["goal"]

    @property
    def is_open(self) -> bool:
        return bool(self._open)

    @property
    def in_block(self) -> bool:
        """Inside of ``proof`` … ``qed``."""
        return "proof" in self._open

    def meet(self, word: str) -> None:
        if word == "oops":
            self._open = []
        elif word in PROOF_GOALS:
            self._open.append("goal")
        elif word == "proof":
            self._open.append("proof")
        elif word == "qed":
            while self._open and self._open.pop() != "proof":
                pass
            self._end_goal()
        elif word in PROOF_ENDS:
            self._end_goal()

    def _end_goal(self) -> None:
        if self._open and self._open[-1] == "goal":
            self._open.pop()


class _Reader:
    """Sorts tokens into items."""

    def __init__(self, text: str) -> None:
        self.found: list[Item] = []
        self._text = text
        self._clear()

    def _clear(self) -> None:
        self._tokens: list[Token] = []
        self._keyword = ""
        self._proof_at: int | None = None
        self._proof = _Proof()

    def finish(self) -> None:
        """End the item that is read."""
        if self._tokens:
            item = Item(
                self._keyword,
                self._text,
                tuple(self._tokens),
                self._proof_at,
                not self._proof.is_open,
            )
            self.found.append(item)
        self._clear()

    def take(self, token: Token) -> None:
        """Read the next token."""
        word = token.text if token.kind == "command" else ""
        if token.kind == "name" and token.text in MODIFIERS and not self._proof.in_block:
            self.finish()
        elif word in PROOFS:
            self._take_proof(word)
        elif word and self._begins_item(word):
            if not self._is_modifier:
                self.finish()
            self._keyword = word
            if word in GOALS:
                self._proof.begin()
        self._tokens.append(token)

    def _take_proof(self, word: str) -> None:
        awaited = self._keyword in GOALS and self._proof_at is None
        if not self._proof.is_open and not awaited:
            self.finish()
            self._keyword = BARE
            self._proof.begin()
        if self._proof_at is None:
            self._proof_at = len(self._tokens)
        self._proof.meet(word)

    @property
    def _is_modifier(self) -> bool:
        return not self._keyword and all(t.text in MODIFIERS for t in self._tokens)

    def _begins_item(self, word: str) -> bool:
        """Whether a command stands outside of the proof before it."""
        if word in LOOKING | DOCUMENT or word in WHY:
            return not self._proof.is_open
        return not self._proof.in_block


def items(text: str, commands: frozenset[str] = BUILT_IN) -> list[Item]:
    """The items of `text`. Raises `SplitError` where it cannot be read."""
    reader = _Reader(text)
    for token in tokens(text, commands):
        if token.kind not in {"comment", "formal"}:
            reader.take(token)
    reader.finish()
    return reader.found


def shape(found: Iterable[Token]) -> tuple[str, ...]:
    """Tokens for comparing: texts, with blanks in strings evened out."""
    return tuple(" ".join(token.text.split()) for token in found)
