"""Two runs on the same items."""

from __future__ import annotations

import enum
import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from pytest_putnam.stats.bootstrap import bootstrap_mean
from pytest_putnam.stats.intervals import Interval


def mcnemar_exact(lost: int, gained: int) -> float:
    """The two-sided p-value of McNemar's exact test (McNemar 1947; Edwards 1948).

    If both runs were equally good, each item on which they differ would be lost or gained by the toss
    of a coin: p is twice the smaller binomial tail, 1 at most.
    """
    if lost < 0 or gained < 0:
        raise ValueError(f"{lost} lost, {gained} gained")
    discordant = lost + gained
    tail = sum(math.comb(discordant, i) for i in range(min(lost, gained) + 1))
    return min(1.0, float(Fraction(2 * tail, 2**discordant)))


class Certainty(enum.StrEnum):
    """What can be said of a loss."""

    NO = "no"
    UNDECIDED = "undecided"
    """It hangs on the undecided items."""
    YES = "yes"


@dataclass(frozen=True, slots=True)
class PairedTable:
    """How many items were proved in which run.

    True is proved, False is not, None is undecided: in error, or not run to its end. An item that is
    undecided in both runs is taken as equal in both.
    """

    counts: Counter[tuple[bool | None, bool | None]]

    @classmethod
    def of(cls, pairs: Iterable[tuple[bool | None, bool | None]]) -> PairedTable:
        """The table of pairs (old, new)."""
        return cls(Counter(pairs))

    @property
    def total(self) -> int:
        """All pairs."""
        return self.counts.total()

    @property
    def lost(self) -> int:
        """Proved in the old run, decidedly unproved in the new one."""
        return self.counts[True, False]

    @property
    def gained(self) -> int:
        """Decidedly unproved in the old run, proved in the new one."""
        return self.counts[False, True]

    @property
    def undecided(self) -> int:
        """Pairs in which a run is undecided."""
        return sum(n for pair, n in self.counts.items() if None in pair)

    @property
    def at_worst(self) -> tuple[int, int]:
        """Lost and gained, if what is undecided speaks against the new run."""
        return self.lost + self.counts[True, None] + self.counts[None, False], self.gained

    @property
    def at_best(self) -> tuple[int, int]:
        """Lost and gained, if what is undecided speaks for the new run."""
        return self.lost, self.gained + self.counts[None, True] + self.counts[False, None]

    @property
    def p_value(self) -> float:
        """`mcnemar_exact` of the items that both runs decided."""
        return mcnemar_exact(self.lost, self.gained)

    def p_range(self) -> tuple[float, float]:
        """The p-values `at_worst` and `at_best`."""
        return mcnemar_exact(*self.at_worst), mcnemar_exact(*self.at_best)

    def significant_loss(self, alpha: float) -> Certainty:
        """Whether more was lost than gained, and McNemar's p is at most `alpha`.

        What the prover is not to blame for decides nothing: it is a loss only if it is one even with
        all undecided items counted for the new run.
        """
        if _is_loss(*self.at_best, alpha):
            return Certainty.YES
        return Certainty.UNDECIDED if _is_loss(*self.at_worst, alpha) else Certainty.NO

    def difference(self) -> tuple[float, float]:
        """The new rate less the old one, `at_worst` and `at_best`."""
        if not self.total:
            return 0.0, 0.0
        (lost_most, gained_least), (lost_least, gained_most) = self.at_worst, self.at_best
        return (gained_least - lost_most) / self.total, (gained_most - lost_least) / self.total

    def difference_interval(self) -> Interval:
        """Of 95 %, by the bootstrap over items, from the lower bound at worst to the upper at best."""
        if not self.total:
            return Interval(-1.0, 1.0)
        low = self._bootstrap(*self.at_worst).low
        return Interval(low, self._bootstrap(*self.at_best).high)

    def _bootstrap(self, lost: int, gained: int) -> Interval:
        same = self.total - lost - gained
        return bootstrap_mean({-1.0: lost, 0.0: same, 1.0: gained})


def _is_loss(lost: int, gained: int, alpha: float) -> bool:
    return lost > gained and mcnemar_exact(lost, gained) <= alpha
