"""How much sooner a warm session rejects a candidate than one coqc per candidate, by import style.

    python bench/warm_vs_cold.py [candidates]

Both go through the whole checker, from `check` to the verdict, with a compiled reference; what
the first candidate pays for starting the session is told apart and counted in the last column.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from formalizations import formalization_of

from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.coq.checker import CoqChecker
from pytest_putnam.languages.coq.toolchain import find
from pytest_putnam.model import Candidate, Formalization, Language, Track, VerdictKind
from pytest_putnam.prover import Budget

STYLES = {
    "none": "",
    "ZArith, Lia": "Require Import ZArith Lia.\n",
    "Reals, Coquelicot": "Require Import Reals Coquelicot.Coquelicot.\n",
    "ssreflect, algebra": "From mathcomp Require Import all_ssreflect all_algebra.\n",
    "mathcomp-analysis": (
        "From mathcomp Require Import all_ssreflect all_algebra.\n"
        "From mathcomp Require Import reals normedtype sequences topology.\n"
    ),
}
COLD_CANDIDATES = 5


def formalization(header: str) -> Formalization:
    """A small statement behind `header`."""
    text = f"{header}Theorem bench (a b : nat) (h : a = b) : b = a.\nProof. Admitted.\n"
    return formalization_of(Language.COQ, text, "bench")


def seconds(checker: CoqChecker, formal: Formalization, count: int) -> list[float]:
    """The wall time of each of `count` wrong candidates, no two the same."""
    times = []
    for index in range(count):
        code = f"Proof.\n  intros.\n  symmetry in h.\n  apply lemma_{index}.\nQed."
        started = time.perf_counter()
        verdict = checker.check(formal, Track.WITH_SOLUTION, Candidate(code), Budget(None))
        times.append(time.perf_counter() - started)
        assert verdict.kind is VerdictKind.COMPILE_ERROR, verdict
    return times


def main() -> None:
    """Print one row per style."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    tools = find(None)
    print(", ".join(f"{name} {version}" for name, version in tools.versions.items()))
    print(
        f"{'imports':20} {'cold s':>8} {'warm ms':>8} {'ratio':>7} {'start s':>8} "
        f"{f'ratio over {count}, start included':>33}"
    )
    with tempfile.TemporaryDirectory() as cache:
        for style, header in STYLES.items():
            formal = formalization(header)
            settings = CheckerSettings(cache_dir=Path(cache))
            checkers = (
                CoqChecker(tools, settings),
                CoqChecker(tools, CheckerSettings(cache_dir=Path(cache), warm=False)),
            )
            for checker in checkers:
                checker.prepare(formal, Track.WITH_SOLUTION)
            try:
                (first, *later) = seconds(checkers[0], formal, count)
                cold = seconds(checkers[1], formal, COLD_CANDIDATES)
            finally:
                for checker in checkers:
                    checker.close()
            warm = median(later)
            overall = median(cold) * count / (first + sum(later))
            print(
                f"{style:20} {median(cold):8.2f} {warm * 1000:8.1f} {median(cold) / warm:7.0f} "
                f"{first:8.2f} {overall:33.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
