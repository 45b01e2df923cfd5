"""Lean: candidates per second, warm against one process per candidate, and the judge on a large file.

    python bench/lean_warm.py [candidates]

It runs the Lean that the tests bring, which has no library: a real header saves seconds, not the
fraction of one that is shown here.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from formalizations import check
from lean_cases import make_checker, problem
from lean_program import run_lean

from pytest_putnam.languages.lean4.module import read_module
from pytest_putnam.languages.lean4.terms import Terms
from pytest_putnam.model import VerdictKind

LARGE_MB = 10
LIMIT_S = 2.0


def candidates(count: int) -> list[str]:
    return [
        f"theorem aux{n} : True := True.intro\n"
        f"theorem putnam_1901_a1 (p q : Prop) (h : And p q) : And q p := ⟨h.left, h.right⟩"
        for n in range(count)
    ]


def per_second(folder: Path, codes: list[str], *, warm: bool) -> float:
    checker = make_checker(folder, warm=warm)
    formal = problem("putnam_1901_a1")
    check(checker, formal, "h")  # what is made once is made before
    started = time.perf_counter()
    for code in codes:
        verdict = check(checker, formal, code)
        assert verdict.kind is VerdictKind.COMPILE_ERROR
        assert verdict.path == ("warm" if warm else "strict")
    checker.close()
    return len(codes) / (time.perf_counter() - started)


def formula(chance: random.Random, size: int) -> str:
    if size == 1:
        return chance.choice("pqrst")
    left = chance.randint(1, size - 1)
    word = chance.choice(["And", "Or", "Iff"])
    return f"({word} {formula(chance, left)} {formula(chance, size - left)})"


def large_olean(folder: Path, library: Path) -> bytes:
    """Theorems about random formulas: nearly all of it is terms, and nothing is shared."""
    chance = random.Random(1)
    lines = ["prelude", "import Base"]
    lines += [
        f"theorem t{n} (p q r s t : Prop) : {formula(chance, 120)} → True := fun _ => True.intro"
        for n in range(LARGE_MB * 250)
    ]
    (folder / "Large.lean").write_text("\n".join(lines) + "\n", encoding="utf-8")
    run_lean(folder, "-o", "Large.olean", "Large.lean", path=library)
    return (folder / "Large.olean").read_bytes()


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        warm = per_second(folder, candidates(count), warm=True)
        cold = per_second(folder, candidates(count), warm=False)
        print(f"warm sessions          {warm:8.1f} candidates/s")
        print(f"a process for each     {cold:8.1f} candidates/s")
        print(f"                       {warm / cold:8.1f} times")
        data = large_olean(folder, folder / "lean4" / ".lake" / "build" / "lib" / "lean")
        times = []
        for _ in range(3):
            started = time.process_time()
            read_module(data, Terms())
            times.append(time.process_time() - started)
        print(
            f"reading {len(data) / 2**20:.1f} MiB of terms  {min(times):8.2f} s (limit {LIMIT_S} s)"
        )
        sys.exit(min(times) > LIMIT_S)


if __name__ == "__main__":
    main()
