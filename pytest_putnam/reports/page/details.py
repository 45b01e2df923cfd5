"""What the page holds of each attempt, as compact JSON: bounded, and private unless asked otherwise.

By default nothing that a prover wrote is in the page: no candidate, solution, transcript or search.
Messages of a proved attempt are left out too, since a candidate can print itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pytest_putnam.kept_rows import KeptAttempt
from pytest_putnam.model import NEEDS_REVIEW, VerdictKind
from pytest_putnam.reports.page.search_tree import search_tree
from pytest_putnam.wire import clean, cut

KINDS: Final = tuple(VerdictKind)
FIELDS: Final = (
    "attempt",
    "kind",
    "review",
    "decided_by",
    "clock",
    "prover_ms",
    "check_ms",
    "cpu_ms",
    "finished_ms",
    "seed",
    "requests",
    "prompt_tokens",
    "completion_tokens",
    "cached_tokens",
    "reasoning_tokens",
    "cost_usd",
    "reason",
    "messages",
    "evidence",
    "left_out",
    "private",
)
"""The order of an attempt's values. The page's script is told of it."""

MESSAGES: Final = 12
"""How many of an attempt's messages are shown."""
MESSAGE_CHARS: Final = 2_000
EVIDENCE_CHARS: Final = 1_000
REASON_CHARS: Final = 600
PRIVATE_CHARS: Final = 60_000
"""Of a candidate, a solution or a transcript."""
SOLUTIONS: Final = frozenset({"solution_given", "solution_reference"})
"""Names in the evidence that go with the proofs."""
PRIVATE: Final = ("code", "solution", "transcript")
"""Columns that need not be read at all for a page without proofs."""
WITHHELD: Final = (
    "Messages of a proved attempt can quote its proof; they are shown with --with-proofs."
)
REVIEW: Final = "yes; why, and both solutions, are shown with --with-proofs"


@dataclass(slots=True)
class _Texts:
    """The texts of an item, each once: attempts at one problem say the same again and again."""

    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, text: str, keep: int) -> int:
        return self.numbers.setdefault(cut(text, keep), len(self.numbers))


def script_json(value: object) -> str:
    """`value` for a script element: no text in it can end the element or begin a comment."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return clean(text).replace("<", "\\u003c").replace("\u2028", "\\u2028")


def item_details(
    attempts: Iterable[KeptAttempt], *, started_at: float, with_proofs: bool
) -> dict[str, object]:
    """The attempts of one item in one run, for its script element."""
    texts = _Texts()
    rows = [_attempt(attempt, texts, started_at, with_proofs) for attempt in attempts]
    return {"texts": list(texts.numbers), "attempts": rows}


def _attempt(
    attempt: KeptAttempt, texts: _Texts, started_at: float, with_proofs: bool
) -> list[object]:
    hidden = attempt.verdict is VerdictKind.PROVED and not with_proofs
    messages = () if hidden else attempt.messages
    left_out = ""
    if hidden and attempt.messages:
        left_out = WITHHELD
    elif len(messages) > MESSAGES:
        left_out = f"{len(messages) - MESSAGES} more messages are in the run's store."
    values: dict[str, object] = {
        "attempt": attempt.attempt,
        "kind": KINDS.index(attempt.verdict),
        "review": int(attempt.needs_review),
        "decided_by": attempt.decided_by,
        "clock": attempt.clock,
        "prover_ms": milliseconds(attempt.prover_s),
        "check_ms": milliseconds(attempt.check_s),
        "cpu_ms": milliseconds(attempt.cpu_s),
        "finished_ms": milliseconds(max(0.0, attempt.finished_at - started_at)),
        "seed": str(attempt.seed),  # 63 bits, more than a number of JavaScript holds
        "requests": attempt.requests,
        "prompt_tokens": attempt.prompt_tokens,
        "completion_tokens": attempt.completion_tokens,
        "cached_tokens": attempt.cached_tokens,
        "reasoning_tokens": attempt.reasoning_tokens,
        "cost_usd": attempt.cost_usd,
        "reason": texts.number(attempt.reason, REASON_CHARS) if attempt.reason else None,
        "messages": [
            [texts.number(m.text, MESSAGE_CHARS), m.line, m.column] for m in messages[:MESSAGES]
        ],
        "evidence": _evidence(attempt.evidence, texts, with_proofs),
        "left_out": texts.number(left_out, REASON_CHARS) if left_out else None,
        "private": _private(attempt) if with_proofs else None,
    }
    return [values[name] for name in FIELDS]


def _evidence(
    evidence: Mapping[str, str], texts: _Texts, with_proofs: bool
) -> Sequence[tuple[int, int]]:
    shown = {name: value for name, value in evidence.items() if name not in SOLUTIONS}
    if NEEDS_REVIEW in shown and not with_proofs:
        shown[NEEDS_REVIEW] = REVIEW
    return [
        (texts.number(name, EVIDENCE_CHARS), texts.number(value, EVIDENCE_CHARS))
        for name, value in shown.items()
    ]


def _private(attempt: KeptAttempt) -> dict[str, object]:
    """What the prover wrote, and both solutions where people must compare them."""
    parts: dict[str, object] = {}
    if NEEDS_REVIEW in attempt.evidence:
        parts["given"] = cut(attempt.evidence.get("solution_given", ""), PRIVATE_CHARS)
        parts["reference"] = cut(attempt.evidence.get("solution_reference", ""), PRIVATE_CHARS)
    if attempt.code is not None:
        parts["code"] = cut(attempt.code, PRIVATE_CHARS)
    if attempt.solution:
        parts["solution"] = cut(attempt.solution, PRIVATE_CHARS)
    if attempt.transcript:
        search = search_tree(attempt.transcript)
        if search is None:
            parts["transcript"] = cut(attempt.transcript, PRIVATE_CHARS)
        else:
            parts["search"] = search
    return parts


def milliseconds(seconds: float) -> int:
    """Whole ones: shorter to write, and exact enough for people."""
    return round(seconds * 1000)
