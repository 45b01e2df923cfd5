r"""Isabelle's outer syntax, token by token as Isabelle reads it: for texts that are not trusted.

What lies in strings and cartouches is inner syntax. A text that some release could read in another way
is not read at all: `tokens` raises, and a candidate is never judged by a wrong reading of it. Texts are
in Isabelle's own symbols, with ``\n`` between lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.isabelle.keywords import BUILT_IN
from pytest_putnam.languages.lexing import end_of_nested, line_of


class Token(NamedTuple):
    """A token: its kind, text and extent.

    Kinds: ``command``, ``name`` (also keywords such as ``where``), ``string``, ``altstring``,
    ``cartouche``, ``comment``, ``formal`` (a control symbol and its cartouche), ``variable``,
    ``number`` and ``symbol``.
    """

    kind: str
    text: str
    start: int
    end: int


_ID: Final = r"[A-Za-z](?:[A-Za-z0-9_']|\\<\^sub>(?=[A-Za-z0-9]))*"
_GREEK: Final = (
    "alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|mu|nu|xi|pi|rho|sigma|tau|upsilon|phi"
    "|chi|psi|omega|Gamma|Delta|Theta|Xi|Pi|Sigma|Upsilon|Phi|Psi|Omega|[A-Za-z]{1,2}"
)
_TOKEN: Final = re.compile(
    rf"""(?P<space>[ \t\n\f]+)
      | (?P<comment>\(\*)
      | (?P<verbatim>\{{\*)
      | (?P<string>"(?:[^"\\]|\\"|\\\\(?!<)|\\<\^?[A-Za-z][A-Za-z0-9_']*>)*")
      | (?P<altstring>`(?:[^`\\]|\\`|\\\\(?!<)|\\<\^?[A-Za-z][A-Za-z0-9_']*>)*`)
      | (?P<cartouche>\\<open>)
      | (?P<formal>\\<(?:\^[A-Za-z][A-Za-z0-9_']*>|comment>\s*)(?=\\<open>))
      | (?P<variable>\??'{_ID}(?:\.[0-9]+)?|\?{_ID}(?:\.[0-9]+)?)
      | (?P<name>(?:{_ID})(?:\.{_ID})*)
      | (?P<number>[0-9]+(?:\.[0-9]+)?)
      | (?P<dots>\.\.?)
      | (?P<proof>\\<proof>)
      | (?P<letter>\\<(?:{_GREEK})>(?:\\<\^sub>)?)
      | (?P<control>\\<\^(?:sub|sup|bold|isub|isup)>)
      | (?P<symbol>::|\\<[A-Za-z][A-Za-z0-9_']*>|[!#-&(-/:-@\[\]^_{{-~]|[^\x00-\x7f])
    """,
    re.VERBOSE,
)
_COMMENT_MARK: Final = re.compile(r"\(\*|\*\)")
_CARTOUCHE_MARK: Final = re.compile(r"\\<(?:open|close)>")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")


def tokens(text: str, commands: frozenset[str] = BUILT_IN) -> Iterator[Token]:
    """The tokens of `text` in order, without blanks. Raises `SplitError` with the line."""
    odd = _CONTROL.search(text)
    if odd is not None:
        raise SplitError(
            f"the control character {odd[0]!r} does not belong in a theory",
            line=line_of(text, odd.start()),
        )
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None or match.lastgroup == "verbatim":
            raise _unreadable(text, position)
        start, position = match.span()
        kind = match.lastgroup or ""
        if kind == "comment":
            position = end_of_nested(text, start, _COMMENT_MARK, ("(*", "*)"), "comment")
        elif kind in {"cartouche", "formal"}:
            position = _cartouche_end(text, text.index(r"\<open>", start))
        elif kind in {"name", "dots", "proof", "symbol"} and match[0] in commands:
            kind = "command"
        if kind != "space":
            yield Token(_PLAIN.get(kind, kind), text[start:position], start, position)


_PLAIN: Final = {
    "dots": "command",
    "proof": "command",
    "letter": "name",
    "control": "symbol",
}


def _cartouche_end(text: str, start: int) -> int:
    depth = 0
    for mark in _CARTOUCHE_MARK.finditer(text, start):
        depth += 1 if mark[0] == r"\<open>" else -1
        if depth == 0:
            return mark.end()
    raise SplitError("the cartouche that begins here is never closed", line=line_of(text, start))


def _unreadable(text: str, position: int) -> SplitError:
    character = text[position]
    what = {
        '"': "a string that is never closed, or has an escape that a proof does not need, begins here",
        "{": "the old form of texts, {* … *}, is not read by all releases",
        "`": "a fact in back quotes that is never closed begins here",
        "\\": f"{text[position : position + 12]!r} is no symbol of Isabelle's",
    }.get(character, f"{character!r} is not expected here")
    return SplitError(what, line=line_of(text, position))
