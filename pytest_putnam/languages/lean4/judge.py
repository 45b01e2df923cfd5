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

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from pytest_putnam.errors import InfraError
from pytest_putnam.languages.lean4.axioms import Grounds
from pytest_putnam.languages.lean4.library import LARGE
from pytest_putnam.languages.lean4.module import Constant, Module
from pytest_putnam.languages.lean4.olean import Name, shown
from pytest_putnam.languages.lean4.restated import restates
from pytest_putnam.languages.lean4.sameness import Sameness, is_auxiliary
from pytest_putnam.languages.lean4.terms import FORALL, Terms, children
from pytest_putnam.languages.rejections import Rejected
from pytest_putnam.model import VerdictKind

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
    """Axioms allowed besides `axioms.ALLOWED`."""
    library: Mapping[Name, Constant] = field(default_factory=dict)
    """Constants of imported modules, as far as they were read."""
    unread: frozenset[str] = frozenset()
    """The imported modules that `library` lacks: roots of large libraries, and what could not be read."""
    unread_by_reference: frozenset[str] = frozenset()
    """The same of what the benchmark's own imports bring."""

    @property
    def is_complete(self) -> bool:
        """Whether `library` is all of the imported constants."""
        return not self.unread


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found of a candidate that passes."""

    axioms: tuple[str, ...]
    constants: int
    """How many of the candidate's constants the theorem rests on."""
    same_solution: bool | None = None
    """Whether the solution is the reference's, term by term; None where it was not given."""
    solution: Name | None = None
    """Its full name, where it was given."""


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
        self.same = Sameness(self.ours, self.theirs, task.terms, self.solution)

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
        if not self.same.same_type(self.ours[self.theorem], theorem) or not self.same.settle():
            raise Rejected(
                VerdictKind.STATEMENT_CHANGED, "the theorem does not have the benchmark's type"
            )
        same_solution = self._solution()
        roots = [self.theorem] if self.solution is None else [self.theorem, self.solution]
        grounds = Grounds(
            self.ours,
            self.theirs,
            self.task.library,
            self.task.is_complete,
            self.task.terms,
            self.task.allowed,
        )
        axioms, count = grounds.rests_on(roots)
        return Findings(tuple(sorted(axioms)), count, same_solution, self.solution)

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
        unread = sorted(self.task.unread - self.task.unread_by_reference - LARGE)
        if unread:
            reason = (
                f"the candidate brings in {', '.join(unread)}, which the benchmark does not and which could "
                "not be read: nothing tells what it rests on"
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
            if (
                name not in self.theirs
                or not self.same.correspond(name, name)
                or not self.same.settle()
            ):
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
        if not self.same.same_type(ours, theirs) or not self.same.settle():
            reason = f"the solution {shown(self.solution)} does not have the benchmark's type"
            raise Rejected(VerdictKind.STATEMENT_CHANGED, reason)
        if ours.value is None or theirs.value is None:
            return False
        if self.same.equal(ours.value, theirs.value) and self.same.settle():
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
