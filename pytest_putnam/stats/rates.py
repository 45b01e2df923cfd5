"""A share of items, and the range that it lies in where some items are undecided."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_putnam.stats.intervals import Interval, clopper_pearson, wilson


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


@dataclass(frozen=True, slots=True)
class RateRange:
    """Proved items of all, where some are undecided: in error, or not run to their end.

    The total never shrinks. Undecided items count as unproved in `low` and as proved in `high`;
    intervals reach from the lower bound of the one to the upper bound of the other, so they cover
    whatever would have become of the undecided.
    """

    proved: int
    undecided: int
    total: int

    @property
    def low(self) -> Rate:
        """As if no undecided item could be proved."""
        return Rate(self.proved, self.total)

    @property
    def high(self) -> Rate:
        """As if every undecided item had been proved."""
        return Rate(self.proved + self.undecided, self.total)

    @property
    def interval(self) -> Interval:
        """Of 95 %, by `wilson`."""
        return Interval(self.low.interval.low, self.high.interval.high)

    @property
    def exact_interval(self) -> Interval:
        """Of 95 % at least, by `clopper_pearson`."""
        return Interval(
            clopper_pearson(self.proved, self.total).low,
            clopper_pearson(self.proved + self.undecided, self.total).high,
        )
