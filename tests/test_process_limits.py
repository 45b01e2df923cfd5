"""Limits: each ends the program, and the end is told by its own name."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from process_cases import SYSTEM_PATH, Kind, living, sandbox_or_skip, system_python, until

from pytest_putnam import _measure
from pytest_putnam.limits import judge
from pytest_putnam.process import Ended, Limits, Sandbox, run


@pytest.fixture(params=("bwrap", "none"))
def sandbox(request: pytest.FixtureRequest, tmp_path: Path) -> Sandbox:
    kind: Kind = request.param
    return sandbox_or_skip(kind, tmp_path)


def test_wall_time_also_of_a_program_that_ignores_sigterm(tmp_path: Path, sandbox: Sandbox) -> None:
    done = run(
        ["sh", "-c", "trap '' TERM INT HUP; echo on; while :; do sleep 1; done"],
        cwd=tmp_path,
        limits=Limits(wall_s=0.5),
        sandbox=sandbox,
    )
    assert (done.ended, done.status, done.stdout) == (Ended.WALL, -9, "on\n")
    assert 0.5 <= done.wall_s < 3


def test_cpu_time_is_that_of_all_processes_together(tmp_path: Path, sandbox: Sandbox) -> None:
    done = run(
        ["sh", "-c", "for i in 1 2 3; do (while :; do :; done) & done; wait"],
        cwd=tmp_path,
        limits=Limits(wall_s=30, cpu_s=0.5),
        sandbox=sandbox,
    )
    assert done.ended is Ended.CPU
    assert 0.5 <= done.cpu_s < 3


def test_waiting_is_no_cpu_time(tmp_path: Path, sandbox: Sandbox) -> None:
    done = run(["sleep", "0.6"], cwd=tmp_path, limits=Limits(wall_s=30, cpu_s=0.5), sandbox=sandbox)
    assert (done.ended, done.status) == (Ended.EXIT, 0)


def test_address_space_of_each_process(tmp_path: Path, sandbox: Sandbox) -> None:
    done = run(
        [system_python(), "-c", "x = bytearray(1 << 30)"],
        cwd=tmp_path,
        limits=Limits(wall_s=30, memory_mb=500),
        sandbox=sandbox,
    )
    assert (done.ended, done.status) == (Ended.MEMORY, 1)
    assert "MemoryError" in done.stderr


def test_resident_memory_of_all_processes_together(tmp_path: Path, sandbox: Sandbox) -> None:
    bomb = (
        "import os, time\n"
        "for _ in range(4): os.fork()\n"
        "x = bytearray(b'x') * (30 << 20)\n"
        "time.sleep(20)\n"
    )
    done = run(
        [system_python(), "-c", bomb],
        cwd=tmp_path,
        limits=Limits(wall_s=30, memory_mb=300),
        sandbox=sandbox,
    )
    assert (done.ended, done.status) == (Ended.MEMORY, -9)
    assert done.wall_s < 10


def test_memory_shared_by_processes_counts_once(tmp_path: Path, sandbox: Sandbox) -> None:
    shared = (
        "import os, time\n"
        "x = bytearray(b'x') * (60 << 20)\n"
        "for _ in range(3): os.fork()\n"
        "time.sleep(0.5)\n"
    )
    done = run(
        [system_python(), "-c", shared],
        cwd=tmp_path,
        limits=Limits(wall_s=30, resident_mb=250),
        sandbox=sandbox,
    )
    assert (done.ended, done.status) == (Ended.EXIT, 0)


def test_memory_between_processes_counts_too(tmp_path: Path, sandbox: Sandbox) -> None:
    mapped = (
        "import mmap, time\n"
        "m = mmap.mmap(-1, 300 << 20)\n"
        "m.write(b'x' * (300 << 20))\n"
        "time.sleep(20)\n"
    )
    done = run(
        [system_python(), "-c", mapped],
        cwd=tmp_path,
        limits=Limits(wall_s=30, resident_mb=400),
        sandbox=sandbox,
    )
    assert done.ended is Ended.MEMORY


@pytest.mark.parametrize("start", ["b", 'setsid sh "$0"'], ids=["one group", "own sessions"])
def test_a_fork_bomb_is_defused(tmp_path: Path, sandbox: Sandbox, start: str) -> None:
    # it would stop by itself at 2047 processes, so that a broken guard does not take the machine
    bomb = tmp_path / f"bomb-{tmp_path.name}-{sandbox.kind}.sh"
    bomb.write_text(
        "b() { [ $1 -gt 0 ] || exec sleep 5; n=$(($1 - 1)); START $n & START $n & wait; }\n"
        "b ${1:-10}\n".replace("START", start)
    )
    done = run(
        ["sh", str(bomb)],
        cwd=tmp_path,
        limits=Limits(wall_s=8, processes=64),
        sandbox=sandbox,
    )
    refused = "Cannot fork" in done.stderr or "Resource temporarily unavailable" in done.stderr
    assert done.ended is Ended.MEMORY or refused  # the guard counted, or the kernel refused
    assert living(bomb.name) == []


def test_threads_count_as_processes(tmp_path: Path, sandbox: Sandbox) -> None:
    threads = (
        "import threading, time\n"
        "for _ in range(60): threading.Thread(target=time.sleep, args=(20,), daemon=True).start()\n"
        "time.sleep(20)\n"
    )
    done = run(
        [system_python(), "-c", threads],
        cwd=tmp_path,
        limits=Limits(wall_s=30, processes=40),
        sandbox=sandbox,
    )
    refused = "can't start new thread" in done.stderr
    assert done.ended is Ended.MEMORY or (done.ended is Ended.EXIT and refused)


def test_output_without_end_is_ended(tmp_path: Path, sandbox: Sandbox) -> None:
    done = run(["yes"], cwd=tmp_path, limits=Limits(wall_s=30, output_mb=5), sandbox=sandbox)
    assert done.ended is Ended.OUTPUT
    assert len(done.stdout) < 1_100_000


def test_the_size_of_a_file(tmp_path: Path, sandbox: Sandbox) -> None:
    done = run(
        ["sh", "-c", "head -c 10000000 /dev/zero > big; echo $?"],
        cwd=tmp_path,
        limits=Limits(wall_s=30, file_mb=2),
        sandbox=sandbox,
    )
    assert done.stdout.strip() != "0"
    assert (tmp_path / "big").stat().st_size == 2 << 20


@pytest.mark.parametrize(
    "script",
    [
        "while :; do head -c 1000000 /dev/zero > f$((i=i+1)); done",
        "i=0; while :; do i=$((i+1)); : > f$i; done",
        "while :; do mkdir d && cd d && head -c 1000000 /dev/zero > f || exit; done",
    ],
    ids=["many files", "empty files", "deep folders"],
)
def test_what_the_writable_folders_hold_together(
    tmp_path: Path, sandbox: Sandbox, script: str
) -> None:
    done = run(
        ["sh", "-c", script],
        cwd=tmp_path,
        limits=Limits(wall_s=20, disk_mb=20, output_mb=1),
        sandbox=sandbox,
    )
    assert done.ended is Ended.OUTPUT


def test_files_in_the_private_tmp_are_counted(tmp_path: Path) -> None:
    sandbox = sandbox_or_skip("bwrap", tmp_path)
    done = run(
        ["sh", "-c", "i=0; while :; do i=$((i+1)); : > /tmp/f$i; done"],
        cwd=tmp_path,
        limits=Limits(wall_s=20, disk_mb=20),
        sandbox=sandbox,
    )
    assert done.ended is Ended.OUTPUT


def test_a_file_that_was_deleted_while_open_counts_too(tmp_path: Path, sandbox: Sandbox) -> None:
    hidden = (
        "import os, time\n"
        "f = open('f', 'wb'); os.unlink('f'); f.write(bytes(30 << 20)); f.flush()\n"
        "time.sleep(20)\n"
    )
    done = run(
        [system_python(), "-c", hidden],
        cwd=tmp_path,
        limits=Limits(wall_s=20, disk_mb=20),
        sandbox=sandbox,
    )
    assert done.ended is Ended.OUTPUT


def test_a_real_coqc_that_runs_out_of_memory(tmp_path: Path, sandbox: Sandbox) -> None:
    if shutil.which("coqc", path=SYSTEM_PATH) is None:
        pytest.skip("no coqc on the system's path")
    (tmp_path / "Big.v").write_text(
        "Require Import List.\n"
        "Fixpoint l (n : nat) : list nat := match n with 0 => nil | S m => cons n (l m) end.\n"
        "Fixpoint d (n : nat) (x : list nat) : list nat :=\n"
        "  match n with 0 => x | S m => d m (x ++ x)%list end.\n"
        "Definition x := Eval vm_compute in d 40 (l 100).\n"
    )
    done = run(
        ["coqc", "-q", "Big.v"],
        cwd=tmp_path,
        limits=Limits(wall_s=30, memory_mb=700),
        sandbox=sandbox,
    )
    assert done.ended is Ended.MEMORY
    assert done.status != 0


def test_descendants_are_found_by_their_parents_where_the_kernel_lists_no_children(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = "(sleep 60 & sleep 60 & wait) & wait"
    with subprocess.Popen(["sh", "-c", script], start_new_session=True) as process:
        try:
            assert until(lambda: len(list(_measure.descendants(process.pid))) == 3)
            listed = list(_measure.descendants(process.pid))
            monkeypatch.setattr(_measure, "_KNOWS_CHILDREN", False)
            assert sorted(_measure.descendants(process.pid)) == sorted(listed)
        finally:
            os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.parametrize(
    ("status", "peak_mb", "last_words", "expected"),
    [
        (0, 900.0, "Out of memory", Ended.EXIT),
        (2, 10.0, "Fatal error: exception Out_of_memory: out of memory", Ended.MEMORY),
        (-6, 800.0, "", Ended.MEMORY),
        (-6, 100.0, "", Ended.SIGNAL),
        (-15, 900.0, "", Ended.SIGNAL),
        (1, 900.0, "Error: no such lemma", Ended.EXIT),
        (-24, 100.0, "", Ended.CPU),
    ],
)
def test_how_ends_without_a_reason_are_judged(
    status: int, peak_mb: float, last_words: str, expected: Ended
) -> None:
    ended = judge(
        Limits(memory_mb=1000),
        reason="",
        asked=None,
        status=status,
        cpu_s=0.0,
        address_mb=0.0,
        peak_mb=peak_mb,
        last_words=last_words,
    )
    assert ended is expected


def test_without_a_memory_limit_words_about_memory_mean_nothing() -> None:
    ended = judge(
        Limits(),
        reason="",
        asked=None,
        status=1,
        cpu_s=0.0,
        address_mb=0.0,
        peak_mb=5000.0,
        last_words="Out of memory",
    )
    assert ended is Ended.EXIT
