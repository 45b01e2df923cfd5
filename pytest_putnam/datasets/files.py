"""Reading a file of a benchmark into a formalization: what all layouts share."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pytest_putnam.errors import BadInput, SplitError
from pytest_putnam.languages import backend
from pytest_putnam.model import Formalization, Language, Problem

SUFFIXES: Final[Mapping[str, Language]] = MappingProxyType(
    {".lean": Language.LEAN4, ".thy": Language.ISABELLE, ".v": Language.COQ}
)


def language_of(path: Path) -> Language | None:
    """The language of a file by its suffix; None for another file."""
    return SUFFIXES.get(path.suffix)


def read_text(path: Path) -> str:
    """The text with its line ends as they are. Raises `BadInput`, `SplitError`."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SplitError(
            f"{path}: line {line}: not UTF-8 at byte {error.start}"
            f" (0x{data[error.start]:02x}); save the file as UTF-8"
        ) from None


def formalization(
    path: Path, language: Language, text: str, name: str, problem: Problem
) -> Formalization:
    """The theorem `name` in `text`, split into its slots. Raises `SplitError`, naming `path`."""
    try:
        split = backend(language).split(text, name)
    except SplitError as error:
        raise placed(path, error) from None
    warnings = list(split.warnings)
    if text.startswith("\ufeff"):
        warnings.append("the file begins with a byte order mark")
    return Formalization(
        problem=problem,
        language=language,
        path=path,
        text=text,
        theorem=split.theorem,
        header=split.header,
        statement=split.statement,
        proof=split.proof,
        solution=split.solution,
        variables=split.variables,
        warnings=tuple(warnings),
    )


def placed(path: Path, error: SplitError) -> SplitError:
    """The same error with the file's name before it."""
    found = SplitError(f"{path}: {error}")
    found.line = error.line
    return found
