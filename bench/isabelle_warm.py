"""Isabelle: theories per second, in a warm session against one ``isabelle build`` each.

    python bench/isabelle_warm.py [theories]

Both reject the same wrong proofs through the same checker, one after the other, in one run.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from formalizations import formalization_of

from pytest_putnam.errors import AssistantMissing, InfraError
from pytest_putnam.languages import backend
from pytest_putnam.languages.base import CheckerSettings, Toolchain
from pytest_putnam.machine import default_cache_dir
from pytest_putnam.model import (
    Candidate,
    Formalization,
    Language,
    Track,
    VerdictKind,
)
from pytest_putnam.prover import Budget

NAME = "difference"
TEXT = f"""theory {NAME} imports Complex_Main
begin

theorem {NAME}:
  fixes a b :: nat
  shows "a - b = b - a"
  sorry

end
"""


def formalization() -> Formalization:
    return formalization_of(Language.ISABELLE, TEXT, NAME)


def candidates(count: int) -> list[Candidate]:
    return [
        Candidate(
            f'lemma aux{n}: "rev (rev xs) = (xs :: \'a list)" by simp\n'
            f'theorem {NAME}: fixes a b :: nat shows "a - b = b - a"\n  by simp'
        )
        for n in range(count)
    ]


def per_second(toolchain: Toolchain, theories: list[Candidate], *, warm: bool) -> float:
    # the heaps that are built are those of the user's cache
    checker = toolchain.checker(CheckerSettings(warm=warm, cache_dir=default_cache_dir()))
    formal = formalization()
    try:
        checker.prepare(formal, Track.WITH_SOLUTION)
        checker.check(formal, Track.WITH_SOLUTION, Candidate("by simp"), Budget(None))
        started = time.perf_counter()
        for candidate in theories:
            verdict = checker.check(formal, Track.WITH_SOLUTION, candidate, Budget(None))
            assert verdict.kind is VerdictKind.COMPILE_ERROR, verdict
            assert verdict.path == ("warm" if warm else "strict"), verdict
        return len(theories) / (time.perf_counter() - started)
    finally:
        checker.close()


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    try:
        toolchain = backend(Language.ISABELLE).find(None)
    except AssistantMissing as missing:
        print(f"skipped: {missing}")
        return
    try:
        warm = per_second(toolchain, candidates(count), warm=True)
        cold = per_second(toolchain, candidates(max(1, count // 5)), warm=False)
    except InfraError as error:
        print(f"skipped: {error}")
        return
    told = ", ".join(f"{name} {version}" for name, version in toolchain.versions.items())
    print(f"{told}, {count} theories")
    print(f"a warm session         {warm:8.2f} theories/s")
    print(f"a build for each       {cold:8.2f} theories/s")
    print(f"                       {warm / cold:8.1f} times")


if __name__ == "__main__":
    main()
