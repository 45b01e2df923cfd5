"""Coq and Rocq: reading their benchmark files, the strict checker, warm sessions."""

from __future__ import annotations

from pytest_putnam.languages.base import LanguageBackend, Split
from pytest_putnam.languages.coq import syntax, toolchain
from pytest_putnam.model import Formalization, Language, Track

__all__ = ["BACKEND", "CoqBackend"]


class CoqBackend:
    """What the rest of the package uses of this language."""

    language = Language.COQ
    suffix = ".v"

    def split(self, text: str, name: str) -> Split:
        """Split a file that is named `name`. Raises `SplitError`."""
        return syntax.split(text, name)

    def task_text(self, formalization: Formalization, track: Track) -> str:
        """The file as a prover sees it."""
        return syntax.task_text(formalization, track)

    def find(self, explicit: str | None) -> toolchain.CoqToolchain:
        """The installation to use, `explicit` first. Raises `AssistantMissing`."""
        return toolchain.find(explicit)


BACKEND: LanguageBackend = CoqBackend()
