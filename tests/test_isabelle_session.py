"""Early rejection by a warm session: in a build's words, and silence where that is not sure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from isabelle_provers import asked, distribution, formalization
from isabelle_server import RECORDED, Rule, Script, install

from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.isabelle.assemble import assemble
from pytest_putnam.languages.isabelle.benchmark import Reading
from pytest_putnam.languages.isabelle.output import build_errors
from pytest_putnam.languages.isabelle.server import ServerMessage
from pytest_putnam.languages.isabelle.session import Sessions, errors_of_build
from pytest_putnam.languages.isabelle.workshop import Workshop
from pytest_putnam.languages.rejections import Rejected
from pytest_putnam.model import Candidate, Track, VerdictKind
from pytest_putnam.prover import Budget

BUILT = """*** Failed to apply initial proof method (line 4 of "$DIR/Failed.thy"):
*** goal (1 subgoal):
***  1. a - b = b - a
*** At command "by" (line 4 of "$DIR/Failed.thy")
*** Undefined fact: "nope" (line 7 of "$DIR/Failed.thy")
*** At command "by" (line 7 of "$DIR/Failed.thy")
"""
"""What a build says of the theory of which a server was recorded to say the same."""
THEORY = (RECORDED / "Failed.thy").read_text()
APPLY = "Failed to apply initial proof method:\ngoal (1 subgoal):\n 1. a - b = b - a"
COMMANDS = Reading().commands
FAILED = "Failed to finish proof\\<^here>:\ngoal (1 subgoal):\n 1. False"


def error(text: str, line: int, offset: int) -> ServerMessage:
    return ServerMessage("error", text, line, offset)


def at(word: str, theory: str, text: str) -> ServerMessage:
    """An error at the first `word` of a theory without symbols."""
    start = theory.index(word)
    return error(text, theory.count("\n", 0, start) + 1, start + 1)


def test_the_errors_of_a_server_are_those_of_a_build() -> None:
    server = [error(APPLY, 4, 78), error('Undefined fact: "nope"', 7, 144)]
    told = errors_of_build(THEORY, server, COMMANDS)
    built = build_errors(BUILT)
    assert [(e.text, e.line, e.command) for e in told] == [
        (e.text, e.line, e.command) for e in built
    ]
    assert len(told) == 2


def test_symbols_count_as_one_where_the_server_counts() -> None:
    theory = 'theory T imports Main begin\nlemma "A \\<and> B"\n  apply simp\n  done\nend\n'
    plain = theory.replace("\\<and>", "&")
    said = at("apply", plain, "Failed to apply proof method")
    (told,) = errors_of_build(theory, [said], COMMANDS)
    assert (told.line, told.command) == (3, "apply")


def test_a_command_of_several_lines_is_left_to_a_build() -> None:
    """The server tells the line of its first word, a build that of the wrong one."""
    theory = "theory T imports Main begin\nlemma True\n  by (simp add:\n    nope)\nend\n"
    assert errors_of_build(theory, [at("by", theory, "Undefined fact")], COMMANDS) == ()


def test_what_follows_a_command_that_stops_the_proof_counts_for_nothing() -> None:
    theory = "theory T imports Main begin\nlemma True\n  by a\nlemma True\n  apply b\n  by c\nend\n"
    server = [at(f"{word} ", theory, f"{word} fails") for word in ("by", "apply")]
    server.append(at("by c", theory, "late"))
    assert [e.text for e in errors_of_build(theory, server, COMMANDS)] == [
        "by fails",
        "apply fails",
    ]


@pytest.mark.parametrize("text", ["Interrupt", "Timeout after 10 s", "exception Size raised"])
def test_an_error_of_the_session_is_none_of_the_candidate(text: str) -> None:
    assert errors_of_build(THEORY, [error(text, 4, 78)], COMMANDS) == ()


@pytest.fixture
def rejecting(tmp_path: Path) -> Iterator[Sessions]:
    settings = CheckerSettings(
        sandbox="none", startup_timeout_s=20.0, memory_mb=2048, cache_dir=tmp_path
    )
    toolchain = distribution()
    sessions = Sessions(
        Workshop(toolchain, settings), Reading(toolchain.symbols, toolchain.commands)
    )
    yield sessions
    sessions.close()


def reject(sessions: Sessions, rules: Sequence[Rule], code: str) -> Rejected | None:
    install(distribution().home, Script(rules))
    candidate = Candidate(code)
    assembled = assemble(formalization(), Track.WITH_SOLUTION, candidate)
    return sessions.reject(assembled, Budget(60))


PROOF = "proof -\n  show ?thesis\n    by simp\nqed"


def test_a_candidate_is_rejected_with_its_own_line(rejecting: Sessions) -> None:
    found = reject(rejecting, [Rule("by simp", FAILED)], PROOF)
    assert found is not None
    assert found.kind is VerdictKind.COMPILE_ERROR
    assert found.reason == "line 3: Failed to finish proof: goal (1 subgoal): 1. False"
    assert [message.line for message in found.messages] == [3]
    (options,) = [a["options"] for command, a in asked() if command == "session_start"]
    assert "quick_and_dirty=false" in str(options), "as in a build"


def test_a_proof_left_unfinished_is_incomplete(rejecting: Sessions) -> None:
    found = reject(rejecting, [Rule("qed", FAILED)], PROOF)
    assert found is not None
    assert found.kind is VerdictKind.INCOMPLETE


@pytest.mark.parametrize(
    "rule",
    [
        Rule("nothing"),
        Rule("theorem small", "Inner syntax error"),
        Rule("by simp", "Out of memory"),
        Rule("by simp", do="crash"),
        Rule("by simp", do="fail"),
        Rule("by simp", "a warning", "warning"),
    ],
)
def test_in_any_doubt_a_session_says_nothing(rule: Rule, rejecting: Sessions) -> None:
    assert reject(rejecting, [rule], PROOF) is None


def test_imports_that_no_heap_has_are_left_to_a_build(rejecting: Sessions) -> None:
    code = (
        f'theory T imports Complex_Main "HOL-Library.Multiset"\nbegin\n\nlemma x: True {PROOF}\nend'
    )
    code = code.replace("lemma x: True", 'theorem small: fixes x :: real shows "x = x"\n')
    assert reject(rejecting, [Rule("by simp", FAILED)], code) is None
    assert asked() == []


def test_a_verdict_is_the_same_from_a_session_and_from_a_build(tmp_path: Path) -> None:
    """But for the path that decided, and the time."""
    at_by = 'line 12 of "$THEORY"'
    built = [
        f"*** Failed to finish proof ({at_by}):",
        "*** goal (1 subgoal):",
        "***  1. False",
        f'*** At command "by" ({at_by})',
    ]
    script = Script([Rule("by simp", FAILED)], check={"status": 1, "output": built})
    install(distribution().home, script)
    verdicts = []
    for warm in (True, False):
        settings = CheckerSettings(
            sandbox="none", startup_timeout_s=20.0, memory_mb=2048, cache_dir=tmp_path, warm=warm
        )
        checker = distribution().checker(settings)
        verdict = checker.check(formalization(), Track.WITH_SOLUTION, Candidate(PROOF), Budget(60))
        checker.close()
        verdicts.append(verdict)
    warm_verdict, cold = verdicts
    assert (warm_verdict.path, cold.path) == ("warm", "strict")
    assert warm_verdict.kind is cold.kind is VerdictKind.COMPILE_ERROR
    assert warm_verdict.reason == cold.reason
    assert warm_verdict.messages == cold.messages
