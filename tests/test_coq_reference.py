"""Compiled references: what they state, and a cache that nothing can spoil."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from coq_cases import formalization, make_checker, problem
from formalizations import check

from pytest_putnam.languages.coq.reference import References, orig_text, solution_parameter
from pytest_putnam.languages.coq.workshop import Workshop
from pytest_putnam.model import Formalization, Track, VerdictKind
from pytest_putnam.prover import Budget

BUDGET = Budget(None)
PLAIN = formalization("Theorem plain (a : nat) : a = a.\nProof. Admitted.\n")
FALSE = formalization("Theorem plain (a : nat) : a = a + 1.\nProof. Admitted.\n")
INFERRED = (
    "Parameter x_solution : ltac:(let T := type of (fun (n : nat) => let m := n in m) in exact T)."
)
WITH = Track.WITH_SOLUTION


class Counting(References):
    """Counts what it compiles."""

    def __init__(self, cache: Path) -> None:
        checker = make_checker(cache)
        super().__init__(Workshop(checker.toolchain, checker.settings))
        self.compiled = 0

    def _compile(self, text: str, formal: Formalization, budget: Budget) -> bytes:
        self.compiled += 1
        return super()._compile(text, formal, budget)


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def entry(cache: Path) -> Path:
    (found,) = (cache / "coq" / "references").glob("*.ref")
    return found


def test_everything_before_the_theorem_is_in_the_specification() -> None:
    """Only imports and options stand outside."""
    text = orig_text(problem("tree_mirror"), WITH)
    before, _, inside = text.partition("Module Type SPEC.")
    assert before == "Require Import List.\n"
    assert inside.index("Inductive tree") < inside.index("Theorem tree_mirror")
    assert "Definition final := @X.tree_mirror." in inside


@pytest.mark.parametrize(
    ("declaration", "parameter"),
    [
        ("Definition x_solution : nat := 3.", "Parameter x_solution : (nat)."),
        (
            "Definition x_solution (n k : nat) : Prop := n = k.",
            "Parameter x_solution : forall (n k : nat), (Prop).",
        ),
        (
            "Definition x_solution := 3.",
            "Parameter x_solution : ltac:(let T := type of (3) in exact T).",
        ),
        (
            "Definition x_solution (n : nat) := let m := n in m.",
            INFERRED,
        ),
    ],
)
def test_the_solution_becomes_a_parameter(declaration: str, parameter: str) -> None:
    """Of its declared type, or of the type that the reference's is inferred to be."""
    formal = formalization(
        f"{declaration}\nTheorem x : x_solution = x_solution.\nProof. Admitted.\n", "x"
    )
    assert formal.solution is not None
    assert solution_parameter(formal.text, formal.solution) == parameter
    assert parameter in orig_text(formal, Track.NO_SOLUTION)
    assert declaration not in orig_text(formal, Track.NO_SOLUTION)
    assert declaration in orig_text(formal, WITH)


@pytest.mark.real_coq
class TestCache:
    """A compiled reference is made once for all items, workers and runs."""

    def test_it_is_compiled_once(self, cache: Path) -> None:
        """Within a process, and in the next one."""
        first, second = Counting(cache), Counting(cache)
        one, two = (made.get(PLAIN, WITH, BUDGET) for made in (first, first))
        three = second.get(PLAIN, WITH, BUDGET)
        assert one == two == three
        assert (first.compiled, second.compiled) == (1, 0)

    def test_another_statement_is_another_reference(self, cache: Path) -> None:
        """Whatever its name."""
        made = Counting(cache)
        assert made.get(PLAIN, WITH, BUDGET).key != made.get(FALSE, WITH, BUDGET).key
        assert made.compiled == 2

    @pytest.mark.parametrize(
        "damage",
        [
            lambda data: data[:-1],
            lambda data: data[: len(data) // 2],
            lambda data: data[:0],
            lambda data: data[:200] + bytes([data[200] ^ 1]) + data[201:],
            lambda data: data.replace(b"plain", b"plaim"),
            lambda data: b"\xff" * len(data),
        ],
    )
    def test_a_damaged_entry_is_made_again(self, cache: Path, damage: object) -> None:
        """And put right."""
        good = Counting(cache).get(PLAIN, WITH, BUDGET)
        path = entry(cache)
        path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
        made, later = Counting(cache), Counting(cache)
        assert made.get(PLAIN, WITH, BUDGET).key == good.key
        assert made.compiled == 1
        later.get(PLAIN, WITH, BUDGET)
        assert later.compiled == 0

    def test_an_entry_of_another_key_is_not_taken(self, cache: Path) -> None:
        """A false statement's reference does not become a true one's by renaming."""
        Counting(cache).get(PLAIN, WITH, BUDGET)
        path = entry(cache)
        data = path.read_bytes()
        path.unlink()
        Counting(cache).get(FALSE, WITH, BUDGET)
        entry(cache).write_bytes(data)
        made = Counting(cache)
        made.get(FALSE, WITH, BUDGET)
        assert made.compiled == 1

    def test_a_link_is_not_followed(self, cache: Path) -> None:
        """Nor is a pipe waited for."""
        Counting(cache).get(PLAIN, WITH, BUDGET)
        path = entry(cache)
        copy = path.rename(path.with_suffix(".elsewhere"))
        path.symlink_to(copy)
        made = Counting(cache)
        made.get(PLAIN, WITH, BUDGET)
        assert made.compiled == 1

    def test_a_folder_that_others_may_write_is_not_read(self, cache: Path) -> None:
        """Its entries could be forged, digest and all."""
        Counting(cache).get(PLAIN, WITH, BUDGET)
        entry(cache).parent.chmod(0o777)
        made = Counting(cache)
        made.get(PLAIN, WITH, BUDGET)
        assert made.compiled == 1

    def test_a_cache_that_cannot_be_written_costs_only_time(self, cache: Path) -> None:
        """Verdicts come all the same."""
        cache.mkdir()
        (cache / "coq").write_text("in the way", encoding="utf-8")
        checker = make_checker(cache)
        try:
            assert check(checker, PLAIN, "Proof. reflexivity. Qed.").kind is VerdictKind.PROVED
            assert check(checker, FALSE, "Proof. reflexivity. Qed.").kind is not VerdictKind.PROVED
        finally:
            checker.close()

    def test_many_at_once_compile_once(self, cache: Path) -> None:
        """Threads of one process, and several processes' worth of references."""
        all_made = [Counting(cache) for _ in range(4)]
        with ThreadPoolExecutor(12) as pool:
            found = list(pool.map(lambda made: made.get(PLAIN, WITH, BUDGET), all_made * 3))
        assert len({reference.compiled for reference in found}) == 1
        assert sum(made.compiled for made in all_made) == 1

    def test_the_baseline_tells_header_variables(self, cache: Path) -> None:
        """Also those that have no name in the file; it is kept with the reference."""
        made = Counting(cache)
        for name, expected in [
            ("commuting_ops", {"T", "op"}),
            ("class_choice", {"U", "H"}),
            ("chosen_subset", set()),
            ("least_step", set()),
        ]:
            formal = problem(name)
            reference = made.with_baseline(made.get(formal, WITH, BUDGET), formal, BUDGET)
            assert reference.baseline is not None
            assert reference.baseline.assumed == expected
            again = Counting(cache).get(formal, WITH, BUDGET)
            assert again.baseline == reference.baseline

    def test_the_digest_covers_everything(self, cache: Path) -> None:
        """Its first line is the SHA-256 of the key and the rest."""
        reference = Counting(cache).get(PLAIN, WITH, BUDGET)
        digest, _, rest = entry(cache).read_bytes().partition(b"\n")
        assert digest.decode() == hashlib.sha256(reference.key.encode() + rest).hexdigest()
        assert rest.endswith(reference.compiled)
