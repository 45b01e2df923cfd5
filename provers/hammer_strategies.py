"""What is asked of hammer: its limits, and what each attempt tries.

Hammer does the same again when asked again (up to which ATP is first), so attempts differ.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

IMPORT_HAMMER: Final = "From Hammer Require Import Hammer."
IMPORT_TACTICS: Final = "From Hammer Require Import Tactics."
"""Without the plugin that calls ATPs."""

BATCHES: Final = 7
"""Of reconstruction tactics, each with its limit; some that have 1 s together come before."""
ATP_PATIENCE: Final = 1.5
"""Hammer waits for the ATPs by so much longer than their limit: selecting lemmas counts."""
PREPARATION_S: Final = 180.0
"""For loading libraries and looking at every lemma; 60 s with mathcomp-analysis on 2 busy cores."""
FEWEST_PREDICTIONS: Final = 32


@dataclass(frozen=True, slots=True)
class HammerLimits:
    """Hammer's own limits, whole seconds; the defaults are those of PutnamBench's evaluation."""

    atp_s: int = 100
    reconstr_s: int = 15
    """For each batch of reconstruction tactics."""
    sauto_s: int = 5

    @property
    def longest_s(self) -> float:
        """How long an attempt may take by them, with one round of dropping needless lemmas."""
        atps_s = ATP_PATIENCE * self.atp_s + self.atp_s
        return PREPARATION_S + self.sauto_s + atps_s + 1 + BATCHES * self.reconstr_s


@dataclass(frozen=True, slots=True)
class Strategy:
    """How hammer is called."""

    before: str = ""
    """Tactics that come first; the evaluation had none."""
    gs_mode: int = 8
    """How many pairs of ATP and premise selection run at once; 0: one selection for all ATPs."""
    method: str = "knn"
    """Of premise selection, where `gs_mode` is 0."""
    predictions: int = 1024
    """How many lemmas are selected, where `gs_mode` is 0."""

    def script(self, limits: HammerLimits) -> list[str]:
        """The proof that calls hammer, a sentence a line.

        The plugin comes in after the statement, so that it cannot change how that is read.
        """
        return [
            "Proof.",
            IMPORT_HAMMER,
            f"Set Hammer ATPLimit {limits.atp_s}.",
            f"Set Hammer ReconstrLimit {limits.reconstr_s}.",
            f"Set Hammer SAutoLimit {limits.sauto_s}.",
            f"Set Hammer GSMode {self.gs_mode}.",
            f"Set Hammer Predictions {self.predictions}.",
            f'Set Hammer PredictMethod "{self.method}".',
            *self._first(),
            "hammer.",
            "Qed.",
        ]

    def proof(self, tactic: str) -> list[str]:
        """The proof with the tactic that hammer found in its place."""
        return ["Proof.", IMPORT_TACTICS, *self._first(), f"{tactic}.", "Qed."]

    def _first(self) -> list[str]:
        return [self.before] if self.before else []


def strategy(first: Strategy, attempt: int) -> Strategy | None:
    """What attempt `attempt` (from 1) does; None where nothing is left to try.

    1: `first`. 2: the same with the hypotheses introduced before hammer, or without the tactics that
    `first` has there. From 3 on: one selection of lemmas for all ATPs, by k nearest neighbours, then
    by naive Bayes, then each again with half as many lemmas, down to 32.
    """
    if attempt == 1:
        return first
    if attempt == 2:
        return replace(first, before="" if first.before else "intros.")
    halvings, method = divmod(attempt - 3, 2)
    predictions = first.predictions >> halvings
    if halvings and predictions < FEWEST_PREDICTIONS:
        return None
    return replace(first, gs_mode=0, method=("knn", "nbayes")[method], predictions=predictions)
