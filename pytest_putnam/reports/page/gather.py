"""What the page needs of each run besides its attempts' texts: one pass over the store per run."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from pytest_putnam.kept import KeptRun
from pytest_putnam.kept_rows import KeptItem, RunRow, Totals
from pytest_putnam.model import Problem, VerdictKind
from pytest_putnam.reports.kept_tally import kept_tally
from pytest_putnam.reports.page.details import KINDS
from pytest_putnam.reports.tally import Tally
from pytest_putnam.stats import PassAt, shown_ks

CURVE_POINTS: Final = 64
"""Up to this n, pass@k is drawn at every k; beyond it at the powers of two."""
OTHER: Final = "other"
"""The decade of problems that are not named after a year."""

_SEEN: Final = """
    SELECT nodeid, attempt, verdict, prover_s + check_s, cost_usd, finished_at
    FROM attempt ORDER BY nodeid, attempt
"""
"""Of columns of the store's covering index alone, so that no text is read."""

Key = tuple[str, str, int]
"""Problem, language, and which of several files of that name: by this, runs are laid side by side."""


@dataclass(frozen=True, slots=True)
class Solve:
    """An item's first proof, in the order in which the run finished its attempts."""

    spent_s: float
    """Prover and check time of all attempts that were finished by then, over all workers."""
    spent_usd: float
    """Their cost, as far as it is known."""


@dataclass(frozen=True, slots=True)
class Seen:
    """An attempt without its texts."""

    finished_at: float
    taken_s: float
    cost_usd: float
    first_proof: bool


@dataclass(slots=True)
class RunView:
    """One run, as the page shows it."""

    number: int
    """Counts from 0, in the order in which the runs were named."""
    kept: KeptRun
    label: str
    row: RunRow
    items: dict[Key, KeptItem]
    totals: Totals
    tally: Tally
    """The same counts as in the terminal's summary."""
    verdicts: dict[str, str] = field(default_factory=dict)
    """Per item its attempts' verdicts, one letter each: ``a`` is the first of `KINDS`."""
    times: dict[VerdictKind, list[float]] = field(default_factory=dict)
    """Prover and check time of each attempt, sorted, seconds."""
    solves: list[Solve] = field(default_factory=list)

    @property
    def letter(self) -> str:
        """What the page calls the run where there are several."""
        return chr(ord("A") + self.number) if self.number < 26 else str(self.number + 1)

    def curve(self) -> list[PassAt]:
        """pass@k of an exhaustive run; of any other only n is known, and there is no curve."""
        n = self.row.attempts
        if not self.row.exhaustive or n == 1:
            return []
        return self.tally.pass_curve(n, None if n <= CURVE_POINTS else shown_ks(n))


def gather(runs: Sequence[KeptRun]) -> list[RunView]:
    """Read the runs. Raises `BadInput` for a store without a run."""
    labels = Counter(run.name for run in runs)
    return [
        _view(number, run, run.name if labels[run.name] == 1 else str(run.path.parent))
        for number, run in enumerate(runs)
    ]


def decade(problem: str) -> str:
    """``1980s``."""
    year = Problem(problem).year
    return OTHER if year is None else f"{year // 10}0s"


def _view(number: int, kept: KeptRun, label: str) -> RunView:
    items: dict[Key, KeptItem] = {}
    for item in kept.items():
        same = 0
        while (key := (item.problem, item.language.value, same)) in items:
            same += 1
        items[key] = item
    view = RunView(number, kept, label, kept.run(), items, kept.totals(), kept_tally(kept))
    _read_attempts(view)
    return view


def _read_attempts(view: RunView) -> None:
    letters = {kind: chr(ord("a") + n) for n, kind in enumerate(KINDS)}
    verdicts: dict[str, list[str]] = defaultdict(list)
    times: dict[VerdictKind, list[float]] = defaultdict(list)
    seen: list[Seen] = []
    firsts = {i.nodeid: i.first_proof for i in view.items.values()}
    for nodeid, number, verdict, taken_s, cost_usd, finished_at in view.kept.db.execute(_SEEN):
        kind = VerdictKind(verdict)
        verdicts[nodeid].append(letters[kind])
        times[kind].append(taken_s)
        seen.append(Seen(finished_at, taken_s, cost_usd or 0.0, firsts.get(nodeid) == number))
    view.verdicts = {nodeid: "".join(word) for nodeid, word in verdicts.items()}
    view.times = {kind: sorted(times[kind]) for kind in KINDS if kind in times}
    view.solves = list(_solves(seen))


def _solves(seen: list[Seen]) -> Iterable[Solve]:
    seen.sort(key=lambda each: each.finished_at)
    spent_s = spent_usd = 0.0
    for each in seen:
        spent_s += each.taken_s
        spent_usd += each.cost_usd
        if each.first_proof:
            yield Solve(spent_s, spent_usd)
