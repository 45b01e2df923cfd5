"""The checker of Isabelle, end to end over real processes, with a stand-in for Isabelle itself."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from isabelle_builds import StandIn
from isabelle_cases import cases, problem

from pytest_putnam.languages.isabelle.checker import IsabelleChecker
from pytest_putnam.model import Candidate, Track, Verdict
from pytest_putnam.prover import Budget

FAILED = [
    '$SESSION FAILED (see also "isabelle build_log -H Error $SESSION")',
    '*** Failed to finish proof (line 8 of "$THEORY"):',
    "*** goal (1 subgoal):",
    "***  1. a \\<and> b",
    '*** At command "by" (line 8 of "$THEORY")',
    '*** Undefined fact: "nope" (line 7 of "$THEORY")',
    '*** At command "using" (line 7 of "$THEORY")',
    "Unfinished session(s): $SESSION",
]
CANDIDATE = "using nope\n  by simp"


@pytest.fixture
def standin(tmp_path: Path) -> StandIn:
    return StandIn(tmp_path / "Isabelle2024")


@pytest.fixture
def checker(standin: StandIn, tmp_path: Path) -> Iterator[IsabelleChecker]:
    with standin.checker(tmp_path / "cache") as made:
        yield made


def check(
    checker: IsabelleChecker, code: str = "by simp", name: str = "comm", **more: Any
) -> Verdict:
    track = more.get("track", Track.WITH_SOLUTION)
    candidate = Candidate(code, more.get("solution"))
    return checker.check(problem(name), track, candidate, Budget(more.get("budget_s")))


def test_a_whole_audit_is_a_proof(checker: IsabelleChecker) -> None:
    """With the evidence for it, in words."""
    verdict = check(checker)
    assert (verdict.kind.value, verdict.path) == ("proved", "strict"), verdict.reason
    assert "comm" in verdict.evidence["statement"]
    assert verdict.evidence["oracles"] == "none"
    assert "2024" in verdict.evidence["versions"]
    assert verdict.check_s > 0


@pytest.mark.parametrize(
    ("audit", "kind", "words"),
    [
        ({"statement": "false"}, "statement_changed", "does not state"),
        ({"theorems": "1 0"}, "statement_changed", "no theorem"),
        ({"theorems": "2 1"}, "statement_changed", "does not state"),
        ({"hyps": 1}, "statement_changed", "hypotheses"),
        ({"sorts": 1}, "statement_changed", "hypotheses"),
        ({"missing": ["PR.twice_def"]}, "statement_changed", "twice_def"),
        ({"redefined": ["Groups.plus_class.plus"]}, "statement_changed", "plus"),
        ({"axiom": ["CAND.cheat"]}, "bad_axiom", "assumes cheat"),
        ({"oracle": ["oracles:", "    Pure.skip_proof"]}, "incomplete", "left out"),
        ({"oracle": ["oracles:", "    Cand.skip_proof"]}, "incomplete", "left out"),
        (
            {"oracle": ["oracles:", "    Code_Generator.holds_by_evaluation"]},
            "bad_axiom",
            "holds_by_evaluation",
        ),
        ({"oracle": ["oracles:", "    x: y"]}, "bad_axiom", "x: y"),
        ({"oracle": []}, "check_crash", "not whole"),
        ({"oracle": ["nothing"]}, "check_crash", "not whole"),
        ({"lines": 5}, "check_crash", "not whole"),
        ({"lines": 7}, "check_crash", "not whole"),
        ({"lines": 0}, "check_crash", "not whole"),
        ({"secret": "forged"}, "check_crash", "not whole"),
        ({"theorems": "0 0"}, "check_crash", "not whole"),
        (None, "check_crash", "not whole"),
    ],
)
def test_nothing_less_is_a_proof(
    standin: StandIn, checker: IsabelleChecker, audit: dict[str, Any] | None, kind: str, words: str
) -> None:
    """Each finding has its verdict; an audit that lacks something, or is forged, is none."""
    standin.says(audit=audit)
    verdict = check(checker)
    assert verdict.kind.value == kind, verdict.reason
    assert words in verdict.reason
    assert not verdict.evidence


def test_a_build_that_does_not_say_so_is_no_proof(
    standin: StandIn, checker: IsabelleChecker
) -> None:
    """Whatever the audit says."""
    standin.says(audit={}, finished=False)
    assert check(checker).kind.value == "check_crash"
    standin.says(audit={}, status=1)
    assert check(checker).kind.value == "check_crash"


@pytest.mark.parametrize("allowed", ["holds_by_evaluation", "Code_Generator.holds_by_evaluation"])
def test_an_oracle_may_be_allowed(standin: StandIn, tmp_path: Path, allowed: str) -> None:
    """By its full name, or without its theory, which can be no candidate's."""
    standin.says(audit={"oracle": ["oracles:", "    Code_Generator.holds_by_evaluation"]})
    with standin.checker(tmp_path / "cache", allowed_axioms=frozenset({allowed})) as checker:
        verdict = check(checker)
    assert verdict.kind.value == "proved"
    assert verdict.evidence["oracles"] == "Code_Generator.holds_by_evaluation"


def test_errors_are_told_at_the_candidates_own_lines(
    standin: StandIn, checker: IsabelleChecker
) -> None:
    """The first one first, in Unicode, without the scratch folder's name."""
    standin.says(status=1, output=FAILED)
    verdict = check(checker, CANDIDATE)
    assert verdict.kind.value == "compile_error"
    assert [message.line for message in verdict.messages] == [1, 2]
    assert verdict.reason == 'line 1: Undefined fact: "nope"'
    assert "a ∧ b" in verdict.messages[1].text
    assert "/tmp" not in " ".join(message.text for message in verdict.messages)


@pytest.mark.parametrize(
    ("output", "kind"),
    [
        (
            [
                "*** Cheating requires quick_and_dirty mode!",
                '*** At command "sorry" (line 8 of "$THEORY")',
            ],
            "incomplete",
        ),
        (
            [
                "*** Failed to finish proof:",
                "*** goal (1 subgoal):",
                "***  1. x",
                '*** At command "done" (line 8 of "$THEORY")',
            ],
            "incomplete",
        ),
        (
            [
                '*** Illegal application of proof command in "prove" mode',
                '*** At command "end" (line 9 of "$THEORY")',
            ],
            "incomplete",
        ),
        (['*** Malformed theory (line 8 of "$THEORY")'], "compile_error"),
        (
            [
                '*** Outer syntax error (line 8 of "$THEORY"): command expected,',
                "*** but identifier x was found",
            ],
            "compile_error",
        ),
        (
            [
                "*** Run out of store - interrupting threads",
                '*** At command "by" (line 8 of "$THEORY")',
            ],
            "check_memory",
        ),
    ],
)
def test_errors_have_their_verdicts(
    standin: StandIn, checker: IsabelleChecker, output: list[str], kind: str
) -> None:
    """By what Isabelle says, at the command that it says."""
    standin.says(status=1, output=output)
    verdict = check(checker, "apply x\n  done")
    assert verdict.kind.value == kind, verdict.reason


def test_a_proof_that_hangs_is_stopped_from_outside(standin: StandIn, tmp_path: Path) -> None:
    """By the check's time, which begins when the session does."""
    standin.says(do="hang")
    with standin.checker(tmp_path / "cache", check_timeout_s=0.5) as checker:
        verdict = check(checker)
    assert (verdict.kind.value, verdict.clock) == ("check_timeout", "wall")


def test_a_start_that_hangs_is_the_machines(standin: StandIn, tmp_path: Path) -> None:
    """The candidate is not charged with it; what was built instead is named."""
    with standin.checker(tmp_path / "cache") as checker:
        checker.prepare(problem("comm"), Track.WITH_SOLUTION)
    standin.says(do="hang", started=False, before="Building HOL ...")
    with standin.checker(tmp_path / "cache", startup_timeout_s=0.5) as checker:
        verdict = check(checker)
    assert verdict.kind.value == "infra_error"
    assert "building HOL" in verdict.reason
    assert "setup-isabelle" in verdict.reason


def test_memory_and_floods_are_limits(standin: StandIn, tmp_path: Path) -> None:
    """What all processes have resident together counts."""
    standin.says(do="eat")
    with standin.checker(tmp_path / "cache", memory_mb=300) as checker:
        assert check(checker).kind.value == "check_memory"
    standin.says(do="flood")
    with standin.checker(tmp_path / "cache") as checker:
        assert check(checker).clock == "output"


def test_polymls_own_limit_is_the_memorys(standin: StandIn, checker: IsabelleChecker) -> None:
    """Whatever it says of the proof that it interrupted."""
    place = '(line 7 of "$THEORY")'
    interrupted = [f"*** Interrupt {place}", f'*** At command "by" {place}']
    standin.says(status=1, output=["Run out of store - interrupting threads", *interrupted])
    verdict = check(checker)
    assert (verdict.kind.value, verdict.clock) == ("check_memory", "memory")
    standin.says(status=1, output=interrupted)
    assert check(checker).kind.value == "check_crash"


def test_a_crash_is_a_crash(standin: StandIn, checker: IsabelleChecker) -> None:
    """Also one of Poly/ML's, which the build tells of."""
    standin.says(do="crash")
    assert check(checker).kind.value == "check_crash"
    standin.says(
        status=139,
        output=['script: line 1:  6925 Segmentation fault      "$POLYML_EXE"', "$SESSION FAILED"],
    )
    verdict = check(checker)
    assert verdict.kind.value == "check_crash"
    assert "Segmentation fault" in verdict.reason


def test_isabelle_itself_reads_the_candidate_first(standin: StandIn, tmp_path: Path) -> None:
    """By its own lexer, in a block before all others; it must find the commands that the gate has."""
    with standin.checker(tmp_path / "cache", sandbox="none") as checker:
        assert check(checker, "proof (* ML *)\nqed simp").kind.value == "proved"
        (log,) = standin.log("check")
        place = '(line 3 of "$GUARD")'
        said = [f"*** putnam guard: other commands than were found {place}"]
        standin.says(status=1, output=[*said, f'*** At command "ML" {place}'])
        verdict = check(checker)
        broken = [f"*** ML error {place}:", "*** Value Token.explode is not declared"]
        standin.says(status=1, output=broken)
        assert check(checker).kind.value == "check_crash"
    assert verdict.kind.value == "forbidden"
    assert "other commands" in verdict.reason
    first = next(line for line in log["root"].splitlines() if line.startswith("  theories"))
    assert first.split()[1].startswith("PG_")
    guard = next(text for name, text in log["theories"].items() if name.startswith("PG_"))
    assert '["theory", "theorem", "proof", "qed", "end"]' in guard
    assert "imports Complex_Main begin" in guard
    assert hashlib.sha1(b"ML", usedforsecurity=False).hexdigest() in guard  # its comments


@pytest.mark.parametrize(
    ("output", "words"),
    [
        (['*** Cannot load theory file "/x/NoSuch.thy"', "*** (required by PC)"], "NoSuch"),
        (['*** Undefined session(s): "HOL-Nowhere"'], "HOL-Nowhere"),
    ],
)
def test_a_set_up_that_fails_is_the_machines(
    standin: StandIn, checker: IsabelleChecker, output: list[str], words: str
) -> None:
    """With the name of what is missing."""
    standin.says(status=2, started=False, output=output)
    verdict = check(checker)
    assert verdict.kind.value == "infra_error"
    assert words in verdict.reason


def test_a_statement_that_does_not_build_is_the_machines(
    standin: StandIn, checker: IsabelleChecker
) -> None:
    """Nothing is said of the candidate then."""
    standin.script["reference"] = {
        "status": 1,
        "output": [
            '*** Inner syntax error (line 4 of "$THEORY")',
            '*** At command "theorem" (line 4 of "$THEORY")',
        ],
    }
    standin.save()
    verdict = check(checker)
    assert verdict.kind.value == "infra_error"
    assert "does not build" in verdict.reason


@pytest.mark.parametrize(
    "audit", [None, {"statement": "false"}, {"theorems": "0 0"}, {"oracle": ["oracles:"]}]
)
def test_an_audit_that_does_not_work_here_is_told_before_any_candidate(
    standin: StandIn, checker: IsabelleChecker, audit: dict[str, Any] | None
) -> None:
    """The benchmark's own open statement is audited first, and must come out as that."""
    standin.script["reference"] = {"audit": audit}
    standin.save()
    verdict = check(checker)
    assert verdict.kind.value == "infra_error"
    assert "audit" in verdict.reason


def test_names_and_secrets_are_new_for_each_check(standin: StandIn, tmp_path: Path) -> None:
    """And none of them is in the candidate's theory but its own name."""
    with standin.checker(tmp_path / "cache", sandbox="none") as checker:
        check(checker)
        check(checker)
    one, two = standin.log("check")
    assert not one["theories"].keys() & two["theories"].keys()
    audits = [
        text
        for each in (one, two)
        for name, text in each["theories"].items()
        if name.startswith("PA_")
    ]
    secrets = {text.split('val secret = "')[1].split('"')[0] for text in audits}
    assert len(secrets) == 2
    for each in (one, two):
        theory = next(text for name, text in each["theories"].items() if name.startswith("PC_"))
        assert not any(secret in theory for secret in secrets)
        assert "PR_" not in theory


def test_only_the_reference_may_leave_something_open(standin: StandIn, tmp_path: Path) -> None:
    """``quick_and_dirty`` is on for what the benchmark wrote, and off for the candidate and the audit."""
    with standin.checker(tmp_path / "cache", sandbox="none") as checker:
        assert check(checker, name="own_open").kind.value == "proved"
    (log,) = standin.log("check")
    blocks = [line.split() for line in log["root"].splitlines() if line.startswith("  theories")]
    assert [block[1] == "[quick_and_dirty]" for block in blocks] == [
        False,
        True,
        True,
        False,
        False,
    ]
    assert [block[2][:2] for block in blocks[1:3]] == ["PB", "PR"]
    theories = {name[:2]: text for name, text in log["theories"].items()}
    assert "of_the_benchmark" in theories["PB"]
    assert "of_the_benchmark" not in theories["PC"] + theories["PR"]
    assert "quick_and_dirty=false" in " ".join(log["arguments"])


def test_packages_leave_no_proof_out_for_a_benchmark_that_has_none_open(
    standin: StandIn, tmp_path: Path
) -> None:
    """Or what ``datatype`` proves for the benchmark would rest on ``skip_proof``."""
    with standin.checker(tmp_path / "cache", sandbox="none") as checker:
        check(checker, name="flip_twice")
    (log,) = standin.log("check")
    blocks = [line.split() for line in log["root"].splitlines() if line.startswith("  theories")]
    assert [block[-1][:2] for block in blocks] == ["PG", "PB", "PR", "PC", "PA"]
    assert [block[1] == "[quick_and_dirty]" for block in blocks] == [
        False,
        False,
        True,
        False,
        False,
    ]


def test_what_the_benchmark_leaves_open_is_tolerated(
    standin: StandIn, checker: IsabelleChecker
) -> None:
    """The candidate cannot have left anything open; elsewhere it is no proof."""
    standin.says(audit={"oracle": ["oracles:", "    Pure.skip_proof"]})
    assert check(checker, name="own_open").kind.value == "proved"
    assert check(checker, name="comm").kind.value == "incomplete"


def test_a_check_has_a_home_of_its_own(standin: StandIn, tmp_path: Path) -> None:
    """With settings that bound Java and Poly/ML, and nothing of the user's environment."""
    os.environ["PUTNAM_TEST_SECRET"] = "x"
    try:
        with standin.checker(tmp_path / "cache", sandbox="none") as checker:
            check(checker)
    finally:
        del os.environ["PUTNAM_TEST_SECRET"]
    (log,) = standin.log("check")
    assert "PUTNAM_TEST_SECRET" not in log["environment"]
    assert log["environment"]["HOME"].startswith("/tmp")
    assert ".isabelle/Isabelle2024/etc/settings" in log["home"]


def test_a_candidate_may_import_more_of_the_distribution(standin: StandIn, tmp_path: Path) -> None:
    """The session names it; the reference's statement does not see it."""
    case = next(case for case in cases("honest") if case.name == "whole_theory_more_imports")
    with standin.checker(tmp_path / "cache", sandbox="none") as checker:
        verdict = checker.check(case.formalization, case.track, case.candidate, Budget(None))
    assert verdict.kind.value == "proved"
    (log,) = standin.log("check")
    assert '"HOL-Library"' in log["root"]
    theories = {name[:2]: text for name, text in log["theories"].items()}
    assert "HOL-Library.Multiset" in theories["PC"]
    assert "HOL-Library" not in theories["PR"]


@pytest.mark.parametrize(("same", "review"), [("true", False), ("false", True)])
def test_a_solution_of_its_own_is_reviewed(
    standin: StandIn, checker: IsabelleChecker, same: str, review: bool
) -> None:
    """Unless the audit finds it to be the reference's, term by term."""
    standin.says(audit={"solution": same})
    verdict = check(
        checker,
        "unfolding find_n_solution_def by simp",
        "find_n",
        track=Track.NO_SOLUTION,
        solution="2 + 2",
    )
    assert verdict.kind.value == "proved", verdict.reason
    assert verdict.needs_review is review
    assert verdict.evidence["solution_given"] == "2 + 2"
    assert verdict.evidence["solution_reference"] == "4"


def test_a_refused_candidate_never_reaches_isabelle(standin: StandIn, tmp_path: Path) -> None:
    """The gate comes first, and cannot be left out."""
    with standin.checker(tmp_path / "cache", sandbox="none") as checker:
        verdict = check(checker, "ML \\<open>exit 0\\<close>\n\nby simp")
    assert (verdict.kind.value, verdict.path) == ("forbidden", "gate")
    assert not standin.log("check")


def test_the_gate_reads_a_candidates_own_statement_too(standin: StandIn, tmp_path: Path) -> None:
    """Before it is tried in place of the benchmark's."""
    with standin.checker(tmp_path / "cache", sandbox="none") as checker:
        standin.says(status=1, output=FAILED)
        comment = "\\<comment> \\<open>@{ML 1}\\<close>"
        proof = "\n  using nope\n  by simp"
        verdict = check(checker, f'theorem comm: "(a::nat) + b = b + a {comment}"{proof}')
        assert (verdict.kind.value, verdict.path) == ("forbidden", "gate"), verdict.reason
        assert len(standin.log("check")) == 1
        check(checker, f'theorem comm: "(a::nat) + b = b + a"{proof}')
        assert len(standin.log("check")) == 3


def test_the_items_time_ends_a_check(standin: StandIn, checker: IsabelleChecker) -> None:
    """As the budget's verdict, not the proof's."""
    checker.prepare(problem("comm"), Track.WITH_SOLUTION)
    standin.says(do="hang")
    assert check(checker, budget_s=0.6).kind.value == "budget_exhausted"


def test_the_reference_is_built_once(standin: StandIn, tmp_path: Path) -> None:
    """For all checkers of the cache."""
    for _ in range(2):
        with standin.checker(tmp_path / "cache", sandbox="none") as checker:
            check(checker)
            checker.prepare(problem("comm"), Track.WITH_SOLUTION)
    assert len(standin.log("reference")) == 1
    assert len(standin.log("check")) == 2
