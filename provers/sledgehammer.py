"""The prover ``sledgehammer``: Isabelle's sledgehammer on the theorem's goal, and the proofs that it found.

Sledgehammer selects facts, gives the goal to external provers, and rebuilds what they proved by a proof
such as ``by (metis …)``. It runs in a warm session; every proof that it offers becomes a candidate of
the one attempt, the fastest first. The check calls no external prover, but for an ``smt`` proof, which
Isabelle replays with the solver of its own distribution.

Its time is that of PutnamBench's evaluation (Tsoukalas et al. 2024): 120 s. Sledgehammer cannot find a
solution: in the no-solution track it gives up where there is one to find.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from pytest_putnam.errors import BudgetExhausted, InfraError, ProverError
from pytest_putnam.model import Candidate, Language
from pytest_putnam.prover import Answer, Budget, Prover, ProverOption, ProverSettings, Task
from pytest_putnam.theories import NotLoaded, Tried, open_theories

from .dsp_sketch import OPEN, labelled_lines, read_sketch
from .only_proofs import no_solution
from .option_values import whole
from .sledgehammer_calls import hammer_command, hammered_at, outside_s
from .sledgehammer_options import (
    HAMMER_OPTIONS,
    LONGEST_S,
    described,
    installed,
    read_memory,
    read_provers,
)

TIMEOUT_S: Final = 120
STRATEGIES: Final[tuple[tuple[str, ...], ...]] = (
    (),
    ("fact_filter = mepo",),
    ("fact_filter = mash",),
)
"""What attempts differ in: asked again the same, sledgehammer does about the same."""


class Sledgehammer(Prover):
    """Runs sledgehammer on the goal and hands over the proofs that it found."""

    name = "sledgehammer"
    runs_assistant = True
    languages = frozenset({Language.ISABELLE})
    default_attempts = 1
    default_attempt_timeout_s = 600.0
    options: ClassVar[tuple[ProverOption, ...]] = (
        ProverOption("timeout", "seconds for sledgehammer", str(TIMEOUT_S)),
        *HAMMER_OPTIONS,
    )

    def __init__(self, settings: ProverSettings) -> None:
        """Read the options. Raises `BadInput`."""
        super().__init__(settings)
        self._timeout_s = whole(settings.options, "timeout", TIMEOUT_S, 1, LONGEST_S)
        self._provers = read_provers(settings.options)
        self._memory_mb = read_memory(settings.options)
        self._theories = open_theories(settings, memory_mb=self._memory_mb)

    def attempt(self, task: Task, budget: Budget) -> Answer:
        """Run sledgehammer once. Raises as `Prover.attempt` says."""
        budget.check()
        if (without := no_solution(task, "sledgehammer")) is not None:
            return without
        if task.attempt > len(STRATEGIES):
            return Answer.none(f"sledgehammer has nothing new to try in attempt {task.attempt}")
        command = hammer_command(self._timeout_s, self._provers, *STRATEGIES[task.attempt - 1])
        tried = self._load(task, command, budget)
        line = labelled_lines(tried.text)[0]
        said = [message.text for message in tried.said(line)]
        transcript = "\n".join([command, *said])
        hammered = hammered_at(tried, line)
        if hammered.found:
            candidates = tuple(Candidate(each.proof) for each in hammered.found)
            return Answer(candidates, transcript=transcript)
        if hammered.faults and len(hammered.faults) >= len(self._asked):
            raise InfraError(f"sledgehammer has no prover that works: {'; '.join(hammered.faults)}")
        reason = f"sledgehammer found no proof in {self._timeout_s} s"
        if hammered.late:
            reason = f"sledgehammer ran out of its {self._timeout_s} s"
        if hammered.faults:
            reason += f" ({'; '.join(hammered.faults)})"
        return Answer.none(reason, transcript=transcript)

    def versions(self) -> Mapping[str, str]:
        """The time and the provers, as installed."""
        return {
            "sledgehammer": f"{self._timeout_s} s",
            "sledgehammer's provers": described(self._theories, self._provers),
        }

    def warnings(self) -> tuple[str, ...]:
        """Provers that are missing, and limits for which an attempt's default time is too short."""
        found: list[str] = []
        if not installed(self._theories):
            found.append(
                "sledgehammer: Isabelle's settings name NO PROVER, so it will find nothing"
            )
        needed_s = outside_s(self._timeout_s)
        if needed_s > self.default_attempt_timeout_s:
            found.append(
                f"sledgehammer: with this timeout an attempt may take {needed_s:.0f} s, and by default "
                f"it is ended after {self.default_attempt_timeout_s:.0f} s: give "
                "--putnam-attempt-timeout"
            )
        return tuple(found)

    def close(self) -> None:
        """End the sessions."""
        self._theories.close()

    @property
    def _asked(self) -> tuple[str, ...]:
        """The provers that are called."""
        return tuple(self._provers.split()) or installed(self._theories) or ("any",)

    def _load(self, task: Task, command: str, budget: Budget) -> Tried:
        sketch = read_sketch(OPEN)
        candidate = Candidate(sketch.probing(sketch.gaps[0], [command]))
        limit_s = outside_s(self._timeout_s)
        try:
            return self._theories.load(task, candidate, limit_s=limit_s, budget=budget)
        except NotLoaded as error:
            if error.timed_out:
                raise BudgetExhausted(
                    f"sledgehammer, told to take {self._timeout_s} s, was ended after {limit_s:.0f} s"
                ) from error
            if error.out_of_memory:
                raise InfraError(
                    f"sledgehammer and its provers need more than memory-mb={self._memory_mb}: give "
                    "more by --prover-opt, or name fewer provers"
                ) from error
            raise ProverError(f"Isabelle broke under sledgehammer: {error}") from error
