"""A run that is killed again and again, and resumed, beside one that nobody disturbs.

The prover does what the attempt's seed says, so both runs must end with the same store.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pytest_putnam.kept import FILE_NAME, open_run
from pytest_putnam.resuming import is_unfinished

ATTEMPTS = 4
WORKERS = 2
CONFTEST = '''
import time
from pytest_putnam.model import Language
from pytest_putnam.prover import Answer, Prover


class Seeded(Prover):
    """One of ten attempts is a proof, two are wrong, the others find nothing."""

    name = "seeded"
    languages = frozenset({Language.COQ})

    def attempt(self, task, budget):
        luck = task.seed % 10
        time.sleep(0.03)
        if luck > 2:
            return Answer.none(f"nothing found with {task.seed}")
        if luck > 0:
            return Answer.of(f"Proof. discriminate. (* {task.seed} *) Qed.")
        return Answer.of(f"Proof. reflexivity. (* {task.seed} *) Qed.")


def pytest_putnam_provers():
    return {"seeded": Seeded}
'''
ROWS = "SELECT nodeid, attempt, verdict, seed, code, reason, prompt_hash FROM attempt ORDER BY 1, 2"
OUTCOMES = "SELECT nodeid, outcome, reason FROM item ORDER BY 1"


@dataclass
class Killing:
    """What was done to the run."""

    killed: Counter[str] = field(default_factory=Counter)
    """Kills by victim: worker, controller, all."""
    sessions: int = 0


@dataclass
class Ground:
    """A folder with a benchmark of `items` problems, and the two runs on it."""

    folder: Path
    items: int
    luck: random.Random

    def __post_init__(self) -> None:
        source = self.folder / "bench" / "coq" / "src"
        source.mkdir(parents=True)
        for number in range(self.items):
            name = f"putnam_{1900 + number // 12}_{'ab'[number % 2]}{number // 2 % 6 + 1}"
            statement = f"Theorem {name} : 1 + {number} = {number + 1}.\n"
            (source / f"{name}.v").write_text(
                f"Open Scope nat_scope.\n{statement}Proof. Admitted.\n"
            )
        (self.folder / "pytest.ini").write_text("[pytest]\n")
        (self.folder / "conftest.py").write_text(CONFTEST)

    def rows(self, run: str, query: str) -> list[tuple[object, ...]]:
        """Of the store of `run`; none while there is none."""
        file = self.folder / run / FILE_NAME
        if not file.exists():
            return []
        db = sqlite3.connect(file, timeout=60)
        try:
            found: list[tuple[object, ...]] = db.execute(query).fetchall()
        finally:
            db.close()
        return found

    def undisturbed(self) -> None:
        """The run that all others are measured by."""
        with self._session("undisturbed") as process:
            assert process.wait(1800) == 1, "some items are not proved"

    def killed(self, kills: int) -> Killing:
        """The run that is killed so often, and then resumed until it is finished."""
        done = Killing()
        step = max(1, len(self.rows("undisturbed", ROWS)) // (kills + 2))
        while done.killed.total() < kills and self._unfinished:
            assert done.sessions < 2 * kills + 10, "it does not go on; see killed.log"
            self._disturbed(done, kills, step)
        while self._unfinished:
            assert done.sessions < 2 * kills + 10, "it is never finished"
            done.sessions += 1
            with self._session("killed") as process:
                process.wait(1800)
        return done

    @property
    def _unfinished(self) -> bool:
        if not (self.folder / "killed" / FILE_NAME).exists():
            return True
        with open_run(self.folder / "killed") as kept:
            return is_unfinished(kept)

    def _disturbed(self, done: Killing, kills: int, step: int) -> None:
        """One session, with kills until its controller is dead or it is over."""
        done.sessions += 1
        with self._session("killed") as process:
            while done.killed.total() < kills and process.poll() is None:
                enough = self._made + self.luck.randint(0, step)
                while self._made < enough and process.poll() is None:
                    time.sleep(0.005)
                time.sleep(self.luck.uniform(0.0, 0.05))
                victim = self.luck.choice(["worker", "worker", "controller", "all"])
                if process.poll() is None and self._kill(process, victim):
                    done.killed[victim] += 1

    def _kill(self, process: subprocess.Popen[bytes], victim: str) -> bool:
        if victim == "controller":
            process.kill()
        elif victim == "all":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            workers = children(process.pid)
            if not workers:
                return False
            os.kill(self.luck.choice(workers), signal.SIGKILL)
            return True
        process.wait(60)
        assert self.rows("killed", "PRAGMA integrity_check") in ([], [("ok",)])
        return True

    @property
    def _made(self) -> int:
        rows = self.rows("killed", "SELECT count(*) FROM attempt WHERE NOT redo")
        return int(str(rows[0][0])) if rows else 0

    @contextmanager
    def _session(self, run: str) -> Iterator[subprocess.Popen[bytes]]:
        argv = [
            sys.executable,
            "-m",
            "pytest",
            "bench",
            "--prover=seeded",
            "-q",
            "-n",
            str(WORKERS),
        ]
        argv += [
            f"--putnam-attempts={ATTEMPTS}",
            f"--putnam-run={run}",
            "--max-worker-restart=1000",
        ]
        argv += ["-p", "no:cacheprovider", "-p", "no:hypothesispytest"]
        with (self.folder / f"{run}.log").open("ab") as log:
            process = subprocess.Popen(
                argv, cwd=self.folder, start_new_session=True, stdout=log, stderr=log
            )
            try:
                yield process
            finally:
                # A controller that was killed leaves workers that are about to end.
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait(60)


def children(parent: int) -> list[int]:
    """The processes that a process has started itself."""
    found: list[int] = []
    for path in Path(f"/proc/{parent}/task").glob("*/children"):
        try:
            found += map(int, path.read_text().split())
        except OSError:
            continue
    return found
