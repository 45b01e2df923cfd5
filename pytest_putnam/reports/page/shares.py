"""The page's tables: items by what they have in common, and attempts by their verdicts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pytest_putnam.kept_rows import KeptItem
from pytest_putnam.model import Outcome
from pytest_putnam.reports.lines import span
from pytest_putnam.reports.page.details import KINDS
from pytest_putnam.reports.page.figures import percentile
from pytest_putnam.reports.page.gather import RunView, decade
from pytest_putnam.reports.page.rows import tone
from pytest_putnam.reports.tally import Row
from pytest_putnam.wire import clean


@dataclass(frozen=True, slots=True)
class Share:
    """A group of items in one run; rates are percentages."""

    run: int
    proved: int
    failed: int
    error: int
    not_run: int
    total: int
    rate: float
    most: float
    """As if what is in error or was not run had been proved."""
    low: float
    high: float

    @classmethod
    def of(cls, run: int, row: Row) -> Share:
        """From a row of a tally."""
        o, r = row.outcomes, row.range
        rates = (r.low.value, r.high.value, r.interval.low, r.interval.high)
        return cls(
            run,
            o[Outcome.PROVED],
            o[Outcome.FAILED],
            o[Outcome.ERROR],
            o[None],
            row.total,
            *(round(100 * rate, 1) for rate in rates),
        )


@dataclass(frozen=True, slots=True)
class Group:
    """A table of shares."""

    title: str
    what: str
    note: str
    sections: Sequence[tuple[str, Sequence[Share]]]


@dataclass(frozen=True, slots=True)
class VerdictCell:
    """One verdict in one run."""

    run: int
    tone: str
    count: int
    share: float
    median: str
    most: str
    longest: str
    total: str


def groups(views: Sequence[RunView]) -> list[Group]:
    """Items by language, tag and decade, where there is more than one of it."""
    ways: list[tuple[str, str, str, Callable[[KeptItem], Sequence[str]]]] = [
        ("By language", "language", "", lambda i: (i.language.value,)),
        (
            "By category",
            "category",
            "An item with several tags is in several rows, so they do not add up to the total.",
            lambda i: i.tags,
        ),
        ("By decade", "decade", "", lambda i: (decade(i.problem),)),
    ]
    found = []
    for title, what, note, labels in ways:
        names = sorted({label for v in views for i in v.items.values() for label in labels(i)})
        if len(names) > 1:
            counted = [_by_label(view, labels) for view in views]
            sections = [
                (
                    clean(name),
                    [
                        Share.of(v.number, c[name])
                        for v, c in zip(views, counted, strict=True)
                        if name in c
                    ],
                )
                for name in names
            ]
            found.append(Group(title, what, note, sections))
    return found


def verdict_rows(views: Sequence[RunView]) -> list[tuple[str, list[VerdictCell]]]:
    """How often each verdict came, and how long its attempts took."""
    rows = []
    for kind in KINDS:
        cells = []
        for view in views:
            times = view.times.get(kind)
            if not times:
                continue
            median, most, longest = (span(percentile(times, s)) for s in (0.5, 0.9, 1.0))
            share = round(100 * len(times) / view.totals.attempts, 1)
            cells.append(
                VerdictCell(
                    view.number,
                    tone(kind),
                    len(times),
                    share,
                    median,
                    most,
                    longest,
                    span(sum(times)),
                )
            )
        if cells:
            rows.append((kind.value, cells))
    return rows


def _by_label(view: RunView, labels: Callable[[KeptItem], Sequence[str]]) -> dict[str, Row]:
    rows: dict[str, list[KeptItem]] = {}
    for item in view.items.values():
        for label in set(labels(item)):
            rows.setdefault(label, []).append(item)
    return {label: Row.of(label, items) for label, items in rows.items()}
