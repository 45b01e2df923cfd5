"""The numbers of a run, against values that can be computed by hand or by other means."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_putnam.stats import Z_95, Interval, eta_s, mean_pass_at_k, pass_at_k, wilson


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
    interval = wilson(successes, trials)
    assert 0.0 <= interval.low <= successes / trials <= interval.high <= 1.0


def test_no_trials_say_nothing() -> None:
    assert wilson(0, 0) == Interval(0.0, 1.0)


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="3 successes of 2"):
        wilson(3, 2)
    with pytest.raises(ValueError, match="pass@3"):
        pass_at_k(2, 1, 3)


@given(st.integers(1, 8).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))))
def test_pass_at_k_is_the_share_of_draws_that_hold_a_proof(counts: tuple[int, int]) -> None:
    attempts, proved = counts
    outcomes = [True] * proved + [False] * (attempts - proved)
    for k in range(1, attempts + 1):
        draws = list(itertools.combinations(outcomes, k))
        assert pass_at_k(attempts, proved, k) == pytest.approx(
            sum(any(draw) for draw in draws) / len(draws)
        )


def test_mean_pass_at_k_counts_every_item() -> None:
    rate = mean_pass_at_k([0, 2, 4], attempts=4, k=1)
    assert math.isclose(rate.value, (0 + 0.5 + 1) / 3)
    assert rate.total == 3
    assert rate.interval == wilson(1.5, 3)


def test_the_rest_takes_as_long_as_the_pace_says() -> None:
    assert eta_s(0, 10, 5.0) is None
    assert eta_s(2, 10, 5.0) == pytest.approx(20.0)
    assert eta_s(10, 10, 5.0) == 0.0
