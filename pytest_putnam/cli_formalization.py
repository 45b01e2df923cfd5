"""Which formalization a command of ``putnam`` is about."""

from __future__ import annotations

import argparse
from pathlib import Path

from pytest_putnam.cli_options import chosen, one_language
from pytest_putnam.datasets import Dataset, find_dataset, language_of
from pytest_putnam.errors import BadInput
from pytest_putnam.model import Formalization, Language
from pytest_putnam.options import LAYOUT, ROOT
from pytest_putnam.plan import root_argument
from pytest_putnam.suggest import choices_for


def find_formalization(
    args: argparse.Namespace,
    problem: str,
    *,
    else_language: Language | None = None,
    may_be_file: bool = True,
) -> Formalization:
    """The formalization named `problem`, or the file of a benchmark that it is the path of.

    `else_language` is for a name without ``--lang``. Raises `BadInput`.
    """
    asked = one_language(args)
    layout = chosen(args, LAYOUT)
    place, _, theorem = problem.partition("::")
    path = Path(place)
    own = language_of(path)
    if may_be_file and own is not None:
        if asked not in (None, own):
            raise BadInput(f"--problem={problem} is a {own} file, but --lang asks for {asked}")
        dataset = find_dataset(path, layout) or Dataset(path.parent)
        return dataset.read(path.absolute(), theorem)
    language = asked or else_language
    if language is None:
        raise BadInput(f"which language? Add --lang={'|'.join(Language)}")
    argument = root_argument(chosen(args, ROOT), Path.cwd(), layout)
    files = {file.problem.name: file for file in argument.files(language)}
    if problem not in files:
        hint = choices_for(problem, files)
        if len(files) > 20:  # the whole benchmark is no help
            hint = hint.partition("The choices are")[0] + f"There are {len(files)} others."
        raise BadInput(
            f"there is no {language} problem {problem!r} in {argument.dataset.root}. {hint} "
            f"--root names another benchmark, and --problem may be a file of one"
        )
    return files[problem].read()
