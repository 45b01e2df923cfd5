"""The entry point for pytest: decides whether there is a run, and registers its roles.

It is imported at every start of pytest, so what only a run needs is imported only for a run.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest

from pytest_putnam.chosen import declare, on_command_line, suggest_option
from pytest_putnam.errors import BadInput

_FOLDERS: Final = ("lean4", "isabelle", "coq")
_SUFFIXES: Final = (".lean", ".thy", ".v")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options."""
    declare(parser)


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Declare the hooks."""
    from pytest_putnam import hookspecs  # noqa: PLC0415 - pytest has it imported by then anyway

    pluginmanager.add_hookspecs(hookspecs)


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(
    early_config: pytest.Config, parser: pytest.Parser, args: list[str]
) -> object:
    """Load the project's conftest also where only a benchmark elsewhere is named.

    Pytest looks for conftest files above its positional arguments; a prover may be registered in
    the one of the directory that pytest is started in, or of rootdir.
    """
    known = early_config.known_args_namespace
    start_dir = early_config.invocation_params.dir
    named = any(getattr(known, name, None) for name in ("putnam_prover", "putnam_lang"))
    if named or _name_benchmark(known.file_or_dir, start_dir):
        known.file_or_dir = [*known.file_or_dir, str(start_dir), str(early_config.rootpath)]
    result = yield
    _, unknown = parser.parse_known_and_unknown_args(args)
    for argument in unknown:
        hint = suggest_option(argument)
        if hint:
            raise pytest.UsageError(f"unrecognized argument {argument}. {hint}")
    return result


def pytest_configure(config: pytest.Config) -> None:
    """Begin a run, if one is asked for."""
    worker_input = getattr(config, "workerinput", None)
    if worker_input is not None:
        wanted = "putnam" in worker_input
    else:
        arguments = config.args_source is pytest.Config.ArgsSource.ARGS
        wanted = not config.option.help and (
            on_command_line(config)
            or (arguments and _name_benchmark(config.args, config.invocation_params.dir))
        )
    if not wanted:
        return
    from pytest_putnam.start import start  # noqa: PLC0415 - see above

    try:
        start(config)
    except BadInput as error:
        raise pytest.UsageError(str(error)) from error


def _name_benchmark(arguments: Iterable[str], start_dir: Path) -> bool:
    """Whether a positional argument may lie in a benchmark; names alone are looked at."""
    for text in arguments:
        path = start_dir / text.partition("::")[0]
        if path.suffix in _SUFFIXES:
            return True
        if path.is_dir() and any(_has_language(f) for f in (path, *path.absolute().parents)):
            return True
    return False


def _has_language(folder: Path) -> bool:
    return any((folder / name).is_dir() for name in _FOLDERS)
