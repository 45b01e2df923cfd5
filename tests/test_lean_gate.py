"""The gate names what runs programs while Lean elaborates, and nothing in comments and strings."""

from __future__ import annotations

import pytest

from pytest_putnam.languages.assembled import Piece
from pytest_putnam.languages.lean4.gate import refuse


def found(code: str) -> str | None:
    refusal = refuse([Piece(code, "code")])
    return None if refusal is None else refusal.what


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("#eval 1", "#eval"),
        ("theorem t : True := by\n  run_tac pure ()", "run_tac"),
        ("run_cmd pure ()", "run_cmd"),
        ("local macro \"x\" : term => `(1)", "macro"),
        ("syntax \"x\" : term", "syntax"),
        ("scoped elab \"x\" : tactic => pure ()", "elab"),
        ("initialize foo : Nat ← pure 1", "initialize"),
        ("unsafe def f : Nat := f", "unsafe"),
        ("@[implemented_by g] def f : Nat := 1", "attribute implemented_by"),
        ("@[simp, extern \"f\"] def f : Nat := 1", "attribute extern"),
        ("attribute [command_elab x] f", "attribute command_elab"),
        ("set_option debug.skipKernelTC true", "set_option debug.skipKernelTC"),
        ("set_option  debug . skipKernelTC true", "set_option debug.skipKernelTC"),
        ("set_option debug.«skipKernelTC» true in x", "set_option debug."),
        ("def f : IO Unit := pure ()", "IO"),
        ("def f := «IO».FS.readFile \"x\"", "IO"),
        ("open Lean.Elab in def f := 1", "Lean.Elab"),
        ("simp (config := (IO.FS.writeFile \"x\" \"y\" ()).1)", "IO.FS.writeFile"),
        ("have x := s!\"{unsafeCast 1}\"", "unsafeCast"),
        ("have := (Lean.saveModuleData \"Cand.olean\" `x d) ()", "Lean.saveModuleData"),
        ("open Lean System in\ntheorem t := f (FilePath.walkDir \".\") ()", "FilePath.walkDir"),
        ("def f := do modifyEnv fun e => e.addDeclCore d", "modifyEnv"),
        ("def f := withOptions (·.set `debug.skipKernelTC true)", "debug.skipKernelTC"),
        ("theorem t : True := trivial #guard prog", "#guard"),
        ("notation \"'x\" => 1", "the token \"'x\" in a notation"),
        ("infix:65 \" +' \" => f\nhave x := 1 +'\"' #eval 1 --\"", "#eval"),
        ("notation \"x--\" => 1", "the token 'x--' in a notation"),
        ("/- a -/ /- /- -/ -/ #eval 1", "#eval"),
        ("have x := \"a\\\"\" #eval 1", "#eval"),
        ("have x := '\"' #eval 1", "#eval"),
        ("have x := r#\"a\"b\"# #eval 1", "#eval"),
    ],
)  # fmt: skip
def test_what_is_refused(code: str, what: str) -> None:
    assert found(code) == what


@pytest.mark.parametrize(
    "code",
    [
        "-- #eval 1\nby simp",
        "/- run_cmd /- macro -/ unsafe -/ by simp",
        '/-- The macro, unsafe. -/\ntheorem t : True := by\n  have := "#eval run_cmd"\n  trivial',
        "theorem unsafe_free (elaborate : Nat) (macro_x syntax' : Nat) : True := trivial",
        "#check Nat\n#print axioms t\nby omega",
        "by\n  simp (config := { decide := true }) [Nat.add_comm]\n  native_decide",
        "set_option maxHeartbeats 400000 in\n@[simp] theorem t : True := trivial",
        "open Lean in\ntheorem t : True := trivial",
        "#guard_msgs in\ntheorem t : True := trivial",
        'local notation "f\'" => deriv f\nlocal infixr:30 " ⊔\' " => Or',
        'notation "S" => Finset.sum\nlocal infixl:65 " - " => sub',
        "noncomputable instance : Inhabited Nat := ⟨0⟩",
        "by\n  refine' ⟨_, fun IOU => _⟩",
    ],
)
def test_what_is_not(code: str) -> None:
    assert found(code) is None


def test_the_place_is_in_the_candidates_text() -> None:
    """That of the first; in a solution there is none."""
    refusal = refuse([Piece("x", "code", 3), Piece("ab #eval", "code", 10)])
    assert refusal is not None
    assert refusal.offset == 13
    refusal = refuse([Piece("(by_elab x)", "solution")])
    assert refusal is not None
    assert refusal.offset is None
