"""Sketches of proofs: where their gaps are, and what is put into them.

A gap is marked by ``sorry``. A ``sledgehammer`` that stands where a proof does counts as the same, and
so does the symbol of a proof left out, ``<proof>`` with a backslash. What is inside strings, cartouches
and comments marks nothing. A step that the model closed itself (``by …``) becomes a gap where it fails.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pytest_putnam.languages.isabelle.lexer import Mark, marks
from pytest_putnam.model import Span

OPEN: Final = "sorry"
_HAMMER: Final = "sledgehammer"
_GAPS: Final = frozenset({OPEN, r"\<proof>", _HAMMER})
_GOALS: Final = frozenset(
    {"have", "show", "hence", "thus", "obtain", "consider", "theorem", "lemma", "corollary"}
    | {"proposition", "interpret"}
)
_ISAR: Final = frozenset(
    {"then", "from", "with", "moreover", "ultimately", "also", "finally", "note", "let", "next"}
    | {"case", "fix", "assume", "presume", "define", "write", "interpret"}
) | (_GOALS - {"theorem"})
"""Words after a step that the lexer takes for names: no second method of a ``by``."""
_REPEATED: Final = re.compile(r"[+?]|\[\d+\]")
_UNDEFINED: Final = re.compile(r"Undefined \w+: \"(?P<name>[^\"]+)\"")
"""It may be of another command in the same line: ``using nope by simp``."""
_STATEMENT_CHARS: Final = 160
_LABEL: Final = "putnam-gap"
_LABELLED: Final = re.compile(rf"\(\*{_LABEL} (\d+)\*\)")


@dataclass(frozen=True, slots=True)
class Gap:
    """A place where a proof is missing."""

    number: int
    """From 1, in the order of the text."""
    span: Span
    """Of its mark."""
    line: int
    """Of its statement, from 1."""
    statement: str
    """What is to be proved there, as the sketch says it, on one line."""
    own: str = ""
    """The model's own proof of the step, where it has one: ``by simp``."""
    is_first: bool = False
    """Nothing but comments comes before it."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """A proof with gaps."""

    code: str
    gaps: tuple[Gap, ...]
    steps: tuple[Gap, ...] = ()
    """What the model closed itself."""

    def opened(self, lines: Container[int]) -> Sketch:
        """With those steps as gaps too that have one of `lines` (from 1)."""
        failing = [step for step in self.steps if any(n in lines for n in self._lines(step))]
        gaps = sorted([*self.gaps, *failing], key=lambda gap: gap.span)
        return Sketch(
            self.code,
            tuple(replace(gap, number=number) for number, gap in enumerate(gaps, 1)),
            tuple(step for step in self.steps if step not in failing),
        )

    def is_step_at(self, line: int, error: str) -> bool:
        """Whether an error in `line` is that of a step that the model closed itself."""
        named = _UNDEFINED.match(error)
        return any(
            line in self._lines(step) and (named is None or named["name"] in step.own)
            for step in self.steps
        )

    def _lines(self, step: Gap) -> range:
        first = self.code.count("\n", 0, step.span.start) + 1
        return range(first, self.code.count("\n", 0, step.span.end) + 2)

    def filled(self, proofs: Mapping[int, str]) -> str:
        """The code with proofs in its gaps, by number; those without one stay open."""
        parts, end = [], 0
        for gap in self.gaps:
            parts += [self.code[end : gap.span.start], proofs.get(gap.number, OPEN)]
            end = gap.span.end
        return "".join([*parts, self.code[end:]])

    def probing(self, gap: Gap, commands: Sequence[str]) -> str:
        """The code with `commands` in one gap, each on a line of its own, and the others open.

        Isabelle goes on behind a command that fails, in the state before it. `labelled_lines` finds
        the lines again.
        """
        lines = [f"{command} (*{_LABEL} {index}*)" for index, command in enumerate(commands)]
        if gap.is_first:
            # a proof must not begin with a command that only looks for one
            lines.insert(0, "apply -")
        return self.filled({gap.number: "\n" + "\n".join([*lines, OPEN])})


def read_sketch(code: str) -> Sketch:
    """Find the gaps of `code`. Raises `SplitError` where a string or comment is never closed."""
    tokens = [mark for mark in marks(code) if mark.kind != "comment"]
    found: list[Gap] = []
    steps: list[Gap] = []
    goal = at = 0
    while at < len(tokens):
        token = tokens[at]
        at += 1
        if token.kind in {"name", "word"} and token.text in _GOALS:
            goal = token.start
        elif token.kind == "word" and token.text in _GAPS:
            is_first = at == 1
            if token.text == _HAMMER:
                at = _after_hammer(tokens, at)
            gap = _gap(code, len(found) + 1, goal, Span(token.start, tokens[at - 1].end))
            found.append(replace(gap, is_first=is_first))
        elif token.kind == "word" and token.text == "by":
            at, end = _after_method(code, tokens, at)
            if at < len(tokens) and (tokens[at].text == "(" or _is_method(tokens[at])):
                at, end = _after_method(code, tokens, at)
            step = _gap(code, len(steps) + 1, goal, Span(token.start, end))
            steps.append(replace(step, own=step.span.of(code)))
    return Sketch(code, tuple(found), tuple(steps))


def labelled_lines(text: str) -> dict[int, int]:
    """The lines of `text` (from 1) that `Sketch.probing` made, by the commands' indices."""
    return {
        int(match[1]): number
        for number, line in enumerate(text.split("\n"), 1)
        for match in _LABELLED.finditer(line)
    }


def _after_hammer(tokens: Sequence[Mark], at: int) -> int:
    """Where a ``sledgehammer`` ends: its options in brackets and a ``sorry`` behind it are its own."""
    if at < len(tokens) and tokens[at].text == "[":
        closing = (n for n in range(at, len(tokens)) if tokens[n].text == "]")
        at = next(closing, at) + 1
    return at + (at < len(tokens) and tokens[at].text in _GAPS - {_HAMMER})


def _after_method(code: str, tokens: Sequence[Mark], at: int) -> tuple[int, int]:
    """The token after a method, and where the method ends in `code`."""
    depth = 0
    end = len(code)
    while at < len(tokens):
        depth += (tokens[at].text == "(") - (tokens[at].text == ")")
        end = tokens[at].end
        at += 1
        if depth <= 0:
            break
    repeated = _REPEATED.match(code, end)
    if repeated is None:
        return at, end
    while at < len(tokens) and tokens[at].start < repeated.end():
        at += 1
    return at, repeated.end()


def _is_method(token: Mark) -> bool:
    return token.kind == "name" and token.text not in _ISAR


def _gap(code: str, number: int, goal: int, span: Span) -> Gap:
    statement = " ".join(code[goal : span.start].split())
    if len(statement) > _STATEMENT_CHARS:
        statement = statement[:_STATEMENT_CHARS] + " …"
    return Gap(number, span, code.count("\n", 0, goal) + 1, statement)
