"""Whether a given solution is the reference's: asked of Coq, by cheap tactics in a fresh process.

It is not needed for a proof to be accepted, and finding no proof says nothing: such a verdict is
marked for review by people.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.languages.coq.declarations import open_blocks
from pytest_putnam.languages.coq.lexer import sentences
from pytest_putnam.languages.coq.reference import RESET
from pytest_putnam.languages.coq.workshop import Logical, Workshop
from pytest_putnam.languages.workshops import Spent
from pytest_putnam.model import Formalization, Track
from pytest_putnam.prover import Budget

TACTICS_S: Final = 20.0
"""For the tactics, besides the time for starting up."""

# The benchmark's file up to its solution, then the candidate's compiled file: required, not imported,
# so nothing that it declares is in force.
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
Goal @Coq.Init.Logic.eq _ (@{name}) (@{root}.Cand.{name}).
Proof.
  unfold {name}, {root}.Cand.{name}.
  first
    [ putnam_close
    | putnam_extend; putnam_close
    | putnam_extend; split; intros; putnam_close ].
Qed.
{closing}
"""


def asks_solution(formalization: Formalization, track: Track) -> bool:
    """Whether the candidate has to give the answer."""
    return track is Track.NO_SOLUTION and formalization.solution is not None


@dataclass(frozen=True, slots=True)
class Given:
    """An accepted proof with a solution of its own."""

    workshop: Workshop
    formalization: Formalization
    root: str
    """The logical name of the candidate's folder."""
    compiled: bytes
    """The candidate's ``.vo``."""
    load_s: float
    """What loading its imports took."""
    spent: Spent
    """The check's; what is run is added to it."""


def shown_equal(given: Given, budget: Budget) -> str | None:
    """How the solution is shown to be the reference's; None where it is not.

    Raises `InfraError` where Coq cannot be started, `BudgetExhausted`.
    """
    workshop, slot, root = given.workshop, given.formalization.solution, given.root
    assert slot is not None, "only for problems that ask for an answer"
    before = given.formalization.text[: slot.declaration.end]
    text = _FILE.format(
        before=before,
        root=root,
        name=slot.name,
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
        return "by tactics" if done.status == 0 else None
