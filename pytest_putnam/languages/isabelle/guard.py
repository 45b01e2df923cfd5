r"""The guard: Isabelle reads the candidate with its own lexer, before it runs anything of it.

It is a theory of the session's first block: where it fails, no other is begun. It takes the candidate's file
as a text, and the commands that Isabelle finds there must be those that the gate has found, one for one, and
so must the comments, which the gate does not look into. So what the gate allowed is what runs, whatever the
release and the imported theories know as commands.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Final

from pytest_putnam.languages.isabelle.assembled import quoted
from pytest_putnam.languages.isabelle.audit import checked_path
from pytest_putnam.languages.isabelle.outer import tokens

REFUSED: Final = "putnam guard:"
"""What its error begins with where the candidate is read in another way."""
_PROGRAM: Final = r"""theory {guard} imports {imports} begin

ML \<open>
let
  val keywords = Thy_Header.get_keywords \<^theory>;
  val toks = Token.explode keywords Position.none (File.read (Path.explode "{file}"));
  val found = map Token.content_of (filter Token.is_command toks);
  val expected = filter (Keyword.is_command keywords) [{expected}];
  val bare = String.translate (fn c => if Char.isSpace c then "" else String.str c);
  val comments = map (bare o Token.content_of) (filter Token.is_informal_comment toks);
in
  if exists Token.is_error toks then error "{refused} a text that cannot be read"
  else if SHA1.rep (SHA1.digest (space_implode "\000" comments)) <> "{comments}"
  then error "{refused} other comments than were found"
  else if found = expected then ()
  else error "{refused} other commands than were found"
end
\<close>

end
"""


def guard_theory(
    guard: str, imports: Sequence[str], candidate: Path, text: str, commands: Collection[str]
) -> str:
    """The text of the guard for a candidate's theory `text`, which is in the file `candidate`.

    Raises `InfraError` for a path that cannot stand in it, `SplitError` for a text that cannot be read.
    """
    read = list(tokens(text, frozenset(commands)))
    found = [token.text for token in read if token.kind == "command"]
    return _PROGRAM.format(
        guard=guard,
        imports=" ".join(map(quoted, imports)),
        file=checked_path(candidate),
        expected=", ".join(f'"{word}"' for word in found),
        comments=_digest(token.text for token in read if token.kind == "comment"),
        refused=REFUSED,
    )


def _digest(comments: Iterable[str]) -> str:
    """A digest of comments without their delimiters and blanks; by SHA-1, which is what Isabelle has."""
    bare = (
        comment[2:-2].encode(errors="surrogateescape").translate(None, b" \t\n\v\f\r")
        for comment in comments
    )
    return hashlib.sha1(b"\0".join(bare), usedforsecurity=False).hexdigest()
