"""Rates and pass@k, against values that can be computed by hand or by other means."""

from __future__ import annotations

import itertools
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special
from statsmodels.stats.proportion import proportion_confint

from pytest_putnam.stats import (
    Z_95,
    AttemptCounts,
    Interval,
    ItemEffort,
    RateRange,
    attempts_to_first_proof,
    clopper_pearson,
    eta_s,
    pass_at_k,
    pass_curve,
    pass_values,
    per_solve,
    shown_ks,
    wilson,
)
from pytest_putnam.stats.intervals import beta_cdf

COUNTS = [(c, n) for n in (1, 2, 10, 60, 644, 5000) for c in sorted({0, 1, n // 3, n - 1, n})]


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (1, 10, 0.0179, 0.4042), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0)],
)
def test_wilson_agrees_with_published_values(
    successes: int, trials: int, low: float, high: float
) -> None:
    interval = wilson(successes, trials)
    assert interval.low == pytest.approx(low, abs=1e-4)
    assert interval.high == pytest.approx(high, abs=1e-4)


@pytest.mark.parametrize(("successes", "trials"), COUNTS)
def test_intervals_are_those_of_statsmodels(successes: int, trials: int) -> None:
    for ours, method in ((wilson, "wilson"), (clopper_pearson, "beta")):
        low, high = proportion_confint(successes, trials, alpha=0.05, method=method)
        found = ours(successes, trials)
        assert found.low == pytest.approx(float(low), abs=1e-9)
        assert found.high == pytest.approx(float(high), abs=1e-9)


@given(st.floats(0.0, 1.0), st.integers(1, 3000), st.integers(1, 3000))
def test_the_incomplete_beta_function_is_scipys(x: float, a: int, b: int) -> None:
    assert beta_cdf(x, a, b) == pytest.approx(float(special.betainc(a, b, x)), abs=1e-9)


@given(st.integers(2, 5000).flatmap(lambda n: st.tuples(st.integers(1, n - 1), st.just(n))))
def test_the_bounds_are_where_the_score_test_turns(counts: tuple[int, int]) -> None:
    successes, trials = counts
    interval = wilson(successes, trials)
    for bound in (interval.low, interval.high):
        deviation = abs(successes / trials - bound)
        assert deviation == pytest.approx(Z_95 * math.sqrt(bound * (1 - bound) / trials))


@given(st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_an_interval_contains_its_rate_and_stays_within_bounds(counts: tuple[int, int]) -> None:
    successes, trials = counts
    for interval in (wilson(successes, trials), clopper_pearson(successes, trials)):
        assert 0.0 <= interval.low <= successes / trials <= interval.high <= 1.0


def test_no_trials_say_nothing() -> None:
    assert wilson(0, 0) == clopper_pearson(0, 0) == Interval(0.0, 1.0)


def test_impossible_counts_are_refused() -> None:
    for interval in (wilson, clopper_pearson):
        with pytest.raises(ValueError, match="3 successes of 2"):
            interval(3, 2)
    with pytest.raises(ValueError, match="pass@3"):
        pass_at_k(2, 1, 3)
    with pytest.raises(ValueError, match="3 proved in 2"):
        pass_values(2, 3)
    with pytest.raises(ValueError, match="pass@k for"):
        pass_curve([AttemptCounts(1)], 2, [3])


@pytest.mark.parametrize(("rate", "trials"), [(0.02, 60), (0.1, 40), (0.5, 30)])
def test_exact_intervals_cover_at_least_their_level(rate: float, trials: int) -> None:
    """Over all outcomes, weighted by how likely they are; Wilson's is near its level."""
    exact = near = 0.0
    for successes in range(trials + 1):
        likely = math.comb(trials, successes) * rate**successes * (1 - rate) ** (trials - successes)
        interval = clopper_pearson(successes, trials)
        exact += likely * (interval.low <= rate <= interval.high)
        interval = wilson(successes, trials)
        near += likely * (interval.low <= rate <= interval.high)
    assert exact >= 0.95
    assert 0.91 <= near <= 0.995


def test_undecided_items_widen_the_range_and_never_shrink_the_total() -> None:
    rate = RateRange(proved=1, undecided=2, total=4)
    assert (rate.low.value, rate.high.value) == (0.25, 0.75)
    assert rate.interval == Interval(wilson(1, 4).low, wilson(3, 4).high)
    assert rate.exact_interval == Interval(clopper_pearson(1, 4).low, clopper_pearson(3, 4).high)


@given(st.integers(1, 8).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))))
def test_pass_at_k_is_the_share_of_draws_that_hold_a_proof(counts: tuple[int, int]) -> None:
    attempts, proved = counts
    outcomes = [True] * proved + [False] * (attempts - proved)
    for k in range(1, attempts + 1):
        draws = list(itertools.combinations(outcomes, k))
        assert pass_at_k(attempts, proved, k) == pytest.approx(
            sum(any(draw) for draw in draws) / len(draws)
        )


@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))))
def test_all_k_at_once_are_the_same_estimates(counts: tuple[int, int]) -> None:
    attempts, proved = counts
    values = pass_values(attempts, proved)
    for k in {1, 2, attempts // 2 or 1, attempts}:
        if k <= attempts:
            assert values[k - 1] == pytest.approx(pass_at_k(attempts, proved, k), abs=1e-12)


def test_the_estimator_is_unbiased_where_that_after_an_early_stop_is_not() -> None:
    rng = random.Random(1)
    chance, attempts, k = 0.15, 6, 2
    runs = [[rng.random() < chance for _ in range(attempts)] for _ in range(20_000)]
    full = sum(pass_at_k(attempts, sum(run), k) for run in runs) / len(runs)
    truth = 1 - (1 - chance) ** k
    assert full == pytest.approx(truth, abs=0.01)
    stopped = [run.index(True) + 1 if True in run else attempts for run in runs]
    share = sum(map(any, runs)) / sum(stopped)  # at k = 1, the only k that all of them reach
    plain = sum(any(run) / made for run, made in zip(runs, stopped, strict=True)) / len(runs)
    assert share == pytest.approx(chance, abs=0.01)
    assert plain > chance + 0.05


def test_a_curve_counts_every_item_and_rises() -> None:
    counts = [AttemptCounts(0), AttemptCounts(2), AttemptCounts(4)]
    curve = pass_curve(counts, attempts=4)
    assert [at.k for at in curve] == [1, 2, 3, 4]
    assert curve[0].low == curve[0].high == pytest.approx((0 + 0.5 + 1) / 3)
    assert curve[-1].low == pytest.approx(2 / 3)
    assert [at.low for at in curve] == sorted(at.low for at in curve)
    assert all(at.items == 3 and at.interval.low <= at.low <= at.interval.high for at in curve)


def test_attempts_that_a_fault_prevented_make_a_range() -> None:
    (at,) = pass_curve([AttemptCounts(1, undecided=1), AttemptCounts(0)], attempts=4, ks=[1])
    assert at.low == pytest.approx(0.125)
    assert at.high == pytest.approx(0.25)
    (last,) = pass_curve([AttemptCounts(1, undecided=1), AttemptCounts(0)], attempts=4, ks=[4])
    assert last.low == last.high == 0.5


def test_a_curve_without_a_proof_is_not_certain_to_be_zero() -> None:
    curve = pass_curve([AttemptCounts(0)] * 50, attempts=8, ks=[1, 8])
    assert [at.interval for at in curve] == [wilson(0, 50)] * 2
    assert pass_curve([], attempts=8) == []


def test_tables_show_powers_of_two_and_n() -> None:
    assert shown_ks(1) == [1]
    assert shown_ks(8) == [1, 2, 4, 8]
    assert shown_ks(10) == [1, 2, 4, 8, 10]


@given(st.integers(1, 7).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))))
def test_the_first_proof_comes_when_all_orders_say_it_does(counts: tuple[int, int]) -> None:
    attempts, proved = counts
    places = list(itertools.combinations(range(1, attempts + 1), proved))
    mean = sum(min(p, default=attempts) for p in places) / len(places)
    assert attempts_to_first_proof(attempts, proved) == pytest.approx(mean)


def test_a_solve_pays_for_the_items_that_were_not_solved() -> None:
    items = [ItemEffort(3, 1, 0.3), ItemEffort(8, 0, 0.8), ItemEffort(1, 1, 0.1)]
    found = per_solve(items, exhaustive=False)
    assert (found.solved, found.attempts) == (2, 6.0)
    assert found.cost_usd == pytest.approx(0.6)
    everything = [ItemEffort(8, 3, 0.8), ItemEffort(8, 0, 0.8)]
    found = per_solve(everything, exhaustive=True)
    assert found.attempts == pytest.approx(9 / 4 + 8)
    assert found.cost_usd == pytest.approx(0.1 * (9 / 4 + 8))


def test_effort_per_solve_is_unknown_where_its_parts_are() -> None:
    assert per_solve([ItemEffort(8, 0, 0.1)], exhaustive=False).attempts is None
    unknown = per_solve([ItemEffort(1, 1, None), ItemEffort(1, 0, 0.1)], exhaustive=False)
    assert (unknown.attempts, unknown.cost_usd) == (2.0, None)
    assert per_solve([ItemEffort(1, 1, 0.1), ItemEffort(0, 0)], exhaustive=False).cost_usd == 0.1


def test_the_rest_takes_as_long_as_the_pace_says() -> None:
    assert eta_s(0, 10, 5.0) is None
    assert eta_s(2, 10, 5.0) == pytest.approx(20.0)
    assert eta_s(10, 10, 5.0) == 0.0
