"""What of a candidate is its own, and what it only repeats of the benchmark's file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pytest_putnam.languages.lean4.lexer import Command, Lexed, lex
from pytest_putnam.languages.lexing import replace as replaced
from pytest_putnam.languages.lexing import start_without_comments
from pytest_putnam.model import Formalization, Span

_OPENING: Final = frozenset({"namespace", "section"})
_NAME: Final = re.compile(r"(?:«[^»\n]*»|[^\W\d][\w'!?]*)(?:\.(?:«[^»\n]*»|[^\W\d][\w'!?]*))*")
_NAMELESS: Final = frozenset(
    {
        *("import", "open", "export", "set_option", "variable", "universe", "namespace", "section"),
        *("end", "mutual", "prelude", "module", "include", "omit", "example", "attribute", "instance"),
        *("notation", "notation3", "infix", "infixl", "infixr", "prefix", "postfix", "macro", "elab"),
        *("syntax", "macro_rules", "elab_rules", "deriving", "run_cmd", "initialize"),
    }
)  # fmt: skip
"""Commands after whose keyword no name of a declaration stands."""


def name_of(text: str, command: Command, lexed: Lexed) -> str:
    """The name that a command declares, without ``_root_``; empty where there is none."""
    match = _NAME.match(text, start_without_comments(text, command.word_end, lexed.comments))
    return match[0].removeprefix("_root_.") if match and match.end() <= command.end else ""


def words_of(text: str, span: Span, comments: Sequence[Span]) -> str:
    """A command's words, for comparing: without comments, blanks made one."""
    inside = [each for each in comments if span.start <= each.start < span.end]
    edits = [(Span(each.start - span.start, each.end - span.start), " ") for each in inside]
    return " ".join(replaced(span.of(text), edits).split())


def namespaces(code: str, lexed: Lexed) -> dict[int, str]:
    """The namespace that each command stands in, by where the command starts; empty outside any."""
    found: dict[int, str] = {}
    blocks: list[str] = []  # of each open block what it adds
    for command in lexed.commands:
        found[command.start] = ".".join(filter(None, blocks))
        name = name_of(code, command, lexed)
        if command.keyword in {*_OPENING, "mutual"}:
            blocks.append(name if command.keyword == "namespace" else "")
        elif command.keyword == "end" and blocks:
            blocks.pop()
    return found


def full_name(code: str, command: Command, lexed: Lexed, namespace: str) -> str:
    """The name that a command in `namespace` declares, in full; empty where there is none."""
    name = name_of(code, command, lexed)
    start = start_without_comments(code, command.word_end, lexed.comments)
    if not name or not namespace or code.startswith("_root_.", start):
        return name
    return f"{namespace}.{name}"


class Own:
    """Which of a candidate's commands are its own, and not the benchmark's repeated."""

    def __init__(self, formalization: Formalization, code: str, lexed: Lexed) -> None:
        self._formalization = formalization
        self._code = code
        self._lexed = lexed
        text = formalization.text
        theirs = lex(text)
        before = [each for each in theirs.commands if each.start < formalization.statement.start]
        self._repeatable = [words_of(text, Span(c.start, c.end), theirs.comments) for c in before]
        places = namespaces(text, theirs)
        self._names = {
            full_name(text, c, theirs, places[c.start])
            for c in before
            if c.keyword not in _NAMELESS
        }
        self._names.discard("")
        theorem = next(c for c in theirs.commands if c.word_start == formalization.statement.start)
        self.place = places[theorem.start]
        """The namespace that the benchmark's theorem stands in."""
        self._names.add(full_name(text, theorem, theirs, self.place))

    def sort(self, helpers: Sequence[Command]) -> tuple[list[Span], Span | None, list[Span]]:
        """Imports, the solution, and the rest."""
        imports: list[Span] = []
        kept: list[Span] = []
        solution: Span | None = None
        slot = self._formalization.solution
        places = namespaces(self._code, self._lexed)
        for command in helpers:
            span = Span(command.start, command.end)
            key = words_of(self._code, span, self._lexed.comments)
            name = ""
            if command.keyword not in _NAMELESS:
                name = name_of(self._code, command, self._lexed)
            place = places[command.start]
            is_theirs = name and not self._names.isdisjoint(
                full_name(self._code, command, self._lexed, each)
                for each in ({place, self.place} if not place else {place})
            )
            if slot is not None and name == slot.name and is_theirs:
                solution = span
            elif key in self._repeatable:
                self._repeatable.remove(key)
            elif is_theirs or command.keyword in {"prelude", "module"}:
                continue
            elif command.keyword == "import":
                imports.append(span)
            else:
                kept.append(span)
        return imports, solution, kept

    def open_blocks(self, helpers: Sequence[Command]) -> list[tuple[str, str]]:
        """What the candidate opens and does not close before its theorem: keyword and name."""
        blocks: list[tuple[str, str]] = []
        for command in helpers:
            name = name_of(self._code, command, self._lexed)
            if command.keyword in _OPENING:
                blocks.append((command.keyword, name))
            elif command.keyword == "mutual":
                blocks.append((command.keyword, ""))
            elif command.keyword == "end" and blocks:
                blocks.pop()
        theirs = lex(self._formalization.text)
        text, start = self._formalization.text, self._formalization.statement.start
        given = [
            (command.keyword, name_of(text, command, theirs))
            for command in theirs.commands
            if command.start < start and command.keyword in _OPENING
        ]
        for block in given:
            if block in blocks:
                blocks.remove(block)
        return blocks
