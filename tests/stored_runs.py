"""Kept runs with any outcomes, for tests of what reads them; made by the store itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from pytest_putnam.model import (
    AttemptRecord,
    Candidate,
    Evaluation,
    Language,
    Outcome,
    Track,
    Usage,
    Verdict,
    VerdictKind,
)
from pytest_putnam.store import ItemRow, Store

WORDS = {
    "P": VerdictKind.PROVED,
    "F": VerdictKind.COMPILE_ERROR,
    "G": VerdictKind.GAVE_UP,
    "E": VerdictKind.INFRA_ERROR,
}
"""Attempts as letters."""
Plain = str | int | float | bool | None


def nodeid_of(problem: str, language: str = "coq", prover: str = "p") -> str:
    return f"bench/{language}/{problem}::test_proved[{language}-{prover}]"


def stored_run(
    folder: Path,
    items: Mapping[str, str | Sequence[str]],
    *,
    language: str = "coq",
    prover: str = "p",
    track: Track = Track.WITH_SOLUTION,
    attempts: int = 0,
    close: bool = True,
    usage: Usage | None = None,
    settings: Mapping[str, Plain] | None = None,
    versions: Mapping[str, str] | None = None,
    commit: str = "commit 0123abc",
    sha256: str = "ab" * 32,
) -> Path:
    """A run with one item per problem; its attempts are letters of `WORDS`, none if it did not run."""
    planned = attempts or max(map(len, items.values()), default=1) or 1
    store = Store(folder, run_id=folder.name, started_at=1000.0)
    store.begin_session(
        started_at=1000.0,
        settings={
            "prover": prover,
            "attempts": planned,
            "exhaustive": False,
            "track": track.value,
            "seed": 0,
            "sandbox": "bwrap",
            **(settings or {}),
        },
        versions={"pytest-putnam": "0", "coq": "8.20", **(versions or {})},
        datasets=[{"path": "bench", "commit": commit, "files": 9, "selected": len(items)}],
        machine={"cores": 2},
    )
    store.add_items(
        ItemRow(
            nodeid_of(name, language, prover),
            name,
            language,
            track.value,
            prover,
            ("algebra",),
            "bench",
            f"{language}/{name}",
            sha256,
        )
        for name in items
    )
    clock = 1000.0
    for name, letters in items.items():
        records = []
        for number, letter in enumerate(letters, 1):
            clock += 2.0
            kind = WORDS[letter]
            answered = kind in (VerdictKind.PROVED, VerdictKind.COMPILE_ERROR)
            records.append(
                AttemptRecord(
                    problem=name,
                    language=Language(language),
                    track=track,
                    prover=prover,
                    attempt=number,
                    seed=number,
                    verdict=Verdict(kind, f"why {letter}", check_s=0.5, cpu_s=0.25, path="strict"),
                    candidate=Candidate(f"secret {name} {number}") if answered else None,
                    prover_s=1.5,
                    usage=usage,
                    nodeid=nodeid_of(name, language, prover),
                    finished_at=clock,
                )
            )
        for record in records:
            store.add_attempt(record)
        if records:
            outcome = Evaluation(tuple(records), planned).outcome
            reason = "" if outcome is Outcome.PROVED else f"{name}: not proved"
            store.end_item(records[0].nodeid, outcome, reason, 2.0 * len(records))
    if close:
        store.close(ended_at=clock, exit_status=1)
    else:
        store._db.close()
    return folder
