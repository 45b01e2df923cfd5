"""Isabelle/HOL: reading its theories, the strict checker, warm sessions."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_putnam.languages.base import Split
from pytest_putnam.languages.isabelle import syntax, toolchain
from pytest_putnam.model import Formalization, Language, Track


@dataclass(frozen=True, slots=True)
class Isabelle:
    """The backend of Isabelle/HOL."""

    language: Language = Language.ISABELLE
    suffix: str = ".thy"

    def split(self, text: str, name: str) -> Split:
        """See `LanguageBackend.split`."""
        return syntax.split(text, name)

    def task_text(self, formalization: Formalization, track: Track) -> str:
        """See `syntax.task_text`."""
        return syntax.task_text(formalization, track)

    def find(self, explicit: str | None) -> toolchain.IsabelleToolchain:
        """The distribution to use, `explicit` first. Raises `AssistantMissing`."""
        return toolchain.find(explicit)


BACKEND = Isabelle()
