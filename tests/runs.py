"""Small benchmarks with real Coq problems, and a prover that does what a script says."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pytest

HEADER = "Open Scope nat_scope.\n"
"""Nothing to load, so that a check takes a fraction of a second."""

CONFTEST = '''
import json, logging, os, resource, time
from pathlib import Path

from pytest_putnam.errors import ApiError, InfraError, ProverError
from pytest_putnam.model import Language, Usage, VerdictKind
from pytest_putnam.process import Limits, Sandbox, run
from pytest_putnam.prover import Answer, Prover, ProverOption
from pytest_putnam.search_record import SearchNode, SearchRecord, SearchStatistics

HERE = Path(__file__).parent


class Scripted(Prover):
    """Does what script.json says for a problem: one action, or one per attempt."""

    name = "scripted"
    languages = frozenset({Language.COQ})
    default_attempts = 1
    options = (
        ProverOption("note", "kept for nothing", default="none"),
        ProverOption("side-note", "kept for nothing, too", required=False),
    )

    def attempt(self, task, budget):
        name = task.formalization.name
        with (HERE / "calls.log").open("a") as log:
            log.write(f"{name} {task.attempt} {task.seed}\\n")
        actions = json.loads((HERE / "script.json").read_text()).get(name, "prove")
        if isinstance(actions, list):
            actions = actions[task.attempt - 1]
        action, _, argument = actions.partition(":")
        return getattr(self, action)(budget, argument)

    def prove(self, budget, argument):
        return Answer.of("Proof. reflexivity. Qed.")

    def code(self, budget, argument):
        return Answer.of(argument)

    def wrong(self, budget, argument):
        return Answer.of("Proof. discriminate. Qed.")

    def give_up(self, budget, argument):
        return Answer.none(argument)

    def no_code(self, budget, argument):
        return Answer.none("nothing usable", ended=VerdictKind.NO_CODE)

    def transcript(self, budget, argument):
        return Answer.none("see the transcript", transcript=argument * int(1e5))

    def search(self, budget, argument):
        record = SearchRecord(SearchNode("root"), SearchStatistics(states=3, queries=2))
        usage = Usage(2, 10, 20, cost_usd=0.5)
        return Answer(reason="searched", transcript=record.as_transcript(), usage=usage)

    def prover_error(self, budget, argument):
        raise ProverError(argument)

    def api_error(self, budget, argument):
        raise ApiError(argument)

    def infra_error(self, budget, argument):
        raise InfraError(argument)

    def bug(self, budget, argument):
        raise ZeroDivisionError(argument)

    def exit(self, budget, argument):
        os._exit(int(argument))

    def sleep(self, budget, argument):
        (HERE / "asleep").touch()
        ends = time.monotonic() + float(argument)
        while time.monotonic() < ends:
            budget.check()
            time.sleep(0.01)
        return Answer.none("slept")

    def flood(self, budget, argument):
        text = "x" * int(argument) * 10**6
        print(text)
        return Answer.none(text, transcript=text)

    def program(self, budget, argument):
        (HERE / "asleep").touch()
        run(
            ["sleep", argument],
            cwd=HERE,
            limits=Limits(),
            sandbox=Sandbox("bwrap", readable=(HERE,)),
            budget=budget,
        )
        return Answer.none("slept")

    def fill_disk(self, budget, argument):
        """From now on the process that writes the store can write no file beyond some bytes."""
        is_worker = "PYTEST_XDIST_WORKER" in os.environ
        resource.prlimit(
            os.getppid() if is_worker else os.getpid(),
            resource.RLIMIT_FSIZE,
            (int(argument), resource.RLIM_INFINITY),
        )
        return Answer.none("done")

    def noise(self, budget, argument):
        print("\\x1b[31mred\\x1b[0m \\ud800 \\0" + argument)
        logging.getLogger("noise").warning("lone \\ud800 surrogate")
        return Answer.none("\\x1b[31mred\\x1b[0m \\ud800 \\0\\x07" + argument)


def pytest_putnam_provers():
    return {"scripted": Scripted}
'''


class Bench:
    """A benchmark in ``bench`` below the test's directory, and runs of pytest on it."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        self.root = pytester.path / "bench"
        self._entries: list[dict[str, object]] = []
        pytester.makeini("[pytest]\n")
        pytester.makeconftest(CONFTEST)
        self.script({})

    def problem(
        self, name: str, statement: str = "1 + 1 = 2", tags: Iterable[str] = ("algebra",)
    ) -> Path:
        """A Coq problem; those that say something true are proved by reflexivity."""
        self._entries.append(
            {
                "problem_name": name,
                "informal_statement": f"Show that {statement}.",
                "informal_solution": "None.",
                "tags": list(tags),
            }
        )
        index = self.root / "informal" / "putnam.json"
        index.parent.mkdir(parents=True, exist_ok=True)
        index.write_text(json.dumps(self._entries))
        text = f"{HEADER}Theorem {name} : {statement}.\nProof. Admitted.\n"
        return self.file(f"coq/src/{name}.v", text.encode())

    def file(self, path: str, content: bytes) -> Path:
        """Any file of the benchmark."""
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        return target

    def script(self, script: Mapping[str, str | Sequence[str]]) -> None:
        """What the prover does for each problem; it proves those that are not named."""
        (self.pytester.path / "script.json").write_text(json.dumps(script))

    def run(
        self, *args: str, path: str | None = "bench", workers: int = 0, prover: bool = True
    ) -> pytest.RunResult:
        """Run pytest in a process of its own."""
        # Hypothesis would import itself in every one of these runs that has a failure.
        argv = [sys.executable, "-m", "pytest", "-p", "no:hypothesispytest", "-n", str(workers)]
        argv += ["--prover=scripted"] if prover else []
        argv += [path] if path else []
        return self.pytester.run(*argv, *args, timeout=120)

    def calls(self) -> list[str]:
        """Which attempts the prover was really asked for."""
        log = self.pytester.path / "calls.log"
        return sorted(" ".join(c.split()[:2]) for c in log.read_text().splitlines())

    def query(self, sql: str, run: str = ".putnam/*") -> list[tuple[object, ...]]:
        """Rows of the store of a run (or a change of it), which is the only one if it is not named."""
        (path,) = self.pytester.path.glob(f"{run}/run.sqlite")
        db = sqlite3.connect(path)
        try:
            rows: list[tuple[object, ...]] = db.execute(sql).fetchall()
            db.commit()
        finally:
            db.close()
        return rows
