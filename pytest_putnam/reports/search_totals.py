"""What the searches of a kept run took together, from the statistics in their transcripts."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from pytest_putnam.kept import KeptRun
from pytest_putnam.reports.lines import count, span
from pytest_putnam.search_record import SearchStatistics

PROBED: Final = 50
"""If none of so many attempts holds a search, the run's prover does not search: texts are long to read."""
_IS_SEARCH: Final = "transcript LIKE '{\"search\": %' AND json_valid(transcript)"
_NAMES: Final = tuple(field.name for field in fields(SearchStatistics))
_SUMS: Final = ", ".join(
    f"coalesce(sum(json_extract(transcript, '$.statistics.{name}')), 0)" for name in _NAMES
)


@dataclass(frozen=True, slots=True)
class SearchTotals:
    """Sums over the attempts that searched."""

    attempts: int
    sums: SearchStatistics

    def told(self) -> str:
        """In a line: per attempt where that says more."""
        s, n = self.sums, self.attempts
        share = f" ({100 * s.wasted / s.queries:.1f} %)" if s.queries else ""
        return (
            f"{count(n, 'attempt')}: {s.queries:,} queries ({s.queries / n:.1f} each), {s.wasted:,} of "
            f"them wasted{share}, {s.states:,} states, {s.backtracks:,} backtracks; "
            f"model {span(s.model_s)}, assistant {span(s.assistant_s)}"
        )


def search_told(kept: KeptRun) -> str:
    """The sums in a line; empty where no attempt searched."""
    totals = search_totals(kept)
    return "" if totals is None else totals.told()


def search_lines(kept: KeptRun) -> list[str]:
    """The same for a report of lines."""
    told = search_told(kept)
    return [f"search: {told}"] if told else []


def search_totals(kept: KeptRun) -> SearchTotals | None:
    """The sums; None where no attempt searched."""
    probe = f"SELECT sum({_IS_SEARCH}) FROM (SELECT transcript FROM attempt LIMIT {PROBED})"
    (found,) = kept.db.execute(probe).fetchone()
    if not found:
        return None
    attempts, *sums = kept.db.execute(
        f"SELECT count(*), {_SUMS} FROM attempt WHERE {_IS_SEARCH}"
    ).fetchone()
    return SearchTotals(attempts, SearchStatistics(**dict(zip(_NAMES, sums, strict=True))))
