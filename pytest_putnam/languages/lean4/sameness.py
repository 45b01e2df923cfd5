"""Whether what a candidate declares is what the benchmark declares, term by term.

Names of bound variables, brackets of binders and metadata, which the kernel does not look at, are not
in the terms; auxiliary constants, whose names Lean makes up by counting, are the same where what they
stand for is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from pytest_putnam.languages.lean4.module import Constant
from pytest_putnam.languages.lean4.olean import Name
from pytest_putnam.languages.lean4.terms import CONST, LITERAL, PROJ, SORT, Terms, children

_AUXILIARY: Final = re.compile(r"_.*|(?:match|proof|eq|omega|aux)_?\d+.*")


class Sameness:
    """The comparison of two files' constants. What was found the same is not looked at again."""

    def __init__(
        self,
        ours: Mapping[Name, Constant],
        theirs: Mapping[Name, Constant],
        terms: Terms,
        solution: Name | None,
    ) -> None:
        """`ours` are the benchmark's; `solution` is what a candidate may define as it likes."""
        self.ours = ours
        self.theirs = theirs
        self.terms = terms
        self.solution = solution
        self._compared: set[tuple[Name, Name]] = set()
        self._same: set[tuple[int, int]] = set()
        self._waiting: list[tuple[Name, Name]] = []

    def same_type(self, ours: Constant, theirs: Constant) -> bool:
        """Whether two constants have the same type, what it mentions being left to `settle`."""
        return ours.levels == theirs.levels and self.equal(ours.type, theirs.type)

    def settle(self) -> bool:
        """Whether the constants that equal expressions mention are the same too."""
        while self._waiting:
            ours, theirs = self._waiting.pop()
            if not self.correspond(ours, theirs):
                self._waiting.clear()
                return False
        return True

    def correspond(self, ours: Name, theirs: Name) -> bool:
        """Whether two constants are the same, what they mention being left to `settle`."""
        if (ours, theirs) in self._compared:
            return True
        self._compared.add((ours, theirs))
        one, other = self.ours.get(ours), self.theirs.get(theirs)
        if one is None or other is None:
            return one is other and ours == theirs
        if ours == theirs == self.solution:
            return True
        renamed = ours != theirs and not (is_auxiliary(ours) and is_auxiliary(theirs))
        if renamed or _head(one) != _head(other):
            return False
        if one.kind in {"theorem", "axiom"} or one.value is None:
            same = self.same_type(one, other)
        else:
            assert other.value is not None
            same = self.same_type(one, other) and self.equal(one.value, other.value)
        self._waiting += [(name, name) for name in one.others]
        self._waiting += [(n, n) for each in one.terms for n in self.terms.constants(each)]
        if not same:
            self._compared.discard((ours, theirs))
        return same

    def equal(self, ours: int, theirs: int) -> bool:
        """Whether two expressions are equal, but for the names of auxiliary constants."""
        terms, waiting = self.terms, [(ours, theirs)]
        while waiting:
            pair = waiting.pop()
            if pair in self._same:
                continue
            if pair[0] == pair[1]:
                self._waiting += [(name, name) for name in terms.constants(pair[0])]
                self._same.add(pair)
                continue
            one, other = terms.expressions[pair[0]], terms.expressions[pair[1]]
            if one[0] != other[0] or one[0] in (SORT, LITERAL):
                return False
            below, beside = children(one), children(other)
            if one[0] == CONST:
                if one[2] != other[2]:
                    return False
                self._waiting.append((one[1], other[1]))  # type: ignore[arg-type]
            elif one[0] == PROJ:
                if one[1:3] != other[1:3]:
                    return False
            elif not below:
                return False
            self._same.add(pair)
            waiting += zip(below, beside, strict=True)
        return True


def _head(constant: Constant) -> tuple[object, ...]:
    return constant.kind, constant.safety, constant.about


def is_auxiliary(name: Name) -> bool:
    """Whether Lean made up a name by counting: ``t._proof_1``, ``f.match_1``, ``_auxLemma.2``."""
    parts = name[3:] if name[:1] == ("_private",) else name
    return any(isinstance(part, int) or _AUXILIARY.fullmatch(part) for part in parts)
