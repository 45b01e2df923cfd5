"""`run`: what goes in, what comes out, and how an end is told."""

from __future__ import annotations

import os
import resource
import sys
import threading
import time
from pathlib import Path

import pytest
from process_cases import Kind, sandbox_or_skip

from pytest_putnam.errors import InfraError
from pytest_putnam.process import Completed, Ended, Limits, Sandbox, run
from pytest_putnam.prover import Budget

KINDS = ("bwrap", "none")


@pytest.fixture(params=KINDS)
def sandbox(request: pytest.FixtureRequest, tmp_path: Path) -> Sandbox:
    kind: Kind = request.param
    return sandbox_or_skip(kind, tmp_path)


def shell(
    script: str,
    tmp_path: Path,
    sandbox: Sandbox,
    limits: Limits | None = None,
    stdin: str | bytes = "",
) -> Completed:
    limits = limits or Limits(wall_s=30)
    return run(["sh", "-c", script], cwd=tmp_path, stdin=stdin, limits=limits, sandbox=sandbox)


def test_output_and_status_come_back(tmp_path: Path, sandbox: Sandbox) -> None:
    done = shell("cat; echo oops >&2; pwd; exit 3", tmp_path, sandbox, stdin="héllo\n")
    assert (done.ended, done.status) == (Ended.EXIT, 3)
    assert done.stdout == f"héllo\n{tmp_path}\n"
    assert done.stderr == "oops\n"


def test_a_deadly_signal_is_a_signal(tmp_path: Path, sandbox: Sandbox) -> None:
    done = shell("kill -SEGV $$", tmp_path, sandbox)
    assert (done.ended, done.status) == (Ended.SIGNAL, -11)


def test_coqs_own_status_129_is_an_exit(tmp_path: Path, sandbox: Sandbox) -> None:
    done = shell("exit 129", tmp_path, sandbox)
    assert (done.ended, done.status) == (Ended.EXIT, 129)


def test_bytes_of_every_kind_become_text(tmp_path: Path, sandbox: Sandbox) -> None:
    done = shell("cat", tmp_path, sandbox, stdin=b"a\0b\xff\xfe\xc3\x28\x1b[31m\r\n")
    assert done.stdout == "a\0b\ufffd\ufffd\ufffd(\x1b[31m\r\n"


def test_lone_surrogates_in_the_input_do_no_harm(tmp_path: Path, sandbox: Sandbox) -> None:
    assert shell("cat", tmp_path, sandbox, stdin="a\ud800b").stdout == "a?b"


def test_input_larger_than_the_pipe_reaches_the_program(tmp_path: Path, sandbox: Sandbox) -> None:
    done = shell("wc -c", tmp_path, sandbox, stdin=b"x" * 5_000_000)
    assert done.stdout.strip() == "5000000"


def test_a_program_that_never_reads_its_input_just_ends(tmp_path: Path, sandbox: Sandbox) -> None:
    done = shell("exec <&-; sleep 0.1; echo done", tmp_path, sandbox, stdin=b"x" * 5_000_000)
    assert (done.status, done.stdout) == (0, "done\n")


def test_without_input_the_program_reads_an_end_of_file(tmp_path: Path, sandbox: Sandbox) -> None:
    assert shell("cat; echo end", tmp_path, sandbox).stdout == "end\n"


def test_a_daemon_that_holds_the_output_delays_nothing(tmp_path: Path, sandbox: Sandbox) -> None:
    before = time.monotonic()
    done = shell("echo begin; setsid sleep 30 & echo end", tmp_path, sandbox)
    assert done.stdout == "begin\nend\n"
    assert time.monotonic() - before < 5


def test_of_a_flood_head_and_tail_are_kept_in_bounded_memory(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    flood = "echo first; head -c 50000000 /dev/zero | tr '\\0' x; echo; echo last"
    before_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    done = shell(flood, tmp_path, sandbox, Limits(wall_s=60, keep_bytes=2000))
    assert (done.ended, done.status) == (Ended.EXIT, 0)
    assert done.stdout.startswith("first\nxxx")
    assert done.stdout.endswith("xxx\nlast\n")
    assert "\n[... 49998012 bytes dropped ...]\n" in done.stdout
    assert len(done.stdout) < 2100
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kb < 20_000


def test_a_missing_program_is_named(tmp_path: Path, sandbox: Sandbox) -> None:
    with pytest.raises(InfraError, match="coqc-9000 cannot be started: it is not on PATH"):
        run(["coqc-9000"], cwd=tmp_path, limits=Limits(), sandbox=sandbox)


def test_a_program_by_its_path_must_be_executable(tmp_path: Path, sandbox: Sandbox) -> None:
    (tmp_path / "prover.sh").write_text("#!/bin/sh\necho hello\n")
    with pytest.raises(
        InfraError, match=r"\./prover\.sh cannot be started: it is not an executable"
    ):
        run(["./prover.sh"], cwd=tmp_path, limits=Limits(), sandbox=sandbox)
    (tmp_path / "prover.sh").chmod(0o755)
    done = run(["./prover.sh"], cwd=tmp_path, limits=Limits(wall_s=30), sandbox=sandbox)
    assert done.stdout == "hello\n"


def test_a_script_without_its_interpreter_is_told(tmp_path: Path, sandbox: Sandbox) -> None:
    (tmp_path / "prover").write_text("#!/nowhere/python\n")
    (tmp_path / "prover").chmod(0o755)
    with pytest.raises(InfraError, match=r"\./prover cannot be started: .*No such file"):
        run(["./prover"], cwd=tmp_path, limits=Limits(wall_s=30), sandbox=sandbox)


def test_a_nul_in_an_argument_is_told(tmp_path: Path, sandbox: Sandbox) -> None:
    with pytest.raises(InfraError, match=r"echo cannot be started: .*null byte"):
        run(["echo", "a\0b"], cwd=tmp_path, limits=Limits(), sandbox=sandbox)


def test_a_guard_that_dies_at_once_is_told(
    tmp_path: Path, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "python").write_text("#!/bin/sh\necho cannot find libpython >&2; exit 1\n")
    (tmp_path / "python").chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(InfraError, match="its guard died: cannot find libpython"):
        run(["true"], cwd=tmp_path, limits=Limits(), sandbox=sandbox)


def test_a_missing_folder_is_named(tmp_path: Path, sandbox: Sandbox) -> None:
    with pytest.raises(InfraError, match=r"in .*/nowhere: there is no such directory"):
        run(["true"], cwd=tmp_path / "nowhere", limits=Limits(), sandbox=sandbox)


def test_the_environment_is_clean_but_for_what_is_given(
    tmp_path: Path, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    done = run(
        ["env"], cwd=tmp_path, env={"COQPATH": "/x"}, limits=Limits(wall_s=30), sandbox=sandbox
    )
    names = {line.partition("=")[0] for line in done.stdout.splitlines()}
    assert names - {"PWD"} == {"PATH", "LANG", "HOME", "COQPATH"}


def test_cpu_and_memory_of_the_whole_tree_are_reported(tmp_path: Path, sandbox: Sandbox) -> None:
    busy = "(i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done) & wait; head -c 60000000 /dev/zero | tail"
    done = shell(busy + " >/dev/null", tmp_path, sandbox)
    assert 0.1 < done.cpu_s <= 2 * done.wall_s + 0.1
    assert 50 < done.peak_mb < 200  # tail keeps a line, and there is but one


def test_a_budget_that_runs_out_cancels(tmp_path: Path, sandbox: Sandbox) -> None:
    budget = Budget(0.3)
    done = run(
        ["sleep", "30"], cwd=tmp_path, limits=Limits(wall_s=20), sandbox=sandbox, budget=budget
    )
    assert done.ended is Ended.CANCELLED
    assert done.wall_s < 5


def test_a_budget_can_be_cancelled_from_another_thread(tmp_path: Path, sandbox: Sandbox) -> None:
    budget = Budget(None)
    threading.Timer(0.3, budget.cancel).start()
    done = run(
        ["sleep", "30"], cwd=tmp_path, limits=Limits(wall_s=20), sandbox=sandbox, budget=budget
    )
    assert (done.ended, done.status) == (Ended.CANCELLED, -9)
    assert done.wall_s < 5


def test_many_at_once_do_not_mix(tmp_path: Path, sandbox: Sandbox) -> None:
    said: dict[int, str] = {}

    def say(number: int) -> None:
        said[number] = shell(f"sleep 0.1; echo {number}", tmp_path, sandbox).stdout

    threads = [threading.Thread(target=say, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert said == {number: f"{number}\n" for number in range(8)}


def test_no_descriptor_is_left_open_and_none_is_passed_on(tmp_path: Path, sandbox: Sandbox) -> None:
    read, write = os.pipe()
    os.set_inheritable(write, True)
    before = len(list(Path("/proc/self/fd").iterdir()))
    done = shell("ls /proc/self/fd", tmp_path, sandbox)
    assert done.stdout.split() == ["0", "1", "2", "3"]  # 3 is ls reading the folder
    assert len(list(Path("/proc/self/fd").iterdir())) == before
    os.close(read)
    os.close(write)


def test_whole_filesystem_gives_the_users_own_programs_all_they_need(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox_or_skip("bwrap", tmp_path)
    monkeypatch.setenv("MY_MODEL_KEY", "secret")
    own = Sandbox(whole_filesystem=True)
    done = run(
        ["sh", "-c", "echo $MY_MODEL_KEY; id -u; echo x > file; cat /proc/self/comm"],
        cwd=tmp_path,
        limits=Limits(wall_s=30),
        sandbox=own,
    )
    assert done.stdout == f"secret\n{os.getuid()}\ncat\n"
    assert (tmp_path / "file").read_text() == "x\n"
