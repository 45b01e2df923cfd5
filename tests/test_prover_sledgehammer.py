"""The prover sledgehammer: its candidates, and why it has none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from isabelle_provers import asked, make_task, making
from isabelle_server import Rule, Script

from pytest_putnam.errors import BadInput, BudgetExhausted, InfraError
from pytest_putnam.model import Candidate, Track, VerdictKind
from pytest_putnam.prover import Answer, Budget

CALL = r"^\s*sledgehammer \["
HERE = {"CVC5_SOLVER": "/x/cvc5", "E_HOME": "/x/e"}


def says(*messages: str, kind: str = "writeln") -> list[Rule]:
    told = ("Sledgehammering...", *messages)
    return [Rule(CALL, message, kind if message in messages else "writeln") for message in told]


def ask(tmp_path: Path, rules: list[Rule], *options: str, **task: Any) -> Answer:
    script = Script(rules, settings=HERE)
    with making("sledgehammer", tmp_path, script, *options) as prover:
        return prover.attempt(make_task(tmp_path, **task), Budget(60))


def test_every_proof_becomes_a_candidate_the_fastest_first(tmp_path: Path) -> None:
    got = ask(
        tmp_path,
        says(
            "cvc5 found a proof...",
            "cvc5: Try this: by (smt (verit) h) (342 ms)",
            "e: Try this: by (metis h) (> 1.0 s, timed out)",
            "e: Try this: using h by simp (4 ms)",
            "Done",
        ),
    )
    codes = ["using h by simp", "by (smt (verit) h)", "by (metis h)"]
    assert got.candidates == tuple(map(Candidate, codes))
    assert "sledgehammer [timeout = 120]" in got.transcript
    assert "cvc5 found a proof..." in got.transcript
    (sent,) = (a for c, a in asked() if c == "use_theories")
    assert sent["watchdog_timeout"] == 180.0, "the limit from outside is later than its own"


def test_options_are_in_the_command(tmp_path: Path) -> None:
    got = ask(tmp_path, says("No proof found"), "timeout=30", "provers=cvc5,e")
    assert 'sledgehammer [timeout = 30, provers = "cvc5 e"]' in got.transcript


def test_no_proof_is_giving_up(tmp_path: Path) -> None:
    got = ask(tmp_path, says("No proof found"))
    assert (got.candidates, got.ended) == ((), VerdictKind.GAVE_UP)
    assert got.reason == "sledgehammer found no proof in 120 s"


def test_running_out_of_its_time_is_said(tmp_path: Path) -> None:
    got = ask(tmp_path, says("Sledgehammer ran out of time"))
    assert (got.ended, got.reason) == (VerdictKind.GAVE_UP, "sledgehammer ran out of its 120 s")


@pytest.mark.parametrize("message", ["No prover is set", "No such prover: vampyre"])
def test_missing_provers_are_no_failure_of_the_prover(message: str, tmp_path: Path) -> None:
    with pytest.raises(InfraError, match=f"no prover that works: {message}"):
        ask(tmp_path, says(message, kind="error"), "provers=vampyre")


def test_one_broken_prover_of_several_is_told_with_the_reason(tmp_path: Path) -> None:
    got = ask(tmp_path, says('e: Error: "E_HOME" is not set', "No proof found"))
    assert got.ended is VerdictKind.GAVE_UP
    assert got.reason == 'sledgehammer found no proof in 120 s (e: Error: "E_HOME" is not set)'


def test_one_that_hangs_is_ended_from_outside(tmp_path: Path) -> None:
    rules = [Rule(CALL, do="hang")]
    script = Script(rules, settings=HERE)
    with making("sledgehammer", tmp_path, script) as prover, pytest.raises(BudgetExhausted):
        prover.attempt(make_task(tmp_path), Budget(1.5))
    place = next(a for c, a in asked() if c == "use_theories")["master_dir"]
    assert not Path(str(place)).exists()


def test_attempts_differ_until_nothing_is_new(tmp_path: Path) -> None:
    script = Script(says("No proof found"), settings=HERE)
    with making("sledgehammer", tmp_path, script) as prover:
        told = [prover.attempt(make_task(tmp_path, attempt=n), Budget(60)) for n in range(1, 5)]
    commands = [each.transcript.split("\n")[0] for each in told[:3]]
    assert len(set(commands)) == 3
    assert told[3].reason == "sledgehammer has nothing new to try in attempt 4"


def test_it_cannot_find_a_solution(tmp_path: Path) -> None:
    got = ask(tmp_path, [], track=Track.NO_SOLUTION)
    assert "cannot find small_solution" in got.reason
    assert asked() == [], "nothing was started"


def test_the_header_says_which_provers_are_installed(tmp_path: Path) -> None:
    with making("sledgehammer", tmp_path, Script(settings=HERE)) as prover:
        assert prover.versions()["sledgehammer's provers"] == "cvc5 e (installed)"
        assert prover.warnings() == ()
    with making("sledgehammer", tmp_path, Script(settings=HERE), "provers=e spass") as prover:
        assert prover.versions()["sledgehammer's provers"] == "e spass (not installed: spass)"
    with making("sledgehammer", tmp_path, Script()) as prover:
        assert "NO PROVER" in prover.warnings()[0]


def test_provers_that_are_all_missing_are_told_before_the_run(tmp_path: Path) -> None:
    with (
        making("sledgehammer", tmp_path, Script(settings=HERE), "provers=z3 spass") as prover,
        pytest.raises(BadInput, match="Isabelle has none of them; it has cvc5, e"),
    ):
        prover.versions()


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("timeout=0", "timeout=0: it must be a whole number"),
        ("timeout=long", "timeout=long"),
        ("provers=e;z3", "names of provers"),
        ("provers=remote_vampire", "no network in the sandbox"),
        ("memory-mb=10", "at least 1024"),
    ],
)
def test_a_wrong_option_is_told_before_the_run(option: str, said: str, tmp_path: Path) -> None:
    with (
        pytest.raises(BadInput, match=said),
        making("sledgehammer", tmp_path, Script(), option),
    ):
        pass
