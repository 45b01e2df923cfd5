"""The judge: what a compiled candidate is, compared with the compiled reference.

It runs nothing: it reads two compiled files. A candidate passes only where

- everything that the benchmark's file declares is there, the same: type, and value or body, down to
  the auxiliary constants that Lean makes; the proof apart, and in the no-solution track the solution,
  which must have the benchmark's type,
- the theorem is a theorem, and its type is the reference's; names of bound variables, brackets of
  binders and metadata, which the kernel does not look at, apart,
- what it rests on, through all of the candidate's constants, has no axiom but the allowed ones and
  those that the benchmark itself declares, no ``sorryAx``, nothing unsafe or partial,
- it declares nothing of a name that the kernel computes with by itself (``Nat.add``).

That the kernel accepted the constants is taken from the compilation; `replay` looks at that again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from pytest_putnam.errors import InfraError
from pytest_putnam.languages.lean4.library import LARGE
from pytest_putnam.languages.lean4.module import Constant, Module
from pytest_putnam.languages.lean4.olean import Name, shown
from pytest_putnam.languages.lean4.restated import restates
from pytest_putnam.languages.lean4.terms import CONST, FORALL, LITERAL, PROJ, SORT, Terms, children
from pytest_putnam.languages.lean4.verdicts import rests_on_sorry
from pytest_putnam.languages.rejections import Rejected
from pytest_putnam.model import VerdictKind

ALLOWED: Final = frozenset({"propext", "Classical.choice", "Quot.sound"})
"""Lean's own axioms, which all of Mathlib rests on."""
COMPILER: Final = frozenset(
    {"Lean.ofReduceBool", "Lean.ofReduceNat", "Lean.trustCompiler", "Lean.reduceBool", "Lean.reduceNat"}
)  # fmt: skip
"""What ``native_decide`` rests on: that compiled code computes what the kernel would."""
COMPUTED: Final = frozenset(
    {
        *("Nat", "Char", "String", "Char.ofNat", "String.mk", "String.ofList", "eagerReduce"),
        *(
            f"Nat.{name}"
            for name in ("add", "sub", "mul", "div", "mod", "gcd", "beq", "ble", "pow")
        ),
        *(f"Nat.{name}" for name in ("land", "lor", "xor", "shiftLeft", "shiftRight", "log2")),
        *("Lean.reduceBool", "Lean.reduceNat"),
    }
)
"""What the kernel knows by name: the types of literals, and functions that it computes without looking
at their definitions. All of it is Lean's own; in a file without Lean's library (``prelude``) a ``Nat.add``
of the candidate's would be two functions at once."""
SORRY: Final = ("sorryAx",)
_AUXILIARY: Final = re.compile(r"_.*|(?:match|proof|eq|omega|aux)_?\d+.*")


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be judged."""

    reference: Module
    candidate: Module
    terms: Terms
    """That both were read into."""
    theorem: str
    """As the benchmark's file declares it; it may stand in a namespace."""
    solution: str | None = None
    """The solution's name where the candidate gives it."""
    allowed: frozenset[str] = frozenset()
    """Axioms allowed besides `ALLOWED`."""
    library: Mapping[Name, Constant] = field(default_factory=dict)
    """Constants of imported modules, as far as they were read."""
    is_complete: bool = False
    """Whether `library` is all of them."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found of a candidate that passes."""

    axioms: tuple[str, ...]
    constants: int
    """How many of the candidate's constants the theorem rests on."""
    same_solution: bool | None = None
    """Whether the solution is the reference's, term by term; None where it was not given."""


def judge(task: Task) -> Findings:
    """What was found. Raises `Rejected`, and `InfraError` for a reference that cannot be used."""
    return _Judge(task).judge()


class _Judge:
    """One comparison."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.ours = task.reference.constants
        self.theirs = task.candidate.constants
        self.theorem = self._named(task.theorem, "theorem")
        self.solution = None if task.solution is None else self._named(task.solution, "solution")
        self._compared: set[tuple[Name, Name]] = set()
        self._same: set[tuple[int, int]] = set()
        self._waiting: list[tuple[Name, Name]] = []

    def judge(self) -> Findings:
        self._imports()
        theorem = self._found(self.theorem, "theorem")
        if theorem.kind != "theorem":
            kind = (
                VerdictKind.BAD_AXIOM if theorem.kind == "axiom" else VerdictKind.STATEMENT_CHANGED
            )
            article = "an" if theorem.kind[0] in "aio" else "a"
            raise Rejected(kind, f"{shown(self.theorem)} is {article} {theorem.kind}, no theorem")
        self._declarations()
        self._computed()
        if not self._same_type(self.ours[self.theorem], theorem) or not self._settle():
            raise Rejected(
                VerdictKind.STATEMENT_CHANGED, "the theorem does not have the benchmark's type"
            )
        same_solution = self._solution()
        roots = [self.theorem] if self.solution is None else [self.theorem, self.solution]
        axioms, count = self._rests_on(roots)
        return Findings(tuple(sorted(axioms)), count, same_solution)

    def _named(self, name: str, what: str) -> Name:
        """The constant that the benchmark's file declares by a name, perhaps in a namespace."""
        found = [
            each
            for each in self.ours
            if shown(each) == name or (shown(each).endswith(f".{name}") and len(each) > 1)
        ]
        exact = [each for each in found if shown(each) == name]
        if len(exact or found) != 1:
            raise InfraError(
                f"the compiled reference has {len(found)} constants that may be the {what} {name}"
            )
        return (exact or found)[0]

    def _imports(self) -> None:
        ours, theirs = set(self.task.reference.imports), set(self.task.candidate.imports)
        missing = sorted(shown(each) for each in ours - theirs)
        if missing:
            reason = f"the benchmark's imports are missing: {', '.join(missing)}"
            raise Rejected(VerdictKind.STATEMENT_CHANGED, reason)
        roots = LARGE | {str(each[0]) for each in ours if each}
        extra = sorted(
            shown(each) for each in theirs - ours if not each or str(each[0]) not in roots
        )
        if extra:
            reason = (
                f"the candidate imports {', '.join(extra)}, which is no library of the benchmark"
            )
            raise Rejected(VerdictKind.FORBIDDEN, reason)

    def _found(self, name: Name, what: str) -> Constant:
        found = self.theirs.get(name)
        if found is None:
            reason = f"the compiled file has no {what} {shown(name)}"
            raise Rejected(VerdictKind.STATEMENT_CHANGED, reason)
        return found

    def _declarations(self) -> None:
        """Compare what the benchmark declares besides its theorem and the solution."""
        apart = {self.theorem, self.solution}
        for name in self.ours:
            if name in apart or is_auxiliary(name) or self._is_part_of(name, apart):
                continue
            if name not in self.theirs or not self._correspond(name, name) or not self._settle():
                raise Rejected(
                    VerdictKind.STATEMENT_CHANGED,
                    f"{shown(name)} is not what the benchmark declares",
                )

    def _computed(self) -> None:
        """Refuse declarations of the candidate's that the kernel would not look at."""
        own = sorted(shown(name) for name in self.theirs if name not in self.ours)
        for name in own:
            if name in COMPUTED:
                reason = f"the candidate declares {name}, which the kernel knows by name"
                raise Rejected(VerdictKind.FORBIDDEN, reason)

    @staticmethod
    def _is_part_of(name: Name, apart: Iterable[Name | None]) -> bool:
        """Whether Lean made a constant for one of those that may differ (``NAME.eq_1``)."""
        return any(each and name[: len(each)] == each for each in apart)

    def _solution(self) -> bool | None:
        if self.solution is None:
            return None
        ours, theirs = self.ours[self.solution], self._found(self.solution, "solution")
        if theirs.kind != "definition":
            reason = f"the solution {shown(self.solution)} is no definition but {theirs.kind}"
            raise Rejected(VerdictKind.STATEMENT_CHANGED, reason)
        if not self._same_type(ours, theirs) or not self._settle():
            reason = f"the solution {shown(self.solution)} does not have the benchmark's type"
            raise Rejected(VerdictKind.STATEMENT_CHANGED, reason)
        if ours.value is None or theirs.value is None:
            return False
        if self._equal(ours.value, theirs.value) and self._settle():
            return True
        statement = self.theirs[self.theorem].type
        own = self._own_values(self.solution)
        if restates(self.task.terms, statement, own, ours.value):
            reason = f"the solution {shown(self.solution)} only restates the problem"
            raise Rejected(VerdictKind.FORBIDDEN, reason)
        return False

    def _own_values(self, root: Name) -> Iterator[int]:
        """The values of a definition and of those of the candidate's own that it rests on.

        Of an inductive type, which may say the same, it is what its constructors ask for.
        """
        seen = {root}
        waiting = [root]
        while waiting:
            constant = self.theirs[waiting.pop()]
            if constant.kind == "theorem":
                continue
            if constant.kind == "constructor":
                said = list(self._premises(constant.type))
            else:
                said = [] if constant.value is None else [constant.value]
            yield from said
            named = set(constant.others).union(*map(self.task.terms.constants, said)) - seen
            own = [name for name in named if name in self.theirs and name not in self.ours]
            seen.update(own)
            waiting += own

    def _premises(self, type_: int) -> Iterator[int]:
        key = self.task.terms.expressions[type_]
        while key[0] == FORALL:
            premise, conclusion = children(key)
            yield premise
            key = self.task.terms.expressions[conclusion]

    # -- sameness

    def _same_type(self, ours: Constant, theirs: Constant) -> bool:
        return ours.levels == theirs.levels and self._equal(ours.type, theirs.type)

    def _settle(self) -> bool:
        """Whether the constants that equal expressions mention are the same too."""
        while self._waiting:
            ours, theirs = self._waiting.pop()
            if not self._correspond(ours, theirs):
                self._waiting.clear()
                return False
        return True

    def _correspond(self, ours: Name, theirs: Name) -> bool:
        """Whether two constants are the same, what they mention being left to `_settle`."""
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
            same = self._same_type(one, other)
        else:
            assert other.value is not None
            same = self._same_type(one, other) and self._equal(one.value, other.value)
        self._waiting += [(name, name) for name in one.others]
        self._waiting += [(n, n) for each in one.terms for n in self.task.terms.constants(each)]
        if not same:
            self._compared.discard((ours, theirs))
        return same

    def _equal(self, ours: int, theirs: int) -> bool:
        """Whether two expressions are equal, but for the names of auxiliary constants."""
        terms, waiting = self.task.terms, [(ours, theirs)]
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

    # -- what it rests on

    def _rests_on(self, roots: Iterable[Name]) -> tuple[set[str], int]:
        """The axioms, and how many of the candidate's constants."""
        axioms: set[str] = set()
        seen = set(roots)
        waiting = list(seen)
        count = 0
        while waiting:
            name = waiting.pop()
            own = self.theirs.get(name)
            constant = own or self.task.library.get(name)
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
                used |= self.task.terms.constants(expression)
            waiting += used - seen
            seen |= used
        return axioms, count

    def _imported(self, name: Name, axioms: set[str]) -> None:
        """A constant of a module that was not read: known axioms are told by their names."""
        text = shown(name)
        if self.task.is_complete:
            reason = f"the compiled proof mentions {text}, which is declared nowhere"
            raise Rejected(VerdictKind.CHECK_CRASH, reason)
        if text in COMPILER and text not in self.task.allowed:
            reason = f"the proof rests on {text} (native_decide)"
            raise Rejected(VerdictKind.BAD_AXIOM, reason)
        if text in ALLOWED | COMPILER | self.task.allowed:
            axioms.add(text)

    def _axiom(self, name: Name, axioms: set[str], *, is_own: bool) -> None:
        text = shown(name)
        if is_own:
            # an axiom that the candidate declares is never allowed by its name
            reference = self.ours.get(name)
            allowed = reference is not None and reference.kind == "axiom"
        else:
            allowed = text in ALLOWED | self.task.allowed
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


def _head(constant: Constant) -> tuple[object, ...]:
    return constant.kind, constant.safety, constant.about


def is_auxiliary(name: Name) -> bool:
    """Whether Lean made up a name by counting: ``t._proof_1``, ``f.match_1``, ``_auxLemma.2``."""
    parts = name[3:] if name[:1] == ("_private",) else name
    return any(isinstance(part, int) or _AUXILIARY.fullmatch(part) for part in parts)
