"""A benchmark of four files, made up: two fine ones, a missing library, and one without a theorem."""

from __future__ import annotations

from pathlib import Path

FILES = {
    "putnam_1901_a1": "Theorem putnam_1901_a1 : forall n : nat, n + 0 = n.\nProof. Admitted.\n",
    "putnam_1901_a2": (
        "Definition putnam_1901_a2_solution : nat := 4.\n"
        "Theorem putnam_1901_a2 : 2 + 2 = putnam_1901_a2_solution.\nProof. Admitted.\n"
    ),
    "putnam_1901_a3": (
        "Require Import NoSuchLibrary.\nTheorem putnam_1901_a3 : 1 = 1.\nProof. Admitted.\n"
    ),
    "putnam_1901_b1": "(* Theorem putnam_1901_b1 : 1 = 1. *)\n",
}


def write_benchmark(root: Path, *names: str) -> Path:
    """Write the files of `names`, all if none are given, in PutnamBench's layout below `root`."""
    folder = root / "coq" / "src"
    folder.mkdir(parents=True)
    for name in names or FILES:
        (folder / f"{name}.v").write_text(FILES[name])
    return root
