"""Tasks, settings and a stand-in Isabelle for tests of the provers dsp and sledgehammer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from isabelle_server import Script, StandInLauncher
from model_requests import FAST

from pytest_putnam.languages.base import Checker, CheckerSettings
from pytest_putnam.languages.isabelle import BACKEND
from pytest_putnam.languages.isabelle.server import Heap, ServerMessage
from pytest_putnam.llm import LlmSettings
from pytest_putnam.model import Candidate, Formalization, Language, Message, Problem, Track
from pytest_putnam.prover import Budget, Prover, Task
from pytest_putnam.registry import find_prover, make_settings
from pytest_putnam.theories import Placed

TEXT = """theory small imports Complex_Main
begin

definition small_solution :: real where "small_solution \\<equiv> 2"

theorem small:
  fixes x :: real
  assumes h: "x = 1"
  shows "x + x = small_solution"
  sorry

end
"""


def formalization(text: str = TEXT, name: str = "small") -> Formalization:
    """A formalization from the text of its file."""
    parts = BACKEND.split(text, name)
    return Formalization(
        Problem(name, "Double one.", "It is two.", ("algebra",)),
        Language.ISABELLE,
        Path(f"{name}.thy"),
        text,
        parts.theorem,
        parts.header,
        parts.statement,
        parts.proof,
        parts.solution,
        parts.variables,
        parts.warnings,
    )


def make_task(
    work_dir: Path,
    *,
    attempt: int = 1,
    track: Track = Track.WITH_SOLUTION,
    text: str = TEXT,
) -> Task:
    formal = formalization(text)
    shown = BACKEND.task_text(formal, track)
    return Task(formal, track, attempt, 10, seed=7, text=shown, work_dir=work_dir)


class StandInIsabelle:
    """An installation whose server is a stand-in; it is a toolchain, too."""

    def __init__(self, folder: Path, script: Script, **settings: float) -> None:
        self._started = StandInLauncher(folder, script, **settings)
        self.settings_known = script.settings
        self.identity = "stand-in"
        self.executable = str(self._started.program)
        self.versions: Mapping[str, str] = {"isabelle": "Isabelle2024"}

    @property
    def launcher(self) -> StandInLauncher:
        return self._started

    def installation(self, settings: CheckerSettings) -> StandInIsabelle:
        self._started.settings = settings
        return self

    def heap(self, formalization: Formalization, budget: Budget) -> Heap:  # noqa: ARG002
        return Heap("HOL")

    def place(self, task: Task, candidate: Candidate) -> Placed:
        text, slot = task.formalization.text, task.formalization.proof
        code = candidate.code
        start = slot.start
        if "theorem small" in code:
            start = text.index("theorem small")
        whole = text[:start] + code + text[slot.end :]
        first = text[:start].count("\n")

        def place(said: ServerMessage) -> Message:
            return Message(said.text, said.line - first if said.line else None)

        return Placed("small", whole, place)

    def getenv(self, names: Sequence[str]) -> Mapping[str, str]:
        return {n: self.settings_known[n] for n in names if n in self.settings_known}

    def checker(self, settings: CheckerSettings) -> Checker:
        raise NotImplementedError


@contextmanager
def making(
    prover: str,
    tmp_path: Path,
    script: Script,
    *options: str,
    llm: LlmSettings = FAST,
    slots: int = 2,
) -> Iterator[tuple[Prover, StandInIsabelle]]:
    """A prover on a stand-in."""
    isabelle = StandInIsabelle(tmp_path / "isabelle", script)
    limits = CheckerSettings(
        startup_timeout_s=20.0, memory_mb=2048, slots=slots, cache_dir=tmp_path / "cache"
    )
    cls = find_prover(prover)
    settings = make_settings(
        cls, options, root_dir=tmp_path, languages={Language.ISABELLE}, llm=llm
    )
    settings = replace(settings, toolchains=lambda _: isabelle, limits=limits)
    made = cls(settings)
    try:
        yield made, isabelle
    finally:
        made.close()
