r"""Whether a given solution only restates the problem: the policy of the no-solution track, on terms.

A solution must say more than the problem does: "all n such that P n holds" is not answered by
``{n | P n}``, nor is "the value of this series" by the series. The solution's value, and those of the
candidate's own definitions that it rests on, are compared with the theorem's type, part by part; which
variable stands in a place does not count. A value is refused where, below its leading ``fun``,

- it binds variables of its own (``∀``, ``∃``, ``{x | …}``, ``∑``), and `BOUND_SHARE` of it or more are
  parts of the statement of `LEAST_PART` words or more, or
- it is a proposition of `LEAST_PROPOSITION` words or more, and `PROPOSITION_SHARE` of it are such parts.

A word is a constant, a variable or a numeral. A value that is the reference's is never refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pytest_putnam.languages.lean4.terms import (
    APP,
    CONST,
    FORALL,
    LAM,
    LITERAL,
    PROJ,
    Terms,
    children,
)

LEAST_PART: Final = 4
BOUND_SHARE: Final = 0.6
PROPOSITION_SHARE: Final = 0.7
LEAST_PROPOSITION: Final = 5
NUMERAL: Final = ("OfNat", "ofNat")
RELATIONS: Final = frozenset(
    {
        *(("Eq",), ("Ne",), ("HEq",), ("And",), ("Or",), ("Iff",), ("Not",), ("Exists",)),
        *(("LE", "le"), ("LT", "lt"), ("GE", "ge"), ("GT", "gt"), ("Dvd", "dvd")),
        *(("Membership", "mem"), ("HasSubset", "Subset"), ("Set", "Subset")),
        *(("BEq", "beq"), ("bne",), ("Nat", "beq"), ("Nat", "ble"), ("Decidable", "decide")),
    }
)
"""What makes a proposition of a term, or a test that decides one."""


class Shapes:
    """Terms with every variable made the same, and how many words each has."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._ids: dict[tuple[object, ...], int] = {}
        self.shape: dict[int, int] = {}
        self.words: dict[int, int] = {}
        self._heads: dict[int, object] = {}

    def add(self, root: int) -> list[int]:
        """Take in a term; its parts, smaller ones first."""
        found = {root}
        stack = [root]
        while stack:
            for child in children(self._terms.expressions[stack.pop()]):
                if child not in found:
                    found.add(child)
                    stack.append(child)
        parts = sorted(found)  # a part's number is below that of what it is part of
        for part in parts:
            if part not in self.shape:
                self._take(part)
        return parts

    def _take(self, part: int) -> None:
        key = self._terms.expressions[part]
        below = children(key)
        tag = key[0]
        self._heads[part] = key[1] if tag == CONST else None
        label: tuple[object, ...] = ()
        if tag in (CONST, LITERAL):
            label = (key[1],)
        elif tag == PROJ:
            label = (key[1], key[2])
        elif tag == APP:
            self._heads[part] = self._heads[below[0]]
        shape = (tag, *label, *(self.shape[child] for child in below))
        self.shape[part] = self._ids.setdefault(shape, len(self._ids))
        words = sum(self.words[child] for child in below) if below else 1
        self.words[part] = 1 if self._heads[part] == NUMERAL else words


def restates(
    terms: Terms, statement: int, values: Iterable[int], reference: int | None = None
) -> bool:
    """Whether one of `values` says hardly more than `statement`, the theorem's type."""
    shapes = Shapes(terms)
    given = {
        shapes.shape[part] for part in shapes.add(statement) if shapes.words[part] >= LEAST_PART
    }
    exempt = None
    if reference is not None:
        shapes.add(reference)
        exempt = shapes.shape[reference]
    for value in values:
        parts = shapes.add(value)
        if shapes.shape[value] != exempt and _copies(terms, shapes, given, value, parts):
            return True
    return False


def below_lambda(terms: Terms, value: int) -> int:
    """A term below its leading ``fun``."""
    while terms.expressions[value][0] == LAM:
        value = children(terms.expressions[value])[1]
    return value


def _copies(terms: Terms, shapes: Shapes, given: set[int], value: int, parts: list[int]) -> bool:
    body = below_lambda(terms, value)
    copied: dict[int, int] = {}
    for part in parts:
        if shapes.shape[part] in given:
            copied[part] = shapes.words[part]
        else:
            copied[part] = sum(copied[child] for child in children(terms.expressions[part]))
    total, words = copied[body], shapes.words[body]
    inside = shapes.add(body)
    binds = any(terms.expressions[part][0] in (LAM, FORALL) for part in inside)
    says = any(name in RELATIONS for name in terms.constants(body))
    return (binds and total >= max(LEAST_PART, BOUND_SHARE * words)) or (
        says and total >= LEAST_PROPOSITION and total >= PROPOSITION_SHARE * words
    )
