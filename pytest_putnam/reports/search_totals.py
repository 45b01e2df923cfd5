"""What the searches of a run took together, from the statistics in their transcripts."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Final

from pytest_putnam.kept import KeptRun
from pytest_putnam.reports.lines import count, span
from pytest_putnam.search_record import SearchStatistics, read_statistics

PROBED: Final = 50
"""If none of so many attempts holds a search, the run's prover does not search: texts are long to read."""
_IS_SEARCH: Final = "transcript LIKE '{\"search\": %' AND json_valid(transcript)"
_NAMES: Final = tuple(field.name for field in fields(SearchStatistics))
_SUMS: Final = ", ".join(
    f"coalesce(sum(json_extract(transcript, '$.statistics.{name}')), 0)" for name in _NAMES
)


@dataclass(slots=True)
class SearchTotals:
    """Sums over the attempts that searched."""

    attempts: int = 0
    sums: SearchStatistics = field(default_factory=SearchStatistics)

    def add(self, transcript: str) -> None:
        """An attempt, which counts if its transcript holds a search."""
        statistics = read_statistics(transcript)
        if statistics is not None:
            self.attempts += 1
            self.sums += statistics

    def told(self) -> str:
        """In a line; empty where no attempt searched."""
        if not self.attempts:
            return ""
        s, n = self.sums, self.attempts
        share = f" ({100 * s.wasted / s.queries:.1f} %)" if s.queries else ""
        return (
            f"{count(n, 'attempt')}: {s.queries:,} queries ({s.queries / n:.1f} each), {s.wasted:,} of "
            f"them wasted{share}, {s.states:,} states, {s.backtracks:,} backtracks; "
            f"model {span(s.model_s)}, assistant {span(s.assistant_s)}"
        )


def search_totals(kept: KeptRun, where: str = "1") -> SearchTotals:
    """The sums over a kept run, by SQL; `where` as in `KeptRun.attempts`."""
    probe = f"SELECT sum({_IS_SEARCH}) FROM (SELECT transcript FROM attempt LIMIT {PROBED})"
    (found,) = kept.db.execute(probe).fetchone()
    if not found:
        return SearchTotals()
    query = f"SELECT count(*), {_SUMS} FROM attempt WHERE {_IS_SEARCH} AND ({where})"
    attempts, *sums = kept.db.execute(query).fetchone()
    return SearchTotals(attempts, SearchStatistics(**dict(zip(_NAMES, sums, strict=True))))
