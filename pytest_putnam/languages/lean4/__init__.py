"""Lean 4: reading its benchmark files, the judge of compiled files, warm sessions."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_putnam.languages.base import LanguageBackend, Split
from pytest_putnam.languages.lean4 import syntax, toolchain
from pytest_putnam.model import Formalization, Language, Track


@dataclass(frozen=True, slots=True)
class Lean4:
    """The backend of Lean 4."""

    language: Language = Language.LEAN4
    suffix: str = ".lean"

    def split(self, text: str, name: str) -> Split:
        """See `LanguageBackend.split`."""
        return syntax.split(text, name)

    def task_text(self, formalization: Formalization, track: Track) -> str:
        """See `syntax.task_text`."""
        return syntax.task_text(formalization, track)

    def find(self, explicit: str | None) -> toolchain.LeanToolchain:
        """The installation to use, `explicit` first. Raises `AssistantMissing`."""
        return toolchain.find(explicit)


BACKEND: LanguageBackend = Lean4()
