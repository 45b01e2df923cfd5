"""Attempts: how many, when they stop, what becomes of provers that break, hang or answer late."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_putnam import engine
from pytest_putnam.datasets import find_dataset
from pytest_putnam.engine import Engine, EngineSettings, attempt_seed
from pytest_putnam.errors import ApiError, BudgetExhausted, InfraError, ProverError
from pytest_putnam.languages import backend
from pytest_putnam.languages.base import Checker, CheckerSettings
from pytest_putnam.model import (
    AttemptRecord,
    Evaluation,
    Formalization,
    Language,
    Outcome,
    VerdictKind,
)
from pytest_putnam.prover import Answer, Budget, Prover, ProverSettings, Task
from pytest_putnam.slots import slot

pytestmark = pytest.mark.real_coq

PROOF = Answer.of("Proof. reflexivity. Qed.")
WRONG = Answer.of("Proof. discriminate. Qed.")
SETTINGS = ProverSettings({}, Path(), frozenset({Language.COQ}))


class Scripted(Prover):
    """Does what a function says."""

    name = "scripted"

    def __init__(self, does: Callable[[Task, Budget], Answer]) -> None:
        super().__init__(SETTINGS)
        self._does = does

    def attempt(self, task: Task, budget: Budget) -> Answer:
        return self._does(task, budget)


@pytest.fixture(scope="module")
def formalization(tmp_path_factory: pytest.TempPathFactory) -> Formalization:
    path = tmp_path_factory.mktemp("benchmark") / "coq" / "src" / "putnam_1901_a1.v"
    path.parent.mkdir(parents=True)
    path.write_text("Theorem putnam_1901_a1 (n : nat) : n = n.\nProof. Admitted.\n")
    dataset = find_dataset(path)
    assert dataset is not None
    return dataset.read(path)


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checker]:
    settings = CheckerSettings(cache_dir=tmp_path_factory.mktemp("cache"))
    checker = backend(Language.COQ).find(None).checker(settings)
    yield checker
    checker.close()


class Evaluate:
    """Evaluates the one formalization."""

    def __init__(self, formalization: Formalization, checker: Checker) -> None:
        self.formalization = formalization
        self.checker = checker
        self.records: list[AttemptRecord] = []

    def __call__(
        self,
        does: Callable[[Task, Budget], Answer],
        *,
        budget_s: float | None = None,
        **settings: float,
    ) -> Evaluation:
        run = Engine(
            Scripted(does),
            self.checker,
            backend(Language.COQ),
            replace(EngineSettings(), **settings),  # type: ignore[arg-type]
            self.records.append,
        )
        return run.evaluate(self.formalization, Budget(budget_s), "the item")


@pytest.fixture
def evaluate(formalization: Formalization, checker: Checker) -> Evaluate:
    return Evaluate(formalization, checker)


def kinds(evaluation: Evaluation) -> list[str]:
    return [record.verdict.kind.value for record in evaluation.records]


def test_it_stops_at_the_first_proof(evaluate: Evaluate) -> None:
    done = evaluate(lambda task, _: PROOF if task.attempt == 2 else WRONG, attempts=5)
    assert kinds(done) == ["compile_error", "proved"]
    assert done.outcome is Outcome.PROVED
    assert done.planned == 5
    assert [record.attempt for record in evaluate.records] == [1, 2]


def test_exhaustive_makes_all_attempts(evaluate: Evaluate) -> None:
    done = evaluate(
        lambda task, _: PROOF if task.attempt == 2 else WRONG, attempts=4, exhaustive=True
    )
    assert kinds(done) == ["compile_error", "proved", "compile_error", "compile_error"]


@pytest.mark.parametrize(
    ("error", "kind", "outcome"),
    [
        (ApiError("no answer"), VerdictKind.API_ERROR, Outcome.ERROR),
        (InfraError("no library"), VerdictKind.INFRA_ERROR, Outcome.ERROR),
        (ProverError("it broke"), VerdictKind.PROVER_ERROR, Outcome.ERROR),
        (ZeroDivisionError("by zero"), VerdictKind.PROVER_ERROR, Outcome.ERROR),
        (BudgetExhausted("late"), VerdictKind.BUDGET_EXHAUSTED, Outcome.FAILED),
    ],
)
def test_what_a_prover_raises(
    evaluate: Evaluate, error: Exception, kind: VerdictKind, outcome: Outcome
) -> None:
    def does(_task: Task, _budget: Budget) -> Answer:
        raise error

    done = evaluate(does)
    assert [record.verdict.kind for record in done.records] == [kind]
    assert str(error) in done.records[0].verdict.reason
    assert done.outcome is outcome


def test_a_fault_does_not_outweigh_a_proof(evaluate: Evaluate) -> None:
    def does(task: Task, _budget: Budget) -> Answer:
        if task.attempt == 1:
            raise ApiError("no answer")
        return PROOF

    assert evaluate(does, attempts=2).outcome is Outcome.PROVED


def test_an_answer_without_candidates_says_why(evaluate: Evaluate) -> None:
    done = evaluate(lambda _task, _budget: Answer.none("cut", ended=VerdictKind.TRUNCATED))
    assert kinds(done) == ["truncated"]
    assert done.records[0].verdict.reason == "cut"


def test_something_else_than_an_answer_is_the_provers_error(evaluate: Evaluate) -> None:
    done = evaluate(lambda _task, _budget: "Qed.")  # type: ignore[arg-type,return-value]
    assert kinds(done) == ["prover_error"]
    assert "str, not an Answer" in done.records[0].verdict.reason


def test_several_candidates_are_one_attempt(evaluate: Evaluate) -> None:
    both = Answer((WRONG.candidates[0], PROOF.candidates[0]))
    done = evaluate(lambda _task, _budget: both)
    assert kinds(done) == ["proved"]
    assert done.records[0].candidate == PROOF.candidates[0]


def test_a_prover_that_hangs_costs_its_attempt(
    evaluate: Evaluate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "ABANDON_AFTER_S", 0.3)
    never = threading.Event()

    def does(task: Task, _budget: Budget) -> Answer:
        if task.attempt == 1:
            never.wait(60)
        return PROOF

    done = evaluate(does, attempts=2, attempt_timeout_s=0.2)
    never.set()
    assert kinds(done) == ["budget_exhausted", "proved"]
    assert done.records[0].verdict.clock == "attempt"
    assert "0.3 s after its time was over" in done.records[0].verdict.reason


def test_the_items_time_ends_it_and_nothing_more_begins(evaluate: Evaluate) -> None:
    def does(_task: Task, budget: Budget) -> Answer:
        while budget.remaining_s() > 0.0:
            time.sleep(0.01)
        raise BudgetExhausted("out of time")

    evaluate(lambda _task, _budget: PROOF)  # the reference is compiled now
    done = evaluate(does, attempts=3, budget_s=1.0)
    assert kinds(done) == ["budget_exhausted"]
    assert done.records[0].verdict.clock == "item"
    assert done.outcome is Outcome.FAILED


def test_waiting_for_a_slot_is_bounded_by_the_items_time(
    formalization: Formalization, tmp_path: Path
) -> None:
    settings = CheckerSettings(cache_dir=tmp_path, slots=1)
    checker = backend(Language.COQ).find(None).checker(settings)
    evaluate = Evaluate(formalization, checker)
    with slot(tmp_path / "slots", 1):
        started = time.monotonic()
        done = evaluate(lambda _task, _budget: PROOF, budget_s=0.3)
        waited_s = time.monotonic() - started
    checker.close()
    assert kinds(done) == ["budget_exhausted"]
    assert done.records[0].verdict.clock == "item"
    assert waited_s < 30


def test_attempts_of_an_item_run_at_once(evaluate: Evaluate) -> None:
    together = threading.Barrier(3)

    def does(_task: Task, _budget: Budget) -> Answer:
        together.wait(30)
        return WRONG

    assert kinds(evaluate(does, attempts=3, concurrency=3)) == ["compile_error"] * 3


def test_a_prover_with_an_assistant_waits_for_a_slot_without_losing_time(
    formalization: Formalization, checker: Checker
) -> None:
    held: list[bool] = []

    @contextmanager
    def waited_for(_budget: Budget) -> Iterator[None]:
        time.sleep(0.5)
        held.append(True)
        yield
        held.append(False)

    class WithAssistant(Scripted):
        runs_assistant = True

    def does(_task: Task, budget: Budget) -> Answer:
        assert held == [True]
        return PROOF if budget.remaining_s() > 0.2 else WRONG

    run = Engine(
        WithAssistant(does),
        checker,
        backend(Language.COQ),
        EngineSettings(attempt_timeout_s=0.4),
        lambda _: None,
        waited_for,
    )
    assert kinds(run.evaluate(formalization, Budget(None), "the item")) == ["proved"]
    assert held == [True, False]


def test_seeds_depend_on_their_arguments_and_nothing_else() -> None:
    seeds = {
        attempt_seed(run, language, problem, attempt)
        for run in (0, 1)
        for language in ("coq", "lean4")
        for problem in ("putnam_1901_a1", "putnam_1901_a2")
        for attempt in (1, 2)
    }
    assert len(seeds) == 16
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert attempt_seed(7, "coq", "putnam_1901_a1", 1) == 228036852685983360
