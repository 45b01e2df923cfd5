"""Tasks, settings and a stand-in Isabelle for tests of the provers dsp and sledgehammer."""

from __future__ import annotations

import atexit
import functools
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import isabelle_cases
from isabelle_server import Script, install, requests
from model_requests import FAST

from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.isabelle import BACKEND
from pytest_putnam.languages.isabelle.toolchain import IsabelleToolchain, find
from pytest_putnam.llm import LlmSettings
from pytest_putnam.model import Formalization, Language, Problem, Track
from pytest_putnam.prover import Prover, Task
from pytest_putnam.registry import find_prover, make_settings

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
    """A formalization from the text of its file, whose problem is known in words."""
    problem = Problem(name, "Double one.", "It is two.", ("algebra",))
    return replace(isabelle_cases.formalization(text, name), problem=problem)


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


@functools.cache
def distribution() -> IsabelleToolchain:
    """One stand-in for all tests of a process: its script is another for each."""
    folder = Path(tempfile.mkdtemp(prefix="putnam-test-isabelle-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return find(str(install(folder, Script())))


def asked() -> list[tuple[str, dict[str, object]]]:
    """The commands that the servers of the last prover got, with their arguments."""
    return requests(distribution().home)


@contextmanager
def making(
    prover: str,
    tmp_path: Path,
    script: Script,
    *options: str,
    llm: LlmSettings = FAST,
    slots: int = 2,
    sandbox: str = "none",
) -> Iterator[Prover]:
    """A prover on a stand-in, which can note what it is asked where there is no sandbox."""
    toolchain = distribution()
    install(toolchain.home, script)
    limits = CheckerSettings(
        sandbox=sandbox,
        startup_timeout_s=20.0,
        memory_mb=2048,
        slots=slots,
        cache_dir=tmp_path / "cache",
    )
    cls = find_prover(prover)
    settings = make_settings(
        cls,
        options,
        root_dir=tmp_path,
        languages={Language.ISABELLE},
        sandbox=sandbox,
        llm=llm,
        toolchains=lambda _: toolchain,
        limits=limits,
    )
    made = cls(settings)
    try:
        yield made
    finally:
        made.close()
