"""Lean files that hold many theorems: their names, and a file with one of them alone."""

from __future__ import annotations

import functools
from typing import Final

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.lean4.lexer import Command, Lexed, lex
from pytest_putnam.languages.lean4.syntax import parts_of
from pytest_putnam.languages.lexing import line_of

_STATED: Final = frozenset({"theorem", "lemma", "instance"})
"""What may be an exercise; an instance cannot be one here, and its item says so."""
_FRAME: Final = frozenset({"namespace", "section", "end"})


class IsLean3(SplitError):
    """A file of Lean 3, which nothing here can check."""


def theorem_names(text: str) -> tuple[str, ...]:
    """The theorems whose proof is left open, in order.

    Raises `SplitError` for what cannot be lexed, and for Lean 3.
    """
    lexed = lex(text)
    found: dict[str, None] = {}
    for command in lexed.commands:
        if command.keyword in _STATED:
            parts = parts_of(text, command, lexed)
            body = text[parts.assign.end : command.end].split() if parts.assign else []
            if body[:1] == ["begin"]:
                raise IsLean3(
                    "this is Lean 3 (begin … end), which is not supported: what is read is Lean 4",
                    line=line_of(text, command.word_start),
                )
            if parts.has_sorry and parts.name:
                found[parts.name] = None
    return tuple(found)


def only(text: str, theorem: str) -> str:
    """The file without its other theorems; definitions and what is proved before stay.

    Raises `SplitError` where `theorem` is not in it, or twice.
    """
    lexed = _lexed(text)
    named = [
        index
        for index, command in enumerate(lexed.commands)
        if command.keyword in _STATED and parts_of(text, command, lexed).name == theorem
    ]
    if len(named) != 1:
        raise SplitError(
            f"{theorem} is stated {len(named)} times, so which is meant is not clear"
            if named
            else f"there is no theorem {theorem}"
        )
    (chosen,) = named
    keyword = lexed.commands[chosen].keyword
    if keyword == "instance":
        raise SplitError(
            f"{theorem} is an instance, which is data: only a theorem can be checked",
            line=line_of(text, lexed.commands[chosen].word_start),
        )
    kept: list[str] = []
    end = 0
    last = len(lexed.commands) - 1
    for index, command in enumerate(lexed.commands):
        piece = text[end : command.end]
        end = command.end
        target = _target(text, lexed.commands, index, last)
        if target == chosen or not _is_left_out(text, lexed, target, chosen):
            kept.append(piece)
    return "".join(kept) + "\n"


@functools.lru_cache(maxsize=2)
def _lexed(text: str) -> Lexed:
    """Read by nobody else: the theorems of one file are asked for one after the other."""
    return lex(text)


def _target(text: str, commands: list[Command], index: int, last: int) -> int:
    """The command that this one is a part of: ``open Real in`` belongs to what follows."""
    while index < last and text[: commands[index].end].endswith((" in", "\nin")):
        index += 1
    return index


def _is_left_out(text: str, lexed: Lexed, index: int, chosen: int) -> bool:
    command = lexed.commands[index]
    if index > chosen:
        return command.keyword not in _FRAME
    if command.keyword.startswith("#") or command.keyword == "example":
        return True
    return command.keyword in _STATED and parts_of(text, command, lexed).has_sorry
