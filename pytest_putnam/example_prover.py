"""The prover ``example``: attempt i is the i-th line of a list of standard tactics.

It is here to be changed. Put in `attempt` whatever finds proofs; nothing else is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pytest_putnam.errors import BadInput
from pytest_putnam.model import Language
from pytest_putnam.prover import Answer, Budget, Prover, ProverOption, ProverSettings, Task

# A candidate is a bare proof, as these are, the theorem with its proof, or a whole file. Lemmas may
# come before the theorem. The statement is always taken from the benchmark, never from here.
PROOFS = {
    Language.COQ: ("intros; auto.", "intros; congruence.", "now intros."),
    Language.LEAN4: ("by simp", "by norm_num", "by intros; simp_all"),
    Language.ISABELLE: ("by simp", "by auto", "by blast"),
}


class ExampleProver(Prover):
    """Tries one-line proofs."""

    name = "example"
    # Asking for another language is refused before anything runs.
    languages = frozenset(PROOFS)
    # How many attempts an item gets, and how many seconds each has, unless the command line says so.
    default_attempts = 3
    default_attempt_timeout_s = 60.0
    # What --prover-opt NAME=VALUE takes. Misspelled names get a suggestion.
    options: ClassVar[tuple[ProverOption, ...]] = (
        ProverOption("skip", "how many proofs of the list to leave out", default="0"),
    )

    def __init__(self, settings: ProverSettings) -> None:
        """Check the options. This runs in every worker process: keep it quick."""
        super().__init__(settings)
        skip = settings.options["skip"]
        if not skip.isdecimal():
            raise BadInput(f"skip={skip!r} is not a number; give one from 0")
        self._skip = int(skip)

    def attempt(self, task: Task, budget: Budget) -> Answer:
        """Try once; several threads may be here at the same time.

        `task.text` is the file up to its proof, `task.attempt` counts from 1 and `task.seed` is
        different for each attempt, the same in each run. `task.work_dir` is an empty directory of
        this attempt. To start programs, use `pytest_putnam.process.run`: nothing of them survives.
        """
        # Where the problem asks for an answer too, it is a part of the candidate:
        #     return Answer.of("Proof. … Qed.", solution="fun n => n + 1")
        if task.asked_solution is not None:
            return Answer.none("this prover does not look for answers")
        proofs = PROOFS[task.formalization.language]
        number = self._skip + task.attempt - 1
        if number >= len(proofs):
            return Answer.none(f"all {len(proofs)} proofs were tried")
        # In a long search, look at the clock: this raises BudgetExhausted where no time is left.
        budget.check()
        proof = proofs[number]
        if task.formalization.language is Language.COQ:
            proof = f"Proof.\n  {proof}\nQed."
        # It is checked by the real assistant; there is nothing to verify here. Raise ProverError,
        # ApiError or InfraError where something broke: such an item is an error, not a failure.
        return Answer.of(proof, transcript=f"proof {number + 1} of {len(proofs)}")

    def versions(self) -> Mapping[str, str]:
        """What the run's header and record say of this prover: its version, its models."""
        return {"proofs": str(sum(map(len, PROOFS.values())))}
