"""Isabelle/HOL: the lexer and the slots of its theories."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from pytest_putnam.errors import AssistantMissing
from pytest_putnam.languages.base import Split
from pytest_putnam.languages.isabelle import syntax
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

    def find(self, explicit: str | None) -> NoReturn:
        """Raise `AssistantMissing`: this version reads theories and has no checker for them."""
        asked = f" (asked for: {explicit})" if explicit else ""
        raise AssistantMissing(
            f"isabelle cannot be checked by this version{asked}: it reads the theories and checks"
            " Coq only; use --putnam-lang=coq"
        )


BACKEND = Isabelle()
