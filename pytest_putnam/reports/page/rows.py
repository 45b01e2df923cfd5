"""The rows of the page's table: compact lists, which the page's script reads at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pytest_putnam.kept_rows import KeptItem
from pytest_putnam.model import Outcome, Problem, VerdictKind
from pytest_putnam.reports.page.details import FIELDS, KINDS, REASON_CHARS, milliseconds
from pytest_putnam.reports.page.gather import Key, RunView
from pytest_putnam.wire import cut

OUTCOMES: Final[tuple[Outcome | None, ...]] = (*Outcome, None)
CELL_FIELDS: Final = (
    "outcome",
    "review",
    "verdicts",
    "first",
    "ms",
    "cost",
    "tokens",
    "reason",
    "details",
)
"""The order of the values of an item in one run."""
LEFT_OUT: Final = (
    "The attempts of this item are left out to keep the page small; the run's store has them."
)


def tone(kind: VerdictKind) -> str:
    """Which of four colours a verdict has."""
    if kind is VerdictKind.PROVED:
        return "proved"
    if kind.is_fault:
        return "fault"
    limits = {
        VerdictKind.CHECK_TIMEOUT,
        VerdictKind.CHECK_MEMORY,
        VerdictKind.BUDGET_EXHAUSTED,
        VerdictKind.TRUNCATED,
    }
    return "limit" if kind in limits else "refused"


def keys(views: Sequence[RunView]) -> list[Key]:
    """The items of all runs, by name."""
    return sorted({key for view in views for key in view.items})


def core(views: Sequence[RunView], items: Sequence[Key], *, with_proofs: bool) -> dict[str, object]:
    """Everything the table shows before an item is opened."""
    languages = sorted({language for _, language, _ in items})
    tags = sorted({tag for view in views for item in view.items.values() for tag in item.tags})
    tag_number = {tag: number for number, tag in enumerate(tags)}
    return {
        "runs": [{"letter": view.letter, "label": view.label} for view in views],
        "kinds": [kind.value for kind in KINDS],
        "tones": [tone(kind) for kind in KINDS],
        "outcomes": [outcome.value if outcome else "not run" for outcome in OUTCOMES],
        "languages": languages,
        "tags": tags,
        "fields": FIELDS,
        "cell_fields": CELL_FIELDS,
        "left_out": LEFT_OUT,
        "items": [
            [
                key[0],
                Problem(key[0]).year,
                languages.index(key[1]),
                sorted({tag_number[t] for v in views if key in v.items for t in v.items[key].tags}),
                [_cell(view, key, number, with_proofs) for view in views],
            ]
            for number, key in enumerate(items)
        ],
    }


def details_id(run: int, item: int) -> str:
    """The script element that has an item's attempts."""
    return f"d{run}-{item}"


def _cell(view: RunView, key: Key, number: int, with_proofs: bool) -> list[object] | None:
    item = view.items.get(key)
    if item is None:
        return None
    values: dict[str, object] = {
        "outcome": OUTCOMES.index(item.result),
        "review": int(item.needs_review),
        "verdicts": view.verdicts.get(item.nodeid, ""),
        "first": item.first_proof,
        "ms": milliseconds(item.prover_s + item.check_s),
        "cost": None if item.cost_usd is None else float(f"{item.cost_usd:.4g}"),
        "tokens": item.tokens,
        "reason": _reason(item, with_proofs),
        "details": details_id(view.number, number),
    }
    return [values[name] for name in CELL_FIELDS]


def _reason(item: KeptItem, with_proofs: bool) -> str:
    # Of a proved item it could be the checker's words on the solution.
    return (
        cut(item.reason, REASON_CHARS) if with_proofs or item.result is not Outcome.PROVED else ""
    )
