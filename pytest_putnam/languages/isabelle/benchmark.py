"""What assembly and audit have to know of a benchmark's theory: its header, its parts, its theorem's name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pytest_putnam.languages.isabelle.items import Item, items
from pytest_putnam.languages.isabelle.keywords import BLOCKS, BUILT_IN, GIVEN_UP
from pytest_putnam.languages.isabelle.lexer import Command, lex
from pytest_putnam.languages.isabelle.symbols import BUILT_IN as SYMBOLS
from pytest_putnam.languages.isabelle.symbols import SymbolTable
from pytest_putnam.model import Formalization, Span, Track

UNNAMED: Final = "putnam_theorem"
"""The name that a theorem without one is given."""
_NO_TARGET: Final = frozenset(
    {"begin", "fixes", "assumes", "includes", "notes", "constrains", "defines"}
)
_TARGET: Final = re.compile(r"\w+\s*\(\s*in\s+(?P<locale>[\w.]+)\s*\)")


@dataclass(frozen=True, slots=True)
class Reading:
    """How texts are read: what Unicode stands for, and which words are commands."""

    symbols: SymbolTable = SYMBOLS
    commands: frozenset[str] = BUILT_IN

    def code(self, text: str) -> str:
        """`text` in Isabelle's symbols, lines ended by LF."""
        return self.symbols.encode(text.replace("\r\n", "\n").replace("\r", "\n"))


@dataclass(frozen=True, slots=True)
class Header:
    """Where the parts of a theory's header stand."""

    name: Span
    imports: tuple[str, ...]
    begin: int
    """The offset of the word."""

    @classmethod
    def of(cls, text: str) -> Header:
        """The header of a benchmark's file, which the reader has found to be one."""
        marks = lex(text)[0].marks
        words = [mark.text for mark in marks]
        begin = words.index("begin")
        behind = words.index("imports") + 1 if "imports" in words else begin
        imports = (word.strip('"') for word in words[behind:begin])
        names = tuple(word for word in imports if word not in {"keywords", "abbrevs"})
        return cls(Span(marks[0].start, marks[0].end), names, marks[begin].start)


def shared_end(formalization: Formalization, track: Track) -> int:
    """Where the benchmark's declarations end that the candidate has no part in; 0 where there are none.

    They become a theory of their own, which the reference's statement and the candidate's share. It is
    the only one in which the benchmark may leave something unproved.
    """
    stop = formalization.statement.start
    slot = formalization.asked_solution(track)
    if slot is not None:
        stop = min(stop, slot.declaration.start)
    depth, end = 0, 0
    for command in lex(formalization.text)[1:]:
        if command.start >= stop:
            break
        depth += _opens(command) - (command.keyword == "end")
        if depth == 0:
            end = command.end
    return end


def theorem_name(formalization: Formalization) -> str:
    """The theorem's name within its theory: that of the locale that it stands in comes before it.

    A theorem that the benchmark gives no name is `UNNAMED`.
    """
    text, start = formalization.text, formalization.statement.start
    blocks: list[str] = []
    for command in lex(text)[1:]:
        if command.start >= start:
            break
        if command.keyword == "end" and blocks:
            blocks.pop()
        elif _opens(command):
            name = command.marks[0].text
            targets = command.keyword in {"locale", "class", "context"} and name not in _NO_TARGET
            blocks.append(name if targets and command.marks[0].kind == "name" else "")
    target = _TARGET.match(formalization.statement.of(text))
    if target is not None:
        blocks.append(target["locale"])
    qualifier = next((name for name in reversed(blocks) if name), "")
    name = formalization.theorem or UNNAMED
    return f"{qualifier.rpartition('.')[2]}.{name}" if qualifier else name


def has_unproved(text: str) -> bool:
    """Whether a part of the benchmark's file leaves something unproved."""
    return any(
        mark.kind == "word" and mark.text in GIVEN_UP
        for command in lex(text)
        for mark in command.marks
    )


def statement_item(formalization: Formalization, reading: Reading) -> Item:
    """The benchmark's statement."""
    text = reading.code(formalization.statement.of(formalization.text))
    return items(text, reading.commands)[0]


def named_statement(statement: str, reading: Reading) -> str:
    """A statement without a name, with `UNNAMED`."""
    found = items(statement, reading.commands)[0].head
    at = 0
    if len(found) > 1 and found[1].text == "(":
        at = next((i for i, token in enumerate(found) if token.text == ")"), 0)
    end = found[at].end
    return f"{statement[:end]} {UNNAMED}:{statement[end:]}"


def has_end(text: str) -> bool:
    """Whether every block of a theory is ended, and the theory itself."""
    found = lex(text)
    return sum(each.keyword == "end" for each in found) >= sum(map(_opens, found))


def _opens(command: Command) -> bool:
    is_block = command.keyword in BLOCKS | {"theory"}
    return is_block and any(mark.text == "begin" for mark in command.marks)
