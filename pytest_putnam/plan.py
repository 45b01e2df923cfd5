"""What a run takes: languages, benchmark files and problems, decided before collection."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.datasets import LAYOUTS, Benchmark, Entry, find_dataset, language_of
from pytest_putnam.errors import BadInput
from pytest_putnam.model import Formalization, Language, Problem
from pytest_putnam.selection import Selection
from pytest_putnam.warmup import NAME as WARM_UP
from pytest_putnam.warmup import built_in_folder

BUILT_IN: Final = "the built-in problems"
LAYOUT: Final = "lean4/src/*.lean, isabelle/*.thy or coq/src/*.v"


@dataclass(frozen=True, slots=True)
class BenchmarkFile:
    """A formalization that will be an item; it has not been read."""

    path: Path
    language: Language
    problem: Problem
    dataset: Benchmark
    theorem: str = ""
    """Which of the file's theorems; empty where the file is one formalization."""

    def read(self) -> Formalization:
        """It, split into its slots. Raises `BadInput`."""
        return self.dataset.read(self.path, self.theorem)


@dataclass(frozen=True, slots=True)
class Argument:
    """A positional argument that lies in a benchmark, or the benchmark that stands for none."""

    text: str
    path: Path
    dataset: Benchmark

    def languages(self) -> frozenset[Language]:
        """Those that it has files in."""
        return frozenset(lang for lang in Language if self.files(lang))

    def files(self, language: Language) -> list[BenchmarkFile]:
        """Its formalizations in `language`."""
        return [
            describe(entry, self.dataset)
            for entry in self.dataset.entries(language)
            if entry.path == self.path or self.path in entry.path.parents
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
    layout: str | None = None
    """That of the benchmarks, where it is named."""
    positional: tuple[str, ...] | None = None
    """What pytest shall collect instead of its positional arguments; None: those as they are."""


def describe(entry: Entry, dataset: Benchmark) -> BenchmarkFile:
    """A formalization of `dataset`, unread: its problem is known from its name and the index."""
    return BenchmarkFile(entry.path, entry.language, entry.problem, dataset, entry.theorem)


def sha256_of(path: Path) -> str:
    """Of the file's bytes; empty where it cannot be read, and the item itself will say why."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def benchmark_arguments(
    texts: Iterable[str], start_dir: Path, layout: str | None = None
) -> tuple[Argument, ...]:
    """Those of pytest's positional arguments that lie in a benchmark, node ids included."""
    found = []
    for text in texts:
        path = Path(os.path.normpath(start_dir / text.partition("::")[0]))
        if path.is_dir() or language_of(path) is not None or path.suffix == ".jsonl":
            dataset = find_dataset(path, layout) if path.exists() else None
            if dataset is not None:
                found.append(Argument(text, path, dataset))
    return tuple(found)


def reject_strays(texts: Iterable[str], start_dir: Path, layout: str | None = None) -> None:
    """Raise `BadInput` for a file of a proof language that is not where a benchmark has its files.

    Pytest would say no more than that it found nothing.
    """
    for text in texts:
        path = Path(os.path.normpath(start_dir / text.partition("::")[0]))
        if language_of(path) is None or not path.is_file():
            continue
        dataset = find_dataset(path, layout)
        if dataset is None or not dataset.entries_of(path):
            raise BadInput(
                f"{text} is no problem of a benchmark: those are in {LAYOUT}"
                + (f" under {dataset.root}" if dataset else "")
                + ". To check one file there is the command putnam check"
            )


def root_argument(root: Path | None, start_dir: Path, layout: str | None = None) -> Argument:
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
        if not path.exists():
            raise BadInput(
                f"{name}: there is no such directory; {WARM_UP} names the warm-up problems"
            )
    dataset = find_dataset(path, layout)
    if dataset is None:
        raise BadInput(f"{name}: {path} {no_layout(layout)}")
    return Argument(name, path, dataset)


def no_layout(layout: str | None) -> str:
    """What to say of a path that is no benchmark."""
    if layout is not None:
        return f"has not the layout {layout} that --putnam-layout asks for"
    return (
        f"has not the layout of PutnamBench ({LAYOUT}, named like putnam_1988_b1 or with an index such as "
        f"informal/putnam.json), nor that of {', '.join(list(LAYOUTS)[1:])}"
    )


def make_plan(
    arguments: Sequence[Argument],
    *,
    asked: frozenset[Language] | None,
    able: frozenset[Language],
    selection: Selection,
    from_root: bool,
    layout: str | None = None,
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
        positional = _places(available)
    return Plan(tuple(arguments), languages, selection, available, selected, layout, positional)


def _places(files: Iterable[BenchmarkFile]) -> tuple[str, ...]:
    """The folders that hold `files`, none of them within another."""
    folders = dict.fromkeys(
        file.path if file.path == file.dataset.root else file.path.parent for file in files
    )
    return tuple(str(folder) for folder in folders if folders.keys().isdisjoint(folder.parents))


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
