"""pass@k: the chance that one of k attempts is proved, estimated from runs that made all n."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pytest_putnam.stats.bootstrap import bootstrap_means
from pytest_putnam.stats.intervals import Interval, wilson


def pass_at_k(attempts: int, proved: int, k: int) -> float:
    """The unbiased estimator 1 - C(n-c, k) / C(n, k) of Chen et al. (2021), section 2.1.

    Only for an item whose `attempts` (n) were all made: after an early stop it is biased.
    """
    if not 0 <= proved <= attempts or not 1 <= k <= attempts:
        raise ValueError(f"pass@{k} of {proved} proved in {attempts} attempts")
    return 1.0 - math.comb(attempts - proved, k) / math.comb(attempts, k)


def pass_values(attempts: int, proved: int) -> list[float]:
    """`pass_at_k` for k from 1 to `attempts`, each from the one before.

    C(n-c, k) / C(n, k) is the product of (n-c-i) / (n-i) for i below k.
    """
    if not 0 <= proved <= attempts:
        raise ValueError(f"{proved} proved in {attempts} attempts")
    values, none_of_them = [], 1.0
    for i in range(attempts):
        none_of_them *= max(0, attempts - proved - i) / (attempts - i)
        values.append(1.0 - none_of_them)
    return values


@dataclass(frozen=True, slots=True)
class AttemptCounts:
    """What became of an item's n attempts: proved, undecided (faults, or not made), or neither."""

    proved: int
    undecided: int = 0
    attempts: int = 0
    """The item's own n, which may be more than the run plans; 0 stands for the run's."""


@dataclass(frozen=True, slots=True)
class PassAt:
    """pass@k of a run: a range where attempts are undecided, with its interval of 95 %."""

    k: int
    low: float
    """As if no undecided attempt could be proved."""
    high: float
    """As if every undecided attempt had been proved."""
    interval: Interval
    items: int


def shown_ks(attempts: int) -> list[int]:
    """The k that tables show: the powers of two below n, and n."""
    return [2**e for e in range(attempts.bit_length()) if 2**e < attempts] + [attempts]


def pass_curve(
    items: Iterable[AttemptCounts], attempts: int, ks: Sequence[int] | None = None
) -> list[PassAt]:
    """pass@k over all `items` of an exhaustive run with n = `attempts`, for `ks` (all k up to n).

    No item is left out: one that is undecided in part widens the range. The interval is the
    bootstrap's over problems (see `bootstrap_means`), from the lower bound of the low estimate to
    the upper bound of the high one. Where all items have the same value, which the bootstrap would
    take for certainty, it is Wilson's.
    """
    wanted = list(range(1, attempts + 1)) if ks is None else list(ks)
    if any(not 1 <= k <= attempts for k in wanted):
        raise ValueError(f"pass@k for {wanted} of {attempts} attempts")
    groups = Counter(items)
    total = groups.total()
    if not total or not wanted:
        return []
    lows: Counter[tuple[float, ...]] = Counter()
    highs: Counter[tuple[float, ...]] = Counter()
    for group, count in groups.items():
        made = group.attempts or attempts
        for found, proved in ((lows, group.proved), (highs, group.proved + group.undecided)):
            values = pass_values(made, proved)
            found[tuple(values[k - 1] for k in wanted)] += count
    low_intervals = bootstrap_means(lows)
    high_intervals = low_intervals if highs == lows else bootstrap_means(highs)
    curve = []
    for n, k in enumerate(wanted):
        low, high = _mean(lows, n, total), _mean(highs, n, total)
        low_bound = _certain_or(low_intervals[n], low, total).low
        high_bound = _certain_or(high_intervals[n], high, total).high
        curve.append(PassAt(k, low, high, Interval(low_bound, high_bound), total))
    return curve


def _mean(rows: Counter[tuple[float, ...]], column: int, total: int) -> float:
    return math.fsum(row[column] * count for row, count in rows.items()) / total


def _certain_or(interval: Interval, mean: float, total: int) -> Interval:
    if interval.low == interval.high:
        return wilson(min(mean * total, total), total)
    return interval
