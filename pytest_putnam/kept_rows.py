"""The rows of a kept run as data."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from pytest_putnam.model import (
    AttemptRecord,
    Candidate,
    ItemCounts,
    Language,
    Message,
    Outcome,
    Track,
    Usage,
    Verdict,
    VerdictKind,
)

Plain = str | int | float | bool | None
"""What settings hold."""


@dataclass(frozen=True, slots=True)
class RunRow:
    """The run. Times are Unix times."""

    id: str
    started_at: float
    ended_at: float | None
    """None: it was killed, or goes on."""
    exit_status: int | None
    """Pytest's."""
    settings: Mapping[str, Plain]
    versions: Mapping[str, str]
    datasets: Sequence[Mapping[str, Plain]]
    """``path``, ``commit``, ``files``, ``selected`` of each."""
    machine: Mapping[str, Plain]

    @property
    def attempts(self) -> int:
        """How many were planned per item (n)."""
        return int(self.settings.get("attempts") or 1)

    @property
    def exhaustive(self) -> bool:
        """Whether all n are made even after a proof."""
        return bool(self.settings.get("exhaustive"))

    @property
    def prover(self) -> str:
        """Its name."""
        return str(self.settings.get("prover") or "")

    @property
    def track(self) -> Track:
        """What the prover was given."""
        return Track(str(self.settings.get("track") or Track.WITH_SOLUTION))


@dataclass(frozen=True, slots=True)
class KeptSession:
    """A session of pytest that worked on the run: the first, or one that resumed it."""

    id: int
    """Counts from 1."""
    started_at: float
    ended_at: float | None
    exit_status: int | None
    command: Sequence[str]
    """Pytest's arguments; empty where they are not known."""
    settings: Mapping[str, Plain]
    versions: Mapping[str, str]
    machine: Mapping[str, Plain]


@dataclass(frozen=True, slots=True)
class KeptItem(ItemCounts):
    """An item, with the counts of its attempts."""

    nodeid: str
    problem: str
    language: Language
    track: Track
    prover: str
    tags: tuple[str, ...]
    outcome: Outcome | None
    """None: it was not run to its end."""
    reason: str
    wall_s: float | None
    dataset: str
    """The path of its benchmark; empty in runs of the first version."""
    file: str
    """Within that."""
    sha256: str
    """Of the file's bytes."""
    attempts: int
    proved: int
    """Attempts that are proved; more than one only in exhaustive runs."""
    reviewed: int
    """Those of them whose solution people must look at."""
    faults: int
    """Attempts that ended with what the prover is not to blame for."""
    redo: int
    """Attempts that are made again on resuming: the faults, and those that met the run's limits."""
    first_proof: int | None
    """The number of the first attempt that is proved."""
    prover_s: float
    check_s: float
    tokens: int | None
    """Of the attempts whose tokens are known; None where none are."""
    cost_usd: float | None


@dataclass(frozen=True, slots=True)
class KeptAttempt:
    """An attempt. Times in seconds, `finished_at` a Unix time."""

    nodeid: str
    attempt: int
    """Counts from 1."""
    problem: str
    language: Language
    track: Track
    prover: str
    seed: int
    verdict: VerdictKind
    reason: str
    messages: tuple[Message, ...]
    evidence: Mapping[str, str]
    decided_by: str
    """``gate``, ``warm``, ``strict``."""
    clock: str
    """Which limit fired, if any."""
    prover_s: float
    check_s: float
    cpu_s: float
    code: str | None
    """The candidate; None: there was none, or it was not asked for."""
    solution: str | None
    transcript: str
    requests: int | None
    """None: no model was asked, as far as is known."""
    prompt_tokens: int | None
    completion_tokens: int | None
    cached_tokens: int | None
    reasoning_tokens: int | None
    cost_usd: float | None
    finished_at: float
    session: int
    """Which session of pytest made it."""
    needs_review: bool
    redo: bool
    """Made again on resuming."""
    sandbox: str
    options_hash: str
    prompt_hash: str

    def record(self) -> AttemptRecord:
        """The attempt as the engine made it."""
        usage = None
        if self.requests is not None:
            usage = Usage(
                self.requests,
                self.prompt_tokens,
                self.completion_tokens,
                self.cached_tokens,
                self.reasoning_tokens,
                self.cost_usd,
            )
        return AttemptRecord(
            problem=self.problem,
            language=self.language,
            track=self.track,
            prover=self.prover,
            attempt=self.attempt,
            seed=self.seed,
            verdict=Verdict(
                self.verdict,
                self.reason,
                self.messages,
                self.evidence,
                self.check_s,
                self.cpu_s,
                self.clock,
                self.decided_by,
            ),
            candidate=None if self.code is None else Candidate(self.code, self.solution),
            prover_s=self.prover_s,
            usage=usage,
            transcript=self.transcript,
            nodeid=self.nodeid,
            finished_at=self.finished_at,
        )


@dataclass(frozen=True, slots=True)
class Totals:
    """What attempts took together. What is not known is counted apart, never as nothing."""

    attempts: int
    prover_s: float
    check_s: float
    cpu_s: float
    requests: int
    prompt_tokens: int
    completion_tokens: int
    unknown_tokens: int
    """Attempts that asked a model and whose tokens are not known."""
    cost_usd: float
    unknown_cost: int
    """Attempts that asked a model and whose cost is not known."""


@dataclass(frozen=True, slots=True)
class VerdictTotals:
    """The attempts with one verdict; times in seconds."""

    attempts: int
    prover_s: float
    check_s: float
    longest_s: float
    """Prover and check of the slowest."""


ATTEMPT_COLUMNS: Final = tuple(field.name for field in fields(KeptAttempt))
BULK: Final = {
    "messages": "'[]'",
    "evidence": "'{}'",
    "code": "NULL",
    "solution": "NULL",
    "transcript": "''",
}
"""What can be long, and what stands for it where it is left out."""


def run_of(row: sqlite3.Row) -> RunRow:
    """A row of the table run."""
    return RunRow(
        row["id"],
        row["started_at"],
        row["ended_at"],
        row["exit_status"],
        json.loads(row["settings"]),
        json.loads(row["versions"]),
        json.loads(row["datasets"]),
        json.loads(row["machine"]),
    )


def session_of(row: sqlite3.Row) -> KeptSession:
    """A row of the table session."""
    texts = ("command", "settings", "versions", "machine")
    return KeptSession(**{**dict(row), **{name: json.loads(row[name]) for name in texts}})


def item_of(row: sqlite3.Row) -> KeptItem:
    """A row of the table item, joined with its attempts' counts."""
    values: dict[str, Any] = dict(row)
    outcome = row["outcome"]
    values |= {
        "language": Language(row["language"]),
        "track": Track(row["track"]),
        "tags": tuple(json.loads(row["tags"])),
        "outcome": None if outcome is None else Outcome(outcome),
    }
    return KeptItem(**values)


def attempt_of(row: sqlite3.Row) -> KeptAttempt:
    """A row of the table attempt."""
    values: dict[str, Any] = dict(row)
    values |= {
        "language": Language(row["language"]),
        "track": Track(row["track"]),
        "verdict": VerdictKind(row["verdict"]),
        "messages": tuple(Message(**message) for message in json.loads(row["messages"])),
        "evidence": json.loads(row["evidence"]),
        "needs_review": bool(row["needs_review"]),
        "redo": bool(row["redo"]),
    }
    return KeptAttempt(**values)
