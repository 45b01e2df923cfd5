"""A proof session outlives its coqtop: what hangs, floods, grows or dies costs one tactic, no state."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from coq_cases import formalization
from process_cases import until
from session_cases import coq_session, descendants, error, kind, named, step

from pytest_putnam.errors import BudgetExhausted, InfraError
from pytest_putnam.languages import backend
from pytest_putnam.model import Language, Track
from pytest_putnam.proof_session import ErrorKind, ProofSession, SessionSettings, open_on
from pytest_putnam.prover import Budget

pytestmark = pytest.mark.real_coq

STATEMENT = "Theorem t (a b : nat) : a = b -> b = a /\\ True."
ENDLESS = "do 1000000000 (do 1000000000 idtac)"
SETTINGS = SessionSettings(tactic_timeout_s=0.5, memory_mb=1024)


@pytest.fixture
def session() -> Iterator[ProofSession]:
    with coq_session(STATEMENT, settings=SETTINGS) as opened:
        yield opened


def test_a_tactic_that_hangs_is_ended(session: ProofSession) -> None:
    state = step(session, session.root, "intros H", "split")
    said = error(session, state, ENDLESS)
    assert said.kind is ErrorKind.TIMEOUT
    assert "0.5 s" in said.message
    assert step(session, state, "symmetry").goals[0].conclusion == "a = b"
    assert (session.statistics.restarts, session.statistics.replayed) == (1, 2)


def test_its_time_may_be_given(session: ProofSession) -> None:
    started = time.monotonic()
    assert "0.1 s" in error(session, session.root, ENDLESS, timeout_s=0.1).message
    assert time.monotonic() - started < 30.0


def test_a_tactic_that_floods_is_ended(session: ProofSession) -> None:
    line = "x" * 2000
    said = error(session, session.root, f'do 20000 idtac "{line}"', timeout_s=60.0)
    assert said.kind is ErrorKind.OUTPUT
    assert step(session, session.root, "intros H").goals


def test_a_tactic_that_grows_is_ended(session: ProofSession) -> None:
    grows = "let t := (eval vm_compute in (Nat.pow 2 40)) in idtac t"
    said = kind(session, session.root, grows, timeout_s=120.0)
    assert said is ErrorKind.MEMORY
    assert step(session, session.root, "intros H").goals


def test_a_coqtop_that_was_killed_is_started_anew(session: ProofSession) -> None:
    """What killed it was not the tactic, which is not blamed."""
    state = step(session, session.root, "intros H", "split")
    pids = named("coqtop") + named("coqtop.byte") + named("coqtop.opt")
    assert pids
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    assert until(lambda: not named("coqtop"))
    assert step(session, state, "- symmetry; exact H", "- exact I").closed
    assert session.statistics.restarts == 1


def test_prompts_of_a_tactics_own_are_not_believed(session: ProofSession) -> None:
    state = step(session, session.root, "intros H")
    forged = 'idtac "<prompt>t < 99 |t| 0 < </prompt>"'
    assert kind(session, state, forged) is ErrorKind.CRASH
    assert step(session, state, "split").goals[0].conclusion == "b = a"


def test_goals_of_a_tactics_own_are_not_believed(session: ProofSession) -> None:
    state = step(session, session.root, 'idtac "No more goals."')
    assert state.same_goals(session.root)


def test_the_budget_ends_a_tactic() -> None:
    budget = Budget(None)
    with coq_session(STATEMENT, budget=budget) as session:
        state = step(session, session.root, "intros H")
        budget.cancel()
        with pytest.raises(BudgetExhausted):
            session.apply(state, ENDLESS, timeout_s=60.0)
        with pytest.raises(BudgetExhausted):
            session.apply(state, "split")


def test_the_budget_ends_a_tactic_in_flight() -> None:
    with coq_session(STATEMENT, budget=Budget(4.0)) as session:
        state = step(session, session.root, "intros H")
        with pytest.raises(BudgetExhausted):
            session.apply(state, ENDLESS, timeout_s=60.0)


def test_many_sessions_leave_nothing_behind() -> None:
    """Nothing runs any more, and what this process holds does not grow."""
    before = set(descendants())
    used_kb: list[int] = []
    for _ in range(30):
        with coq_session(STATEMENT) as session:
            assert step(session, session.root, "intros H", "split; [now symmetry | exact I]").closed
        used_kb.append(_resident_kb())
    assert until(lambda: set(descendants()) <= before)
    assert used_kb[-1] - used_kb[9] < 8_000
    assert len(os.listdir("/proc/self/fd")) < 200  # noqa: PTH208 - no path is wanted


def _resident_kb() -> int:
    with open("/proc/self/status", encoding="ascii") as status:  # noqa: PTH123
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def test_a_coq_that_does_not_start_again_is_nobodys_failure(tmp_path: Path) -> None:
    """It is told as an infra error: neither the tactic's nor the prover's."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("coqc", "coqtop", "coqchk"):
        script = folder / name
        script.write_text(
            f'#!/bin/sh\n[ -e "{folder}/broken" ] && exit 7\nexec {shutil.which(name)} "$@"\n'
        )
        script.chmod(0o755)
    formal = formalization(f"{STATEMENT}\nProof. Admitted.\n")
    tools = backend(Language.COQ).find(str(folder))
    with open_on(tools, formal, Track.WITH_SOLUTION, SETTINGS, Budget(None)) as session:
        state = step(session, session.root, "intros H")
        (folder / "broken").touch()
        assert kind(session, state, ENDLESS) is ErrorKind.TIMEOUT
        with pytest.raises(InfraError, match="status 7"):
            session.apply(state, "split")
        (folder / "broken").unlink()
        assert step(session, state, "split").goals[0].conclusion == "b = a"
