"""The words of the project as data: problems, formalizations, candidates, verdicts, attempts.

Everything here is frozen and free of pytest. Times are wall-clock seconds unless a name says
otherwise; sizes are MiB where a name ends in ``_mb``.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

PROBLEM_NAME: Final = re.compile(r"putnam_(?P<year>\d{4})_(?P<session>[ab])(?P<number>\d)")
"""A problem of the competition: year, session (``a`` in the morning, ``b`` in the afternoon), number."""


class Language(enum.StrEnum):
    """The proof languages, spelled as on the command line."""

    LEAN4 = "lean4"
    ISABELLE = "isabelle"
    COQ = "coq"


class Track(enum.StrEnum):
    """What the prover is given where the problem asks for an answer.

    ``WITH_SOLUTION`` is Task 2 of Tsoukalas et al. 2024 (the reference solution is filled in),
    ``NO_SOLUTION`` is Task 1 (the prover must also give the solution).
    """

    WITH_SOLUTION = "with-solution"
    NO_SOLUTION = "no-solution"


class VerdictKind(enum.StrEnum):
    """What became of an attempt. The list is closed; reports and the store use these words."""

    PROVED = "proved"
    COMPILE_ERROR = "compile_error"
    INCOMPLETE = "incomplete"
    BAD_AXIOM = "bad_axiom"
    STATEMENT_CHANGED = "statement_changed"
    FORBIDDEN = "forbidden"
    NO_CODE = "no_code"
    TRUNCATED = "truncated"
    CHECK_TIMEOUT = "check_timeout"
    CHECK_MEMORY = "check_memory"
    CHECK_CRASH = "check_crash"
    GAVE_UP = "gave_up"
    BUDGET_EXHAUSTED = "budget_exhausted"
    PROVER_ERROR = "prover_error"
    API_ERROR = "api_error"
    INFRA_ERROR = "infra_error"

    @property
    def is_fault(self) -> bool:
        """True where the prover's mathematics is not to blame.

        An item without a proof that met one of these is an error, never a failure.
        """
        return self in _FAULTS


NEEDS_REVIEW: Final = "needs_review"
"""In the evidence of a proof whose solution is not shown to be the reference's; with the reason."""

NOT_REPLAYED: Final = "not_replayed"
"""In the evidence of a proof that no second kernel check has seen; with the reason. Lean's alone."""

ENDS_RUN: Final = "ends_run"
"""In a verdict's evidence: no further attempt can succeed, of any item; with the reason."""

_FAULTS: Final = frozenset(
    {
        VerdictKind.CHECK_CRASH,
        VerdictKind.PROVER_ERROR,
        VerdictKind.API_ERROR,
        VerdictKind.INFRA_ERROR,
    }
)


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A range of character offsets into a file's text, end excluded."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The part of `text` that this span covers."""
        return text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Problem:
    """A competition problem, whatever the language it is formalized in."""

    name: str
    informal_statement: str = ""
    informal_solution: str = ""
    tags: tuple[str, ...] = ()
    unchecked: frozenset[Language] = frozenset()
    """Languages in which no assistant has compiled its statement yet, as the benchmark says."""

    @property
    def year(self) -> int | None:
        """The year of the competition; None for a name that is not a Putnam problem's."""
        match = PROBLEM_NAME.fullmatch(self.name)
        return int(match["year"]) if match else None


@dataclass(frozen=True, slots=True)
class SolutionSlot:
    """Where the factored answer stands in a formalization."""

    name: str
    """The declared name, ``putnam_1990_a1_solution``."""
    declaration: Span
    """The whole declaration, from its keyword to its end."""
    body: Span
    """What is replaced: the term after ``:=`` (Lean, Coq), the right side of the equation (Isabelle)."""
    type: str | None
    """The declared type as written; None where the file leaves it to be inferred."""
    reference: str | None
    """The reference answer, in the language; None where the file does not give it."""


@dataclass(frozen=True, slots=True)
class Formalization:
    """One problem in one language: a file of a benchmark, split into its slots.

    `text` is the file as it was, line ends included; every span is an offset into it. The
    `statement` span runs from the theorem's keyword to where its proof begins, the `proof` span is
    what a candidate's proof replaces.
    """

    problem: Problem
    language: Language
    path: Path
    text: str
    theorem: str
    """The name that the file declares; it may differ from the problem's, which is the file's name."""
    header: Span
    """Imports, opens and options before the first declaration."""
    statement: Span
    proof: Span
    solution: SolutionSlot | None = None
    variables: tuple[str, ...] = ()
    """Names that the file assumes outside the theorem (Coq's top-level ``Variable``)."""
    warnings: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The problem's name; it is the id of the item."""
        return self.problem.name

    def asked_solution(self, track: Track) -> SolutionSlot | None:
        """The solution that a candidate of `track` has to give; None where it gives none."""
        return self.solution if track is Track.NO_SOLUTION else None


@dataclass(frozen=True, slots=True)
class Candidate:
    """What an attempt hands over.

    `code` may be a whole file, the theorem restated with its proof, or a bare proof; helper
    declarations may come before the theorem. In the no-solution track `solution` is the answer as a
    term of the language (a whole file may define it instead).
    """

    code: str
    solution: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """What the assistant said of a candidate, placed in the text that the prover wrote.

    Lines count from 1, columns from 0 (code points). A message about the benchmark's own part of the
    file has no line.
    """

    text: str
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the checker says of a candidate, with the evidence for it."""

    kind: VerdictKind
    reason: str = ""
    """One line for people: the first error, the axiom, the forbidden command."""
    messages: tuple[Message, ...] = ()
    evidence: Mapping[str, str] = field(default_factory=dict)
    """What was looked at and found, in the checker's order: ``statement``, ``axioms``, ``coqchk`` …"""
    check_s: float = 0.0
    """Wall time of the check without start-up and library loading, seconds.

    Like `cpu_s` it includes the comparison of a given solution with the reference's.
    """
    cpu_s: float = 0.0
    clock: str = ""
    """Which limit fired, where one did: ``wall``, ``cpu``, ``memory``, ``output``, ``item``."""
    path: str = ""
    """What decided: ``gate`` (text), ``warm`` (session), ``strict`` (fresh process)."""

    @property
    def needs_review(self) -> bool:
        """True for a proof in the no-solution track that people must look at.

        Its own solution is neither the problem restated nor shown to be the reference's; the evidence
        has both.
        """
        return self.kind is VerdictKind.PROVED and NEEDS_REVIEW in self.evidence

    @property
    def is_unreplayed(self) -> bool:
        """True for a proof of Lean that was not put through the kernel a second time."""
        return self.kind is VerdictKind.PROVED and NOT_REPLAYED in self.evidence

    @property
    def to_redo(self) -> bool:
        """True where the attempt is made again on resuming.

        A fault prevented it, or the run's limit on money or tokens did.
        """
        return self.kind.is_fault or ENDS_RUN in self.evidence


class ItemCounts:
    """What an item's outcome and the counts of its attempts say of it."""

    __slots__ = ()
    outcome: Outcome | None
    proved: int
    reviewed: int
    redo: int

    @property
    def needs_review(self) -> bool:
        """Whether every proof is one with a solution that is not shown to be the reference's."""
        return 0 < self.reviewed == self.proved

    @property
    def result(self) -> Outcome | None:
        """What the item counts as: a proof that is kept stands, whatever became of the item after it.

        It differs from the outcome where a run that makes all attempts was stopped, or a worker died,
        in the midst of an item that has a proof.
        """
        return Outcome.PROVED if self.proved else self.outcome

    @property
    def is_partial(self) -> bool:
        """Whether it is proved, and was not run to its end."""
        return self.result is Outcome.PROVED and self.outcome is not Outcome.PROVED

    @property
    def decided(self) -> bool | None:
        """Whether it is proved; None where that is not known.

        Without a proof it is not known of an error, of an item that was not run to its end, and of one
        whose attempts the run's limit on money or tokens ended.
        """
        if self.result is Outcome.PROVED:
            return True
        return False if self.outcome is Outcome.FAILED and not self.redo else None


@dataclass(frozen=True, slots=True)
class Usage:
    """What an attempt consumed of a model's service. None means unknown, never zero."""

    requests: int = 0
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cached_tokens: int | None = None
    reasoning_tokens: int | None = None
    cost_usd: float | None = None


@dataclass(frozen=True, slots=True)
class AttemptRecord:
    """One attempt at one formalization, finished: what is stored and reported."""

    problem: str
    language: Language
    track: Track
    prover: str
    attempt: int
    """Counts from 1."""
    seed: int
    verdict: Verdict
    candidate: Candidate | None = None
    prover_s: float = 0.0
    """Wall time of the prover's part, seconds."""
    usage: Usage | None = None
    transcript: str = ""
    """What the prover wants kept for people: its output, its dialogue, its search."""
    nodeid: str = ""
    finished_at: float = 0.0
    """Unix time."""
    prompt_hash: str = ""
    """SHA-256 of what the prover was given to work on, as `Task.content_hash` makes it."""


class Outcome(enum.StrEnum):
    """What became of an item."""

    PROVED = "proved"
    FAILED = "failed"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All attempts of an item, and what they add up to."""

    records: tuple[AttemptRecord, ...]
    planned: int
    """The attempts that were asked for (n)."""

    @property
    def proof(self) -> AttemptRecord | None:
        """The first attempt that is proved."""
        return next((r for r in self.records if r.verdict.kind is VerdictKind.PROVED), None)

    @property
    def outcome(self) -> Outcome:
        """Proved if one attempt is; else an error if a fault prevented one; else failed."""
        if self.proof is not None:
            return Outcome.PROVED
        if not self.records or any(r.verdict.kind.is_fault for r in self.records):
            return Outcome.ERROR
        return Outcome.FAILED
