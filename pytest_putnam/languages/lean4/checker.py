"""The checker of Lean 4: what `checking.GatedChecker` does, with Lean's parts."""

from __future__ import annotations

from dataclasses import replace

from pytest_putnam.languages.assembled import Assembled
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.checking import GatedChecker
from pytest_putnam.languages.lean4 import gate
from pytest_putnam.languages.lean4.assemble import assemble
from pytest_putnam.languages.lean4.reference import Reference, References
from pytest_putnam.languages.lean4.session import Sessions
from pytest_putnam.languages.lean4.strict import Strict
from pytest_putnam.languages.lean4.toolchain import LeanToolchain
from pytest_putnam.languages.lean4.workshop import Workshop
from pytest_putnam.languages.rejections import forbidden
from pytest_putnam.machine import LEAN_WITH_MATHLIB_MB, default_slots
from pytest_putnam.model import Candidate, Formalization, Track, Verdict
from pytest_putnam.prover import Budget


def with_own_slots(toolchain: LeanToolchain, settings: CheckerSettings) -> CheckerSettings:
    """The settings with as many slots as memory holds of this Lean, where the user chose no number."""
    if settings.slots_are_chosen or "mathlib" not in toolchain.versions:
        return settings
    return replace(settings, slots=min(settings.slots, default_slots(LEAN_WITH_MATHLIB_MB)))


class LeanChecker(GatedChecker[Assembled, Reference]):
    """Decides about Lean candidates. Thread-safe; sessions and memory are per checker."""

    def __init__(
        self, toolchain: LeanToolchain, settings: CheckerSettings, *, gated: bool = True
    ) -> None:
        """Start nothing. `gated=False` leaves the gate out: no acceptance may depend on it."""
        settings = with_own_slots(toolchain, settings)
        self.toolchain = toolchain
        self._workshop = Workshop(toolchain, settings)
        self._references = References(self._workshop)
        super().__init__(settings, Sessions(self._workshop), gated=gated)

    def assemble(
        self, formalization: Formalization, track: Track, candidate: Candidate
    ) -> Assembled:
        """The candidate's proof in the benchmark's file. Raises `Unusable`."""
        return assemble(formalization, track, candidate)

    def refuse(
        self,
        assembled: Assembled,
        formalization: Formalization,  # noqa: ARG002 - the gate reads what the candidate wrote
        track: Track,  # noqa: ARG002
    ) -> Verdict | None:
        """What the gate says, where programs that run while elaborating are not allowed."""
        if not self._gated or self.settings.lean_allow_meta:
            return None
        refusal = gate.refuse(assembled.own)
        return None if refusal is None else forbidden(assembled, refusal)

    def reference(
        self,
        formalization: Formalization,
        track: Track,  # noqa: ARG002 - one reference serves both tracks
        budget: Budget,
    ) -> Reference:
        """The benchmark's compiled file. Raises `InfraError`, `BudgetExhausted`."""
        return self._references.get(formalization, budget)

    def strict(
        self, assembled: Assembled, formalization: Formalization, track: Track, budget: Budget
    ) -> Strict:
        """The strict procedure; it replays what the gate would have refused."""
        refused = (
            self._gated and self.settings.lean_allow_meta and gate.refuse(assembled.own) is not None
        )
        return Strict(self._workshop, formalization, track, budget, needs_replay=refused)
