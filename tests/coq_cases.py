"""The corpora of Coq candidates: problems made for them, honest proofs, cheats.

A case is a file whose first line says ``(* problem=NAME key=value … *)``; the rest is the candidate.
Keys: ``verdict`` (what the checker says of a cheat), ``strict`` (what the strict procedure alone
says, where that is another verdict; ``a|b`` where it depends on Coq's version or on a race), ``track``,
``solution``.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from formalizations import formalization_of

from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.coq import toolchain
from pytest_putnam.languages.coq.checker import CoqChecker
from pytest_putnam.model import Candidate, Formalization, Language, Problem, Track

CORPUS = Path(__file__).parent / "coq_corpus"


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
        return formalization((CORPUS / "problems" / f"{self.problem}.v").read_bytes().decode())


def cases(kind: str) -> list[Case]:
    """The cases of ``honest`` or ``cheats``."""
    return [_case(path) for path in sorted((CORPUS / kind).glob("*.v"))]


def formalization(text: str, name: str = "problem") -> Formalization:
    """A formalization from the text of its file."""
    found = formalization_of(Language.COQ, text, name)
    return replace(found, problem=Problem(found.theorem), path=Path(f"{found.theorem}.v"))


def problem(name: str) -> Formalization:
    """A problem of the corpus."""
    return formalization((CORPUS / "problems" / f"{name}.v").read_bytes().decode())


def shared_cache(factory: pytest.TempPathFactory) -> Path:
    """A cache that all workers of a session use."""
    base = factory.getbasetemp()
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "coq-cache"


def make_checker(
    cache: Path,
    *,
    gated: bool = True,
    warm: bool = True,
    check_timeout_s: float = 60.0,
    startup_timeout_s: float = 120.0,
    memory_mb: int = 2048,
    allowed_axioms: frozenset[str] = frozenset(),
    sandbox: str = "bwrap",
) -> CoqChecker:
    """A checker on the installed Coq."""
    settings = CheckerSettings(
        sandbox=sandbox,
        check_timeout_s=check_timeout_s,
        startup_timeout_s=startup_timeout_s,
        memory_mb=memory_mb,
        allowed_axioms=allowed_axioms,
        slots=4,
        cache_dir=cache,
        warm=warm,
    )
    return CoqChecker(toolchain.find(None), settings, gated=gated)


def _case(path: Path) -> Case:
    head, _, code = path.read_bytes().decode().partition("\n")
    about = dict(re.findall(r"(\w+)=(\S+)", head))
    verdict = about.get("verdict", "proved")
    return Case(
        path.stem,
        about["problem"],
        Candidate(code, about.get("solution")),
        Track(about.get("track", "with-solution")),
        verdict,
        str(about.get("strict", verdict)),
    )
