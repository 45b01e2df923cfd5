"""Intervals of a rate: Wilson's, and the exact one of Clopper and Pearson."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

Z_95: Final = 1.959963984540054
"""The 97.5 % quantile of the normal distribution: a two-sided interval of 95 %."""
_TINY: Final = 1e-300
"""Stands for a zero denominator in the continued fraction (Lentz's method)."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Two bounds; of a rate both are between 0 and 1, of a difference between -1 and 1."""

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


def clopper_pearson(successes: int, trials: int, level: float = 0.95) -> Interval:
    """The exact interval of Clopper and Pearson (1934): it covers at least `level`, always.

    The bounds are where the binomial tails are (1 - level) / 2, which are quantiles of beta
    distributions (Brown, Cai and DasGupta 2001, section 4.2.1), found by bisection.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes of {trials}")
    tail = (1.0 - level) / 2.0
    failures = trials - successes
    low, high = 0.0, 1.0
    if successes > 0:
        low = _bisect(lambda p: beta_cdf(p, successes, failures + 1) - tail)
    if failures > 0:
        high = _bisect(lambda p: beta_cdf(p, successes + 1, failures) - (1.0 - tail))
    return Interval(low, high)


def beta_cdf(x: float, a: float, b: float) -> float:
    """The regularized incomplete beta function I_x(a, b).

    By its continued fraction (DLMF 8.17.22, https://dlmf.nist.gov/8.17), which converges fast for
    x < (a + 1) / (a + b + 2); beyond that through I_x(a, b) = 1 - I_{1-x}(b, a) (DLMF 8.17.4).
    """
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    if x > (a + 1.0) / (a + b + 2.0):
        return 1.0 - beta_cdf(1.0 - x, b, a)
    log_front = (
        math.lgamma(a + b)
        - math.lgamma(a)
        - math.lgamma(b)
        + a * math.log(x)
        + b * math.log1p(-x)
        - math.log(a)
    )
    return math.exp(log_front) / _fraction(x, a, b)


def _fraction(x: float, a: float, b: float) -> float:
    """1 + d1/(1 + d2/(1 + …)) of DLMF 8.17.22, by the modified method of Lentz (1976)."""
    value = c = 1.0
    d = 0.0
    for step in range(1, 10_000):
        m = step // 2
        if step % 2:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1.0 / (1.0 + term * d or _TINY)
        c = 1.0 + term / c or _TINY
        value *= c * d
        if abs(c * d - 1.0) < 1e-15:
            break
    return value


def _bisect(rising: Callable[[float], float]) -> float:
    """Where a rising function on 0 to 1 is zero, to the last bits that matter."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if rising(middle) < 0.0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
