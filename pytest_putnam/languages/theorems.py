"""Which of a file's declarations is the problem's theorem, and which its solution."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.lexing import line_of
from pytest_putnam.model import PROBLEM_NAME, SolutionSlot, Span


@dataclass(frozen=True, slots=True)
class Found:
    """A declaration that needs a proof."""

    name: str
    span: Span
    """From its keyword to where its proof begins."""
    slot: Span | None
    """Its proof, where that is left open; None where it is given."""
    is_theorem: bool = True
    """By its keyword; False for a definition without a body."""


def choose_theorem(
    text: str, name: str, found: Sequence[Found], placeholder: str
) -> tuple[Found, list[str]]:
    """The theorem of problem `name`, and warnings.

    It is the one of that name; else the only open one; else the only open one that has a problem's
    name. Raises `SplitError` where that is none or not clear, or where it is proved already.
    """
    named = [each for each in found if each.name == name]
    if len(named) > 1:
        raise SplitError(
            f"{name} is declared twice: which is meant is not clear",
            line=line_of(text, named[1].span.start),
        )
    if named:
        if named[0].slot is None:
            raise SplitError(
                f"{name} has a proof already; a benchmark file leaves it open with {placeholder}",
                line=line_of(text, named[0].span.start),
            )
        return named[0], []
    theorems = [each for each in found if each.is_theorem]
    candidates = [each for each in theorems if each.slot is not None]
    if len(candidates) > 1:
        candidates = [each for each in candidates if PROBLEM_NAME.match(each.name)] or candidates
    if not candidates:
        proved = ", ".join(each.name or "an unnamed one" for each in theorems)
        raise SplitError(
            f"no theorem {name} whose proof is left open with {placeholder}"
            + (f"; there is {proved}, which has a proof" if proved else "; there is no theorem")
        )
    if len(candidates) > 1:
        names = ", ".join(each.name or "an unnamed one" for each in candidates)
        raise SplitError(
            f"none of the open theorems is named {name}, and which is meant is not clear: {names}",
            line=line_of(text, candidates[1].span.start),
        )
    chosen = candidates[0]
    return chosen, [f"the file is named {name}, its theorem {chosen.name or 'has no name'}"]


def refuse_bodiless(text: str, declared: Iterable[tuple[str, int]]) -> None:
    """Raise `SplitError` for a solution among `declared` names, which have no body to replace."""
    for name, place in declared:
        if name.endswith("_solution"):
            raise SplitError(
                f"{name} is declared without a body: a benchmark file defines it by an equation or :=",
                line=line_of(text, place),
            )


def choose_solution(
    name: str,
    theorem: Found,
    solutions: Sequence[SolutionSlot],
    words: Sequence[tuple[str, int]],
    undefined: str = "the statement will not compile",
) -> tuple[SolutionSlot | None, list[str]]:
    """The solution that the theorem asks for, and warnings.

    `words` are the identifiers that end in ``_solution`` with their places; `undefined` is what
    comes of one that is never defined. Of several solutions
    the one named after the problem is taken, or after the theorem. Raises `SplitError` where that
    leaves none or more than one.
    """
    before = [each for each in solutions if each.declaration.start < theorem.span.start]
    defined = {each.name for each in solutions} | {theorem.name}
    warnings = [
        f"{word} is used and never defined: {undefined}"
        for word in dict.fromkeys(
            word
            for word, place in words
            if theorem.span.start <= place < theorem.span.end and word not in defined
        )
    ]
    if not before:
        return None, warnings
    chosen = before
    for wanted in (name, theorem.name):
        if len(chosen) > 1:
            chosen = [each for each in chosen if each.name == f"{wanted}_solution"] or chosen
    if len(chosen) > 1:
        names = ", ".join(each.name for each in chosen)
        raise SplitError(f"several solutions are defined, which is meant is not clear: {names}")
    (solution,) = chosen
    if not any(word == solution.name and at >= solution.declaration.end for word, at in words):
        warnings.append(f"{solution.name} is defined and never used")
    return solution, warnings
