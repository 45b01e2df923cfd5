"""Warm sessions of Isabelle, by the server's protocol: replayed, scripted, and broken in every way."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from isabelle_server import RECORDED, Rule, Script, StandInLauncher, requests, wait_until_gone

from pytest_putnam.errors import BudgetExhausted, InfraError
from pytest_putnam.languages.isabelle.heaps import Heap
from pytest_putnam.languages.isabelle.pool import MOST_FAILED_STARTS, Pool
from pytest_putnam.languages.isabelle.protocol import OutOfStep
from pytest_putnam.languages.pool import share_of
from pytest_putnam.process import Ended
from pytest_putnam.prover import Budget

HOL = Heap("HOL")
FAILED = Rule(r"by simp", "Failed to finish proof\\<^here>:\ngoal (1 subgoal):\n 1. False")
LONG = 30.0


def theory(name: str, line: str = "by auto") -> dict[str, str]:
    return {name: f'theory {name} imports Main\nbegin\nlemma "x = x"\n  {line}\nend\n'}


def test_a_recorded_session_of_a_real_server_is_understood(tmp_path: Path) -> None:
    names = ("Good", "Failed", "Sorry1", "Hammer")
    texts = {name: (RECORDED / f"{name}.thy").read_text() for name in names}
    launcher = StandInLauncher(tmp_path / "isabelle", Script(replay=str(RECORDED / "server.log")))
    pool = Pool(launcher)
    found = pool.load(HOL, texts, LONG, Budget(LONG))
    pool.close()
    assert list(found) == list(names)
    assert not found["Good"].errors
    assert not found["Sorry1"].errors, "a server takes sorry: no error is no proof"
    assert [(e.line, e.text) for e in found["Failed"].errors] == [
        (4, "Failed to apply initial proof method:\ngoal (1 subgoal):\n 1. a - b = b - a"),
        (7, 'Undefined fact: "nope"'),
    ]
    told = [message.text for message in found["Hammer"].said(4)]
    assert "cvc4: Try this: by (simp add: split_list) (1 ms)" in told
    assert [message.text for message in found["Hammer"].said(7)] == [
        "Sledgehammering...",
        "No proof found",
    ]


def test_one_server_takes_many_theories_and_each_is_removed(tmp_path: Path) -> None:
    launcher = StandInLauncher(tmp_path / "isabelle", Script([FAILED]))
    pool = Pool(launcher)
    for number in range(3):
        good = pool.load(HOL, theory("A"), LONG, Budget(LONG))["A"]
        bad = pool.load(HOL, theory("A", "by simp"), LONG, Budget(LONG))["A"]
        assert not good.errors
        assert [(e.line, e.kind) for e in bad.errors] == [(4, "error")], number
    pool.close()
    assert launcher.started == 1
    asked = [command for command, _ in requests(tmp_path / "isabelle")]
    assert asked == [
        "session_start",
        *["use_theories", "purge_theories"] * 6,
        "session_stop",
    ]
    places = {str(a["master_dir"]) for c, a in requests(tmp_path / "isabelle") if "theories" in c}
    assert len(places) == 6, "the same name in the same folder would be the old theory"
    assert not launcher.homes[0].exists()


def test_a_long_answer_is_read_whole(tmp_path: Path) -> None:
    text = "Failed to finish proof\\<^here>:\n" + "goal ∧ \\<and>\n" * 200_000
    launcher = StandInLauncher(tmp_path / "isabelle", Script([Rule("by simp", text)]))
    pool = Pool(launcher)
    (error,) = pool.load(HOL, theory("A", "by simp"), LONG, Budget(LONG))["A"].errors
    pool.close()
    assert error.text == text.replace("\\<^here>", "")


@pytest.mark.parametrize("how", ["hang", "watchdog"])
def test_a_proof_that_loops_is_ended_and_the_server_replaced(how: str, tmp_path: Path) -> None:
    launcher = StandInLauncher(tmp_path / "isabelle", Script([Rule("loop", do=how)]))
    pool = Pool(launcher)
    with pytest.raises(OutOfStep) as caught:
        # what hangs is ended 5 s after the limit; the stand-in's watchdog keeps the limit itself
        pool.load(HOL, theory("A", "by loop"), 0.2 if how == "watchdog" else -4.5, Budget(LONG))
    assert caught.value.ended is Ended.WALL
    assert wait_until_gone(launcher.homes[0])
    assert not pool.load(HOL, theory("A"), LONG, Budget(LONG))["A"].errors
    assert launcher.started == 2
    pool.close()


@pytest.mark.parametrize("how", ["crash", "flood", "eat", "fail"])
def test_a_server_that_breaks_is_replaced_and_nothing_is_rejected(how: str, tmp_path: Path) -> None:
    launcher = StandInLauncher(
        tmp_path / "isabelle", Script([FAILED, Rule("break", do=how)]), memory_mb=200
    )
    pool = Pool(launcher)
    assert pool.try_load(HOL, theory("A", "by break by simp"), Budget(LONG)) is None
    found = pool.try_load(HOL, theory("A", "by simp"), Budget(LONG))
    pool.close()
    assert found is not None
    assert len(found["A"].errors) == 1
    assert launcher.started == 2


def test_a_worn_session_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_putnam.languages.isabelle.pool.MOST_REQUESTS", 2)
    launcher = StandInLauncher(tmp_path / "isabelle", Script())
    pool = Pool(launcher)
    for _ in range(4):
        pool.load(HOL, theory("A"), LONG, Budget(LONG))
    pool.close()
    assert launcher.started == 2


def test_sessions_are_kept_by_heap_and_few_of_them(tmp_path: Path) -> None:
    launcher = StandInLauncher(tmp_path / "isabelle", Script())
    pool = Pool(launcher, idle=2)
    for heap in (HOL, Heap("HOL-Analysis"), HOL, Heap("Putnam", (tmp_path,)), HOL):
        pool.load(heap, theory("A"), LONG, Budget(LONG))
    started = [a["session"] for c, a in requests(tmp_path / "isabelle") if c == "session_start"]
    assert started == ["HOL", "HOL-Analysis", "Putnam"]
    assert [home.exists() for home in launcher.homes] == [True, False, True]
    pool.close()
    assert not any(home.exists() for home in launcher.homes)


def test_two_threads_have_a_server_each(tmp_path: Path) -> None:
    launcher = StandInLauncher(tmp_path / "isabelle", Script([Rule("wait", do="slow"), FAILED]))
    pool = Pool(launcher)
    found: list[int] = []

    def load(line: str) -> None:
        loaded = pool.load(HOL, theory("A", f"by wait {line}"), LONG, Budget(LONG))
        found.append(len(loaded["A"].errors))

    threads = [threading.Thread(target=load, args=(line,)) for line in ("", "by simp")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    pool.close()
    assert sorted(found) == [0, 1]
    assert launcher.started == 2


def test_a_session_that_does_not_start_says_why_and_is_tried_a_few_times(tmp_path: Path) -> None:
    launcher = StandInLauncher(tmp_path / "isabelle", Script(start="fail"))
    pool = Pool(launcher)
    with pytest.raises(
        InfraError, match=r"session HOL cannot be started: HOL FAILED; Session build"
    ):
        pool.load(HOL, theory("A"), LONG, Budget(LONG))
    for _ in range(MOST_FAILED_STARTS + 2):
        assert pool.try_load(HOL, theory("A"), Budget(LONG)) is None
    assert launcher.started == MOST_FAILED_STARTS
    assert not any(home.exists() for home in launcher.homes)


def test_a_server_that_never_starts_has_its_time_limit(tmp_path: Path) -> None:
    launcher = StandInLauncher(tmp_path / "isabelle", Script(start="hang"), startup_timeout_s=0.5)
    with pytest.raises(OutOfStep) as caught:
        Pool(launcher).load(HOL, theory("A"), LONG, Budget(LONG))
    assert caught.value.ended is Ended.WALL


def test_what_goes_wrong_never_tells_the_password(tmp_path: Path) -> None:
    launcher = StandInLauncher(tmp_path / "isabelle", Script(start="crash"))
    with pytest.raises(OutOfStep) as caught:
        Pool(launcher).load(HOL, theory("A"), LONG, Budget(LONG))
    assert "secret-password" not in str(caught.value)
    assert caught.value.ended is Ended.EXIT


def test_a_budget_that_runs_out_ends_the_server(tmp_path: Path) -> None:
    launcher = StandInLauncher(tmp_path / "isabelle", Script([Rule("loop", do="hang")]))
    pool = Pool(launcher)
    pool.load(HOL, theory("A"), LONG, Budget(LONG))
    budget = Budget(None)
    threading.Timer(0.3, budget.cancel).start()
    started = time.monotonic()
    with pytest.raises(BudgetExhausted):
        pool.load(HOL, theory("A", "by loop"), LONG, budget)
    assert time.monotonic() - started < LONG
    assert wait_until_gone(launcher.homes[0])


@pytest.mark.parametrize(("workers", "share"), [("1", 8), ("3", 2), ("20", 1), ("", 8)])
def test_a_process_keeps_its_share_of_the_machines_slots(
    workers: str, share: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Idle sessions hold memory too, and no slot bounds them."""
    monkeypatch.setenv("PYTEST_XDIST_WORKER_COUNT", workers)
    assert share_of(8) == share
