"""``putnam new-prover NAME``: a directory with a commented prover that runs at once."""

from __future__ import annotations

import argparse
import importlib.util
import keyword
import re
import shlex
import sys
from importlib import resources
from pathlib import Path
from typing import Final

from pytest_putnam.errors import BadInput
from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.registry import BUILT_IN
from pytest_putnam.terminal import Terminal

ABOUT: Final = """\
Write a prover to start from.
The directory NAME gets a commented prover, which runs at once, and the conftest.py that makes it known.
Exit status: 0 written, 2 wrong usage, or it is there already or cannot be written.
"""
NAME: Final = re.compile(r"[a-z][a-z0-9]*([_-][a-z0-9]+)*")
TAKEN: Final = frozenset({"conftest", "example", *sys.stdlib_module_names})

CONFTEST: Final = '''\
"""Tells pytest-putnam of the prover in {module}.py; a package does the same in its pytest plugin."""

from {module} import {cls}


def pytest_putnam_provers():
    """Names, as in --prover=NAME, and the classes they stand for."""
    return {{{name!r}: {cls}}}
'''


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", metavar="NAME", help="as it will be said in --prover=NAME")
    parser.add_argument(
        "--dir", type=Path, default=Path(), help="where to put the directory (default: here)"
    )


def run(args: argparse.Namespace, terminal: Terminal) -> ExitStatus:
    """Write it and say how to run it. Raises `BadInput`."""
    folder = new_prover(args.name, args.dir)
    for path in sorted(folder.iterdir()):
        terminal.line(f"wrote {path}")
    command = f"cd {shlex.quote(str(folder))}; pytest --putnam-lang=coq --prover={args.name}"
    terminal.line("run it: ", (command, "strong"))
    return ExitStatus.PROVED


def new_prover(name: str, parent: Path) -> Path:
    """Write the directory ``parent/name`` and return it. Raises `BadInput`; overwrites nothing."""
    module = _module_name(name)
    folder = parent / name
    if folder.exists():
        raise BadInput(
            f"{folder} is there already and is left as it is; take another name or --dir"
        )
    cls = "".join(part.capitalize() for part in module.split("_")) + "Prover"
    source = resources.files("pytest_putnam").joinpath("example_prover.py").read_text("utf-8")
    files = {
        f"{module}.py": source.replace("ExampleProver", cls)
        .replace('name = "example"', f'name = "{name}"')
        .replace("``example``", f"``{name}``"),
        "conftest.py": CONFTEST.format(module=module, cls=cls, name=name),
    }
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise BadInput(f"{folder} cannot be made: {error.strerror}") from error
    for filename, text in files.items():
        (folder / filename).write_text(text, encoding="utf-8")
    return folder


def _module_name(name: str) -> str:
    """The module that holds prover `name`. Raises `BadInput` for a name that would not work."""
    if not NAME.fullmatch(name):
        raise BadInput(
            f"{name!r} cannot be a prover's name: take lower-case letters and digits, with single "
            f"- or _ between them, and a letter first (my-prover)"
        )
    module = name.replace("-", "_")
    if name in BUILT_IN or module in BUILT_IN:
        raise BadInput(f"{name!r} is a built-in prover; take another name")
    if module.startswith("test_") or module.endswith("_test"):
        raise BadInput(
            f"pytest would collect {module}.py as tests; take another name than {name!r}"
        )
    spec = importlib.util.find_spec(module)
    # Any directory can be imported as a namespace; such a one has no loader of its own file.
    if keyword.iskeyword(module) or module in TAKEN or (spec is not None and spec.origin):
        raise BadInput(
            f"{module}.py would hide the Python module {module!r}; take another name than {name!r}, "
            f"{name}-prover for instance"
        )
    return module
