r"""The guard: Isabelle reads the candidate with its own lexer, before it runs anything of it.

It is a theory of the session's first block: where it fails, no other is begun. It takes the candidate's file
as a text, and the commands that Isabelle finds there must be those that the gate has found, one for one. So
what the gate allowed is what runs, whatever the release and the imported theories know as commands.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
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
in
  if exists Token.is_error toks then error "{refused} a text that cannot be read"
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
    found = [token.text for token in tokens(text, frozenset(commands)) if token.kind == "command"]
    return _PROGRAM.format(
        guard=guard,
        imports=" ".join(map(quoted, imports)),
        file=checked_path(candidate),
        expected=", ".join(f'"{word}"' for word in found),
        refused=REFUSED,
    )
