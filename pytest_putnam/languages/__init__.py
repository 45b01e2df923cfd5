"""The proof languages, one package each, imported when first asked for."""

from __future__ import annotations

import functools
import importlib
from typing import TYPE_CHECKING

from pytest_putnam.languages.base import LanguageBackend
from pytest_putnam.model import Language

if TYPE_CHECKING:
    from pytest_putnam.languages.base import Toolchain
    from pytest_putnam.prover import ProverSettings


@functools.cache
def backend(language: Language) -> LanguageBackend:
    """The backend of `language` (its package's ``BACKEND``)."""
    module = importlib.import_module(f"pytest_putnam.languages.{language.value}")
    found: LanguageBackend = module.BACKEND
    return found


def toolchain_for(settings: ProverSettings, language: Language) -> Toolchain:
    """A prover's installation: the run's, or without a run what is found. Raises `AssistantMissing`."""
    find = settings.toolchains
    return backend(language).find(None) if find is None else find(language)
