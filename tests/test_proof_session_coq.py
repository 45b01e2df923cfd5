"""A proof session on real Coq: goals as data, tactics, going back, the candidate that comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from coq_cases import formalization, make_checker, shared_cache
from formalizations import check
from session_cases import coq_session, error, kind, step

from pytest_putnam.errors import BadInput, InfraError
from pytest_putnam.languages.coq.checker import CoqChecker
from pytest_putnam.model import Language, Track, VerdictKind
from pytest_putnam.proof_session import (
    ErrorKind,
    Hypothesis,
    ProofSession,
    ProofState,
    SolutionRefused,
)
from pytest_putnam.prover import Budget, Prover, ProverSettings, Task

pytestmark = pytest.mark.real_coq

STATEMENT = (
    "Require Import Arith Lia.\nTheorem t (a b : nat) (P : nat -> Prop) :\n"
    "  a = b -> (let c := a + 1 in c = c) /\\ (exists x, x = a) /\\ b = a."
)


@pytest.fixture(scope="module")
def session() -> Iterator[ProofSession]:
    with coq_session(STATEMENT) as opened:
        yield opened


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CoqChecker]:
    made = make_checker(shared_cache(tmp_path_factory))
    yield made
    made.close()


def test_the_first_state_is_the_statement(session: ProofSession) -> None:
    (goal,) = session.root.goals
    assert goal.hypotheses == (
        Hypothesis(("a", "b"), "nat"),
        Hypothesis(("P",), "nat -> Prop"),
    )
    assert goal.conclusion.startswith("a = b -> (let c := a + 1 in c = c) /\\ ")
    assert session.root.path == ()
    assert not session.root.closed


def test_every_goal_has_its_hypotheses(session: ProofSession) -> None:
    state = step(session, session.root, "intros H", "split")
    assert [len(goal.hypotheses) for goal in state.goals] == [3, 3]
    assert state.goals[1].conclusion == "(exists x : nat, x = a) /\\ b = a"
    assert state.path == ("intros H.", "split.")


def test_an_error_leaves_the_state_as_it_was(session: ProofSession) -> None:
    state = step(session, session.root, "intros H")
    said = error(session, state, "rewrite nothing_of_this_name")
    assert said.kind is ErrorKind.ERROR
    assert "nothing_of_this_name was not found" in said.message
    assert step(session, state, "idtac").same_goals(state)


def test_any_earlier_state_can_be_taken_up_again(session: ProofSession) -> None:
    base = step(session, session.root, "intros H")
    left = step(session, base, "split", "reflexivity")
    right = step(session, base, "subst", "split")
    again = step(session, left, "split")
    assert [goal.conclusion for goal in again.goals] == ["exists x : nat, x = a", "b = a"]
    assert (
        step(session, right, "reflexivity").goals[0].conclusion
        == "(exists x : nat, x = b) /\\ b = b"
    )


def test_a_closed_state_is_a_proof_for_the_checker(
    session: ProofSession, checker: CoqChecker
) -> None:
    state = step(
        session,
        session.root,
        "intros H",
        "split",
        "- intros c; reflexivity",
        "- split",
        "+ now exists a",
        "+ symmetry; exact H",
    )
    assert state.closed
    assert state.text == "No goals are left."
    formal = formalization(f"{STATEMENT}\nProof. Admitted.\n")
    verdict = check(checker, formal, session.candidate(state).code)
    assert verdict.kind is VerdictKind.PROVED
    assert kind(session, state, "idtac") is ErrorKind.REFUSED


def test_bullets_and_braces_hide_the_other_goals(session: ProofSession) -> None:
    state = step(session, session.root, "intros H", "split", "-")
    assert (len(state.goals), state.hidden) == (1, 1)
    done = step(session, state, "reflexivity")
    assert (done.goals, done.hidden, done.closed) == ((), 1, False)
    assert "bullet -" in done.note
    inside = step(session, done, "- { split.", "2: { symmetry; assumption. }", "now exists a")
    assert (inside.goals, inside.hidden, inside.closed) == ((), 0, False)
    assert 'unfocusing with "}"' in inside.note
    assert step(session, inside, "}").closed


def test_shelved_goals_are_hidden_until_they_are_asked_for(session: ProofSession) -> None:
    state = step(session, session.root, "repeat split; try lia; eexists", "shelve")
    assert (state.goals, state.closed) == ((), False)
    assert state.hidden == 2
    back = step(session, state, "Unshelve")
    assert [goal.conclusion for goal in back.goals] == ["nat", "?x = a"]


def test_admit_does_not_close_a_proof(session: ProofSession) -> None:
    state = step(session, session.root, "intros H", "split", "admit")
    said = error(session, state, "admit")
    assert "given up" in said.message
    assert step(session, state, "split").goals[0].conclusion == "exists x : nat, x = a"


def test_a_proof_that_the_kernel_refuses_is_not_closed() -> None:
    """A call of itself on nothing smaller leaves no goal; only Qed sees it."""
    with coq_session("Theorem t : forall n : nat, False.") as session:
        state = step(session, session.root, "fix IH 1")
        assert "ill-formed" in error(session, state, "exact IH").message
        assert step(session, state, "intros n").goals[0].conclusion == "False"


@pytest.mark.parametrize(
    "tactic",
    [
        "",
        "  (* only words *) ",
        ".",
        "split. split.",
        "intros. Qed. Axiom f : False. Theorem u : False",
        "Qed.",
        "Defined",
        "Proof",
        "Admitted.",
        "Abort",
        "Axiom f : False",
        "Definition x := 1",
        "1: Check H",
        "all: Search nat",
        "Time split",
        'Redirect "file" split',
        "#[local] split",
        "Fail split",
        "BackTo 1",
        "intros (* never closed",
        'idtac "never closed',
        "intros\0",
    ],
)
def test_what_is_not_one_tactic_is_not_sent(session: ProofSession, tactic: str) -> None:
    state = step(session, session.root, "intros H")
    assert kind(session, state, tactic) is ErrorKind.REFUSED


@pytest.mark.parametrize(
    "tactic",
    [
        "intros H.",
        "  intros H  ",
        "intros H (* a comment. *)",
        "intros\n  H.",
        "1: intros H.",
        "all: intros H",
    ],
)
def test_a_tactic_may_be_written_in_many_ways(session: ProofSession, tactic: str) -> None:
    assert step(session, session.root, tactic).same_goals(step(session, session.root, "intros H"))


def test_a_qualified_tactic_is_none_of_the_commands(session: ProofSession) -> None:
    assert step(session, session.root, "intros", "split", "Coq.Init.Tactics.easy")


def test_long_goals_are_printed_in_full() -> None:
    sum_ = " + ".join(["a"] * 300)
    with coq_session(f"Theorem t (a : nat) : {sum_} = 0 -> True.") as session:
        (goal,) = session.root.goals
        assert goal.conclusion == f"{sum_} = 0 -> True"
        after = step(session, session.root, "intros H")
        assert after.goals[0].hypotheses[1] == Hypothesis(("H",), f"{sum_} = 0")


def test_more_goals_than_are_shown_are_counted() -> None:
    many = " /\\ ".join(["True"] * 120)
    with coq_session(f"Theorem t : {many}.") as session:
        state = step(session, session.root, "repeat apply conj")
        assert (len(state.goals), state.hidden) == (100, 20)
        assert step(session, state, "all: exact I").closed


def test_a_theorem_in_a_section_has_its_variables(checker: CoqChecker) -> None:
    formal = formalization(
        "Section S.\nVariable n : nat.\nHypothesis H : n = 0.\n"
        "Theorem t : n + 0 = 0.\nProof. Admitted.\nEnd S.\n"
    )
    with coq_session(formal) as session:
        assert [h.names for h in session.root.goals[0].hypotheses] == [("n",), ("H",)]
        state = step(session, session.root, "rewrite H", "reflexivity")
        assert check(checker, formal, session.candidate(state).code).kind is VerdictKind.PROVED


def test_a_state_of_another_session_is_refused(session: ProofSession) -> None:
    stranger = ProofState(("intros never_said.",), session.root.goals)
    with pytest.raises(ValueError, match="another session"):
        session.apply(stranger, "idtac")


def test_a_formalization_that_does_not_compile() -> None:
    with pytest.raises(InfraError, match="unknown_thing"):
        coq_session("Theorem t : unknown_thing.")


ASKS = "Definition t_solution : nat := 3.\nTheorem t : 1 + 1 = t_solution."


def test_the_reference_solution_is_filled_in() -> None:
    with coq_session(ASKS) as session:
        assert step(session, session.root, "unfold t_solution").goals[0].conclusion == "1 + 1 = 3"


def test_a_solution_of_ones_own(checker: CoqChecker) -> None:
    formal = formalization(f"{ASKS}\nProof. Admitted.\n")
    with coq_session(formal, track=Track.NO_SOLUTION, solution="2") as session:
        state = step(session, session.root, "reflexivity")
        assert state.closed
        candidate = session.candidate(state)
    assert candidate.solution == "2"
    verdict = check(
        checker, formal, candidate.code, solution=candidate.solution, track=Track.NO_SOLUTION
    )
    assert verdict.kind is VerdictKind.PROVED


@pytest.mark.parametrize("solution", ["true", "not_there", "(2", "2) (3"])
def test_a_solution_that_does_not_compile_is_told_of(solution: str) -> None:
    with pytest.raises(SolutionRefused):
        coq_session(ASKS, track=Track.NO_SOLUTION, solution=solution)


def test_without_a_solution_there_is_nothing_to_prove() -> None:
    with pytest.raises(BadInput, match="t_solution"):
        coq_session(ASKS, track=Track.NO_SOLUTION)


def test_a_goal_that_an_axiom_closes_is_for_the_checker(checker: CoqChecker) -> None:
    """The session sees no goal left; the verdict is the checker's all the same."""
    formal = formalization(
        "Require Import Coq.Compat.AdmitAxiom.\nTheorem t : 1 = 2.\nProof. Admitted.\n"
    )
    with coq_session(formal) as session:
        state = step(session, session.root, "destruct proof_admitted")
        assert state.closed
        candidate = session.candidate(state)
    assert check(checker, formal, candidate.code).kind is VerdictKind.BAD_AXIOM


def test_statistics_count_what_was_done() -> None:
    with coq_session("Theorem t : True /\\ True.") as session:
        state = step(session, session.root, "split")
        error(session, state, "lia")
        error(session, state, "Qed")
        said = session.statistics
    assert (said.tactics, said.failed, said.restarts, said.replayed) == (3, 2, 0, 0)
    assert said.seconds > 0.0


def test_the_prover_of_the_manual_works(tmp_path: Path, checker: CoqChecker) -> None:
    page = Path(__file__).parent.parent / "docs" / "howto" / "search-step-by-step.md"
    source = page.read_text(encoding="utf-8").partition("```python\n")[2].partition("```")[0]
    names: dict[str, type[Prover]] = {}
    exec(source, names)
    formal = formalization("Theorem t : forall n : nat, n = n /\\ 0 + 1 = 1.\nProof. Admitted.\n")
    prover = names["Greedy"](ProverSettings({}, tmp_path, frozenset({Language.COQ})))
    task = Task(formal, Track.WITH_SOLUTION, 1, 1, 0, formal.text, tmp_path)
    (candidate,) = prover.attempt(task, Budget(60.0)).candidates
    assert check(checker, formal, candidate.code).kind is VerdictKind.PROVED
