"""Where a full toolchain is found: tactic proofs, ``native_decide``, ``apply?``, metaprograms."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from formalizations import check
from lean_cases import formalization

from pytest_putnam.errors import AssistantMissing
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.lean4.checker import LeanChecker
from pytest_putnam.languages.lean4.toolchain import find
from pytest_putnam.model import VerdictKind

STATEMENT = "theorem sum_swapped (a b : Nat) : a + b = b + a :=\nsorry\n"
FALSE = "theorem absurd_sum (a : Nat) : a + 1 = a :=\nsorry\n"
META = """open Lean Elab Meta in
run_cmd Command.liftCoreM do
  let type ← MetaM.run' (Term.TermElabM.run' do
    Term.elabTerm (← `(∀ a : Nat, a + 1 = a)) none)
  let decl := Declaration.axiomDecl { name := `trick, levelParams := [], type, isUnsafe := false }
  addDecl decl
theorem absurd_sum (a : Nat) : a + 1 = a := trick a
"""


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LeanChecker]:
    try:
        found = find(None)
    except AssistantMissing as missing:
        pytest.skip(str(missing))
    if not (found.prefix / "lib" / "lean" / "Init.olean").is_file():
        pytest.skip("this Lean has no library of its own")
    cache: Path = tmp_path_factory.mktemp("lean-full")
    made = LeanChecker(found, CheckerSettings(cache_dir=cache, memory_mb=8192))
    yield made
    made.close()


@pytest.mark.parametrize(
    "code", ["by omega", "by\n  exact Nat.add_comm a b", "by simp [Nat.add_comm]"]
)
def test_tactic_proofs(checker: LeanChecker, code: str) -> None:
    verdict = check(checker, formalization(STATEMENT, "sum_swapped"), code)
    assert verdict.kind is VerdictKind.PROVED, verdict.reason


@pytest.mark.parametrize(
    ("code", "kinds"),
    [
        ("by omega", {VerdictKind.COMPILE_ERROR}),
        ("by sorry", {VerdictKind.INCOMPLETE}),
        ("by apply?", {VerdictKind.COMPILE_ERROR, VerdictKind.INCOMPLETE}),
        ("by exact absurd_sum a", {VerdictKind.COMPILE_ERROR}),
        (META, {VerdictKind.FORBIDDEN}),
        (
            "notation:50 a \" = \" b => True\ntheorem absurd_sum (a : Nat) : a + 1 = a := trivial",
            {VerdictKind.STATEMENT_CHANGED, VerdictKind.COMPILE_ERROR},
        ),
        (
            ("instance : HAdd Nat Nat Nat := ⟨fun a _ => a⟩\n"
            "theorem absurd_sum (a : Nat) : a + 1 = a := rfl"),
            {VerdictKind.STATEMENT_CHANGED, VerdictKind.COMPILE_ERROR},
        ),
    ],
)  # fmt: skip
def test_cheats(checker: LeanChecker, code: str, kinds: set[VerdictKind]) -> None:
    verdict = check(checker, formalization(FALSE, "absurd_sum"), code)
    assert verdict.kind in kinds, verdict.reason


def test_native_decide_is_a_bad_axiom(checker: LeanChecker) -> None:
    formal = formalization("theorem t : 2 ^ 10 = 1024 :=\nsorry\n", "t")
    assert check(checker, formal, "by decide").kind is VerdictKind.PROVED
    assert check(checker, formal, "by native_decide").kind is VerdictKind.BAD_AXIOM
