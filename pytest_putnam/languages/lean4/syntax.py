"""The slots of a Lean 4 file: where the statement, the solution and the proof stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.base import Split
from pytest_putnam.languages.comments import answer_of_lines
from pytest_putnam.languages.lean4.lexer import BINDERS, Command, Lexed, Mark, lex
from pytest_putnam.languages.lexing import (
    end_of_nested,
    line_of,
    replace,
    start_without_comments,
    trimmed,
)
from pytest_putnam.languages.theorems import (
    Found,
    choose_solution,
    choose_theorem,
    refuse_bodiless,
)
from pytest_putnam.model import Formalization, SolutionSlot, Span, Track

BLANK: Final = "sorry"
"""What stands for the answer in the no-solution track."""
DEFAULT: Final = "has a default value (:=), which fixes nothing"
"""What is said of a binder that is an optParam."""

HEADER: Final = frozenset(
    {
        *("import", "open", "set_option", "universe", "prelude", "module", "export"),
        *("suppress_compilation", "unset_option"),
    }
)
"""Commands that bring in, open and set; the header ends before any other."""
_NEUTRAL: Final = frozenset({"namespace", "section", "end"})
_THEOREMS: Final = frozenset({"theorem", "lemma"})
_DEFINITIONS: Final = frozenset({"def", "abbrev", "opaque", "instance", "irreducible_def"})

_PART: Final = r"(?:«[^»\n]*»|[^\W\d][\w'!?]*)"
_NAME: Final = re.compile(rf"{_PART}(?:\.{_PART})*")
_OPEN_BODY: Final = re.compile(r"(?:by\s+)?sorry")
_COMMENT: Final = re.compile(r"\s*(?:--([^\r\n]*)|(/-)(?![-!]))")
_BLOCK_MARK: Final = re.compile(r"/-|-/")


@dataclass(slots=True)
class _Parts:
    """Of a declaration: its name, and the places outside brackets that divide it."""

    name: str = ""
    colon: Mark | None = None
    """Before the type."""
    assign: Mark | None = None
    """The ``:=`` that the body follows."""
    has_sorry: bool = False
    defaults: list[Mark] = field(default_factory=list)
    """The ``:=`` of binders that have a default value: before the colon, or in ``∀ (n : Nat := 3), …``."""
    is_typed: bool = False
    """Whether a colon stands in the round bracket that is open."""

    def read(self, marks: list[Mark]) -> None:
        """Take in what comes after the keyword."""
        lets = [0, 0]  # of the brackets' depth: how many := are the lets' own
        last = None
        for mark in marks:
            if mark.kind == "word":
                self.has_sorry = self.has_sorry or mark.text == "sorry"
                if mark.text in BINDERS and mark.depth < 2:
                    lets[mark.depth] += 1
            elif mark.kind == "close" and mark.depth == 0:
                lets[1] = 0
                self.is_typed = False
            elif mark.kind == "colon" and self.assign is None and mark.depth < 2:
                if mark.text == ":=" and lets[mark.depth]:
                    lets[mark.depth] -= 1
                    last = mark if mark.depth == 0 else last
                else:
                    self._divide(mark)
        if self.assign is None:  # a let that goes by patterns has no := of its own
            self.assign = last

    def _divide(self, mark: Mark) -> None:
        if mark.text == ":" and mark.depth == 0 and self.colon is None:
            self.colon = mark
        elif mark.text == ":=" and mark.depth == 0:
            self.assign = mark
        elif mark.text == ":":
            self.is_typed = mark.depth == 1
        elif mark.text == ":=" and (self.colon is None or self.is_typed):
            self.defaults.append(mark)


def split(text: str, name: str) -> Split:
    """Split the file of problem `name`: see `Split`. Raises `SplitError`."""
    lexed = lex(text)
    theorems: list[Found] = []
    solutions: list[SolutionSlot] = []
    assumed: list[tuple[str, int]] = []
    bodiless: list[tuple[str, int]] = []
    warnings: list[str] = []
    for command in lexed.commands:
        if command.keyword not in _THEOREMS | _DEFINITIONS | {"axiom"}:
            continue
        parts = parts_of(text, command, lexed)
        if command.keyword in _THEOREMS:
            theorems.append(_theorem(text, command, parts, lexed))
        elif parts.assign is None:
            bodiless.append((parts.name, command.word_start))
        elif parts.name.endswith("_solution"):
            solutions.append(_solution(text, command, parts))
            continue
        if parts.has_sorry or command.keyword == "axiom":
            assumed.append((parts.name, command.word_start))
    theorem, more = choose_theorem(text, name, theorems, "sorry")
    warnings += more
    assert theorem.slot is not None
    refuse_bodiless(text, bodiless)
    solution, more = choose_solution(name, theorem, solutions, list(_solution_words(lexed)))
    warnings += more
    if solution is not None and solution.reference is None:
        warnings.append(f"the file gives no reference answer for {solution.name}")
    before = [other for other, start in assumed if start < theorem.span.start]
    warnings += [f"the file assumes {other or 'an unnamed declaration'}" for other in before]
    warnings += [
        f"{other or 'an unnamed declaration'} after the theorem is left open too"
        for other, start in assumed
        if start > theorem.span.start
    ]
    chosen = next(each for each in lexed.commands if each.word_start == theorem.span.start)
    warnings += _default_warnings(text, chosen, lexed)
    return Split(
        theorem=theorem.name,
        header=Span(0, _header_end(text, lexed)),
        statement=theorem.span,
        proof=theorem.slot,
        solution=solution,
        variables=tuple(filter(None, before)),
        warnings=tuple(warnings),
    )


def task_text(formalization: Formalization, track: Track) -> str:
    """The file as a prover sees it.

    Its proof slot is open as in the benchmark (``sorry``). In the with-solution track the reference
    is the solution's body; in the other the body is `BLANK` and comments after it are left out.
    """
    text, slot = formalization.text, formalization.solution
    if slot is None:
        return text
    if track is Track.WITH_SOLUTION:
        return text if slot.reference is None else replace(text, [(slot.body, slot.reference)])
    edits = [(slot.body, BLANK)]
    comments = list(_comments_after(text, slot.declaration.end))
    if comments:
        edits.append((Span(slot.declaration.end, comments[-1][0].end), ""))
    return replace(text, edits)


def parts_of(text: str, command: Command, lexed: Lexed) -> _Parts:
    """A declaration's name, and the places that divide it."""
    parts = _Parts()
    name = _NAME.match(text, start_without_comments(text, command.word_end, lexed.comments))
    if name is not None and name.end() <= command.end:
        parts.name = name[0].removeprefix("_root_.")
    parts.read(command.marks)
    return parts


def _theorem(text: str, command: Command, parts: _Parts, lexed: Lexed) -> Found:
    if parts.assign is None:
        raise SplitError(
            f"no := begins the proof of {parts.name or 'this theorem'}: the file is truncated",
            line=line_of(text, command.word_start),
        )
    start = start_without_comments(text, parts.assign.end, lexed.comments)
    if start >= command.end:
        raise SplitError(
            f"{parts.name} is stated, but nothing follows its := (sorry is missing)",
            line=line_of(text, parts.assign.end),
        )
    slot = Span(start, command.end) if parts.has_sorry else None
    return Found(parts.name, Span(command.word_start, parts.assign.end), slot)


def _solution(text: str, command: Command, parts: _Parts) -> SolutionSlot:
    assert parts.assign is not None
    body = trimmed(text, Span(parts.assign.end, command.end))
    reference: str | None = body.of(text)
    if _OPEN_BODY.fullmatch(reference or ""):
        reference = _reference(text, command.end)
    type_ = None
    if parts.colon is not None:
        type_ = text[parts.colon.end : parts.assign.start].strip()
    return SolutionSlot(parts.name, Span(command.start, command.end), body, type_, reference)


def _reference(text: str, end: int) -> str | None:
    """The answer in the comments after the solution: one block, or lines that stand together."""
    lines: list[str] = []
    for span, is_line in _comments_after(text, end):
        if not is_line:
            return answer_of_lines(lines or text[span.start + 2 : span.end - 2].splitlines())
        lines.append(text[span.start + 2 : span.end])
    return answer_of_lines(lines)


def _comments_after(text: str, end: int) -> Iterator[tuple[Span, bool]]:
    """The comments from `end` to the next token, doc comments left out; whether each is a line."""
    while (match := _COMMENT.match(text, end)) is not None:
        is_line = match[1] is not None
        start = match.start(1) - 2 if is_line else match.start(2)
        end = match.end()
        if not is_line:
            end = end_of_nested(text, start, _BLOCK_MARK, ("/-", "-/"), "comment")
        yield Span(start, end), is_line


def _default_warnings(text: str, command: Command, lexed: Lexed) -> Iterator[str]:
    """What Lean calls an optParam: ``(S : Set N := …)`` says nothing of S."""
    opened = [mark.end for mark in command.marks if mark.kind == "open" and mark.depth == 0]
    for mark in parts_of(text, command, lexed).defaults:
        binder = text[max(end for end in opened if end < mark.end) : mark.start]
        names = " ".join(binder.split(":")[0].split()) or "a binder"
        yield f"{names} {DEFAULT}: the theorem is about any"


def _solution_words(lexed: Lexed) -> Iterator[tuple[str, int]]:
    for command in lexed.commands:
        for mark in command.marks:
            if mark.kind == "solution":
                yield mark.text, mark.start


def _header_end(text: str, lexed: Lexed) -> int:
    end = 0
    for command in lexed.commands:
        if command.keyword in HEADER:
            if not text[: command.end].endswith((" in", "\nin")):  # that is part of what follows
                end = command.end
        elif command.keyword not in _NEUTRAL:
            break
    return end
