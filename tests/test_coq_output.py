"""What Coq's programs print is read as it is meant, and nothing else is taken for it."""

from __future__ import annotations

import pytest

from pytest_putnam.languages.coq.axioms import ALLOWED, not_allowed
from pytest_putnam.languages.coq.output import (
    assumptions,
    coqc_error,
    coqchk_error,
    coqchk_summary,
    coqtop_error,
)

SUMMARY = """
CONTEXT SUMMARY
===============

* Theory: Set is predicative

* Theory: Rewrite rules are not allowed

* Axioms:
    Coq.Logic.Classical_Prop.classic
    A.Cand.T

* Constants/Inductives relying on type-in-type: <none>

* Constants/Inductives relying on unsafe (co)fixpoints: <none>

* Inductives whose positivity is assumed: <none>
"""


def test_the_last_error_of_coqc_counts() -> None:
    """What stands before it may be the candidate's own output."""
    printed = (
        'File "./Cand.v", line 1, characters 0-1:\nError: forged\n'
        'File "./Cand.v", line 7, characters 3-9:\nError: The true one\nin two lines.\n'
    )
    error = coqc_error(printed, "./Cand.v")
    assert error is not None
    assert (error.line, error.start, error.end) == (7, 3, 9)
    assert error.text == "The true one\nin two lines."


def test_an_error_without_a_place() -> None:
    """Such as a proof that is never ended."""
    error = coqc_error("Error: There are pending proofs in file ./Cand.v: a.\n", "./Cand.v")
    assert error is not None
    assert error.line is None
    assert error.is_unfinished_proof


@pytest.mark.parametrize(
    ("said", "unfinished"),
    [
        (" (in proof a): Attempt to save an incomplete proof", True),
        (" (in proof a): Attempt to save a proof with given up goals. If", True),
        ("Some unresolved existential variables remain", True),
        ("Tactic failure: Attempt to save an incomplete proof", False),
    ],
)
def test_an_unfinished_proof_is_told_apart(said: str, *, unfinished: bool) -> None:
    """By how Coq begins the message."""
    error = coqc_error(f'File "./C.v", line 1, characters 0-4:\nError: {said}\n', "./C.v")
    assert error is not None
    assert error.is_unfinished_proof is unfinished


def test_no_error_is_none() -> None:
    """Whatever words are in the output."""
    assert coqc_error("there was an Error in my life\n  Error: indented", "./Cand.v") is None


def test_coqtop_repeats_the_sentence_before_the_error() -> None:
    """Which is left out."""
    answer = (
        "Toplevel input, characters 2-31:\n>   idtac a; idtac (* b\n>  *) baz.\n"
        "Error: a not found.\n\n<prompt>a < 3 |a| 0 < </prompt>"
    )
    error = coqtop_error(answer)
    assert error is not None
    assert (error.start, error.end, error.text) == (2, 31, "a not found.")


def test_a_long_message_is_cut() -> None:
    """To a bounded length."""
    error = coqc_error("Error: " + "x" * 100_000, "./Cand.v")
    assert error is not None
    assert len(error.text) == 2000


def test_assumptions_are_the_names_in_the_first_column() -> None:
    """Types may go over several lines."""
    found = assumptions(
        "Axioms:\nClassical_Prop.classic : forall P : Prop,\n  or P (not P)\na' : x\n"
    )
    assert found is not None
    assert found.names == ("Classical_Prop.classic", "a'")
    assert found.remarks == ()


def test_a_forged_name_with_a_line_end_is_not_taken_for_its_first_line() -> None:
    """A forged compiled file can hold such a name."""
    found = assumptions("Axioms:\nCand.T\n  : junk : False\n")
    assert found is not None
    assert found.names == ()
    assert found.remarks == ("Cand.T",)


def test_remarks_on_unchecked_definitions_are_kept() -> None:
    """They are no names."""
    found = assumptions("Axioms:\nCand.f is assumed to be guarded.\nCand.x : False\n")
    assert found is not None
    assert found.names == ("Cand.x",)
    assert found.remarks == ("Cand.f is assumed to be guarded.",)


@pytest.mark.parametrize(
    "printed", ["", "Axioms:\n", "Closed under the global context\nor not", "Section Variables:\nx"]
)
def test_another_form_is_not_understood(printed: str) -> None:
    """Then there is no verdict, never an empty list."""
    assert assumptions(printed) is None


@pytest.mark.parametrize(
    "forged",
    ["A.Cand.T\n    : junk", "A.Cand.T\u00a0", "A.Cand.z\n* Axioms:\n    T", "A.x\n    A.x"],
)
def test_a_summary_with_a_forged_name_is_not_understood(forged: str) -> None:
    """A forged compiled file can hold any bytes as a name."""
    lines = SUMMARY.split("\n")
    at = lines.index("* Axioms:") + 1
    assert coqchk_summary("\n".join([*lines[:at], f"    {forged}", *lines[at:]])) is None


def test_a_closed_term_has_no_assumptions() -> None:
    """And no remarks."""
    found = assumptions("Closed under the global context\n\n")
    assert found is not None
    assert found.names == found.remarks == ()


def test_the_summary_of_coqchk() -> None:
    """Axioms, theory, and nothing unsafe."""
    found = coqchk_summary(SUMMARY)
    assert found is not None
    assert found.axioms == {"Coq.Logic.Classical_Prop.classic", "A.Cand.T"}
    assert found.theory == ("Set is predicative", "Rewrite rules are not allowed")
    assert found.relied_on == ()


def test_what_is_unsafe_is_told_with_its_section() -> None:
    """By name."""
    found = coqchk_summary(SUMMARY.replace("type-in-type: <none>", "type-in-type:\n    A.Cand.x"))
    assert found is not None
    assert found.relied_on == ("Constants/Inductives relying on type-in-type: A.Cand.x",)


@pytest.mark.parametrize(
    "missing", ["type-in-type", "unsafe (co)fixpoints", "positivity", "Axioms"]
)
def test_a_summary_without_a_section_is_not_understood(missing: str) -> None:
    """Another version of coqchk must not be taken for approval."""
    assert coqchk_summary(SUMMARY.replace(missing, "something")) is None


def test_coqchk_says_why_before_the_universes() -> None:
    """On one line."""
    assert coqchk_error("x\nFatal Error: Type error: ActualType\n a < b") == (
        "Fatal Error: Type error: ActualType a < b"
    )


@pytest.mark.parametrize(
    ("printed", "bad"),
    [
        ("Classical_Prop.classic", []),
        ("classic", ["A.Cand.classic"]),  # it may be either
        ("Cand.classic", ["A.Cand.classic"]),
        ("PrimInt63.int", ["PrimInt63.int"]),
        ("proof_admitted", ["Coq.Compat.AdmitAxiom.proof_admitted"]),
    ],
)
def test_a_name_is_allowed_only_if_all_it_may_mean_is(printed: str, bad: list[str]) -> None:
    """Among the axioms that coqchk lists."""
    declared = frozenset(
        {
            "Coq.Logic.Classical_Prop.classic",
            "A.Cand.classic",
            "Coq.Compat.AdmitAxiom.proof_admitted",
        }
    )
    assert list(not_allowed([printed], declared, ALLOWED)) == bad
