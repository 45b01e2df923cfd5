"""Formalizations from texts, and one verdict on a candidate: what the tests of all languages share."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pytest_putnam.languages import backend
from pytest_putnam.languages.base import Checker
from pytest_putnam.model import Candidate, Formalization, Language, Problem, Track, Verdict
from pytest_putnam.prover import Budget

SUFFIXES: Final = {Language.COQ: "v", Language.LEAN4: "lean", Language.ISABELLE: "thy"}


def formalization_of(language: Language, text: str, name: str) -> Formalization:
    """The formalization that a benchmark's file with `text` is."""
    parts = backend(language).split(text, name)
    return Formalization(
        Problem(name),
        language,
        Path(f"{name}.{SUFFIXES[language]}"),
        text,
        parts.theorem,
        parts.header,
        parts.statement,
        parts.proof,
        parts.solution,
        parts.variables,
        parts.warnings,
    )


def check(
    checker: Checker,
    formal: Formalization,
    code: str,
    *,
    solution: str | None = None,
    track: Track = Track.WITH_SOLUTION,
    budget_s: float | None = None,
) -> Verdict:
    """One verdict."""
    return checker.check(formal, track, Candidate(code, solution), Budget(budget_s))
