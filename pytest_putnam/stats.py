"""The numbers of a run: rates with their intervals, and pass@k."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

Z_95: Final = 1.959963984540054
"""The 97.5 % quantile of the normal distribution: a two-sided interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Two bounds of a rate, both between 0 and 1."""

    low: float
    high: float


def wilson(successes: float, trials: int, z: float = Z_95) -> Interval:
    """The score interval of Wilson (1927) for `successes` out of `trials`.

    It keeps its level where counts are small or zero, which is where provers are. For the mean of
    values between 0 and 1 that are not all 0 or 1 (`successes` is then their sum) it is
    conservative, since their variance is at most that of a coin with the same mean.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes of {trials}")
    if trials == 0:
        return Interval(0.0, 1.0)
    rate = successes / trials
    shrink = 1 + z * z / trials
    centre = (rate + z * z / (2 * trials)) / shrink
    half = z / shrink * math.sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == trials else min(1.0, centre + half)
    return Interval(low, high)


def pass_at_k(attempts: int, proved: int, k: int) -> float:
    """The unbiased estimator 1 - C(n-c, k) / C(n, k) of Chen et al. (2021), section 2.1.

    Only for an item whose `attempts` (n) were all made: after an early stop it is biased.
    """
    if not 0 <= proved <= attempts or not 1 <= k <= attempts:
        raise ValueError(f"pass@{k} of {proved} proved in {attempts} attempts")
    return 1.0 - math.comb(attempts - proved, k) / math.comb(attempts, k)


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of items with its interval of 95 %."""

    successes: float
    total: int

    @property
    def value(self) -> float:
        """Between 0 and 1; 0 where there is nothing to divide by."""
        return self.successes / self.total if self.total else 0.0

    @property
    def interval(self) -> Interval:
        """By `wilson`."""
        return wilson(self.successes, self.total)


def mean_pass_at_k(proved_counts: Collection[int], attempts: int, k: int) -> Rate:
    """pass@k over items that each made all `attempts`; the counts say how many were proved."""
    return Rate(sum(pass_at_k(attempts, c, k) for c in proved_counts), len(proved_counts))


def eta_s(done: int, total: int, elapsed_s: float) -> float | None:
    """Seconds that the rest will take at the pace so far; None before there is a pace."""
    if done <= 0 or total <= 0 or elapsed_s <= 0.0:
        return None
    return max(0, total - done) * elapsed_s / done
