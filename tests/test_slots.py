"""Slots: no more holders at once than allowed, over threads, processes and runs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from process_cases import until

from pytest_putnam.errors import BudgetExhausted, InfraError
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.lean4.checker import with_own_slots
from pytest_putnam.languages.lean4.toolchain import LeanToolchain
from pytest_putnam.machine import ASSISTANT_MB, LEAN_WITH_MATHLIB_MB, default_slots, slots_for
from pytest_putnam.prover import Budget
from pytest_putnam.slots import slot

ROOT = Path(__file__).resolve().parent.parent
HOLD = """\
import sys, time
from pathlib import Path
from pytest_putnam.slots import slot
directory, count, seconds, log = sys.argv[1:]
with slot(Path(directory), int(count)):
    with open(log, "a") as file:
        print("+", time.monotonic(), file=file)
    time.sleep(float(seconds))
    with open(log, "a") as file:
        print("-", time.monotonic(), file=file)
"""


def holder(directory: Path, count: int, seconds: float, log: Path) -> subprocess.Popen[bytes]:
    """Another process that holds a slot for a while."""
    argv = [sys.executable, "-c", HOLD, str(directory), str(count), str(seconds), str(log)]
    return subprocess.Popen(argv, cwd=ROOT)


def waiting(directory: Path, count: int) -> bool:
    """Whether that many wait for a slot."""
    return len(list(directory.glob("wait-*"))) == count


@pytest.mark.parametrize(
    ("cores", "memory_mb", "assistant_mb", "slots"),
    [
        (2, 23 * 1024, ASSISTANT_MB, 2),
        (64, 23 * 1024, ASSISTANT_MB, 15),
        (64, 23 * 1024, LEAN_WITH_MATHLIB_MB, 3),
        (2, 128 * 1024, LEAN_WITH_MATHLIB_MB, 2),
        (8, 4 * 1024, LEAN_WITH_MATHLIB_MB, 1),
    ],
)
def test_the_default_is_what_cores_and_memory_hold(
    cores: int, memory_mb: int, assistant_mb: int, slots: int
) -> None:
    """Whichever is less, and one at least."""
    assert slots_for(cores, memory_mb, assistant_mb) == slots
    assert 1 <= default_slots(LEAN_WITH_MATHLIB_MB) <= default_slots()


def test_lean_with_mathlib_takes_fewer_unless_the_user_chose() -> None:
    """Three processes of 6.5 GiB, say, where there are cores for more."""
    bare = LeanToolchain(Path("lean"), Path(), "4.35.0", {"lean": "4.35.0"})
    full = replace(bare, versions={"lean": "4.35.0", "mathlib": "v4.35.0"})
    default = CheckerSettings(slots=1000, slots_are_chosen=False)
    assert with_own_slots(full, default).slots == default_slots(LEAN_WITH_MATHLIB_MB)
    assert with_own_slots(bare, default).slots == 1000
    assert with_own_slots(full, replace(default, slots_are_chosen=True)).slots == 1000
    assert with_own_slots(full, replace(default, slots=1)).slots == 1


def test_no_more_than_allowed_at_once_over_processes(tmp_path: Path) -> None:
    log = tmp_path / "log"
    holders = [holder(tmp_path / "slots", 2, 0.2, log) for _ in range(6)]
    for each in holders:
        assert each.wait(30) == 0
    events = sorted((float(at), sign) for sign, at in map(str.split, log.read_text().splitlines()))
    held, most = 0, 0
    for _, sign in events:
        held += 1 if sign == "+" else -1
        most = max(most, held)
    assert len(events) == 12
    assert most == 2


def test_no_more_than_allowed_at_once_over_threads(tmp_path: Path) -> None:
    lock, held, most = threading.Lock(), 0, 0

    def work() -> None:
        nonlocal held, most
        for _ in range(5):
            with slot(tmp_path, 3):
                with lock:
                    held += 1
                    most = max(most, held)
                time.sleep(0.01)
                with lock:
                    held -= 1

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert most == 3


def test_a_run_with_fewer_slots_takes_the_first_ones_only(tmp_path: Path) -> None:
    with slot(tmp_path, 3), slot(tmp_path, 3):
        budget = Budget(0.1)
        with pytest.raises(BudgetExhausted), slot(tmp_path, 2, budget):
            pytest.fail("both of its slots were taken")
        with slot(tmp_path, 3, Budget(1)):
            pass
    with slot(tmp_path, 2, Budget(1)):
        pass


def test_waiting_ends_with_the_budget(tmp_path: Path) -> None:
    budget = Budget(None)
    with slot(tmp_path, 1):
        threading.Timer(0.2, budget.cancel).start()
        before = time.monotonic()
        with pytest.raises(BudgetExhausted), slot(tmp_path, 1, budget):
            pytest.fail("the slot was taken")
        assert 0.1 < time.monotonic() - before < 5


def test_a_free_slot_is_given_even_without_time(tmp_path: Path) -> None:
    with slot(tmp_path, 1, Budget(0)), pytest.raises(BudgetExhausted), slot(tmp_path, 1, Budget(0)):
        pytest.fail("it is free no more")


def test_a_slot_is_free_again_after_an_exception(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), slot(tmp_path, 1):
        1 / 0  # noqa: B018
    with slot(tmp_path, 1, Budget(1)):
        pass


def test_a_killed_holder_frees_its_slot(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with holder(tmp_path / "slots", 1, 60, log) as process:
        assert until(log.exists)
        with pytest.raises(BudgetExhausted), slot(tmp_path / "slots", 1, Budget(0.1)):
            pytest.fail("the slot was taken")
        os.kill(process.pid, signal.SIGKILL)
        process.wait(10)
        with slot(tmp_path / "slots", 1, Budget(5)):
            pass


def test_who_came_first_is_served_first(tmp_path: Path) -> None:
    order: list[int] = []

    def wait(number: int) -> None:
        with slot(tmp_path, 1):
            order.append(number)

    threads = [threading.Thread(target=wait, args=(number,)) for number in range(6)]
    with slot(tmp_path, 1):
        for number, thread in enumerate(threads):
            thread.start()
            assert until(partial(waiting, tmp_path, number + 1))
        time.sleep(0.2)  # by now the first ones look seldom, and the last ones often
    for thread in threads:
        thread.join(30)
    assert order == [0, 1, 2, 3, 4, 5]


def test_a_killed_waiter_leaves_the_queue(tmp_path: Path) -> None:
    directory = tmp_path / "slots"
    with slot(directory, 1), holder(directory, 1, 60, tmp_path / "log") as process:
        assert until(partial(waiting, directory, 1))
        os.kill(process.pid, signal.SIGKILL)
        process.wait(10)
    assert waiting(directory, 1)  # the ticket of the dead
    with slot(directory, 1, Budget(5)):
        assert waiting(directory, 0)


def test_a_queue_of_a_smaller_run_holds_up_no_larger_one(tmp_path: Path) -> None:
    with slot(tmp_path, 1), holder(tmp_path, 1, 0, tmp_path / "log") as process:
        assert until(partial(waiting, tmp_path, 1))
        with slot(tmp_path, 2, Budget(5)):
            pass
        process.kill()


def test_a_program_started_meanwhile_does_not_inherit_the_slot(tmp_path: Path) -> None:
    with slot(tmp_path, 1):
        child = subprocess.Popen(["sleep", "30"], close_fds=False)
    with slot(tmp_path, 1, Budget(1)):
        assert child.poll() is None  # it still runs, and holds nothing
    child.kill()
    child.wait()


def test_weight_takes_several_or_none(tmp_path: Path) -> None:
    with slot(tmp_path, 3, weight=2):
        with pytest.raises(BudgetExhausted), slot(tmp_path, 3, Budget(0.1), weight=2):
            pytest.fail("only one was left")
        with slot(tmp_path, 3, Budget(1)):  # which the failed try did not keep
            pass
    all_there_are = slot(tmp_path, 3, Budget(1), weight=100)
    with all_there_are, pytest.raises(BudgetExhausted), slot(tmp_path, 3, Budget(0.1)):
        pytest.fail("none was left")


def test_a_directory_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(InfraError, match=r"no slots can be kept in .*/file"),
        slot(tmp_path / "file", 1),
    ):
        pytest.fail("there is no such directory")


def test_a_wrong_count_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="count=0"), slot(tmp_path, 0):
        pytest.fail("no slots, no entry")
