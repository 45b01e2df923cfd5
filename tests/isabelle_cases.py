r"""The corpora of Isabelle candidates: problems made for them, honest proofs, cheats.

A case is a file whose first line says ``(* problem=NAME key=value … *)``; the rest is the candidate.
Keys: ``verdict`` (what the checker says of a cheat; ``a|b`` where it depends on the release), ``by`` (what
finds it out: ``assembly``, ``gate``, ``build``, or ``audit:`` with the line that tells), ``track``,
``solution`` (a longer one is in the file of that ending beside it), ``review`` (words of the reason why
people should look at the solution, ``_`` for blanks).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from formalizations import formalization_of

from pytest_putnam.model import Candidate, Formalization, Language, Track

CORPUS = Path(__file__).parent / "isabelle_corpus"


@dataclass(frozen=True, slots=True)
class Case:
    """A candidate with what is to come of it."""

    name: str
    problem: str
    candidate: Candidate
    track: Track
    verdict: str
    by: str
    review: str = ""

    @property
    def formalization(self) -> Formalization:
        return problem(self.problem)


def cases(kind: str) -> list[Case]:
    """The cases of ``honest`` or ``cheats``."""
    return [_case(path) for path in sorted((CORPUS / kind).glob("*.thy"))]


def problem(name: str) -> Formalization:
    """A problem of the corpus."""
    return formalization((CORPUS / "problems" / f"{name}.thy").read_bytes().decode(), name)


def formalization(text: str, name: str) -> Formalization:
    """A formalization from the text of its file."""
    return formalization_of(Language.ISABELLE, text, name)


def _case(path: Path) -> Case:
    head, _, code = path.read_bytes().decode().partition("\n")
    about = dict(re.findall(r"(\w+)=(\S+)", head))
    beside = path.with_suffix(".solution")
    solution = beside.read_text() if beside.exists() else about.get("solution")
    return Case(
        path.stem,
        about["problem"],
        Candidate(code, solution),
        Track(about.get("track", "with-solution")),
        about.get("verdict", "proved"),
        about.get("by", ""),
        about.get("review", "").replace("_", " "),
    )
