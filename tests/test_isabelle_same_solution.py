"""What comes of asking Isabelle whether a solution is the reference's, as the checker tells it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from isabelle_builds import StandIn
from isabelle_cases import problem
from recorded import recorded

from pytest_putnam.languages.isabelle.same_solution import METHODS
from pytest_putnam.languages.isabelle.workshop import Workshop
from pytest_putnam.model import NEEDS_REVIEW, Candidate, Track, Verdict
from pytest_putnam.prover import Budget

BEGIN = "{secret} begin {reference} {candidate}"
END = "{secret} end"
SHOWN = [
    BEGIN,
    "{secret} shown 1",
    "{secret} exact true",
    "{secret} oracle oracles:",
    END,
]
NONE = [BEGIN, "{secret} shown none", END]


@pytest.fixture
def standin(tmp_path: Path) -> StandIn:
    made = StandIn(tmp_path / "Isabelle2024")
    made.script["check"] = {"audit": {"solution": "false"}}
    return made


def check(standin: StandIn, cache: Path, solution: str = "{x. x = 2}", **settings: Any) -> Verdict:
    standin.save()
    code = "unfolding find_set_solution_def by auto"
    with standin.checker(cache, **settings) as checker:
        return checker.check(
            problem("find_set"), Track.NO_SOLUTION, Candidate(code, solution), Budget(None)
        )


def test_a_solution_that_is_shown_equal_is_counted(standin: StandIn, tmp_path: Path) -> None:
    """With the method that shows it, and both solutions."""
    standin.script["same"] = {"lines": SHOWN}
    verdict = check(standin, tmp_path / "cache")
    assert verdict.kind.value == "proved", verdict.reason
    assert not verdict.needs_review, verdict.evidence
    assert f"by ({METHODS[1]})" in verdict.evidence["solution"]
    assert verdict.evidence["solution_given"] == "{x. x = 2}"
    assert verdict.evidence["solution_reference"] == "{2}"


@pytest.mark.parametrize(
    "same",
    [
        {},
        {"lines": NONE},
        {"lines": []},
        {"lines": SHOWN[:-1]},
        {"lines": SHOWN[1:]},
        {"lines": [*SHOWN, "more"]},
        {"lines": [line.replace("{secret}", "guessed") for line in SHOWN]},
        {"lines": [line.replace("shown 1", f"shown {len(METHODS)}") for line in SHOWN]},
        {"lines": [line.replace("exact true", "exact false") for line in SHOWN]},
        {"lines": [*SHOWN[:-1], "{secret} oracle   Pure.skip_proof", END]},
        {"lines": [line for line in SHOWN if "oracle" not in line]},
        {"lines": SHOWN, "status": 1},
        {"lines": SHOWN, "finished": False},
        {"do": "crash"},
    ],
    ids=str,
)
def test_what_is_not_shown_is_reviewed(
    standin: StandIn, tmp_path: Path, same: dict[str, Any]
) -> None:
    """Whatever went wrong in showing it, the proof stands."""
    standin.script["same"] = same
    verdict = check(standin, tmp_path / "cache")
    assert verdict.kind.value == "proved", verdict.reason
    assert "not shown equal" in verdict.evidence[NEEDS_REVIEW]
    assert "solution" not in verdict.evidence


def test_an_isabelle_that_does_not_begin_again_harms_no_proof(
    standin: StandIn, tmp_path: Path
) -> None:
    """Its reason is told."""
    standin.script["same"] = {"started": False, "do": "hang"}
    verdict = check(standin, tmp_path / "cache", startup_timeout_s=3.0)
    assert verdict.kind.value == "proved", verdict.reason
    assert "did not start within 3 s" in verdict.evidence[NEEDS_REVIEW]


def test_a_solution_term_by_term_is_not_asked_about(standin: StandIn, tmp_path: Path) -> None:
    """The audit has said it already."""
    standin.script["check"] = {"audit": {"solution": "true"}}
    verdict = check(standin, tmp_path / "cache", "{2}", sandbox="none")
    assert not verdict.needs_review
    assert not standin.log("same")


def test_the_candidate_is_built_again_without_leave_to_be_open(
    standin: StandIn, tmp_path: Path
) -> None:
    """Beside the reference and under new names; only what is the benchmark's may leave proofs open."""
    standin.script["same"] = {"lines": SHOWN}
    check(standin, tmp_path / "cache", sandbox="none")
    (first,) = standin.log("check")
    (again,) = standin.log("same")
    assert not set(first["theories"]) & set(again["theories"])
    assert "quick_and_dirty=false" in again["arguments"]
    *_, candidate, last = [line for line in again["root"].splitlines() if "theories" in line]
    assert "PC_" in candidate
    assert "PA_" in last
    assert "quick_and_dirty" not in candidate + last


def test_a_solution_that_is_equal_and_looks_copied_is_reviewed(
    standin: StandIn, tmp_path: Path
) -> None:
    """It is told what it repeats."""
    standin.script["same"] = {"lines": SHOWN}
    copied = r"{n. n + n = 4 \<and> n \<noteq> 7 \<and> 0 < n}"
    verdict = check(standin, tmp_path / "cache", copied)
    assert verdict.kind.value == "proved", verdict.reason
    assert "_ + _ = 4" in verdict.evidence[NEEDS_REVIEW]
    assert "Isabelle shows it equal" in verdict.evidence["solution"]


def test_the_second_build_is_part_of_what_the_check_took(
    standin: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CPU time and wall time of both builds of the candidate, whatever the second comes to."""
    standin.script["same"] = {"lines": NONE}
    builds = recorded(monkeypatch, Workshop, "build")
    verdict = check(standin, tmp_path / "cache")
    _, *builds = builds  # without the reference's
    assert len(builds) == 2
    assert all(built.cpu_s > 0 and built.wall_s > 0 for built in builds)
    assert verdict.cpu_s == pytest.approx(sum(built.cpu_s for built in builds))
    assert verdict.check_s == pytest.approx(sum(built.wall_s for built in builds))
