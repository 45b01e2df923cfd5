"""Closing the gaps of a sketch: the usual automatic methods in a fixed order, then sledgehammer.

A gap's methods are tried in one theory, each with ``apply (METHOD; fail)``, which succeeds where the
method leaves nothing of a goal: Isabelle goes on behind a command that fails. The first is loaded once
more as it will stand in the proof. Where that fails, and where all together take too long, because one of
them loops, they are tried one by one. Every limit is held from outside, and so is the gap's.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from pytest_putnam.errors import BudgetExhausted
from pytest_putnam.model import Candidate
from pytest_putnam.prover import Budget, Task
from pytest_putnam.theories import NotLoaded, Theories, Tried

from .dsp_cache import GapCache, Outcome, Step, key_of
from .dsp_sketch import Gap, Sketch, labelled_lines
from .sledgehammer_calls import hammer_command, hammered_at, outside_s

METHODS: Final = (
    *("auto", "simp", "blast", "fastforce", "force", "presburger", "sos", "arith", "linarith"),
    *("algebra", "(auto simp: field_simps)", "(simp add: algebra_simps power2_eq_square)"),
)
"""Those of Jiang et al. 2022 in their order, but ``eval``, which the checker does not allow, and two more.
One that the theory does not know, such as ``sos`` without Sum_of_Squares, fails and costs nothing."""
NONE: Final = ""
TOGETHER: Final = 2.0
"""All methods together have so many times the limit of one."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Of a gap, seconds."""

    method_s: float = 10.0
    """For one method."""
    hammer_s: int = 120
    """What sledgehammer is told."""
    gap_s: float = 300.0
    """For all that is tried at a gap, waiting for a slot excluded."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A gap, with all that it stands in."""

    task: Task
    sketch: Sketch
    solution: str | None
    gap: Gap

    def probe(self, commands: Sequence[str]) -> Candidate:
        """The sketch with commands in the gap."""
        return Candidate(self.sketch.probing(self.gap, commands), self.solution)

    def filled(self, proof: str) -> Candidate:
        """The sketch with a proof in the gap."""
        return Candidate(self.sketch.filled({self.gap.number: f"\n{proof}"}), self.solution)


@dataclass(frozen=True, slots=True)
class Closer:
    """Closes gaps. Thread-safe."""

    theories: Theories
    limits: Limits
    provers: str
    """For sledgehammer, by blanks; empty: its own choice."""
    cache: GapCache | None

    def close(
        self, task: Task, sketch: Sketch, solution: str | None, budget: Budget
    ) -> dict[int, Outcome]:
        """What becomes of each gap, by number; as many at once as there are slots.

        `solution` is the candidate's, which goes with the sketch. Gaps that were not begun when one
        stayed open are missing: the sketch is lost then. Raises `BudgetExhausted` where `budget` ran
        out, `InfraError`.
        """
        lost = threading.Event()

        def work(gap: Gap) -> Outcome | None:
            if lost.is_set():
                return None
            outcome = self._outcome(_Place(task, sketch, solution, gap), budget, lost)
            if outcome is not None and outcome.proof is None:
                lost.set()
            return outcome

        workers = max(1, min(len(sketch.gaps), self.theories.slots))
        with ThreadPoolExecutor(workers, "gaps") as executor:
            futures = {gap.number: executor.submit(work, gap) for gap in sketch.gaps}
            try:
                found = {number: future.result() for number, future in futures.items()}
            except BaseException:
                lost.set()
                raise
        return {number: outcome for number, outcome in found.items() if outcome is not None}

    def _outcome(self, place: _Place, budget: Budget, lost: threading.Event) -> Outcome | None:
        key = self._key(place)
        kept = self.cache.get(key) if self.cache is not None else None
        if kept is not None:
            return kept
        with self.theories.slot(budget):
            if lost.is_set():
                return None
            outcome = _Search(self, place, budget).run()
        if self.cache is not None and outcome.is_final:
            self.cache.put(key, outcome)
        return outcome

    def _key(self, place: _Place) -> str:
        probe = self.theories.text(place.task, place.probe([""]))
        before = probe.split("\n")[: labelled_lines(probe)[0] - 1]
        limits = f"{self.limits.method_s:g} {self.limits.hammer_s} {self.limits.gap_s:g}"
        depends_on = [self.theories.identity, limits, self.provers, *METHODS]
        return key_of("\n".join(before), depends_on)


class _Search:
    """The search at one gap."""

    def __init__(self, closer: Closer, place: _Place, budget: Budget) -> None:
        self._closer = closer
        self._limits = closer.limits
        self._place = place
        self._outer = budget
        self._budget = Budget(closer.limits.gap_s, parent=budget)
        self._steps: list[Step] = []
        self._broke = False

    def run(self) -> Outcome:
        """Raises `BudgetExhausted` where the attempt's time ran out, `InfraError`."""
        try:
            method = self._methods()
            if method is not None:
                return Outcome(f"by {method}", "method", tuple(self._steps))
            if self._limits.hammer_s:
                return self._hammer()
            return Outcome(None, "no method works", tuple(self._steps), is_final=not self._broke)
        except BudgetExhausted:
            if self._outer.remaining_s() <= 0.0:
                raise
            why = f"timed out after {self._limits.gap_s:g} s"
            return Outcome(None, why, tuple(self._steps))

    def _methods(self) -> str | None:
        """The first that closes the gap as ``by`` it: a gap may have several goals."""
        doubtful: tuple[str, ...] = METHODS
        first = self._together()
        if first is not None:
            if first == NONE or self._holds(f"by {first}", first):
                return first or None
            doubtful = METHODS[METHODS.index(first) + 1 :]
        limit_s = self._limits.method_s
        return next((m for m in doubtful if self._holds(f"by {m}", m, limit_s)), None)

    def _together(self) -> str | None:
        """The first that does not fail, `NONE` where all do; None where that is not known."""
        commands = [f"apply ({method}; fail)" for method in METHODS]
        limit_s = TOGETHER * self._limits.method_s
        started = time.monotonic()
        try:
            tried = self._load(self._place.probe(commands), limit_s)
        except NotLoaded as error:
            self._note("methods", str(error), limit_s, started)
            self._broke |= not error.timed_out
            return None
        lines = labelled_lines(tried.text)
        for index, method in enumerate(METHODS):
            if not any(said.kind == "error" for said in tried.said(lines[index])):
                self._note("methods", f"{method} is the first", limit_s, started)
                return method
        self._note("methods", "all fail", limit_s, started)
        return NONE

    def _hammer(self) -> Outcome:
        limit_s = outside_s(self._limits.hammer_s)
        started = time.monotonic()
        try:
            command = hammer_command(self._limits.hammer_s, self._closer.provers)
            tried = self._load(self._place.probe([command]), limit_s)
        except NotLoaded as error:
            self._note("sledgehammer", str(error), limit_s, started)
            self._broke |= not error.timed_out
            return self._open("timed out" if error.timed_out else "broke")
        hammered = hammered_at(tried, labelled_lines(tried.text)[0])
        if hammered.faults and not hammered.found:
            self._broke = True
            self._note("sledgehammer", "; ".join(hammered.faults), limit_s, started)
            return self._open("has no prover that works")
        offers = len(hammered.found)
        self._note(
            "sledgehammer", f"{offers} proofs found" * bool(offers) or "none", limit_s, started
        )
        for found in hammered.found:
            if found.replay_s is not None or self._holds(found.proof):
                how = f"sledgehammer ({found.prover})" if found.prover else "sledgehammer"
                return Outcome(found.proof, how, tuple(self._steps))
        return self._open("found nothing that replays" if offers else "found no proof")

    def _holds(self, proof: str, what: str = "replay", limit_s: float | None = None) -> bool:
        """Whether the sketch loads with `proof` in the gap; without a limit it has all methods' time."""
        started = time.monotonic()
        limit_s = limit_s or TOGETHER * self._limits.method_s
        try:
            tried = self._load(self._place.filled(proof), limit_s)
        except NotLoaded as error:
            self._note(what, str(error), limit_s, started)
            self._broke |= not error.timed_out
            return False
        self._note(what, "fails" if tried.errors else "works", limit_s, started)
        return not tried.errors

    def _load(self, candidate: Candidate, limit_s: float) -> Tried:
        return self._closer.theories.load(
            self._place.task, candidate, limit_s=limit_s, budget=self._budget
        )

    def _open(self, why: str) -> Outcome:
        told = f"no method works, and sledgehammer {why}"
        return Outcome(None, told, tuple(self._steps), is_final=not self._broke)

    def _note(self, what: str, outcome: str, limit_s: float, started: float) -> None:
        took_s = round(time.monotonic() - started, 1)
        self._steps.append(Step(what, outcome, limit_s, took_s))
