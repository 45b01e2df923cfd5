"""Lean 4: the lexer and the slots of its files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from pytest_putnam.errors import AssistantMissing
from pytest_putnam.languages.base import Split
from pytest_putnam.languages.lean4 import syntax
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

    def find(self, explicit: str | None) -> NoReturn:
        """Raise `AssistantMissing`: this version reads Lean's files and has no checker for them."""
        asked = f" (asked for: {explicit})" if explicit else ""
        raise AssistantMissing(
            f"lean4 cannot be checked by this version{asked}: it reads the files and checks Coq only;"
            " use --putnam-lang=coq"
        )


BACKEND = Lean4()
