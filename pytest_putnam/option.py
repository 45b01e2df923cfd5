"""What an option is, and how the texts given for it become values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from pytest_putnam.model import Language
from pytest_putnam.selection import parse_years
from pytest_putnam.suggest import choices_for

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Parse = Callable[[Sequence[str]], T]
"""Makes a value of the texts that were given. Raises `ValueError` with what is wrong."""


@dataclass(frozen=True)  # a generic class with slots cannot be frozen in Python 3.11
class Option(Generic[T_co]):
    """One option. Its texts are parsed before collection, wherever they come from."""

    flag: str
    help: str
    parse: Parse[T_co]
    default: T_co
    default_text: str
    """As the tables in the docs show it."""
    metavar: str = ""
    repeat: bool = False
    """May be given several times; a list in the ini file, shell words in the environment."""
    off_flag: str = ""
    """A switch is turned on by `flag` and off by this; in ini and environment it says yes or no."""

    @property
    def name(self) -> str:
        """Of the ini setting: ``putnam_attempts``."""
        name = self.flag.removeprefix("--").replace("-", "_")
        return name if name.startswith("putnam_") else f"putnam_{name}"

    @property
    def variable(self) -> str:
        """Of the environment: ``PUTNAM_ATTEMPTS``."""
        return self.name.upper()


def last(parse: Callable[[str], T]) -> Parse[T]:
    """An option that may be given once; of several texts the last counts."""
    return lambda texts: parse(texts[-1])


def as_given(texts: Sequence[str]) -> tuple[str, ...]:
    """All texts, unread."""
    return tuple(texts)


def comma_words(texts: Sequence[str]) -> tuple[str, ...]:
    """Words separated by commas, one at least."""
    words = tuple(w.strip() for text in texts for w in text.split(",") if w.strip())
    if not words:
        raise ValueError("it is empty")
    return words


def years(texts: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """As `selection.parse_years`."""
    return tuple(r for text in texts for r in parse_years(text))


def languages(texts: Sequence[str]) -> frozenset[Language]:
    """Languages separated by commas; ``all`` is every one."""
    words = comma_words(texts)
    for word in words:
        if word != "all" and word not in set(Language):
            raise ValueError(f"{word!r} is not a language. {choices_for(word, [*Language, 'all'])}")
    return frozenset(Language) if "all" in words else frozenset(Language(w) for w in words)


def one_of(*choices: str) -> Callable[[str], str]:
    """One of `choices`."""

    def parse(text: str) -> str:
        if text not in choices:
            raise ValueError(choices_for(text, choices))
        return text

    return parse


def whole_number(least: int) -> Callable[[str], int]:
    """An integer, `least` or more."""

    def parse(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise ValueError("it must be a whole number") from None
        if value < least:
            raise ValueError(f"it must be at least {least}")
        return value

    return parse


def seconds(text: str) -> float:
    """A positive time."""
    try:
        value = float(text)
    except ValueError:
        raise ValueError("it must be a number of seconds") from None
    if not 0.0 < value < float("inf"):
        raise ValueError("it must be a positive number of seconds")
    return value


def dollars(text: str) -> float:
    """An amount of money, zero or more."""
    try:
        value = float(text)
    except ValueError:
        raise ValueError("it must be a number of USD") from None
    if not 0.0 <= value < float("inf"):
        raise ValueError("it must be a number of USD, zero or more")
    return value


def yes_or_no(text: str) -> bool:
    """What a switch says in the ini file and the environment."""
    word = text.strip().lower()
    if word not in ("yes", "no", "true", "false", "on", "off", "1", "0"):
        raise ValueError("it must be yes or no")
    return word in ("yes", "true", "on", "1")


def path(text: str) -> Path:
    """A path; ``~`` is expanded."""
    if not text:
        raise ValueError("it is empty")
    return Path(text).expanduser()
