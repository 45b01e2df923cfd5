"""Two runs compared, and intervals by drawing problems again: against other programs and by simulation."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats
from statsmodels.stats.contingency_tables import mcnemar

from pytest_putnam.stats import (
    Certainty,
    PairedTable,
    bootstrap_mean,
    bootstrap_means,
    mcnemar_exact,
)


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemars_p_is_that_of_statsmodels(lost: int, gained: int) -> None:
    theirs = mcnemar([[5, lost], [gained, 7]], exact=True).pvalue
    assert mcnemar_exact(lost, gained) == pytest.approx(min(1.0, float(theirs)), rel=1e-9)


def test_mcnemars_p_stays_exact_where_floats_would_underflow() -> None:
    assert 0.0 < mcnemar_exact(900, 100) < 1e-150
    assert mcnemar_exact(1000, 1000) == 1.0
    with pytest.raises(ValueError, match="-1 lost"):
        mcnemar_exact(-1, 0)


def test_the_bootstraps_interval_is_that_of_scipy() -> None:
    rng = random.Random(2)
    values = [rng.choice((0.0, 0.25, 0.5, 1.0)) for _ in range(80)]
    ours = bootstrap_mean(Counter(values), resamples=4000)
    theirs = scipy_stats.bootstrap(
        (values,), lambda v, axis: v.mean(axis=axis), n_resamples=4000, method="percentile", rng=3
    ).confidence_interval
    assert ours.low == pytest.approx(float(theirs.low), abs=0.012)
    assert ours.high == pytest.approx(float(theirs.high), abs=0.012)


def test_of_very_many_problems_the_bootstrap_draws_some_and_scales() -> None:
    """The interval is the normal one, which the mean of 100,000 values has; it is not one for 4,000."""
    total, share = 100_000, 0.3
    interval = bootstrap_mean({1.0: int(total * share), 0.0: int(total * (1 - share))})
    half = 1.96 * math.sqrt(share * (1 - share) / total)
    assert interval.low == pytest.approx(share - half, abs=half / 8)
    assert interval.high == pytest.approx(share + half, abs=half / 8)


def test_the_bootstrap_covers_the_truth_about_as_often_as_it_says() -> None:
    rng = random.Random(4)
    covered = 0
    for run in range(200):
        drawn = Counter(rng.choice((0.0, 0.0, 0.5, 1.0)) for _ in range(60))
        interval = bootstrap_mean(drawn, resamples=300, seed=run)
        covered += interval.low <= 0.375 <= interval.high
    assert 0.89 <= covered / 200 <= 0.99


def test_the_same_values_give_the_same_interval_in_whatever_order() -> None:
    one = bootstrap_means({(0.0, 1.0): 3, (0.5, 0.5): 4})
    assert one == bootstrap_means({(0.5, 0.5): 4, (0.0, 1.0): 3})
    assert one != bootstrap_means({(0.0, 1.0): 3, (0.5, 0.5): 4}, seed=1)
    assert bootstrap_means({}) == []


def table(**counts: int) -> PairedTable:
    """``PF=3``: three items that were proved in the old run and failed in the new; E is undecided."""
    words = {"P": True, "F": False, "E": None}
    return PairedTable(Counter({(words[k[0]], words[k[1]]): n for k, n in counts.items()}))


def test_a_loss_is_significant_from_six_to_none() -> None:
    assert table(PP=10, PF=5).significant_loss(0.05) is Certainty.NO
    assert table(PP=10, PF=6).significant_loss(0.05) is Certainty.YES
    assert table(PP=10, PF=6, FP=1).significant_loss(0.05) is Certainty.NO
    assert table(FP=20).significant_loss(0.05) is Certainty.NO
    assert table(PF=6).significant_loss(0.01) is Certainty.NO


def test_what_is_undecided_is_no_loss_but_may_hide_one() -> None:
    assert table(PP=4, PE=10).significant_loss(0.05) is Certainty.UNDECIDED
    assert table(PP=4, PF=6, PE=1).significant_loss(0.05) is Certainty.YES
    assert table(PF=6, FE=5).significant_loss(0.05) is Certainty.UNDECIDED
    assert table(PF=6, EE=500).significant_loss(0.05) is Certainty.YES


def test_differences_are_ranges_over_all_pairs() -> None:
    found = table(PP=2, PF=1, FP=2, FF=2, PE=1, EP=1, EE=1)
    assert (found.total, found.undecided, found.lost, found.gained) == (10, 3, 1, 2)
    assert found.difference() == pytest.approx((0.0, 0.2))
    interval = found.difference_interval()
    assert interval.low <= 0.0
    assert interval.high >= 0.2
    assert found.p_range() == (mcnemar_exact(2, 2), mcnemar_exact(1, 3))
    assert table().difference() == (0.0, 0.0)


@given(
    st.dictionaries(
        st.tuples(st.sampled_from([True, False, None]), st.sampled_from([True, False, None])),
        st.integers(0, 12),
    ),
    st.data(),
)
def test_however_the_undecided_end_the_answer_was_not_wrong(
    counts: dict[tuple[bool | None, bool | None], int], data: st.DataObject
) -> None:
    """Deciding each of them anyhow, but alike where both runs are undecided, stays in the range."""
    pairs = [pair for pair, n in counts.items() for _ in range(n)]
    decided = []
    for old, new in pairs:
        one = data.draw(st.booleans())
        decided.append((one if old is None else old, one if new is None else new))
    before, after = PairedTable.of(pairs), PairedTable.of(decided)
    low, high = before.difference()
    assert low - 1e-12 <= after.difference()[0] <= high + 1e-12
    told = before.significant_loss(0.05)
    if told is not Certainty.UNDECIDED:
        assert after.significant_loss(0.05) is told
