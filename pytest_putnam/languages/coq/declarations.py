"""A Coq text as declarations: each with the proof that belongs to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from pytest_putnam.languages.coq.lexer import Sentence, Token, sentences
from pytest_putnam.languages.coq.syntax import ASSUMPTIONS, DEFINITIONS, THEOREMS
from pytest_putnam.model import Span

ENDS: Final = frozenset({"Qed", "Defined", "Save", "Admitted", "Abort"})
NESTED: Final = "Nested Proofs Allowed"
"""The option under which lemmas may stand in a proof."""
OPENERS: Final = (
    THEOREMS
    | DEFINITIONS
    | {"Instance", "Goal", "Next", "Obligation", "Final", "Add", "Equations", "Derive", "SubClass"}
)
"""Commands that a proof may follow."""
OPEN_ANYWAY: Final = frozenset({"Instance", "Add", "Equations", "Function", "Derive"})
"""Those that a proof may follow even where they give a term."""
NAMED: Final = THEOREMS | DEFINITIONS | {"Instance", "Inductive", "CoInductive", "Record", "Class"}


@dataclass(frozen=True, slots=True)
class Item:
    """A command with its proof, or a proof that belongs to no command (a bare one)."""

    sentences: tuple[Sentence, ...]
    keyword: str
    name: str | None = None
    end: str = ""
    """The word that ends its proof; empty without a proof, or where it is not ended."""
    is_bare_proof: bool = False
    assign: int | None = None
    """Where ``:=`` stands in the first sentence, outside all brackets and lets."""

    @property
    def span(self) -> Span:
        """From its first to its last sentence."""
        return Span(self.sentences[0].span.start, self.sentences[-1].span.end)

    @property
    def head(self) -> Sentence | None:
        """The command; None for a bare proof."""
        return None if self.is_bare_proof else self.sentences[0]

    @property
    def body(self) -> tuple[Sentence, ...]:
        """The proof's sentences."""
        return self.sentences if self.is_bare_proof else self.sentences[1:]

    @property
    def is_term(self) -> bool:
        """Whether the proof is a term after ``:=``."""
        return self.assign is not None

    @property
    def line(self) -> int:
        """The line of its first sentence, from 1."""
        first = self.sentences[0]
        return first.source.count("\n", 0, first.span.start) + 1


def items(text: str) -> Iterator[Item]:
    """The declarations of `text`, in order. Raises `SplitError`."""
    rest = list(sentences(text))
    nests = NESTED in text
    at = 0
    while at < len(rest):
        start, first = at, rest[at]
        at += 1
        keyword, words = first.command()
        bare = first.is_focus or keyword == "Proof" or not keyword[:1].isupper()
        name = assign = None
        if not bare:
            tokens = list(words)
            assign = assign_of(tokens)
            name = _name(keyword, tokens)
        end = ""
        if keyword == ":=":  # a term, as the rest of the statement
            assign = first.span.start
        elif _ends_at_once(first, keyword):
            end = "Qed"
        elif bare or (keyword in OPENERS and (assign is None or keyword in OPEN_ANYWAY)):
            at, end = _proof(rest, at, bare=bare, nests=nests)
        is_term = assign is not None and at == start + 1
        yield Item(tuple(rest[start:at]), keyword, name, end, bare, assign if is_term else None)


def assign_of(tokens: Iterable[Token]) -> int | None:
    """The offset of a declaration's ``:=``."""
    depth = lets = 0
    for token in tokens:
        if token.text in {"(", "[", "{", ".("}:
            depth += 1
        elif token.text in {")", "]", "}"}:
            depth -= 1
        elif depth == 0 and token.text == "let":
            lets += 1
        elif depth == 0 and token.text == ":=":
            if not lets:
                return token.start
            lets -= 1
    return None


def parts_of_term_proof(item: Item) -> Span:
    """The term of a proof that is one."""
    assert item.assign is not None
    last = item.sentences[0]
    return Span(item.assign + 2, last.span.end - (1 if last.ended else 0))


def key(sentence: Sentence) -> tuple[str, ...]:
    """What makes two sentences the same: their tokens."""
    return tuple(token.text for token in sentence.tokens())


def open_blocks(met: Iterable[Sentence]) -> list[tuple[str, str]]:
    """Sections and modules that are open at the end: keyword and name, outermost first."""
    blocks: list[tuple[str, str]] = []
    for sentence in met:
        if sentence.is_focus:
            continue
        keyword, rest = sentence.command()
        if keyword == "End" and blocks:
            blocks.pop()
        elif keyword in {"Section", "Module"}:
            words = [token.text for token in rest]
            names = [word for word in words if word not in {"Type", "Import", "Export"}]
            if ":=" not in words:
                blocks.append((keyword, names[0] if names else ""))
    return blocks


def _proof(rest: list[Sentence], at: int, *, bare: bool, nests: bool) -> tuple[int, str]:
    """Where the proof that goes on at `at` ends, and by which word; `nests`: lemmas may stand in it."""
    first = at
    inner = 0
    while at < len(rest):
        sentence = rest[at]
        keyword = sentence.keyword
        is_end = (keyword in ENDS and not sentence.is_focus) or _ends_at_once(sentence, keyword)
        if is_end and not inner:
            return at + 1, keyword if keyword in ENDS else "Qed"
        if is_end:
            inner -= 1
        if nests and keyword in THEOREMS and at > first:
            inner += assign_of(sentence.command()[1]) is None
            at += 1
            continue
        tactic = sentence.is_focus or keyword == "Proof" or not keyword[:1].isupper()
        if not tactic and at == first and not bare:
            break  # no proof follows
        if not tactic and keyword in THEOREMS | {"Section", "Module", "End"}:
            break  # the proof is not ended
        at += 1
    return at, ""


def _ends_at_once(sentence: Sentence, keyword: str) -> bool:
    """Whether it is ``Proof term.``, a whole proof."""
    if keyword != "Proof" or sentence.is_focus:
        return False
    first = next(sentence.command()[1], None)
    return first is not None and first.text not in {".", "...", "using", "with", "Mode"}


def _name(keyword: str, tokens: list[Token]) -> str | None:
    if keyword in NAMED:
        return next((token.text for token in tokens if token.kind == "word"), None)
    if keyword in ASSUMPTIONS:
        words = [token.text for token in tokens[:2] if token.kind == "word"]
        return words[0] if len(words) == 1 else None
    return None
