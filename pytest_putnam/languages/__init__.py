"""The proof languages, one package each, imported when first asked for."""

from __future__ import annotations

import functools
import importlib

from pytest_putnam.languages.base import LanguageBackend
from pytest_putnam.model import Language


@functools.cache
def backend(language: Language) -> LanguageBackend:
    """The backend of `language` (its package's ``BACKEND``)."""
    module = importlib.import_module(f"pytest_putnam.languages.{language.value}")
    found: LanguageBackend = module.BACKEND
    return found
