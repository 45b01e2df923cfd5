"""The options' values in a run: gathered from everywhere, checked before collection.

An ini setting is overruled by the environment, and that by the command line. A list that is given
at a higher place replaces the lower one.
"""

from __future__ import annotations

import difflib
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar, cast

import pytest

from pytest_putnam.errors import BadInput
from pytest_putnam.option import Option
from pytest_putnam.options import OPTIONS

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Given:
    """The texts given for one option, and where."""

    texts: tuple[str, ...]
    source: str
    """As messages name it: ``--putnam-year=1890``, ``putnam_year in pytest.ini`` …"""


class Chosen:
    """The values of all options in this run. Raises `BadInput` at once for a text it cannot use."""

    def __init__(self, given: Mapping[str, Given]) -> None:
        self._given = given
        self._values = {option.name: _value(option, given) for option in OPTIONS}

    def __getitem__(self, option: Option[T]) -> T:
        return cast("T", self._values[option.name])

    def source(self, option: Option[T]) -> str:
        """Where the value of `option` comes from; empty for its default."""
        given = self._given.get(option.name)
        return given.source if given else ""

    def as_plain(self) -> dict[str, list[object]]:
        """What was given, as data that can travel to a worker."""
        return {name: [g.source, *g.texts] for name, g in self._given.items()}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Sequence[object]]) -> Chosen:
        """The same values in a worker."""
        return cls({n: Given(tuple(map(str, v[1:])), str(v[0])) for n, v in plain.items()})


def _value(option: Option[T], given: Mapping[str, Given]) -> T:
    here = given.get(option.name)
    if here is None:
        return option.default
    try:
        return option.parse(here.texts)
    except ValueError as error:
        raise BadInput(f"{here.source}: {error}") from error


def declare(parser: pytest.Parser) -> None:
    """Register every option with pytest."""
    group = parser.getgroup("putnam", "formalized Putnam problems (pytest-putnam)")
    for option in OPTIONS:
        about = f"{option.help}. Default: {option.default_text}.".replace("%", "%%")
        if option.off_flag:
            group.addoption(
                option.flag, dest=option.name, action="store_const", const="yes", help=about
            )
            group.addoption(
                option.off_flag,
                dest=option.name,
                action="store_const",
                const="no",
                help=f"The opposite of {option.flag}",
            )
        else:
            group.addoption(
                option.flag,
                dest=option.name,
                metavar=option.metavar,
                action="append" if option.repeat else "store",
                default=None,
                help=about,
            )
        kind: Literal["linelist", "string"] = "linelist" if option.repeat else "string"
        parser.addini(option.name, f"As {option.flag}", type=kind, default=None)


def on_command_line(config: pytest.Config) -> bool:
    """Whether the command line (``addopts`` included) has any of the options."""
    return any(config.getoption(option.name, None) is not None for option in OPTIONS)


def choose(config: pytest.Config, environ: Mapping[str, str]) -> Chosen:
    """The values that hold in this run. Raises `BadInput`."""
    _reject_unknown(environ)
    found = ((option.name, _given(option, config, environ)) for option in OPTIONS)
    return Chosen({name: given for name, given in found if given is not None})


def _given(option: Option[T], config: pytest.Config, environ: Mapping[str, str]) -> Given | None:
    value: str | list[str] | None = config.getoption(option.name, None)
    if value is not None:
        if option.off_flag:
            return Given((str(value),), option.flag if value == "yes" else option.off_flag)
        texts = tuple(value) if isinstance(value, list) else (value,)
        return Given(texts, f"{option.flag}={texts[-1]}")
    if option.variable in environ:
        text = environ[option.variable]
        try:
            texts = tuple(shlex.split(text)) if option.repeat else (text,)
        except ValueError as error:
            raise BadInput(f"{option.variable}={text}: {error}") from error
        return Given(texts, f"{option.variable}={text} in the environment")
    setting: str | list[str] | None = config.getini(option.name)
    if setting is not None:
        texts = tuple(setting) if isinstance(setting, list) else (setting,)
        shown = config.inipath.name if config.inipath else "the ini file"
        return Given(texts, f"{option.name} = {', '.join(texts)} in {shown}")
    return None


def _reject_unknown(environ: Mapping[str, str]) -> None:
    """A variable that resembles one of ours but for a slip would be passed over in silence."""
    known = {o.variable.removeprefix("PUTNAM_"): o.variable for o in OPTIONS}
    for variable in environ:
        word = variable.removeprefix("PUTNAM_")
        if word == variable or word in known:
            continue
        for near in difflib.get_close_matches(word, known, n=1, cutoff=0.8):
            raise BadInput(
                f"unknown variable {variable} in the environment. Did you mean {known[near]}?"
            )


def suggest_option(argument: str) -> str:
    """What was meant by an argument that resembles an option of ours; empty where none is near."""
    flag = argument.partition("=")[0]
    if not flag.startswith(("--putnam", "--prov", "--llm")):
        return ""
    flags = [f for option in OPTIONS for f in (option.flag, option.off_flag) if f]
    near = difflib.get_close_matches(flag, flags, n=1, cutoff=0.7)
    return f"Did you mean {near[0]}?" if near and near[0] != flag else ""


def markdown_table() -> str:
    """The reference table of the docs."""
    rows = ["| option | ini | environment | default | meaning |", "|---|---|---|---|---|"]
    for option in OPTIONS:
        flag = f"`{option.flag}{f'={option.metavar}' if option.metavar else ''}`"
        if option.off_flag:
            flag += f", `{option.off_flag}`"
        if option.repeat:
            flag += " (repeatable)"
        rows.append(
            f"| {flag} | `{option.name}` | `{option.variable}` | {option.default_text} | "
            f"{option.help.replace('|', chr(92) + '|')} |"
        )
    return "\n".join(rows) + "\n"
