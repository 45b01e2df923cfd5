"""The lexer of Lean 4: comments, strings, and the commands of a file.

Lean's commands have no end mark: one ends where the next begins, which a reserved word tells. What
is not needed for that (identifiers, operators, numbers) is skipped in one step.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.lexing import end_of_nested, end_without_comments, line_of
from pytest_putnam.model import Span

DECLARATIONS: Final = frozenset(
    {
        *("theorem", "lemma", "def", "abbrev", "instance", "example", "axiom", "opaque"),
        *("structure", "inductive", "class", "variable", "universe", "namespace", "section"),
        *("end", "mutual", "import"),
    }
)
"""Words that begin a command wherever they stand outside brackets."""
LINE_COMMANDS: Final = frozenset(
    {
        *(
            "open",
            "set_option",
            "attribute",
            "export",
            "deriving",
            "macro",
            "macro_rules",
            "syntax",
        ),
        *("elab", "elab_rules", "notation", "notation3", "infix", "infixl", "infixr", "prefix"),
        *("postfix", "declare_syntax_cat", "initialize", "builtin_initialize", "run_cmd"),
        *("include", "omit", "alias", "add_decl_doc", "suppress_compilation", "prelude", "module"),
        *("proof_wanted", "recall", "simproc", "irreducible_def", "unset_option"),
    }
)
"""Words that begin a command at the start of a line only: ``open`` … ``in`` is also a term."""
MODIFIERS: Final = frozenset(
    {
        *("noncomputable", "private", "protected", "unsafe", "partial", "nonrec", "local"),
        *("scoped", "public", "meta"),
    }
)
BINDERS: Final = frozenset({"let", "have", "letI", "haveI", "let_fun"})
"""Words of a term that a ``:=`` belongs to."""
_TERM_WORDS: Final = BINDERS | {"sorry", "by", "in"}

_WORDS: Final = "|".join(
    sorted(DECLARATIONS | LINE_COMMANDS | MODIFIERS | _TERM_WORDS, key=len, reverse=True)
)
_MARK: Final = re.compile(
    rf"""(?P<comment>--[^\r\n]*|/-)
      | (?P<raw>(?<![\w.'!?])r\#*")
      | (?P<string>")
      | (?P<char>(?<![\w'!?\u0080-\U0010ffff])
            '(?:\\(?:x[0-9a-fA-F]{{2}}|u[0-9a-fA-F]{{4}}|.)|[^\\'\n])')
      | (?P<quoted>«[^«»\n]*»)
      | (?P<open>@\[|[(\[{{])
      | (?P<close>[)\]}}])
      | (?P<colon>:=|::|:)
      | (?P<word>(?<![\w.'!?])(?:{_WORDS})(?![\w'!?]))
      | (?P<hash>^\#[a-z_]\w*)
      | (?P<solution>_solution(?![\w'!?]))""",
    re.VERBOSE | re.MULTILINE,
)
_BLOCK_MARK: Final = re.compile(r"/-|-/")
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_INTERPOLATED_MARK: Final = re.compile(r'["{}]|\\.', re.DOTALL)
_MOST_NESTED: Final = 50
"""Strings in strings with terms."""
_IDENTIFIER_END: Final = re.compile(r"[\w.'!?«»]*\Z")


class Mark(NamedTuple):
    """A place that matters: kind, text and extent, and how many brackets are open before it.

    Kinds: ``comment`` (``--`` and ``/- -/``), ``doc`` (``/-- -/`` and ``/-! -/``), ``string``,
    ``char``, ``quoted``, ``open``, ``close``, ``colon``, ``word``, ``hash`` (``#eval``) and
    ``solution`` (an identifier that ends in ``_solution``).
    """

    kind: str
    text: str
    start: int
    end: int
    depth: int = 0


@dataclass(slots=True)
class Command:
    """A command from its modifiers to its last token, comments after it left out."""

    keyword: str
    start: int
    word_start: int
    word_end: int
    """The keyword's extent; the modifiers are before it."""
    end: int = 0
    marks: list[Mark] = field(default_factory=list)
    """What matters after the keyword, comments left out."""


@dataclass(frozen=True, slots=True)
class Lexed:
    """A file's commands in order, and its comments."""

    commands: list[Command]
    comments: list[Span]
    """With doc comments."""


def marks(text: str) -> Iterator[Mark]:
    """What matters in `text`, in order. Raises `SplitError` for what is never closed."""
    position = 0
    while (match := _MARK.search(text, position)) is not None:
        kind = match.lastgroup or ""
        start, position = match.span()
        if kind == "comment" and match[0] == "/-":
            position = end_of_nested(text, start, _BLOCK_MARK, ("/-", "-/"), "comment")
            if text[start + 2] in "-!" and position - start > 4:
                kind = "doc"
        elif kind == "raw":
            closing = '"' + "#" * (position - start - 2)
            position = _found(text, closing, position, start) + len(closing)
            kind = "string"
        elif kind == "string":
            position = _string_end(text, start)
        elif kind == "solution":
            word = _IDENTIFIER_END.search(text, max(0, start - 200), start)
            start = word.start() if word else start
        yield Mark(kind, text[start:position], start, position)


def lex(text: str) -> Lexed:
    """The commands of `text`. Raises `SplitError` for a comment or string that is never closed."""
    commands: list[Command] = []
    comments: list[Span] = []
    depth = 0
    modifiers: int | None = None  # where the modifiers of the next command begin
    for mark in marks(text):
        if mark.kind in {"comment", "doc"}:
            comments.append(Span(mark.start, mark.end))
        elif _begins(text, mark, depth, modifiers is not None):
            start = mark.start if modifiers is None else modifiers
            if mark.text in MODIFIERS:
                modifiers = start
                continue
            commands.append(Command(mark.text, start, mark.start, mark.end))
            depth, modifiers = 0, None
        else:
            depth -= mark.kind == "close" and depth > 0
            if commands:
                commands[-1].marks.append(mark._replace(depth=depth))
            if depth == 0 and mark.kind != "close":
                if mark.text != "@[":
                    modifiers = None
                elif modifiers is None:
                    modifiers = mark.start
            depth += mark.kind == "open"
    end = len(text)
    for command in reversed(commands):
        command.end = end_without_comments(text, command.start, end, comments)
        end = command.start
    return Lexed(commands, comments)


def _begins(text: str, mark: Mark, depth: int, modified: bool) -> bool:
    """Whether this word begins a command, or is a modifier of one."""
    if mark.kind not in {"word", "hash"} or mark.text in _TERM_WORDS:
        return False
    line = text.rfind("\n", 0, mark.start) + 1
    if mark.start == line or (line == 0 and text[: mark.start] == "\ufeff"):
        return True
    if mark.text in DECLARATIONS:
        return depth == 0
    if mark.text in MODIFIERS:
        return modified or (depth == 0 and not text[line : mark.start].strip())
    return modified and depth == 0


def _string_end(text: str, start: int, nested: int = 0) -> int:
    if start >= 2 and text[start - 1] == "!" and text[start - 2].isalpha():
        return _interpolated_end(text, start, nested + 1)
    match = _STRING.match(text, start)
    if match is None:
        raise _never_closed(text, start)
    return match.end()


def _interpolated_end(text: str, start: int, nested: int) -> int:
    """The end of ``s!"… {f "x"} …"``, whose braces hold terms with strings of their own."""
    if nested > _MOST_NESTED:
        raise SplitError("strings are nested too deeply here", line=line_of(text, start))
    position, depth = start + 1, 0
    while (match := _INTERPOLATED_MARK.search(text, position)) is not None:
        position = match.end()
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth = max(0, depth - 1)
        elif match[0] == '"':
            if depth == 0:
                return position
            position = _string_end(text, match.start(), nested)
    raise _never_closed(text, start)


def _found(text: str, what: str, position: int, start: int) -> int:
    found = text.find(what, position)
    if found < 0:
        raise _never_closed(text, start)
    return found


def _never_closed(text: str, start: int) -> SplitError:
    return SplitError("this string is never closed", line=line_of(text, start))
