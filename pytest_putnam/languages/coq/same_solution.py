"""Whether a given solution is the reference's: asked of Coq, by cheap tactics in a fresh process.

It is not needed for a proof to be accepted, and finding no proof says nothing: such a verdict is
marked for review by people.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.languages.coq import axioms
from pytest_putnam.languages.coq.declarations import open_blocks
from pytest_putnam.languages.coq.lexer import sentences
from pytest_putnam.languages.coq.output import assumptions
from pytest_putnam.languages.coq.reference import RESET
from pytest_putnam.languages.coq.solutions import extra_name
from pytest_putnam.languages.coq.workshop import Logical, Workshop, take_file
from pytest_putnam.languages.workshops import Spent
from pytest_putnam.model import Formalization
from pytest_putnam.prover import Budget

TACTICS_S: Final = 20.0
"""For the tactics, besides the time for starting up."""

# The benchmark's file up to its solution, then the candidate's compiled file: required, not imported,
# so no notation or name of its is in force. Some hints and instances are, those of zify for one, and
# what they rest on need not be what the proof rests on: so the axioms are printed here, too. The terms
# are printed in full, so that what is compared is what was compiled and not what the text seems to say.
_FILE: Final = """{before}
Require {root}.Cand.
{reset}
From Coq Require ZArith Reals.
From Coq Require Import Lia Lra Psatz Ring Field FunctionalExtensionality PropExtensionality.
Ltac putnam_close :=
  first
    [ solve [timeout 3 reflexivity] | solve [timeout 3 lia] | solve [timeout 3 lra]
    | solve [timeout 3 ring] | solve [timeout 3 (field; lra)] | solve [timeout 3 congruence]
    | solve [timeout 3 tauto] | solve [timeout 3 nia] | solve [timeout 3 nra]
    | solve [timeout 3 (intuition (first [lia | lra | congruence]))]
    | solve [timeout 3 (firstorder (first [lia | lra | congruence]))] ].
Ltac putnam_extend :=
  repeat (apply functional_extensionality_dep; intro); try apply propositional_extensionality.
Redirect "{nonce}r" Print {name}.
Redirect "{nonce}g" Print {root}.Cand.{name}.
Redirect "{nonce}s" Check @{root}.Cand.{theorem}.
Theorem {nonce} : @Coq.Init.Logic.eq _ (@{name}) (@{root}.Cand.{name}).
Proof.
  unfold {name}, {root}.Cand.{name}.
  first
    [ putnam_close
    | putnam_extend; putnam_close
    | putnam_extend; split; intros; putnam_close ].
Qed.
{closing}
Redirect "{nonce}" Print Assumptions {nonce}.
"""
_PRINTED: Final = re.compile(r"\S+ =\s+(?P<term>.*?)\n {5}: ", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Given:
    """An accepted proof with a solution of its own."""

    workshop: Workshop
    formalization: Formalization
    root: str
    """The logical name of the candidate's folder."""
    compiled: bytes
    """The candidate's ``.vo``."""
    declared: frozenset[str]
    """The axioms of everything that it loads."""
    allowed: frozenset[str]
    """Those that a proof may rest on."""
    load_s: float
    """What loading its imports took."""
    spent: Spent
    """The check's; what is run is added to it."""


@dataclass(frozen=True, slots=True)
class Printed:
    """What Coq said of the two solutions: terms in full, None where it shows none."""

    given: str | None
    reference: str | None
    statement: str | None
    """The theorem with its type."""
    axioms: str | None
    """What the equation rests on; None where no tactic shows it."""


@dataclass(slots=True)
class Equation:
    """That the given solution is the reference's."""

    given: Given
    printed: Printed | None = None
    """Once Coq was asked."""

    def shown_equal(self, budget: Budget) -> str | None:
        """How it is shown; None where it is not.

        Raises `InfraError` where Coq cannot be started, `BudgetExhausted`.
        """
        self.printed = _compare(self.given, budget)
        rests_on = self.printed.axioms
        if rests_on is None or not _are_allowed(rests_on, self.given.declared, self.given.allowed):
            return None
        return "by tactics"

    def in_other_words(self) -> str | None:
        """Why it may be no copy of the reference but the problem in other words; None where it is one."""
        formalization, said = self.given.formalization, self.printed
        if said is None or said.given is None or said.reference is None or said.statement is None:
            return "Coq does not show its value"
        slot = formalization.solution
        before = "" if slot is None else formalization.text[: slot.declaration.start]
        word = extra_name(said.given, said.reference, said.statement, before)
        return None if word is None else f"its value uses {word}, and the reference's does not"


def _compare(given: Given, budget: Budget) -> Printed:
    workshop, slot, root = given.workshop, given.formalization.solution, given.root
    assert slot is not None, "only for problems that ask for an answer"
    before = given.formalization.text[: slot.declaration.end]
    nonce = f"putnam_{secrets.token_hex(12)}"
    text = _FILE.format(
        before=before,
        root=root,
        name=slot.name,
        theorem=given.formalization.theorem,
        nonce=nonce,
        reset="\n".join(RESET),
        closing="\n".join(f"End {name}." for _, name in reversed(open_blocks(sentences(before)))),
    )
    with workshop.scratch() as folder:
        for name in ("check", "same"):
            (folder / name).mkdir()
        (folder / "check" / "Cand.vo").write_bytes(given.compiled)
        file = Path("Same.v")
        (folder / "same" / file).write_bytes(text.encode(errors="surrogateescape"))
        done = workshop.coqc(
            folder / "same",
            f"./{file}",
            (Logical(folder / "same", "PBS"), Logical(folder / "check", root)),
            wall_s=workshop.settings.startup_timeout_s + TACTICS_S,
            budget=budget,
        )
        given.spent.add(done.cpu_s, check_s=done.wall_s - given.load_s)
        value, reference, statement, rests_on = (
            take_file(folder / "same" / f"{nonce}{suffix}.out") for suffix in ("g", "r", "s", "")
        )
    return Printed(
        _value(value),
        _value(reference),
        None if statement is None else statement.decode(errors="replace"),
        rests_on.decode(errors="replace") if rests_on is not None and done.status == 0 else None,
    )


def _value(printed: bytes | None) -> str | None:
    """The term in what ``Print`` wrote; None where it shows none, as of an opaque constant."""
    match = None if printed is None else _PRINTED.match(printed.decode(errors="replace"))
    return None if match is None else match["term"]


def _are_allowed(printed: str, declared: frozenset[str], allowed: frozenset[str]) -> bool:
    """Whether the axioms that are `printed` are allowed; those of our own imports are all known."""
    found = assumptions(printed)
    if found is None or found.remarks:
        return False
    return not any(axioms.not_allowed(found.names, declared | axioms.ALLOWED, allowed))
