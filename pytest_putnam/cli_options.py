"""The plugin's options as the command ``putnam`` takes them: ``--putnam-track`` is ``--track``."""

from __future__ import annotations

import argparse
import os
import shlex
from pathlib import Path
from typing import Any, TypeVar

from pytest_putnam.errors import AssistantMissing, BadInput
from pytest_putnam.languages import backend
from pytest_putnam.languages.base import CheckerSettings, Toolchain
from pytest_putnam.languages.lean4.toolchain import own_project
from pytest_putnam.machine import default_cache_dir, default_slots
from pytest_putnam.model import Language
from pytest_putnam.option import Option
from pytest_putnam.options import (
    ALLOW_AXIOM,
    CACHE,
    CHECK_MEMORY,
    CHECK_TIMEOUT,
    INSTALLATIONS,
    ISABELLE_ALLOW,
    LANG,
    LEAN_ALLOW_META,
    LEAN_HEARTBEATS,
    LEAN_REPLAY,
    SANDBOX,
    SLOTS,
    STARTUP_TIMEOUT,
)
from pytest_putnam.process import sandbox_problem

T = TypeVar("T")

CHECKER_OPTIONS = (
    *(CHECK_TIMEOUT, STARTUP_TIMEOUT, CHECK_MEMORY, SLOTS),
    *(SANDBOX, ALLOW_AXIOM, CACHE),
    *INSTALLATIONS.values(),
    *(LEAN_REPLAY, LEAN_HEARTBEATS, LEAN_ALLOW_META, ISABELLE_ALLOW),
)


def add_options(parser: argparse.ArgumentParser, *options: Option[Any]) -> None:
    """Declare `options` without their ``putnam-``."""
    for option in options:
        told = f"{option.help} (default: {option.default_text})".replace("%", "%%")
        flag, name = _flag(option), option.name
        if option.off_flag:
            parser.add_argument(flag, dest=name, action="append_const", const="yes", help=told)
        else:
            parser.add_argument(flag, dest=name, metavar=option.metavar, action="append", help=told)


def chosen(args: argparse.Namespace, option: Option[T]) -> T:
    """Its value: from the command line, else the environment. Raises `BadInput`."""
    texts: list[str] | None = getattr(args, option.name, None)
    source = _flag(option)
    if texts is None and option.variable in os.environ:
        text = os.environ[option.variable]
        source = f"{option.variable} in the environment"
        try:
            texts = shlex.split(text) if option.repeat else [text]
        except ValueError as error:
            raise BadInput(f"{source}: {error}") from error
    if texts is None:
        return option.default
    try:
        return option.parse(texts)
    except ValueError as error:
        raise BadInput(f"{source}={texts[-1] if texts else ''}: {error}") from error


def is_given(args: argparse.Namespace, option: Option[Any]) -> bool:
    """Whether it is on the command line or in the environment."""
    return getattr(args, option.name, None) is not None or option.variable in os.environ


def one_language(args: argparse.Namespace) -> Language | None:
    """The language that is asked for; None if none is. Raises `BadInput` for several."""
    asked = chosen(args, LANG)
    if asked is None:
        return None
    if len(asked) > 1:
        raise BadInput(f"--lang={','.join(sorted(asked))}: one language at a time")
    return next(iter(asked))


def find_toolchain(
    args: argparse.Namespace, language: Language, benchmark: Path | None = None
) -> Toolchain:
    """The installation to use for files of `benchmark`. Raises `AssistantMissing`."""
    explicit = chosen(args, INSTALLATIONS[language]) if language in INSTALLATIONS else None
    if explicit is None and language is Language.LEAN4 and benchmark is not None:
        explicit = own_project([benchmark])
    try:
        return backend(language).find(explicit)
    except AssistantMissing as missing:
        raise AssistantMissing(
            f"{missing}\n'putnam doctor' looks at the whole machine"
        ) from missing


def checker_settings(args: argparse.Namespace, *, warm: bool) -> CheckerSettings:
    """Limits and policies. Raises `BadInput`, also where the sandbox cannot run."""
    sandbox = chosen(args, SANDBOX)
    if sandbox == "bwrap" and (problem := sandbox_problem()):
        raise BadInput(problem.replace("--putnam-sandbox", "--sandbox"))
    axioms = chosen(args, ALLOW_AXIOM)
    return CheckerSettings(
        sandbox=sandbox,
        check_timeout_s=chosen(args, CHECK_TIMEOUT),
        startup_timeout_s=chosen(args, STARTUP_TIMEOUT),
        memory_mb=chosen(args, CHECK_MEMORY),
        allowed_axioms=frozenset(axioms),
        slots=chosen(args, SLOTS) or default_slots(),
        slots_are_chosen=chosen(args, SLOTS) is not None,
        cache_dir=chosen(args, CACHE) or default_cache_dir(),
        warm=warm,
        lean_replay=chosen(args, LEAN_REPLAY),
        lean_heartbeats=chosen(args, LEAN_HEARTBEATS),
        lean_allow_meta=chosen(args, LEAN_ALLOW_META),
        isabelle_commands=frozenset(chosen(args, ISABELLE_ALLOW)),
    )


def _flag(option: Option[T]) -> str:
    return f"--{option.flag.removeprefix('--').removeprefix('putnam-')}"
