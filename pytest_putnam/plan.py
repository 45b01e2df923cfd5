"""What a run takes: languages, benchmark files and problems, decided before collection."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.datasets import Dataset, find_dataset, language_of
from pytest_putnam.errors import BadInput
from pytest_putnam.model import Language, Problem
from pytest_putnam.selection import Selection
from pytest_putnam.warmup import NAME as WARM_UP
from pytest_putnam.warmup import built_in_folder

BUILT_IN: Final = "the built-in problems"
LAYOUT: Final = "lean4/src/*.lean, isabelle/*.thy or coq/src/*.v"


@dataclass(frozen=True, slots=True)
class BenchmarkFile:
    """A file that will be an item; it has not been read."""

    path: Path
    language: Language
    problem: Problem
    dataset: Dataset


@dataclass(frozen=True, slots=True)
class Argument:
    """A positional argument that lies in a benchmark, or the benchmark that stands for none."""

    text: str
    path: Path
    dataset: Dataset

    def languages(self) -> frozenset[Language]:
        """Those that it has files in."""
        return frozenset(lang for lang in Language if any(True for _ in self._paths(lang)))

    def files(self, language: Language) -> list[BenchmarkFile]:
        """Its files in `language`."""
        return [describe(path, language, self.dataset) for path in self._paths(language)]

    def _paths(self, language: Language) -> Iterable[Path]:
        if self.path.is_file():
            return [self.path] if language_of(self.path) is language else []
        return [
            path
            for path in self.dataset.files(language)
            if path == self.path or self.path in path.parents
        ]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run takes."""

    arguments: tuple[Argument, ...]
    """Empty where the positional arguments name no benchmark; one may still be met below them."""
    languages: frozenset[Language]
    selection: Selection
    available: tuple[BenchmarkFile, ...]
    """Everything under the arguments in these languages."""
    selected: tuple[BenchmarkFile, ...]
    positional: tuple[str, ...] | None = None
    """What pytest shall collect instead of its positional arguments; None: those as they are."""


def describe(path: Path, language: Language, dataset: Dataset) -> BenchmarkFile:
    """The file at `path`, unread: its problem is known from its name and the informal statements."""
    return BenchmarkFile(path, language, dataset.problem(path.stem), dataset)


def benchmark_arguments(texts: Iterable[str], start_dir: Path) -> tuple[Argument, ...]:
    """Those of pytest's positional arguments that lie in a benchmark, node ids included."""
    found = []
    for text in texts:
        path = Path(os.path.normpath(start_dir / text.partition("::")[0]))
        if path.is_dir() or language_of(path) is not None:
            dataset = find_dataset(path) if path.exists() else None
            if dataset is not None:
                found.append(Argument(text, path, dataset))
    return tuple(found)


def reject_strays(texts: Iterable[str], start_dir: Path) -> None:
    """Raise `BadInput` for a file of a proof language that is not where a benchmark has its files.

    Pytest would say no more than that it found nothing.
    """
    for text in texts:
        path = Path(os.path.normpath(start_dir / text.partition("::")[0]))
        if language_of(path) is None or not path.is_file():
            continue
        dataset = find_dataset(path)
        if dataset is None or dataset.holds(path) is None:
            raise BadInput(
                f"{text} is no problem of a benchmark: those are in {LAYOUT}"
                + (f" under {dataset.root}" if dataset else "")
                + ". To check one file there is the command putnam check"
            )


def root_argument(root: Path | None, start_dir: Path) -> Argument:
    """The benchmark that is run where no path is given. Raises `BadInput`.

    `root` is a folder, or `WARM_UP` where no folder is called so.
    """
    if root is None:
        path = built_in_folder()
        name = BUILT_IN
    else:
        path = Path(os.path.normpath(start_dir / root))
        name = f"--putnam-root={root}"
        if root == Path(WARM_UP) and not path.is_dir():
            path = built_in_folder() / WARM_UP
        if not path.is_dir():
            raise BadInput(
                f"{name}: there is no such directory; {WARM_UP} names the warm-up problems"
            )
    dataset = find_dataset(path)
    if dataset is None:
        raise BadInput(f"{name}: {path} has not the layout of PutnamBench: {LAYOUT}")
    return Argument(name, path, dataset)


def make_plan(
    arguments: Sequence[Argument],
    *,
    asked: frozenset[Language] | None,
    able: frozenset[Language],
    selection: Selection,
    from_root: bool,
) -> Plan:
    """Decide on languages and files. Raises `BadInput`, with the choices.

    `asked` is what ``--putnam-lang`` says and `able` what the prover works in. `from_root` says that
    the arguments stand for absent positional ones.
    """
    languages = _languages(arguments, asked=asked, able=able, from_root=from_root)
    available = tuple(
        file
        for argument in arguments
        for language in sorted(languages)
        for file in argument.files(language)
    )
    if arguments and not available:
        has = sorted({lang for argument in arguments for lang in argument.languages()})
        raise BadInput(
            f"there is no {' or '.join(sorted(languages))} file in "
            f"{', '.join(argument.text for argument in arguments)}; "
            + (f"it has {', '.join(has)}" if has else "it has none of any language")
        )
    selected = tuple(file for file in available if selection.takes(file.problem))
    if available and not selected:
        raise BadInput(selection.explain_nothing([file.problem for file in available]))
    positional = None
    if from_root:
        folders = {str(file.path.parent): None for file in available}
        positional = tuple(folders)
    return Plan(tuple(arguments), languages, selection, available, selected, positional)


def _languages(
    arguments: Sequence[Argument],
    *,
    asked: frozenset[Language] | None,
    able: frozenset[Language],
    from_root: bool,
) -> frozenset[Language]:
    present = frozenset(lang for argument in arguments for lang in argument.languages())
    if asked is not None:
        # All languages are those that this prover can do; a list is meant as it stands.
        languages = asked & able if asked == frozenset(Language) else asked
        for argument in arguments:
            own = language_of(argument.path) if argument.path.is_file() else None
            if own is not None and own not in languages:
                raise BadInput(
                    f"{argument.text} is a {own} file, but --putnam-lang asks for "
                    f"{', '.join(sorted(languages))}; leave one of them out"
                )
        return languages
    if not arguments:
        return able
    fitting = present & able or present
    if from_root or len(fitting) > 1:
        raise BadInput(
            f"which language? Add --putnam-lang={'|'.join(sorted(present))} or --putnam-lang=all "
            f"for {', '.join(argument.text for argument in arguments)}"
        )
    return fitting
