"""The properties of JUnit XML: plain values under fixed names, without any proof."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from pytest_putnam.model import AttemptRecord, Outcome, VerdictKind
from pytest_putnam.wire import one_line

Property = tuple[str, str | int | float]


def item_properties(
    *,
    problem: str,
    language: str,
    prover: str,
    track: str,
    outcome: Outcome,
    planned: int,
    records: Sequence[AttemptRecord] = (),
    kept: int = 0,
) -> list[Property]:
    """An item's properties; lists have one word per attempt, in the attempts' order.

    `kept` of them were made before the run was resumed.
    """
    proofs = [r.verdict for r in records if r.verdict.kind is VerdictKind.PROVED]
    review = bool(proofs) and all(proof.needs_review for proof in proofs)
    unreplayed = bool(proofs) and all(proof.is_unreplayed for proof in proofs)
    return [
        ("putnam_problem", one_line(problem)),
        ("putnam_language", language),
        ("putnam_prover", one_line(prover)),
        ("putnam_track", track),
        ("putnam_outcome", outcome.value),
        ("putnam_attempts_planned", planned),
        ("putnam_attempts_made", len(records)),
        ("putnam_verdicts", _words(r.verdict.kind.value for r in records)),
        ("putnam_seeds", _words(str(r.seed) for r in records)),
        ("putnam_prover_s", _words(f"{r.prover_s:.3f}" for r in records)),
        ("putnam_check_s", _words(f"{r.verdict.check_s:.3f}" for r in records)),
        ("putnam_cpu_s", _words(f"{r.verdict.cpu_s:.3f}" for r in records)),
        *([("putnam_needs_review", "yes")] if review else []),
        *([("putnam_not_replayed", "yes")] if unreplayed else []),
        *([("putnam_attempts_kept", kept)] if kept else []),
    ]


def suite_properties(
    settings: Mapping[str, object],
    versions: Mapping[str, str],
    datasets: Iterable[Mapping[str, object]],
) -> list[Property]:
    """The run's properties: settings, versions, datasets with their commits."""
    found: list[Property] = [
        (f"putnam_{_name(name)}", one_line(str(value))) for name, value in settings.items()
    ]
    found += [
        (f"putnam_version_{_name(name)}", one_line(version)) for name, version in versions.items()
    ]
    for number, dataset in enumerate(datasets, 1):
        found += [
            (f"putnam_dataset_{number}_{_name(name)}", one_line(str(value)))
            for name, value in dataset.items()
        ]
    return found


def _name(text: str) -> str:
    """A property's name, which pytest does not escape."""
    return re.sub(r"[^A-Za-z0-9.-]+", "_", text).strip("_").lower()


def _words(words: Iterable[str]) -> str:
    return " ".join(words)
