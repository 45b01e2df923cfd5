"""Made-up runs for the HTML page, written by the store itself; the same number makes the same run."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from pytest_putnam.model import (
    NEEDS_REVIEW,
    AttemptRecord,
    Candidate,
    Evaluation,
    Language,
    Message,
    Outcome,
    Track,
    Usage,
    Verdict,
    VerdictKind,
)
from pytest_putnam.store import ItemRow, Store

TAGS = ("algebra", "analysis", "number theory", "geometry", "combinatorics", "set theory")
STARTED_AT = 1.76e9
SECRET = "exact_secret_lemma"
"""In every candidate, solution, transcript, and in the messages of proved attempts."""
KINDS = (
    (VerdictKind.COMPILE_ERROR, 60),
    (VerdictKind.INCOMPLETE, 8),
    (VerdictKind.GAVE_UP, 10),
    (VerdictKind.CHECK_TIMEOUT, 6),
    (VerdictKind.STATEMENT_CHANGED, 2),
    (VerdictKind.FORBIDDEN, 2),
    (VerdictKind.NO_CODE, 4),
    (VerdictKind.TRUNCATED, 3),
    (VerdictKind.BUDGET_EXHAUSTED, 4),
)
WORDS = (
    "unify",
    "goal",
    "term",
    "hypothesis",
    "rewrite",
    "instance",
    "nat",
    "real",
    "subst",
    "lemma",
)


@dataclass(frozen=True, slots=True)
class MadeUp:
    """A run that never was."""

    items: int = 40
    attempts: int = 8
    exhaustive: bool = True
    seed: int = 1
    strength: float = 0.16
    faults: float = 0.002
    prover: str = "gpt4"
    paid: bool = True
    words: int = 12
    """In a message."""

    def write(self, folder: Path) -> Path:
        """Write the run into `folder` and return that."""
        rng = random.Random(self.seed)
        store = Store(folder, run_id="r", started_at=STARTED_AT)
        store.begin_session(
            started_at=STARTED_AT,
            settings={
                "prover": self.prover,
                "attempts": self.attempts,
                "exhaustive": self.exhaustive,
                "track": Track.NO_SOLUTION,
                "seed": self.seed,
                "sandbox": "bwrap",
                "check_timeout_s": 180.0,
            },
            versions={"pytest-putnam": "0.1", "coq": "8.20.1"},
            datasets=[{"path": "bench", "commit": "0123abcd", "files": self.items}],
            machine={"cores": 8, "memory_mb": 32000},
        )
        rows = list(self._rows())
        store.add_items(rows)
        clock = STARTED_AT
        for row in rows:
            records = []
            for record in self._records(row, rng):
                clock += record.prover_s + record.verdict.check_s
                records.append(replace(record, finished_at=clock))
                store.add_attempt(records[-1])
            outcome = Evaluation(tuple(records), self.attempts).outcome
            counted = f"{row.problem}: not proved in {len(records)} attempts"
            store.end_item(
                row.nodeid,
                outcome,
                "" if outcome is Outcome.PROVED else counted,
                clock - STARTED_AT,
            )
        store.close(ended_at=clock, exit_status=1)
        return folder

    def _rows(self) -> Iterator[ItemRow]:
        rng = random.Random(7)  # the same items in every run
        for n in range(self.items):
            language = (Language.COQ, Language.LEAN4, Language.ISABELLE)[n % 3]
            per_year = 36
            year, session, number = 1962 + n // per_year, "ab"[n // 18 % 2], 1 + n // 3 % 6
            problem = f"putnam_{year}_{session}{number}"
            tags = tuple(sorted(rng.sample(TAGS, rng.choice((1, 1, 2)))))
            file = f"{language}/src/{problem}"
            nodeid = f"bench/{file}::test_proved[{language}-{self.prover}]"
            yield ItemRow(
                nodeid, problem, language, Track.NO_SOLUTION, self.prover, tags, "bench", file, ""
            )

    def _records(self, row: ItemRow, rng: random.Random) -> Iterator[AttemptRecord]:
        easy = random.Random(row.problem).random() < 0.4
        chance = self.strength * (rng.random() if easy else 0.02)
        for attempt in range(1, self.attempts + 1):
            kind = rng.choices([k for k, _ in KINDS], [w for _, w in KINDS])[0]
            if rng.random() < chance:
                kind = VerdictKind.PROVED
            elif rng.random() < self.faults:
                kind = rng.choice((VerdictKind.API_ERROR, VerdictKind.INFRA_ERROR))
            yield self._record(row, attempt, kind, rng)
            if kind is VerdictKind.PROVED and not self.exhaustive:
                return

    def _record(
        self, row: ItemRow, attempt: int, kind: VerdictKind, rng: random.Random
    ) -> AttemptRecord:
        proved = kind is VerdictKind.PROVED
        tokens = rng.randrange(300, 4000)
        return AttemptRecord(
            problem=row.problem,
            language=Language(row.language),
            track=Track.NO_SOLUTION,
            prover=self.prover,
            attempt=attempt,
            seed=rng.randrange(2**63),
            verdict=Verdict(
                kind,
                f"{row.problem} is proved" if proved else _said(rng, rng.choice((4, 9, 90))),
                messages=tuple(_messages(kind, rng, self.words)),
                evidence=_evidence(kind, rng),
                check_s=rng.lognormvariate(0, 0.8),
                cpu_s=rng.lognormvariate(0, 0.8),
                clock="wall" if kind is VerdictKind.CHECK_TIMEOUT else "",
                path="strict" if proved else rng.choice(("gate", "warm", "strict")),
            ),
            candidate=Candidate(f"Proof. {SECRET}. Qed.", f"fun n => {SECRET} + n"),
            prover_s=rng.lognormvariate(2.2, 0.9),
            usage=Usage(1, 900, tokens, 0, 0, 0.00001 * tokens) if self.paid else None,
            transcript=f"asked and answered: {SECRET}",
            nodeid=row.nodeid,
        )


def _said(rng: random.Random, words: int) -> str:
    return " ".join(rng.choices(WORDS, k=words))


def _messages(kind: VerdictKind, rng: random.Random, words: int) -> Iterator[Message]:
    if kind is VerdictKind.PROVED:
        yield Message(f"the proof term is {SECRET}", 1, 0)
    elif kind is VerdictKind.COMPILE_ERROR:
        for _ in range(rng.choice((1, 1, 2, 3))):
            text = f"Error: In environment\nn : nat\nIH : {_said(rng, 8)}\nUnable to {_said(rng, words)}"
            yield Message(text, rng.randrange(1, 40), rng.randrange(60))


def _evidence(kind: VerdictKind, rng: random.Random) -> dict[str, str]:
    if kind is not VerdictKind.PROVED:
        return {}
    evidence = {"statement": "equal to the reference's", "axioms": "none beyond the library's"}
    if rng.random() < 0.3:
        evidence |= {
            NEEDS_REVIEW: f"not shown equal: {SECRET}",
            "solution_given": f"fun n => {SECRET} + n",
            "solution_reference": "fun n => n + 4",
        }
    return evidence
