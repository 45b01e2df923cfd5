"""The corpora of Lean candidates: a small benchmark, honest proofs, cheats.

A case begins with a line ``-- === NAME problem=NAME key=value …``; the lines up to the next are the
candidate. Keys: ``verdict`` (what the checker says of a cheat), ``strict`` (what the strict procedure
alone says, where that is another verdict), ``track``, ``solution``.
"""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from formalizations import formalization_of
from lean_program import lean_executable, run_lean

from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.lean4 import toolchain
from pytest_putnam.languages.lean4.checker import LeanChecker
from pytest_putnam.model import Candidate, Formalization, Language, Track

CORPUS = Path(__file__).parent / "lean_corpus"
_CASE = re.compile(r"^-- === (?P<name>\S+)(?P<about>.*)\n", re.MULTILINE)
_KEY = re.compile(r"(\w+)=(?:'([^']*)'|(\S+))")


@dataclass(frozen=True, slots=True)
class Case:
    """A candidate with what is to come of it."""

    name: str
    problem: str
    candidate: Candidate
    track: Track
    verdict: str
    strict: str

    @property
    def formalization(self) -> Formalization:
        return problem(self.problem)


def cases(kind: str) -> list[Case]:
    """The cases of ``honest`` or ``cheats``."""
    text = (CORPUS / f"{kind}.lean").read_text(encoding="utf-8")
    found = list(_CASE.finditer(text))
    ends = [match.start() for match in found[1:]] + [len(text)]
    return [
        _case(match["name"], match["about"], text[match.end() : end])
        for match, end in zip(found, ends, strict=True)
    ]


def _case(name: str, about: str, code: str) -> Case:
    keys = {key: quoted or word for key, quoted, word in _KEY.findall(about)}
    verdict = keys.get("verdict", "proved")
    return Case(
        name,
        keys["problem"],
        Candidate(code, keys["solution"].replace("\\n", "\n") if "solution" in keys else None),
        Track(keys.get("track", "with-solution")),
        verdict,
        str(keys.get("strict", verdict)),
    )


def formalization(text: str, name: str = "problem") -> Formalization:
    """A formalization from the text of its file."""
    return formalization_of(Language.LEAN4, text, name)


def problem(name: str) -> Formalization:
    """A problem of the corpus."""
    text = (CORPUS / "problems" / f"{name}.lean").read_text(encoding="utf-8")
    return formalization(text, name)


def make_project(folder: Path) -> Path:
    """The Lake project of the corpus, its library built: a benchmark's folder ``lean4``."""
    built = folder / ".lake" / "build" / "lib" / "lean"
    if (built / "Tactics.olean").is_file():
        return folder
    built.mkdir(parents=True)
    for module in ("Base", "Other", "Tactics"):
        shutil.copy(CORPUS / f"{module}.lean", built)
        said = run_lean(built, "-o", f"{module}.olean", f"{module}.lean")
        assert "error" not in said, said
    (folder / "lakefile.toml").write_text('name = "small"\n')
    shutil.copytree(CORPUS / "problems", folder / "src")
    return folder


def shared(factory: pytest.TempPathFactory) -> Path:
    """A folder that all tests of a worker use."""
    folder = factory.getbasetemp() / f"lean-{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
    folder.mkdir(exist_ok=True)
    return folder


def find_toolchain(folder: Path) -> toolchain.LeanToolchain:
    """The tests' Lean with the corpus' project, which is made in `folder`."""
    project = make_project(folder / "lean4")
    os.environ["PATH"] = f"{lean_executable().parent}:{os.environ['PATH']}"
    try:
        return toolchain.find(str(project))
    finally:
        os.environ["PATH"] = os.environ["PATH"].partition(":")[2]


def make_checker(
    folder: Path,
    *,
    gated: bool = True,
    warm: bool = True,
    check_timeout_s: float = 60.0,
    startup_timeout_s: float = 120.0,
    memory_mb: int = 2048,
    allowed_axioms: frozenset[str] = frozenset(),
    replay: str = "auto",
    heartbeats: int | None = None,
    sandbox: str = "bwrap",
) -> LeanChecker:
    """A checker on the tests' Lean."""
    settings = CheckerSettings(
        sandbox=sandbox,
        check_timeout_s=check_timeout_s,
        startup_timeout_s=startup_timeout_s,
        memory_mb=memory_mb,
        allowed_axioms=allowed_axioms,
        slots=4,
        cache_dir=folder / "cache",
        warm=warm,
        lean_replay=replay,
        lean_heartbeats=heartbeats,
    )
    return LeanChecker(find_toolchain(folder), settings, gated=gated)


def with_replayer(
    found: toolchain.LeanToolchain, tmp_path: Path, script: str
) -> toolchain.LeanToolchain:
    """A program in leanchecker's place, which the wheel does not have."""
    program = tmp_path / "leanchecker"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    readable = (*found.readable, tmp_path)
    return replace(found, replayer=(str(program),), readable=readable)
