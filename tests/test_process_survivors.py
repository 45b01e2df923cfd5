"""Nothing survives: whatever ends, and however, everything that was started ends with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from process_cases import Kind, living, sandbox_or_skip, until

from pytest_putnam.process import Dialogue, Ended, Limits, Sandbox, run

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = """\
trap '' TERM INT HUP
setsid sleep 300 &
(trap '' TERM; setsid sh -c 'sleep 300 & sleep 300') &
nohup sleep 300 >/dev/null 2>&1 &
touch ready
"""
"""Children in other sessions, a grandchild, one that ignores SIGHUP; all carry the marker."""


@pytest.fixture(params=("bwrap", "none"))
def sandbox(request: pytest.FixtureRequest, tmp_path: Path) -> Sandbox:
    kind: Kind = request.param
    return sandbox_or_skip(kind, tmp_path)


@pytest.fixture
def marker(tmp_path: Path) -> str:
    return f"marker-{os.getpid()}-{tmp_path.name}"


@pytest.fixture
def bystander() -> Iterator[None]:
    """A program of a name and arguments that ours have, too; it must live on."""
    with subprocess.Popen(["sleep", "300"], start_new_session=True) as process:
        yield
        lives = process.poll() is None
        process.kill()
    assert lives


@pytest.mark.usefixtures("bystander")
def test_after_the_program_has_ended(tmp_path: Path, sandbox: Sandbox, marker: str) -> None:
    done = run(
        ["sh", "-c", SCRIPT, marker],
        cwd=tmp_path,
        env={"MARKER": marker},
        limits=Limits(wall_s=30),
        sandbox=sandbox,
    )
    assert (done.ended, done.status) == (Ended.EXIT, 0)
    assert (tmp_path / "ready").exists()
    assert living(marker) == []


@pytest.mark.usefixtures("bystander")
def test_after_a_timeout(tmp_path: Path, sandbox: Sandbox, marker: str) -> None:
    done = run(
        ["sh", "-c", SCRIPT + "while :; do sleep 1; done", marker],
        cwd=tmp_path,
        env={"MARKER": marker},
        limits=Limits(wall_s=1),
        sandbox=sandbox,
    )
    assert done.ended is Ended.WALL
    assert (tmp_path / "ready").exists()
    assert living(marker) == []


PARENT = """\
import sys, threading
from pathlib import Path
from pytest_putnam.process import Dialogue, Limits, Sandbox, run
kind, folder, marker, how = sys.argv[1:]
folder = Path(folder)
argv = ["sh", "-c", Path(folder, "script").read_text() + "while :; do sleep 1; done"]
more = dict(
    cwd=folder, env={"MARKER": marker}, limits=Limits(), sandbox=Sandbox(kind=kind, writable=(folder,))
)
if how == "run":
    run(argv, **more)
else:  # started by a thread that has ended, never closed
    kept = []
    thread = threading.Thread(target=lambda: kept.append(Dialogue(argv, **more)))
    thread.start()
    thread.join()
    if how == "dialogue":
        threading.Event().wait()
    while not Path(folder, "ready").exists():
        pass
"""


def parent(tmp_path: Path, sandbox: Sandbox, marker: str, how: str) -> subprocess.Popen[bytes]:
    (tmp_path / "script").write_text(SCRIPT)
    return subprocess.Popen(
        [sys.executable, "-c", PARENT, sandbox.kind, str(tmp_path), marker, how],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


@pytest.mark.parametrize("how", ["run", "dialogue"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.usefixtures("bystander")
def test_after_the_death_of_the_parent(
    tmp_path: Path, sandbox: Sandbox, marker: str, number: signal.Signals, how: str
) -> None:
    with parent(tmp_path, sandbox, marker, how) as process:
        assert until((tmp_path / "ready").exists)
        time.sleep(0.1)
        assert len(living(marker)) >= 5
        process.send_signal(number)
        process.communicate(timeout=20)
    assert until(lambda: living(marker) == [], within_s=3)


def test_of_ctrl_c_nothing_but_the_parent_hears(
    tmp_path: Path, sandbox: Sandbox, marker: str
) -> None:
    """As a terminal does it: SIGINT to the whole group; `run` raises, all is gone when it has."""
    with parent(tmp_path, sandbox, marker, "run") as process:
        assert until((tmp_path / "ready").exists)
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=20)
        assert said.rstrip().endswith(b"KeyboardInterrupt")
    assert living(marker) == []


def test_at_the_interpreters_exit_also_of_an_unclosed_dialogue(
    tmp_path: Path, sandbox: Sandbox, marker: str
) -> None:
    with parent(tmp_path, sandbox, marker, "exit") as process:
        _, said = process.communicate(timeout=20)
        assert (process.returncode, said) == (0, b"")
    assert living(marker) == []


def test_after_the_guard_was_killed(tmp_path: Path, marker: str) -> None:
    sandbox = sandbox_or_skip("bwrap", tmp_path)
    with Dialogue(
        ["sh", "-c", SCRIPT + "while :; do sleep 1; done"],
        cwd=tmp_path,
        env={"MARKER": marker},
        limits=Limits(),
        sandbox=sandbox,
    ) as dialogue:
        assert until((tmp_path / "ready").exists)
        os.kill(dialogue._child._guard.pid, signal.SIGKILL)
        assert until(lambda: living(marker) == [], within_s=3)
        assert not dialogue.alive


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # Python 3.12 and later
def test_a_fork_of_ours_that_ends_leaves_the_dialogue_alone(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    with Dialogue(["cat"], cwd=tmp_path, limits=Limits(), sandbox=sandbox) as dialogue:
        pid = os.fork()
        if pid == 0:
            dialogue.close()
            os._exit(0)
        os.waitpid(pid, 0)
        time.sleep(0.2)
        assert dialogue.alive


FORKING = """\
import os, sys, time
from pathlib import Path
from pytest_putnam.process import Dialogue, Limits, Sandbox
kind, folder, marker = sys.argv[1:]
folder = Path(folder)
dialogue = Dialogue(
    ["sh", "-c", "sleep 300", marker],
    cwd=folder,
    limits=Limits(),
    sandbox=Sandbox(kind=kind, writable=(folder,)),
)
pid = os.fork()
if pid:
    (folder / "fork").write_text(str(pid))
time.sleep(60)
"""


def test_the_end_of_the_parent_is_noticed_though_a_fork_of_it_lives_on(
    tmp_path: Path, sandbox: Sandbox, marker: str
) -> None:
    """The fork holds a copy of the socket, so that the end of it would tell nothing."""
    fork = tmp_path / "fork"
    argv = [sys.executable, "-c", FORKING, sandbox.kind, str(tmp_path), marker]
    with subprocess.Popen(argv, cwd=ROOT, start_new_session=True) as process:
        assert until(lambda: fork.exists() and fork.read_text() != "")
        assert len(living(marker)) >= 3
        process.kill()
    assert until(lambda: len(living(marker)) == 1, within_s=3)
    os.kill(int(fork.read_text()), signal.SIGKILL)
    assert until(lambda: living(marker) == [], within_s=3)
