"""The lexer of Isabelle's outer syntax: comments, strings, cartouches, and the commands of a theory.

A theory is a sequence of commands, each of which begins with a reserved word and ends where the next
begins. What is inside strings and cartouches is inner syntax, left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.lexing import end_of_nested, end_without_comments, line_of
from pytest_putnam.model import Span

GOALS: Final = frozenset(
    {
        *("theorem", "lemma", "corollary", "proposition", "schematic_goal", "function", "instance"),
        *("interpretation", "global_interpretation", "sublocale", "subclass", "termination"),
        *("typedef", "quotient_type", "quotient_definition", "lift_definition", "specification"),
    }
)
"""Commands after which a proof may come."""
DECLARATIONS: Final = frozenset(
    {
        *("theory", "end", "definition", "abbreviation", "fun", "primrec", "datatype", "record"),
        *("locale", "class", "context", "instantiation", "overloading", "declare", "declaration"),
        *("lemmas", "named_theorems", "notation", "no_notation", "syntax", "no_syntax"),
        *("translations", "no_translations", "type_synonym", "type_notation"),
        *("no_type_notation", "typedecl", "consts", "axiomatization", "inductive"),
        *("inductive_set", "coinductive", "coinductive_set", "inductive_cases", "primcorec"),
        *("corec", "codatatype", "partial_function", "setup_lifting", "bundle", "unbundle"),
        *("open_bundle", "hide_const", "hide_type", "hide_class", "hide_fact", "default_sort"),
        *("nonterminal", "ML", "ML_file", "setup", "local_setup", "method_setup"),
        *("attribute_setup", "simproc_setup", "oracle", "parse_translation", "print_translation"),
        *("typed_print_translation", "parse_ast_translation", "code_printing", "code_reserved"),
        *("code_datatype", "export_code", "chapter", "section", "subsection", "subsubsection"),
        *("paragraph", "subparagraph", "text_raw", "private", "qualified", "experiment"),
        *("copy_bnf", "bnf", "lift_bnf", "friend_of_corec"),
    }
)
"""The other commands that stand outside proofs alone."""
ANYWHERE: Final = frozenset(
    {"text", "term", "thm", "typ", "prop", "value", "values", "ML_val", "ML_command"}
    | {"print_theorems", "find_theorems", "find_consts", "nitpick", "quickcheck"}
)
"""Commands that declare nothing; in a proof they are part of it."""
PROOFS: Final = frozenset(
    {"proof", "by", "apply", "sorry", "oops", "done", "qed", "using", "unfolding", "supply"}
    | {"subgoal", "defer", "prefer", "back", "try", "try0", "sledgehammer", "including"}
)
"""Commands that begin a proof, continue or end it; so do ``.``, ``..`` and ``\\<proof>``."""
_PROOF_ENDS: Final = frozenset({"by", "sorry", "oops", "done", "qed", ".", "..", r"\<proof>"})
_MINOR: Final = frozenset({"begin", "where"})

_WORDS: Final = "|".join(
    sorted(GOALS | DECLARATIONS | ANYWHERE | PROOFS | _MINOR, key=len, reverse=True)
)
_MARK: Final = re.compile(
    rf"""(?P<comment>\(\*)
      | (?P<string>")
      | (?P<altstring>`)
      | (?P<cartouche>\\<open>|\u2039)
      | (?P<verbatim>\{{\*)
      | (?P<word>(?<![\w.'?<^-])(?:{_WORDS})(?![\w'>-])
              | \\<proof>
              | (?<![\w.'])\.\.?(?![\w.]))
      | (?P<name>(?<![\w.?<^])'?[^\W\d][\w']*(?:\.[^\W\d][\w']*)*)
      | (?P<punctuation>::|[:|()\[\]])""",
    re.VERBOSE,
)
_COMMENT_MARK: Final = re.compile(r"\(\*|\*\)")
_CARTOUCHE_MARK: Final = re.compile(r"\\<(?:open|close)>|[\u2039\u203a]")
_STRING: Final = re.compile(r'"[^"\\]*(?:\\["\\]?[^"\\]*)*"')
_ALTSTRING: Final = re.compile(r"`[^`\\]*(?:\\[`\\]?[^`\\]*)*`")
_SWALLOWED: Final = re.compile(r"\n(theory|theorem|lemma|definition|end)\b")


class Mark(NamedTuple):
    """A token that matters: its kind, text and extent.

    Kinds: ``string``, ``altstring``, ``cartouche``, ``verbatim``, ``word`` (reserved), ``name`` and
    ``punctuation``.
    """

    kind: str
    text: str
    start: int
    end: int


@dataclass(slots=True)
class Command:
    """A command from its word to its last token, its proof included, comments after it left out."""

    keyword: str
    start: int
    end: int = 0
    marks: list[Mark] = field(default_factory=list)
    """What comes after the word."""


@dataclass(slots=True)
class _Proof:
    """How far the proof of the last command has come."""

    awaited: bool = False
    """A goal was stated, and no command has ended its proof."""
    depth: int = 0
    """Of ``proof`` … ``qed``."""

    def meet(self, word: str) -> None:
        self.depth = max(0, self.depth + (word == "proof") - (word == "qed"))
        if word == "oops":
            self.depth = 0
        if self.depth == 0 and word in _PROOF_ENDS:
            self.awaited = False

    def ends_before(self, word: str) -> bool:
        """Whether `word` is the next command of the theory."""
        if self.depth > 0:
            return False
        return word in GOALS or word in DECLARATIONS or (word in ANYWHERE and not self.awaited)


def marks(text: str) -> Iterator[Mark]:
    """What matters in `text`, in order. Raises `SplitError` for what is never closed."""
    position = 0
    while (match := _MARK.search(text, position)) is not None:
        kind = match.lastgroup or ""
        start, position = match.span()
        if kind == "comment":
            position = end_of_nested(text, start, _COMMENT_MARK, ("(*", "*)"), "comment")
        elif kind == "cartouche":
            position = _cartouche_end(text, start)
        elif kind == "verbatim":
            position = _found(text, "*}", start) + 2
        elif kind in {"string", "altstring"}:
            whole = (_STRING if kind == "string" else _ALTSTRING).match(text, start)
            if whole is None:
                raise _never_closed(text, start)
            position = whole.end()
        yield Mark(kind, text[start:position], start, position)


def lex(text: str) -> list[Command]:
    """The commands of the theory `text`; raises `SplitError` for what is never closed."""
    commands: list[Command] = []
    comments: list[Span] = []
    proof = _Proof()
    try:
        for mark in marks(text):
            if mark.kind == "comment":
                comments.append(Span(mark.start, mark.end))
            elif mark.kind == "word" and proof.ends_before(mark.text):
                commands.append(Command(mark.text, mark.start))
                proof = _Proof(awaited=mark.text in GOALS)
            elif commands:
                commands[-1].marks.append(mark)
                if mark.kind == "word":
                    proof.meet(mark.text)
    except SplitError as error:
        raise _stray_quote(text, commands) or error from None
    end = len(text)
    for command in reversed(commands):
        command.end = end_without_comments(text, command.start, end, comments)
        end = command.start
    return commands


def _cartouche_end(text: str, start: int) -> int:
    depth = 0
    for mark in _CARTOUCHE_MARK.finditer(text, start):
        depth += 1 if mark[0] in {"\\<open>", "\u2039"} else -1
        if depth == 0:
            return mark.end()
    raise _never_closed(text, start)


def _found(text: str, what: str, start: int) -> int:
    found = text.find(what, start)
    if found < 0:
        raise _never_closed(text, start)
    return found


def _never_closed(text: str, start: int) -> SplitError:
    return SplitError(
        f"what {text[start]!r} begins here is never closed", line=line_of(text, start)
    )


def _stray_quote(text: str, commands: list[Command]) -> SplitError | None:
    """A better place for an unpaired quote: where a string runs over a command."""
    for command in commands:
        for mark in command.marks:
            swallowed = _SWALLOWED.search(mark.text) if mark.kind == "string" else None
            if swallowed is not None:
                return SplitError(
                    f"a stray quote: the string that it begins runs over {swallowed[1]!r} to line"
                    f" {line_of(text, mark.end)}, and the last string is never closed",
                    line=line_of(text, mark.start),
                )
    return None
