"""The plugin's own time per item, against a bare pytest function: at most 5 ms.

    python bench/plugin_overhead.py [items] [repetitions]

The prover answers at once and the checker says yes to everything, so what is left is collecting, the
engine, reports and the store. The baseline is as many functions `def test(): pass` in one file. Wall
and CPU time are told; the least of the repetitions counts, since other work on the machine only adds.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

LIMIT_MS = 5.0
OTHER_PLUGINS = ["-p", "no:cacheprovider", "-p", "no:hypothesispytest"]

CONFTEST = """
from pytest_putnam.languages.coq import CoqBackend
from pytest_putnam.model import Language, Verdict, VerdictKind
from pytest_putnam.prover import Answer, Prover


class Nothing(Prover):
    name = "nothing"
    languages = frozenset({Language.COQ})

    def attempt(self, task, budget):
        return Answer.of("Proof. reflexivity. Qed.")


class Absent:
    versions = {}

    def checker(self, settings):
        return self

    def prepare(self, formalization, track, budget):
        pass

    def check(self, formalization, track, candidate, budget):
        return Verdict(VerdictKind.PROVED, path="strict")

    def close(self):
        pass


CoqBackend.find = lambda self, explicit: Absent()


def pytest_putnam_provers():
    return {"nothing": Nothing}
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """The least that a whole pytest took."""

    wall_s: float
    cpu_s: float


def cost(folder: Path, arguments: list[str], repetitions: int) -> Cost:
    """What pytest with these arguments costs."""
    walls, cpus = [], []
    for _ in range(repetitions):
        began, used = time.perf_counter(), cpu_of_children_s()
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", *OTHER_PLUGINS, *arguments],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        walls.append(time.perf_counter() - began)
        cpus.append(cpu_of_children_s() - used)
        if done.returncode:
            sys.exit(done.stdout[-2000:] + done.stderr[-2000:])
    return Cost(min(walls), min(cpus))


def cpu_of_children_s() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    items, repetitions = [*map(int, sys.argv[1:]), *(400, 5)[len(sys.argv) - 1 :]]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "pytest.ini").write_text("[pytest]\n")
        (folder / "conftest.py").write_text(CONFTEST)
        (folder / "test_bare.py").write_text(
            "\n".join(f"def test_{number}(): pass" for number in range(items))
        )
        index = []
        source = folder / "bench" / "coq" / "src"
        source.mkdir(parents=True)
        for number in range(items):
            problem = f"putnam_{1900 + number // 9}_a{number % 9 + 1}"
            text = f"Theorem {problem} : 1 + 1 = 2.\nProof. Admitted.\n"
            (source / f"{problem}.v").write_text(text)
            index.append({"problem_name": problem, "informal_statement": "?", "tags": ["algebra"]})
        (folder / "bench" / "informal").mkdir()
        (folder / "bench" / "informal" / "putnam.json").write_text(json.dumps(index))
        putnam = ["bench", "--prover=nothing", "--putnam-sandbox=none"]
        costs = {
            "bare functions": cost(folder, ["test_bare.py"], repetitions),
            "items of the plugin": cost(folder, putnam, repetitions),
            "only collecting them": cost(folder, [*putnam, "--co"], repetitions),
        }
    print(f"{items} items, the least of {repetitions} runs")
    for title, it in costs.items():
        print(f"{title:<22}{it.wall_s:6.2f} s wall {it.cpu_s:6.2f} s CPU")
    bare, ours = costs["bare functions"], costs["items of the plugin"]
    wall_ms = 1000 * (ours.wall_s - bare.wall_s) / items
    cpu_ms = 1000 * (ours.cpu_s - bare.cpu_s) / items
    print(f"own time per item: {wall_ms:.2f} ms wall, {cpu_ms:.2f} ms CPU (at most {LIMIT_MS:g})")
    sys.exit(cpu_ms > LIMIT_MS)


if __name__ == "__main__":
    main()
