"""Warm sessions reject as coqc does, only sooner; nothing of a candidate is left for the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from coq_cases import cases, formalization, make_checker, problem, shared_cache
from formalizations import check

from pytest_putnam.languages.coq.assemble import assemble
from pytest_putnam.languages.coq.checker import CoqChecker
from pytest_putnam.languages.coq.session import HeaderFails, Session, Sessions
from pytest_putnam.languages.coq.toolchain import find
from pytest_putnam.languages.coq.workshop import Workshop
from pytest_putnam.languages.pool import OutOfStep
from pytest_putnam.languages.rejections import Rejected
from pytest_putnam.model import Candidate, Formalization, Track, VerdictKind
from pytest_putnam.prover import Budget

pytestmark = pytest.mark.real_coq

HEADER = "Require Import Arith Lia."
FORMAL = formalization(
    f"{HEADER}\nTheorem commuted (a b : nat)\n    : a + b = b + a.\nProof. Admitted.\n"
)
RIGHT = "Proof. lia. Qed."
BUDGET = Budget(None)


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workshop]:
    checker = make_checker(shared_cache(tmp_path_factory))
    yield Workshop(checker.toolchain, checker.settings)
    checker.close()


@pytest.fixture
def session(workshop: Workshop) -> Iterator[Session]:
    made = Session(workshop, HEADER, BUDGET)
    yield made
    made.close()


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[CoqChecker, CoqChecker]]:
    cache = shared_cache(tmp_path_factory)
    warm, cold = make_checker(cache), make_checker(cache, warm=False)
    yield warm, cold
    warm.close()
    cold.close()


def rejected(session: Session, code: str, formal: Formalization = FORMAL) -> Rejected | None:
    assembled = assemble(formal, Track.WITH_SOLUTION, Candidate(code))
    return session.reject(assembled, 10.0, BUDGET)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("Lemma leaked : False. Admitted.\nProof. lia. Qed.", "Proof. destruct leaked. Qed."),
        ("Ltac leaked := lia.\nProof. leaked. Qed.", "Proof. leaked. Qed."),
        ('Tactic Notation "leaked" := lia.\nProof. leaked. Qed.', "Proof. leaked. Qed."),
        ("Axiom leaked : False.\nProof. foo.", "Proof. destruct leaked. Qed."),
        ('Notation "a === b" := (a = b) (at level 70).\nProof. foo.', "Check (1 === 1).\n" + RIGHT),
        ("Hint Extern 0 => lia : core.\nProof. foo.", "Proof. solve [auto]. Qed."),
        ("Require Import ZArith.\nOpen Scope Z_scope.\nProof. foo.", "Check (1 : nat).\nfoo."),
        ("Set Default Goal Selector \"all\".\nProof. foo.", "Proof. split. Qed."),
        ("Section S. Variable leaked : False.\nProof. foo.", "Proof. destruct leaked. Qed."),
        ("Module M.\nDefinition leaked := 1.\nProof. foo.", "Check M.leaked.\n" + RIGHT),
        ("Lemma o : 1 = 2.\nTheorem commuted : 1 = 1. Proof. foo.", "Show.\n" + RIGHT),
        ("Fixpoint plus (n m : nat) := n.\nProof. foo.", "Lemma p : plus 1 1 = 1. auto. Qed. lia."),
        ("Set Nested Proofs Allowed.\nProof. foo.",
         "Proof. Lemma inner : True. exact I. Qed. lia. Qed."),
        ("#[global] Opaque Nat.add.\nProof. foo.", "Lemma o : 1 + 1 = 3. Proof. reflexivity. Qed. lia."),
    ],
)  # fmt: skip
def test_nothing_leaks(session: Session, first: str, then: str) -> None:
    """What the second relies on is not there, and a right proof is still not rejected."""
    alone = rejected(session, then)
    rejected(session, first)
    assert repr(rejected(session, then)) == repr(alone)
    assert rejected(session, RIGHT) is None


def test_options_are_taken_back(session: Session) -> None:
    """Those that change what messages look like too."""
    wrong = "Proof. exact (fun x : nat => x + x + x + x + x + x + x + x + x + x + x). Qed."
    before = rejected(session, wrong)
    rejected(session, "Set Printing All. Set Printing Width 20. Unset Printing Notations.\nfoo.")
    after = rejected(session, wrong)
    assert before is not None
    assert after is not None
    assert after.messages[0].text == before.messages[0].text


def test_a_right_proof_is_never_rejected(session: Session) -> None:
    """However many wrong ones came before."""
    for index in range(50):
        assert rejected(session, f"Proof. foo{index}. Qed.") is not None
        assert rejected(session, RIGHT) is None


@pytest.mark.parametrize(
    "code",
    [
        "Proof. foo. Qed.",
        "Proof. exact I. Qed.",
        "Proof. intros. admit. Qed.",
        "Proof. Admitted.",
        "Proof. Abort.",
        "Proof. auto. Qed.",
        "Proof. intros a'. Qed.",
        "Proof. lia",
        "Proof. (lia. Qed.",
        "Proof. lia) . Qed.",
        "Proof. { lia. Qed.",
        "Proof. - lia. + lia. Qed.",
        "Lemma a : 1 = 2. Proof. reflexivity. Qed.\nProof. lia. Qed.",
        "Lemma a : 1 = 1. Proof. reflexivity.\nProof. lia. Qed.",
        "Definition x := .\nProof. lia. Qed.",
        "Section A.\nSection B.\nEnd A.\nProof. lia. Qed.",
        "Require Import Nowhere.\nProof. lia. Qed.",
        "Proof. Fail Fail idtac. fail 3 \"because\". Qed.",
        "Ltac t := idtac; u with u := fail 1 \"deep\".\nProof. t. Qed.",
        "Proof. assert (False); [ | lia ]. Qed.",
        "Proof. rewrite Nat.mul_comm. Qed.",
        "Proof. refine (eq_trans _ _). Qed.",
        "Lemma a : forall x, x = x + 0. Proof. auto with arith. Defined.\nProof. apply a. Qed.",
    ],
)  # fmt: skip
def test_warm_and_cold_say_the_same(both: tuple[CoqChecker, CoqChecker], code: str) -> None:
    """Kind, reason, message and place; only the path differs."""
    warm, cold = (check(checker, FORMAL, code) for checker in both)
    assert (warm.path, cold.path) in {("warm", "strict"), ("strict", "strict"), ("gate", "gate")}
    assert warm.kind is cold.kind
    assert warm.reason == cold.reason
    assert warm.messages == cold.messages


def test_most_wrong_candidates_never_reach_coqc(both: tuple[CoqChecker, CoqChecker]) -> None:
    """Those of the corpus that coqc alone would reject."""
    warm, _ = both
    paths = [
        check(warm, case.formalization, case.candidate.code).path
        for case in cases("cheats")
        if case.verdict == "compile_error"
        and case.problem == "absurd"
        and case.name != "printed_prompt"
    ]
    assert len(paths) >= 8
    assert set(paths) == {"warm", "gate"}


@pytest.mark.parametrize(
    "code",
    [
        'Proof. idtac "<prompt>Coq < 2 || 0 < </prompt>". lia. Qed.',
        'Proof. idtac "<prompt>Coq < 2 || 0 < </prompt>". foo. Qed.',
        'Proof. do 2 idtac "<prompt>Coq < 99 || 0 < </prompt>". lia. Qed.',
        'Proof. idtac "Toplevel input, characters 0-1:". idtac "Error: no". lia. Qed.',
    ],
)
def test_a_printed_prompt_cannot_spoil_the_session(session: Session, code: str) -> None:
    """Either it is noticed, and the session ends, or it did no harm."""
    try:
        rejected(session, code)
    except OutOfStep:
        return
    assert rejected(session, RIGHT) is None
    wrong = rejected(session, "Proof. foo. Qed.")
    assert wrong is not None
    assert "foo" in wrong.reason


def test_a_candidate_after_a_spoiled_session_gets_another(workshop: Workshop) -> None:
    """The pool does not hand it out again."""
    sessions = Sessions(workshop)
    spoil = 'Proof. do 3 idtac "<prompt>Coq < 2 || 0 < </prompt>". foo. Qed.'
    try:
        for code, is_rejected in [(spoil, None), (RIGHT, False), ("Proof. foo. Qed.", True)] * 3:
            assembled = assemble(FORMAL, Track.WITH_SOLUTION, Candidate(code))
            found = sessions.reject(assembled, BUDGET)
            if is_rejected is not None:
                assert (found is not None) is is_rejected
    finally:
        sessions.close()


def test_a_notation_that_swallows_the_final_dot(workshop: Workshop) -> None:
    """Coq waits for more where the lexer sees an end: no verdict, and no harm to the next."""
    hasty = replace(workshop.settings, check_timeout_s=3.0)
    sessions = Sessions(Workshop(workshop.toolchain, hasty))
    code = 'Notation "x %." := x (at level 1).\nLemma a : 1 %. = 1. Proof. reflexivity. Qed.\nlia.'
    try:
        for text, is_rejected in [(code, False), (RIGHT, False), ("Proof. foo. Qed.", True)]:
            assembled = assemble(FORMAL, Track.WITH_SOLUTION, Candidate(text))
            assert (sessions.reject(assembled, BUDGET) is not None) is is_rejected
    finally:
        sessions.close()


def test_a_plugin_that_a_candidate_loads_ends_the_session(workshop: Workshop) -> None:
    """Going back does not unload it."""
    made = Session(workshop, "", BUDGET)
    formal = formalization("Theorem one : 1 = 1.\nProof. Admitted.\n")
    try:
        rejected(made, "Proof. Require Import Bool. foo. Qed.", formal)
        assert not made.is_worn
        rejected(made, "Proof. Require Import Lia. foo. Qed.", formal)
        assert made.is_worn
    finally:
        made.close()


def test_a_session_that_died_is_replaced(workshop: Workshop) -> None:
    """And the candidate that met it is left to the strict procedure."""
    sessions = Sessions(workshop)
    assembled = assemble(FORMAL, Track.WITH_SOLUTION, Candidate("Proof. foo. Qed."))
    try:
        assert sessions.reject(assembled, BUDGET) is not None
        (idle,) = sessions._idle
        idle._dialogue.close()
        assert sessions.reject(assembled, BUDGET) is None
        assert sessions.reject(assembled, BUDGET) is not None
    finally:
        sessions.close()


def test_few_sessions_are_kept(workshop: Workshop) -> None:
    """The least recently used go first."""
    sessions = Sessions(workshop)
    try:
        for library in ["Arith", "List", "Bool", "Setoid", "Wf_nat"]:
            text = f"Require Import {library}.\nTheorem one : 1 = 1.\nProof. Admitted.\n"
            assembled = assemble(formalization(text), Track.WITH_SOLUTION, Candidate("foo."))
            assert sessions.reject(assembled, BUDGET) is not None
        assert [each.preloaded.split()[-1] for each in sessions._idle] == [
            "Bool.",
            "Setoid.",
            "Wf_nat.",
        ]
    finally:
        sessions.close()


def test_a_rejection_tells_the_cpu_time_of_its_candidate_alone(session: Session) -> None:
    """The kernel counts in steps of 0.01 s."""
    burn = "Ltac burn n := match n with S ?m => burn m; burn m | O => idtac end.\n"
    slow = rejected(session, f"{burn}Proof. burn 14. foo. Qed.")
    quick = rejected(session, "Proof. foo. Qed.")
    assert slow is not None
    assert quick is not None
    assert slow.cpu_s >= 0.05
    assert quick.cpu_s < slow.cpu_s
    assert slow.verdict("warm").cpu_s == slow.cpu_s


def test_a_header_that_fails_starts_no_session(workshop: Workshop) -> None:
    """The strict procedure says why."""
    with pytest.raises(HeaderFails, match="NoSuchLibrary"):
        Session(workshop, "Require Import NoSuchLibrary.", BUDGET)


def test_imports_of_the_candidate_are_preloaded(workshop: Workshop) -> None:
    """So that each attempt with the same ones is as fast as one without."""
    sessions = Sessions(workshop)
    try:
        for index in range(3):
            code = f"Require Import Lia.\nProof. foo{index}. Qed."
            assembled = assemble(problem("absurd"), Track.WITH_SOLUTION, Candidate(code))
            found = sessions.reject(assembled, BUDGET)
            assert found is not None
            assert found.kind is VerdictKind.COMPILE_ERROR
            assert found.messages[0].line == 2
        (idle,) = sessions._idle
        assert "Require Import Lia." in idle.preloaded
        assert idle.candidates == 3
    finally:
        sessions.close()


def test_a_session_has_no_way_to_the_files_of_others(workshop: Workshop, tmp_path: Path) -> None:
    """It runs in the sandbox like everything else."""
    (tmp_path / "secret.v").write_text("Definition secret := 1.", encoding="utf-8")
    made = Session(workshop, "", BUDGET)
    try:
        answer = made._say(f'Load "{tmp_path}/secret".', float("inf"), BUDGET)
    finally:
        made.close()
    assert find(None).coqtop
    assert "Can't find file" in answer
