"""What constants rest on: axioms, ``sorryAx``, and what is not safe."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from pytest_putnam.languages.lean4.module import Constant, Module
from pytest_putnam.languages.lean4.olean import Name, shown
from pytest_putnam.languages.lean4.terms import Terms
from pytest_putnam.languages.lean4.verdicts import rests_on_sorry
from pytest_putnam.languages.rejections import Rejected
from pytest_putnam.model import VerdictKind

ALLOWED: Final = frozenset({"propext", "Classical.choice", "Quot.sound"})
"""Lean's own axioms, which all of Mathlib rests on."""
COMPILER: Final = frozenset(
    {"Lean.ofReduceBool", "Lean.ofReduceNat", "Lean.trustCompiler", "Lean.reduceBool", "Lean.reduceNat"}
)  # fmt: skip
"""What ``native_decide`` rests on: that compiled code computes what the kernel would."""
SORRY: Final = ("sorryAx",)


@dataclass(frozen=True, slots=True)
class Grounds:
    """Where constants are looked up, and which axioms are allowed."""

    ours: Mapping[Name, Constant]
    """The benchmark's."""
    theirs: Mapping[Name, Constant]
    """The candidate's."""
    library: Mapping[Name, Constant]
    """Those of imported modules, as far as they were read."""
    is_complete: bool
    """Whether `library` is all of them."""
    terms: Terms
    allowed: frozenset[str]
    """Axioms allowed besides `ALLOWED`."""

    def rests_on(self, roots: Iterable[Name]) -> tuple[set[str], int]:
        """The axioms, and how many of the candidate's constants. Raises `Rejected`."""
        axioms: set[str] = set()
        seen = set(roots)
        waiting = list(seen)
        count = 0
        while waiting:
            name = waiting.pop()
            own = self.theirs.get(name)
            constant = own or self.library.get(name)
            if name == SORRY:
                raise rests_on_sorry()
            if constant is None:
                self._imported(name, axioms)
                continue
            count += own is not None
            if constant.safety != "safe":
                reason = f"the proof rests on {shown(name)}, which is {constant.safety}"
                raise Rejected(VerdictKind.BAD_AXIOM, reason)
            if constant.kind == "axiom":
                self._axiom(name, axioms, is_own=own is not None)
            used = set(constant.others)
            for expression in constant.expressions():
                used |= self.terms.constants(expression)
            waiting += used - seen
            seen |= used
        return axioms, count

    def _imported(self, name: Name, axioms: set[str]) -> None:
        """A constant of a module that was not read: known axioms are told by their names."""
        text = shown(name)
        if self.is_complete:
            reason = f"the compiled proof mentions {text}, which is declared nowhere"
            raise Rejected(VerdictKind.CHECK_CRASH, reason)
        if text in COMPILER and text not in self.allowed:
            reason = f"the proof rests on {text} (native_decide)"
            raise Rejected(VerdictKind.BAD_AXIOM, reason)
        if text in ALLOWED | COMPILER | self.allowed:
            axioms.add(text)

    def _axiom(self, name: Name, axioms: set[str], *, is_own: bool) -> None:
        text = shown(name)
        if is_own:
            # an axiom that the candidate declares is never allowed by its name
            reference = self.ours.get(name)
            allowed = reference is not None and reference.kind == "axiom"
        else:
            allowed = text in ALLOWED | self.allowed
        if not allowed:
            raise Rejected(VerdictKind.BAD_AXIOM, f"the proof rests on the axiom {text}")
        axioms.add(text)


def axioms_of(module: Module, terms: Terms) -> dict[Name, frozenset[str]]:
    """For each constant of a module the axioms that it rests on, as far as that module tells."""
    known: dict[Name, frozenset[str]] = {}
    for root in module.constants:
        axioms: set[str] = set()
        seen = {root}
        waiting = [root]
        while waiting:
            name = waiting.pop()
            if name in known:
                axioms |= known[name]
                continue
            constant = module.constants.get(name)
            if constant is None:
                if name == SORRY or shown(name) in ALLOWED | COMPILER:
                    axioms.add(shown(name))
                continue
            if constant.kind == "axiom":
                axioms.add(shown(name))
            used = set(constant.others)
            for expression in constant.expressions():
                used |= terms.constants(expression)
            waiting += used - seen
            seen |= used
        known[root] = frozenset(axioms)
    return known
