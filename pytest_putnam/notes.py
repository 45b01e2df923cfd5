"""What is to be known of a benchmark's files before any of them is run: told once, not for each."""

from __future__ import annotations

import re
import warnings
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest

from pytest_putnam.errors import BadInput
from pytest_putnam.languages.lean4.syntax import DEFAULT
from pytest_putnam.model import Language
from pytest_putnam.plan import BenchmarkFile, Plan
from pytest_putnam.worker import PutnamWarning

SHOWN: Final = 5
"""So many names are told unless all are asked for."""
_PER_LINE: Final = 12
_MAY_HAVE_DEFAULT: Final = re.compile(r"[({\[][^(){}\[\]]*:=")
"""Most files lack this, and need not be lexed."""


class Notes:
    """Speaks for the process that collects or controls, never for a worker."""

    def __init__(self, config: pytest.Config, plan: Plan) -> None:
        self._config = config
        self._plan = plan

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """Warn of Lean statements that say less than they seem to."""
        names = list(with_defaults(self._plan.selected))
        if names:
            told = (
                f"{len(names)} Lean statement{'s' * (len(names) > 1)} with a binder that has a default value "
                "(:=), which fixes nothing: "
            )
            lines = named(names, in_full=self._config.get_verbosity() > 0)
            warnings.warn(PutnamWarning(told + "\n".join(lines)), stacklevel=1)


def with_defaults(files: Iterable[BenchmarkFile]) -> Iterator[str]:
    """The names of Lean problems with a binder ``(S : Set N := …)``, an optParam."""
    suspects: dict[Path, bool] = {}
    for file in files:
        if file.language is not Language.LEAN4:
            continue
        if file.path not in suspects:
            suspects[file.path] = _may_have_default(file.path)
        if suspects[file.path] and any(DEFAULT in warning for warning in _warnings(file)):
            yield file.problem.name


def _may_have_default(path: Path) -> bool:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return _MAY_HAVE_DEFAULT.search(text) is not None


def _warnings(file: BenchmarkFile) -> tuple[str, ...]:
    try:
        return file.read().warnings
    except BadInput:
        return ()  # its item says what is wrong with it


def unlisted(files: Sequence[BenchmarkFile], *, in_full: bool) -> list[str]:
    """Sentences on problems that the benchmark has no informal statement of."""
    names = list(
        dict.fromkeys(file.problem.name for file in files if not file.problem.informal_statement)
    )
    if not names:
        return []
    first, *more = named(names, in_full=in_full)
    where = files[0].dataset.index_name
    count = len({file.problem.name for file in files})
    return [f"no informal statement of {len(names)} of {count} problems in {where}: {first}", *more]


def named(names: Collection[str], *, in_full: bool) -> list[str]:
    """The names as lines: all of them, or the first ones and how to see all."""
    listed = list(names)
    if not in_full and len(listed) > SHOWN:
        return [f"{', '.join(listed[:SHOWN])}, … (-v lists all)"]
    return [", ".join(listed[at : at + _PER_LINE]) for at in range(0, len(listed), _PER_LINE)]
