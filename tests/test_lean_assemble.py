"""From a candidate to the file that Lean gets: the benchmark's, but for the slots."""

from __future__ import annotations

from pathlib import Path

import pytest
from lean_cases import formalization, problem

from pytest_putnam.datasets import Dataset
from pytest_putnam.languages.assembled import Assembled, Unusable, own_statement
from pytest_putnam.languages.lean4.assemble import assemble, reference_text
from pytest_putnam.languages.lexing import replace
from pytest_putnam.model import Candidate, Formalization, Language, Track, VerdictKind

PROOF = "by\n  intro x\n  simp_all"


def benchmark_part(assembled: Assembled) -> list[str]:
    """The words of a file that are not the candidate's."""
    return "".join(p.text for p in assembled.pieces if p.source == "benchmark").split()


def without_slots(formal: Formalization, track: Track) -> list[str]:
    """The words of the benchmark's file with its slots emptied, or the reference filled in."""
    edits = [(formal.proof, "")]
    slot = formal.solution
    if slot is not None and track is Track.NO_SOLUTION:
        edits.append((slot.body, ""))
    elif slot is not None and slot.reference is not None:
        edits.append((slot.body, slot.reference))
    return replace(formal.text, edits).split()


@pytest.mark.parametrize("track", Track)
def test_every_file_of_the_benchmark(benchmark_dir: Path, track: Track) -> None:
    """A bare proof: what Lean gets differs from the file in the slots alone."""
    dataset = Dataset(benchmark_dir)
    files = list(dataset.files(Language.LEAN4))
    assert len(files) == 322
    for path in files:
        formal = dataset.read(path)
        given = "(answer, 17)" if formal.solution is not None else None
        made = assemble(formal, track, Candidate(PROOF, given))
        assert benchmark_part(made) == without_slots(formal, track), path.name
        own = [piece.text for piece in made.own]
        expected = [PROOF]
        if formal.solution is not None and track is Track.NO_SOLUTION:
            expected.insert(0, "(\n(answer, 17)\n)")
        assert own == expected, path.name
        assert made.text.split() == [
            word for piece in made.pieces for word in piece.text.split()
        ], path.name


def test_every_file_of_the_benchmark_as_a_whole_file(benchmark_dir: Path) -> None:
    """A candidate that repeats the whole file gives its proof and nothing else."""
    dataset = Dataset(benchmark_dir)
    for path in dataset.files(Language.LEAN4):
        formal = dataset.read(path)
        code = replace(reference_text(formal), [])
        filled = formalization(code, formal.name)
        code = replace(code, [(filled.proof, PROOF)])
        made = assemble(formal, Track.WITH_SOLUTION, Candidate(code))
        assert benchmark_part(made) == without_slots(formal, Track.WITH_SOLUTION), path.name
        assert [piece.text for piece in made.own] == [PROOF], path.name
        assert own_statement(made) is None, path.name
        if formal.solution is not None:
            made = assemble(formal, Track.NO_SOLUTION, Candidate(code))
            assert len(made.own) == 2, path.name
            assert formal.solution.name in made.own[0].text, path.name


def test_imports_come_behind_imports_and_helpers_before_the_doc_comment() -> None:
    formal = problem("putnam_1901_a1")
    code = "import Other\nopen And\ntheorem one : True := True.intro\n" + PROOF_OF_A1
    lines = assemble(formal, Track.WITH_SOLUTION, Candidate(code)).text.split("\n")
    order = [lines.index(line) for line in ("import Base", "import Other", "open And")]
    order += [lines.index("theorem one : True := True.intro")]
    order += [lines.index("/-- Conjunction is symmetric. -/")]
    assert order == sorted(order)


PROOF_OF_A1 = "theorem putnam_1901_a1 (p q : Prop) (h : And p q) : And q p := ⟨h.2, h.1⟩"


def test_helpers_stand_before_open_in_and_modifiers() -> None:
    """A helper between ``open … in`` and the theorem would take the ``in``."""
    formal = formalization(
        "prelude\nimport Base\nset_option maxHeartbeats 100 in\nopen And in\n"
        "/-- Doc. -/\n@[simp] protected theorem putnam_1901_a1 : True :=\nsorry\n",
        "putnam_1901_a1",
    )
    code = "theorem one : True := True.intro\ntheorem putnam_1901_a1 : True := one"
    text = assemble(formal, Track.WITH_SOLUTION, Candidate(code)).text
    assert text.index("theorem one") < text.index("set_option")
    assert "open And in\n/-- Doc. -/\n@[simp] protected theorem putnam_1901_a1" in text


@pytest.mark.parametrize(
    ("code", "inside"),
    [
        ("intro h\nexact h", "by\nintro h\nexact h"),
        ("  intro h\n  exact h", "by\n  intro h\n  exact h"),
        ("by exact h", "\nby exact h"),
        (":= by exact h", "\n   by exact h"),
        ("fun h => h", "\nfun h => h"),
    ],
)
def test_bare_proofs(code: str, inside: str) -> None:
    """Tactics get their ``by``, with their own indentation."""
    made = assemble(problem("putnam_1901_a1"), Track.WITH_SOLUTION, Candidate(code))
    assert inside in made.text


def test_a_proof_begins_in_the_column_that_it_had() -> None:
    """Else its second line would be an argument of the first."""
    code = f"{PROOF_OF_A1.partition(':= ')[0]}:=\n  have k := h.2\n  ⟨k, h.1⟩"
    made = assemble(problem("putnam_1901_a1"), Track.WITH_SOLUTION, Candidate(code))
    assert "\n  have k := h.2\n  ⟨k, h.1⟩\n" in made.text


def test_a_proof_by_equations() -> None:
    """Its alternatives become a function."""
    code = "theorem putnam_1901_a4 : (n : Nat) → Eq (Nat.plus Nat.zero n) n\n  | .zero => rfl"
    made = assemble(problem("putnam_1901_a4"), Track.WITH_SOLUTION, Candidate(code))
    assert "fun\n  | .zero => rfl" in made.text


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("", VerdictKind.NO_CODE),
        ("-- nothing\n", VerdictKind.NO_CODE),
        ("theorem other : True := True.intro", VerdictKind.COMPILE_ERROR),
        ("theorem putnam_1901_a1 (p q : Prop) : True", VerdictKind.INCOMPLETE),
        ("theorem putnam_1901_a1 : True :=", VerdictKind.INCOMPLETE),
        ("theorem putnam_1901_a1 : True := /- open", VerdictKind.COMPILE_ERROR),
    ],
)
def test_what_cannot_be_made_a_file(code: str, kind: VerdictKind) -> None:
    with pytest.raises(Unusable) as caught:
        assemble(problem("putnam_1901_a1"), Track.WITH_SOLUTION, Candidate(code))
    assert caught.value.kind is kind


def test_a_message_is_placed_in_what_the_prover_wrote() -> None:
    """Lines and columns of the candidate, with those of other files' parts left out."""
    formal = problem("putnam_1901_a1")
    code = "-- ∀ first\n\n  theorem one : True := ∀wrong\n" + PROOF_OF_A1 + "\n"
    made = assemble(formal, Track.WITH_SOLUTION, Candidate(code))
    before = made.text[: made.text.index("∀wrong")]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n") - 1
    placed = made.message_at("no", line, column)
    assert (placed.text, placed.line, placed.column) == ("no", 3, 24)
    assert made.message_at("no", 2, 0).line is None
    assert made.message_at("no", 10_000, 0).line is None


def test_a_message_about_the_solution_says_so() -> None:
    formal = problem("putnam_1901_b1")
    made = assemble(formal, Track.NO_SOLUTION, Candidate("Eq.refl", "wrong"))
    before = made.text[: made.text.index("wrong")]
    said = made.message_at("unknown", before.count("\n") + 1, 0)
    assert said.text == "in the solution: unknown"
    assert said.line is None
