"""The lexer of Coq: comments, strings, tokens, sentences.

It follows ``parsing/cLexer.ml`` of Coq where a text can be told apart without the notations in
force: comments nest and contain strings, a string doubles its quotes, a sentence ends with ``.`` or
``...`` before a blank or the end of the file, and bullets and braces are sentences of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.lexing import end_of_nested, line_of
from pytest_putnam.model import Span

_STRING: Final = r'"[^"]*"'  # a doubled quote reads as two strings that touch: the same extent
_COMMENT_MARK: Final = re.compile(rf'\(\*|\*\)|{_STRING}|"')
_BLANK: Final = re.compile(r"[ \t\r\n\f\v\ufeff\u00a0]+")
_STOP: Final = re.compile(r'"|\(\*|\.\.\.(?=[ \t\r\n]|\Z)|\.\.+|\.(?=[ \t\r\n]|\Z)')
_FOCUS: Final = re.compile(
    r"""-+ | \++ | \*+                                   # bullets
      | (?:(?:\d+ | \[\s*[^\W\d][\w']*\s*\])\s*:\s*)?\{  # a brace, with the goal it focuses on
      | \}""",
    re.VERBOSE,
)
_TOKEN: Final = re.compile(
    r"""(?P<blank>[ \t\r\n\f\v\ufeff\u00a0]+)
      | (?P<comment>\(\*)
      | (?P<string>"(?:[^"]|"")*")
      | (?P<word>[^\W\d][\w']*(?:\.[^\W\d][\w']*)*)
      | (?P<number>\d\w*(?:\.\d\w*)?)
      | (?P<symbol>'[A-Za-z]+_|:=:|:=|\.\(|\.\.\.?|[^\s])""",
    re.VERBOSE,
)
_PREFIXES: Final = frozenset(
    {
        "Local",
        "Global",
        "Polymorphic",
        "Monomorphic",
        "Cumulative",
        "NonCumulative",
        "Private",
        "Program",
        "Time",
        "Fail",
        "Succeed",
        "Instructions",
        "Profile",
    }
)


class Token(NamedTuple):
    """A token: its kind (``word``, ``number``, ``string``, ``symbol``), text and place.

    A qualified name is one word. Operators come as single characters but for ``:=``, ``.(``,
    ``..``, ``...`` and the notations of mathcomp that touch their argument (``'I_n``).
    """

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """A command or tactic with its final dot, or a bullet or brace."""

    source: str
    """The text that the span points into."""
    span: Span
    is_focus: bool = False
    """A bullet or a brace."""
    ended: bool = True
    """False for the last one of a text, where its final dot is missing."""

    @property
    def text(self) -> str:
        """The sentence as written."""
        return self.span.of(self.source)

    def tokens(self) -> Iterator[Token]:
        """Its tokens, the final dot included."""
        return tokens(self.source, self.span.start, self.span.end)

    def command(self) -> tuple[str, Iterator[Token]]:
        """The word that says what the sentence does, and the tokens after it.

        Attributes (``#[local]``) and prefixes (``Local``, ``Program``, ``Time`` …) before it are
        skipped. For a tactic it is the tactic's name or its first symbol.
        """
        rest = self.tokens()
        for token in rest:
            if token.text == "#":
                _skip_brackets(rest)
            elif token.text in {"Timeout", "Redirect"}:
                next(rest, None)  # the seconds, the file
            elif token.text not in _PREFIXES:
                return token.text, rest
        return "", rest

    @property
    def keyword(self) -> str:
        """The word of `command`."""
        return self.command()[0]


def tokens(text: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """The tokens of `text` from `start` on, without blanks and comments.

    Raises `SplitError` for a comment or string that is never closed.
    """
    end = len(text) if end is None else end
    while start < end:
        match = _TOKEN.match(text, start, end)
        if match is None:  # only a quote without its partner, or an exotic blank
            if text[start] == '"':
                raise _open_string(text, start)
            start += 1
            continue
        kind = match.lastgroup or ""
        if kind == "comment":
            start = _comment_end(text, start)
            continue
        start = match.end()
        if kind == "symbol" and match[0] == '"':
            raise _open_string(text, match.start())
        if kind != "blank":
            yield Token(kind, match[0], match.start(), start)


def sentences(text: str, start: int = 0, end: int | None = None) -> Iterator[Sentence]:
    """The sentences of `text` from `start` on; comments between them belong to none.

    A last one without its dot comes with ``ended=False``. Raises `SplitError` for a comment or
    string that is never closed.
    """
    end = len(text) if end is None else end
    start = skip_blank(text, start, end)
    while start < end:
        focus = _FOCUS.match(text, start, end)
        if focus is not None:
            yield Sentence(text, Span(start, focus.end()), is_focus=True)
            start = focus.end()
        else:
            stop, ended = _sentence_end(text, start, end)
            yield Sentence(text, Span(start, stop), ended=ended)
            start = stop
        start = skip_blank(text, start, end)


def skip_blank(text: str, start: int, end: int | None = None) -> int:
    """The offset of the next token, blanks and comments skipped."""
    end = len(text) if end is None else end
    while start < end:
        blank = _BLANK.match(text, start, end)
        if blank is not None:
            start = blank.end()
        elif text.startswith("(*", start, end):
            start = _comment_end(text, start)
        else:
            break
    return start


def _sentence_end(text: str, start: int, end: int) -> tuple[int, bool]:
    while True:
        stop = _STOP.search(text, start, end)
        if stop is None:
            return len(text[:end].rstrip()), False
        start = stop.end()
        if stop[0] == "(*":
            start = _comment_end(text, stop.start())
        elif stop[0] == '"':
            close = text.find('"', start, end)
            if close < 0:
                raise _open_string(text, stop.start())
            start = close + 1
        elif stop[0] in {".", "..."}:
            return start, True


def _comment_end(text: str, start: int) -> int:
    return end_of_nested(text, start, _COMMENT_MARK, ("(*", "*)"), "comment")


def _open_string(text: str, start: int) -> SplitError:
    return SplitError("this string is never closed", line=line_of(text, start))


def _skip_brackets(rest: Iterator[Token]) -> None:
    depth = 0
    for token in rest:
        depth += (token.text == "[") - (token.text == "]")
        if depth == 0:
            return
