"""Intervals by drawing the problems again: the percentile bootstrap."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from pytest_putnam.stats.intervals import Interval

RESAMPLES: Final = 2000
"""Efron and Tibshirani (1993), section 13.3, take 1000 at least for percentiles."""
BOOTSTRAP_SEED: Final = 20_241
"""Any number: a report made twice of the same run must say the same."""
MOST_DRAWN: Final = 4000
"""Of more problems only so many are drawn at a time: 65,000 of them would take minutes."""


def bootstrap_means(
    groups: Mapping[tuple[float, ...], int],
    *,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = BOOTSTRAP_SEED,
) -> list[Interval]:
    """Percentile intervals of the means of several values that each problem has.

    `groups` says how many problems have which values (all sequences are equally long; problems with
    equal values need not be told apart). Problems are drawn with replacement, as many as there are,
    `resamples` times, and the interval is between the quantiles of the means: Efron and Tibshirani
    (1993), section 13.3. Where all problems have the same value its interval is that point.

    Of more than `MOST_DRAWN` problems m = `MOST_DRAWN` are drawn, and the means' deviations are scaled
    by sqrt(m / n): the m out of n bootstrap of Bickel, Götze and van Zwet (1997).
    """
    rows = sorted(groups)
    weights = [groups[row] for row in rows]
    total = sum(weights)
    if total == 0:
        return []
    rng = random.Random(seed)
    columns = list(zip(*rows, strict=True))
    means: list[list[float]] = [[] for _ in columns]
    centres = [sum(v * n for v, n in zip(c, weights, strict=True)) / total for c in columns]
    drawn_each = min(total, MOST_DRAWN)
    scale = math.sqrt(drawn_each / total)
    numbers = range(len(rows))
    steps = [sum(weights[: n + 1]) for n in numbers]
    for _ in range(resamples):
        drawn = Counter(rng.choices(numbers, cum_weights=steps, k=drawn_each))
        counts = list(drawn.items())
        for column, centre, kept in zip(columns, centres, means, strict=True):
            mean = sum(column[n] * times for n, times in counts) / drawn_each
            kept.append(mean if drawn_each == total else centre + scale * (mean - centre))
    return [_percentiles(sorted(kept), level) for kept in means]


def bootstrap_mean(
    values: Mapping[float, int],
    *,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = BOOTSTRAP_SEED,
) -> Interval:
    """The same for one value per problem; without problems nothing is known."""
    groups: dict[tuple[float, ...], int] = {(v,): n for v, n in values.items()}
    intervals = bootstrap_means(groups, level=level, resamples=resamples, seed=seed)
    return intervals[0] if intervals else Interval(0.0, 1.0)


def _percentiles(ordered: Sequence[float], level: float) -> Interval:
    """The quantiles between which `level` of the values are, rounded outwards."""
    cut = int(len(ordered) * (1.0 - level) / 2.0)
    return Interval(ordered[cut], ordered[len(ordered) - 1 - cut])
