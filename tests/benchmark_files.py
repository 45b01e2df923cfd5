"""What the readers' tests share: the official files where they are, and a view of a split file."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_putnam.languages.base import Split
from pytest_putnam.model import Formalization, Language, Problem

OFFICIAL = Path(__file__).resolve().parents[2] / "shared" / "putnambench"

needs_official = pytest.mark.skipif(
    not OFFICIAL.is_dir(), reason=f"the official files are not at {OFFICIAL}"
)


def slots(split: Split, text: str) -> dict[str, str | None]:
    """What the spans of a split cover, with plain line ends."""
    found: dict[str, str | None] = {
        "theorem": split.theorem,
        "header": split.header.of(text),
        "statement": split.statement.of(text),
        "proof": split.proof.of(text),
    }
    if split.solution is not None:
        found |= {
            "solution": split.solution.name,
            "declaration": split.solution.declaration.of(text),
            "body": split.solution.body.of(text),
            "type": split.solution.type,
            "reference": split.solution.reference,
        }
    return {key: value and value.replace("\r\n", "\n") for key, value in found.items()}


def check_order(split: Split, text: str) -> None:
    """The spans lie in the text, do not overlap, and come in the order of a benchmark file."""
    inside = [(split.header.start, split.header.end)]
    if split.solution is not None:
        declaration, body = split.solution.declaration, split.solution.body
        assert declaration.start < body.start <= body.end <= declaration.end
        inside.append((declaration.start, declaration.end))
    inside += [(each.start, each.end) for each in (split.statement, split.proof)]
    edges = [edge for pair in inside for edge in pair]
    assert edges == sorted(edges), edges
    assert edges[0] == 0
    assert edges[-1] <= len(text)


def formalization(split: Split, text: str, language: Language, name: str) -> Formalization:
    """A formalization of a file that is nowhere on disk."""
    return Formalization(
        Problem(name),
        language,
        Path(f"{name}.txt"),
        text,
        split.theorem,
        split.header,
        split.statement,
        split.proof,
        split.solution,
        split.variables,
        split.warnings,
    )
