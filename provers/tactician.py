"""The prover ``tactician``: Tactician's ``synth`` on the goal, and the tactics that it found.

Tactician (Blaauwbroek, Urban, Geuvers 2020, "The Tactician: a seamless, interactive tactic learner and
prover for Coq") suggests tactics by the nearest earlier proof states, found by locality-sensitive
hashing (LSH), its default model, and searches with them. It learns from the libraries that were
compiled with it, and from the benchmark's file itself. What it found is printed as
``synth with cache (…)``; its tactics, which need no Tactician, become the candidate.

PutnamBench's evaluation (Tsoukalas et al. 2024) gives it 600 s per problem. It cannot find a solution: in
the no-solution track it gives up where there is one to find.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Final, Literal

from pytest_putnam.errors import (
    AssistantMissing,
    BudgetExhausted,
    InfraError,
    ProverError,
)
from pytest_putnam.languages.coq import toolchain
from pytest_putnam.model import Candidate, Formalization, Language
from pytest_putnam.process import Completed, Ended, Limits, Sandbox, run
from pytest_putnam.prover import Answer, Budget, Prover, ProverOption, ProverSettings, Task

from .coq_sources import filled, is_installed
from .only_proofs import no_solution
from .option_values import whole
from .tactician_output import failure, found_script

FILE: Final = "tactician_goal.v"
IMPORT: Final = "From Tactician Require Import Ltac1."
SEARCH: Final = ("Proof.", "synth.", "Abort.")
TRANSCRIPT_BYTES: Final = 200_000
MEMORY_MB: Final = 8192
ONE_GIVES: Final = "each attempt would do the same: Tactician's search has no chance in it"


class Tactician(Prover):
    """Runs synth on the goal and hands over the tactics that it found."""

    name = "tactician"
    runs_assistant = True
    languages = frozenset({Language.COQ})
    default_attempts = 1
    default_attempt_timeout_s = 600.0
    options: ClassVar[tuple[ProverOption, ...]] = (
        ProverOption("memory-mb", "MiB for Coq with Tactician", str(MEMORY_MB)),
        ProverOption("coq", "the folder of Coq's executables", required=False),
    )

    def __init__(self, settings: ProverSettings) -> None:
        """Find Coq and Tactician. Raises `AssistantMissing` without them, `BadInput`."""
        super().__init__(settings)
        self._memory_mb = whole(settings.options, "memory-mb", MEMORY_MB, 64)
        self._coq = toolchain.find(settings.options.get("coq"))
        if not is_installed(self._coq, "Tactician/Ltac1.vo"):
            raise AssistantMissing(
                f"Tactician is not installed for {self._coq.coqc[0]}: install opam's packages "
                "coq-tactician and, for Coq before 8.17, coq-tactician-stdlib (`opam install "
                "coq-tactician coq-tactician-stdlib`; Debian has none), and give that switch's "
                "folder as --prover-opt coq=FOLDER (there is no Tactician/Ltac1.vo in "
                f"{self._coq.coqlib / 'user-contrib'} and on COQPATH)"
            )
        self._kind: Literal["bwrap", "none"] = "none" if settings.sandbox == "none" else "bwrap"

    def attempt(self, task: Task, budget: Budget) -> Answer:
        """Run synth once. Raises as `Prover.attempt` says."""
        budget.check()
        formalization = task.formalization
        if (without := no_solution(task, "Tactician")) is not None:
            return without
        if task.attempt > 1:
            return Answer.none(ONE_GIVES)
        done = self._run(_with_tactician(formalization), task.work_dir, budget)
        transcript = "\n".join([IMPORT, *SEARCH, "", done.stdout + done.stderr])
        script = found_script(done.stdout)
        if script is None:
            return Answer.none(self._why_not(done, formalization), transcript=transcript)
        if script.is_nested:
            reason = "the script that Tactician found calls synth itself: no proof without it"
            return Answer.none(reason, transcript=transcript)
        # one after the other, or as the one tactic that was run, should they differ
        bodies = [script.steps, (f"{script.tactic}.",)]
        codes = [filled(formalization, ["Proof.", *body, "Qed."]) for body in bodies if body]
        return Answer(tuple(map(Candidate, codes)), transcript=transcript)

    def versions(self) -> Mapping[str, str]:
        """Tactician's version and limits."""
        return {
            "tactician": self._coq.versions.get("tactician", "installed"),
            "tactician model": f"LSH (Tactician's default), {self._memory_mb} MiB",
        }

    def _run(self, text: str, work_dir: Path, budget: Budget) -> Completed:
        """Compile `text`, whose proof Tactician is to find."""
        (work_dir / FILE).write_bytes(text.encode(errors="surrogateescape"))
        return run(
            [*self._coq.coqc, *self._coq.options, "-noglob", FILE],
            cwd=work_dir,
            env={**self._coq.environment, "TMPDIR": str(work_dir)},
            limits=Limits(resident_mb=self._memory_mb, keep_bytes=TRANSCRIPT_BYTES),
            sandbox=Sandbox(self._kind, readable=self._coq.readable, writable=(work_dir,)),
            budget=budget,
        )

    def _why_not(self, done: Completed, formalization: Formalization) -> str:
        """Why synth found nothing; raises where it did not look to the end."""
        match done.ended:
            case Ended.EXIT:
                return _read(done, formalization)
            case Ended.CANCELLED | Ended.WALL:
                raise BudgetExhausted(f"Tactician was ended after {done.wall_s:.1f} s of search")
            case Ended.MEMORY:
                return f"Tactician needs more than memory-mb={self._memory_mb}"
            case _:
                raise ProverError(
                    f"coqc with Tactician was ended ({done.ended}, status {done.status}) after "
                    f"{done.wall_s:.1f} s"
                )


def _read(done: Completed, formalization: Formalization) -> str:
    """Why synth found nothing, from coqc's error."""
    failed = failure(done.stderr)
    if failed is None:
        raise ProverError("synth ended without a script, and without an error that says why")
    text = formalization.text
    import_line = text[: formalization.header.end].count("\n") + 2
    first = text[: formalization.proof.start].rstrip().count("\n") + 4  # two are the import's
    if failed.line == import_line:
        raise InfraError(f"Tactician cannot be loaded: {failed.reason}")
    if failed.line != first + SEARCH.index("synth."):
        raise InfraError(f"the formalization does not compile with Tactician: {failed.reason}")
    if failed.is_defeat:
        return f"Tactician found no proof: {failed.reason}"
    raise ProverError(f"Tactician broke: {failed.reason}")


def _with_tactician(formalization: Formalization) -> str:
    """The file with Tactician loaded behind its imports, and its search for a proof."""
    text, end = filled(formalization, SEARCH), formalization.header.end
    return f"{text[:end]}\n{IMPORT}\n{text[end:]}"
