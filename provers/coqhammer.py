"""The prover ``coqhammer``: CoqHammer's ``hammer`` on the goal, and the tactic that it found.

Hammer first tries tactics of its own; then it selects lemmas, gives the goal to external ATPs, and
rebuilds what they proved by a tactic such as ``hauto lq: on use: Nat.add_comm``. It prints that
tactic, which needs no ATP: it takes hammer's place in the candidate.

Its limits are those of PutnamBench's evaluation (Tsoukalas et al. 2024): 100 s for the ATPs, 15 s for
a batch of reconstruction tactics, 5 s for its own tactics, 8 strategies at once. Hammer cannot find a
solution: in the no-solution track it gives up where there is one to find.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Final

from pytest_putnam.errors import (
    AssistantMissing,
    BadInput,
    BudgetExhausted,
    InfraError,
    ProverError,
)
from pytest_putnam.languages.coq import toolchain
from pytest_putnam.model import Candidate, Formalization, Language
from pytest_putnam.process import Completed, Ended, Limits, Sandbox, run
from pytest_putnam.prover import Answer, Budget, Prover, ProverOption, ProverSettings, Task

from .coq_sources import filled, first_line, is_installed
from .hammer_atps import SandboxKind, Tools, find_tools
from .hammer_output import failure, found_tactics, last_step
from .hammer_strategies import (
    IMPORT_HAMMER,
    HammerLimits,
    Strategy,
    strategy,
)
from .only_proofs import no_solution
from .option_values import whole

FILE: Final = "hammer_goal.v"
PAPER: Final = (HammerLimits(), Strategy())
TRANSCRIPT_BYTES: Final = 200_000
OF_MEMORY: Final = 0.9
"""What all processes of a run take together of the machine's memory."""


class CoqHammer(Prover):
    """Runs hammer on the goal and hands over the tactic that it found."""

    name = "coqhammer"
    runs_assistant = True
    languages = frozenset({Language.COQ})
    default_attempts = 1
    default_attempt_timeout_s = 600.0  # HammerLimits().longest_s, which is 541, and some
    options: ClassVar[tuple[ProverOption, ...]] = (
        ProverOption("atp-limit", "seconds for the external ATPs", str(PAPER[0].atp_s)),
        ProverOption(
            "reconstr-limit",
            "seconds for each batch of reconstruction tactics",
            str(PAPER[0].reconstr_s),
        ),
        ProverOption(
            "sauto-limit", "seconds for hammer's own tactics; 0: none", str(PAPER[0].sauto_s)
        ),
        ProverOption(
            "gs-mode",
            "pairs of ATP and premise selection at once; 0: one selection for all ATPs",
            str(PAPER[1].gs_mode),
        ),
        ProverOption(
            "predictions", "lemmas to select where gs-mode is 0", str(PAPER[1].predictions)
        ),
        ProverOption("before", "tactics to run before hammer, such as 'intros.'", required=False),
        ProverOption("memory-mb", "MiB for hammer and its ATPs together", required=False),
        ProverOption("coq", "the folder of Coq's executables", required=False),
    )

    def __init__(self, settings: ProverSettings) -> None:
        """Find Coq and hammer. Raises `AssistantMissing` without them, `BadInput` for an option."""
        super().__init__(settings)
        given = settings.options
        self._limits = HammerLimits(
            whole(given, "atp-limit", PAPER[0].atp_s, 1),
            whole(given, "reconstr-limit", PAPER[0].reconstr_s, 1),
            whole(given, "sauto-limit", PAPER[0].sauto_s, 0),
        )
        self._first = Strategy(
            before=_tactics(given.get("before", "")),
            gs_mode=whole(given, "gs-mode", PAPER[1].gs_mode, 0),
            predictions=whole(given, "predictions", PAPER[1].predictions, 1),
        )
        self._given_mb = whole(given, "memory-mb", 0, 64) or None
        self._coq = toolchain.find(given.get("coq"))
        if not is_installed(self._coq, "Hammer/Plugin/Hammer.vo"):
            raise AssistantMissing(
                f"CoqHammer is not installed for {self._coq.coqc[0]}: `apt-get install "
                f"libcoq-hammer`, or opam's coq-hammer (there is no Hammer/Plugin/Hammer.vo in "
                f"{self._coq.coqlib / 'user-contrib'} and on COQPATH)"
            )
        self._kind: SandboxKind = "none" if settings.sandbox == "none" else "bwrap"

    def attempt(self, task: Task, budget: Budget) -> Answer:
        """Run hammer once. Raises as `Prover.attempt` says."""
        budget.check()
        formalization = task.formalization
        if (without := no_solution(task, "hammer")) is not None:
            return without
        chosen = strategy(self._first, task.attempt)
        if chosen is None:
            return Answer.none(f"hammer has nothing new to try in attempt {task.attempt}")
        script = chosen.script(self._limits)
        done = self._run(filled(formalization, script), task.work_dir, budget)
        transcript = "\n".join([*script, "", done.stdout + done.stderr])
        tactics = found_tactics(done.stdout)
        if tactics:
            codes = [filled(formalization, chosen.proof(tactic)) for tactic in tactics]
            return Answer(tuple(map(Candidate, codes)), transcript=transcript)
        reason = self._why_not(done, formalization, script)
        return Answer.none(reason, transcript=transcript)

    def versions(self) -> Mapping[str, str]:
        """Hammer's version and limits, and each ATP's version or why it does not answer."""
        limits, tools = self._limits, self._tools
        memory = f" / {self._given_mb} MiB" if self._given_mb is not None else ""
        return {
            "hammer": self._coq.versions.get("hammer", "installed"),
            "hammer limits": f"ATPs {limits.atp_s} s / reconstruction {limits.reconstr_s} s / "
            f"own tactics {limits.sauto_s} s / {self._first.gs_mode} strategies{memory}",
            **{each.atp.name: each.version for each in tools.answering},
            **{each.atp.name: f"absent: {each.silence}" for each in tools.silent},
        }

    def warnings(self) -> tuple[str, ...]:
        """Absent ATPs, and limits for which the default time of an attempt is too short."""
        tools = self._tools
        found: list[str] = []
        why = "; ".join(each.silence + each.hint for each in tools.silent)
        if not tools.answering:
            found.append(f"coqhammer: NO ATP ANSWERS, so hammer has only tactics of its own: {why}")
        elif why:
            names = " and ".join(each.atp.name for each in tools.answering)
            found.append(f"coqhammer: hammer's only ATPs here are {names}: {why}")
        if self._limits.longest_s > self.default_attempt_timeout_s:
            found.append(
                f"coqhammer: with these limits an attempt may take {self._limits.longest_s:.0f} s, "
                f"and by default it is ended after {self.default_attempt_timeout_s:.0f} s: "
                "give --putnam-attempt-timeout"
            )
        return tuple(found)

    @property
    def _tools(self) -> Tools:
        """What hammer may call; the ATPs are asked when this is first read."""
        return find_tools(Path(self._coq.coqc[0]).resolve().parent.parent, self._kind)

    def _run(self, text: str, work_dir: Path, budget: Budget) -> Completed:
        """Compile `text`, whose proof hammer is to find."""
        if re.search(r"[^\w./+-]", str(work_dir)):
            raise InfraError(
                f"hammer cannot work in {str(work_dir)!r}, as it puts the path into shell commands "
                "unquoted: set TMPDIR to a folder without blanks or special characters"
            )
        tools = self._tools
        tools.install(work_dir / "bin")
        temporary = work_dir / "tmp"  # of its own, as hammer removes coqhammer* there
        temporary.mkdir()
        (work_dir / FILE).write_bytes(text.encode(errors="surrogateescape"))
        return run(
            [*self._coq.coqc, *self._coq.options, "-noglob", FILE],
            cwd=work_dir,
            env={
                **self._coq.environment,
                "PATH": str(work_dir / "bin"),
                "TMPDIR": str(temporary),
            },
            limits=Limits(
                resident_mb=self._given_mb or _memory_share_mb(), keep_bytes=TRANSCRIPT_BYTES
            ),
            # bwrap also for its processes of their own: htimeout leaves the process group
            sandbox=Sandbox(
                self._kind,
                readable=(*self._coq.readable, *tools.readable()),
                writable=(work_dir,),
            ),
            budget=budget,
        )

    def _why_not(self, done: Completed, formalization: Formalization, script: Sequence[str]) -> str:
        """Why hammer found nothing; raises where it did not look to the end."""
        match done.ended:
            case Ended.EXIT:
                return self._read(done.stderr, formalization, script)
            case Ended.CANCELLED | Ended.WALL:
                raise BudgetExhausted(
                    f"hammer was ended after {done.wall_s:.1f} s, at: {last_step(done.stdout)}"
                )
            case Ended.MEMORY if self._given_mb is not None:
                return f"hammer needs more than memory-mb={self._given_mb}"
            case Ended.MEMORY:
                raise InfraError(
                    f"hammer needs more than {_memory_share_mb()} MiB, this worker's share of the "
                    "machine's memory: use fewer workers (-n), or give --prover-opt memory-mb=N"
                )
            case _:
                raise ProverError(
                    f"coqc with hammer was ended ({done.ended}, status {done.status}) after "
                    f"{done.wall_s:.1f} s, at: {last_step(done.stdout)}"
                )

    def _read(self, said: str, formalization: Formalization, script: Sequence[str]) -> str:
        """Why hammer found nothing, from coqc's error."""
        failed = failure(said)
        if failed is None:
            raise ProverError("hammer ended without a tactic, and without an error that says why")
        place = failed.line - first_line(formalization)
        sentence = script[place] if 0 <= place < len(script) else ""
        if place < 0:
            raise InfraError(f"the formalization does not compile: {failed.reason}")
        if sentence == IMPORT_HAMMER:
            raise InfraError(f"CoqHammer cannot be loaded: {failed.reason}")
        if failed.is_defeat:
            return f"hammer found no proof: {failed.reason}"
        if sentence == self._first.before:
            return f"{sentence} fails before hammer: {failed.reason}"
        raise ProverError(f"hammer broke: {failed.reason}")


def _memory_share_mb() -> int:
    """What one worker of this run may take of the machine's memory.

    With mathcomp-analysis hammer takes 11 GiB, with Coquelicot 4, with less than that below 2.
    """
    total_mb = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**20
    workers = os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")
    return int(total_mb * OF_MEMORY / max(1, int(workers) if workers.isdecimal() else 1))


def _tactics(text: str) -> str:
    tactics = " ".join(text.split())
    if tactics and not tactics.endswith("."):
        raise BadInput(f"before={text!r} is no complete tactic: end it with a dot")
    return tactics
