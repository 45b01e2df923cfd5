"""What a candidate may not even say: what runs programs while Lean elaborates it.

The gate reads text, so it never accepts, and no verdict rests on it: the sandbox holds what a program
could do, the judge reads what came of it, and the replay puts that through the kernel again. It is there
to name the reason, and to keep programs from running at all. Where no replay is possible it is also what
stands between a metaprogram and a compiled file that the kernel has not seen: so
``--putnam-lean-allow-meta`` lets such candidates through only with one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.assembled import Piece
from pytest_putnam.languages.lean4.lexer import marks
from pytest_putnam.languages.rejections import Refusal


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


HARMLESS_HASH: Final = _words(
    "#check #check_failure #print #reduce #synth #exit #where #help #find #guard_msgs #lint #simp"
)
"""Commands with ``#`` that run nothing of the candidate's. What ``#exit`` leaves out, the judge misses."""
COMMANDS: Final = _words(
    """
    run_cmd run_elab run_meta run_tac by_elab elab elab_rules macro macro_rules syntax
    declare_syntax_cat initialize builtin_initialize simproc simproc_decl dsimproc dsimproc_decl
    builtin_simproc builtin_dsimproc register_option register_builtin_option register_parser_alias
    declare_config_elab declare_command_config_elab unsafe elab_stx eval_suggest_tactic
    """
)
"""Keywords by which a candidate gives Lean programs to run."""
NAMES: Final = _words(
    """
    IO EIO BaseIO MetaM TermElabM TacticM CommandElabM CoreM AttrM MacroM unsafeIO unsafeEIO
    unsafeBaseIO unsafeCast evalExpr evalConst evalDecl ptrAddrUnsafe dbgTrace
    EStateM FilePath saveModuleData writeModule runFrontend modifyEnv setEnv
    addDecl addDeclCore addDeclWithoutChecking addAndCompile skipKernelTC
    """
)
"""Names of what such programs are made of, in whatever namespace is open. A term that is only evaluated
(``simp (config := …)``, ``native_decide``) can run an action without a name of its monad."""
NAMESPACES: Final = ("Lean.Elab", "Lean.Meta", "Lean.Environment", "Lean.addDecl", "IO.FS")
ATTRIBUTES: Final = _words(
    """
    implemented_by extern export init builtin_init csimp command_elab term_elab tactic macro
    builtin_command_elab builtin_term_elab builtin_tactic builtin_macro app_unexpander delab
    app_delab command_parser term_parser tactic_parser simproc simprocs norm_num positivity
    computed_field inline_reducible_matcher
    """
)
OPTIONS: Final = ("debug.", "trace.profiler.output", "compiler.", "interpreter.")
RUNS: Final = ("#eval", "#guard", "#html", "#widget", "#test", "#sample", "#run")
"""Refused wherever they stand; others at the start of a line only: ``#s`` is a term too."""

_HASH: Final = re.compile(r"#[a-zA-Z_][\w!]*")
_IDENTIFIER: Final = re.compile(r"(?<![\w.'!?])(?:[^\W\d][\w'!?]*)(?:\.[^\W\d][\w'!?]*)*")
_PROGRAMS: Final = "|".join(sorted(COMMANDS | NAMES, reverse=True))
# a number may stand right before a keyword: 1set_option
_GLUED: Final = re.compile(rf"(?:(?<=\d)|(?<=0[xX])[0-9a-fA-F]+?)(?P<word>{_PROGRAMS})(?![\w'!?])")
_ATTRIBUTE: Final = re.compile(
    r"(?:@\[|attribute\s*\[)(?P<inside>(?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\])*\])*)"
)
_OPTION: Final = re.compile(r"set_option\s+(?P<name>[\w.]+(?: *\. *\w+)*)")
_NOTATION: Final = re.compile(r"(?:notation3?|infix[lr]?|prefix|postfix)(?![\w'])")
_DOUBTFUL: Final = re.compile(
    r"""'\\?"|"'                             # a quote beside or in a character: ⟨'"'⟩
      | !"|r\#*"                              # g!"{", where g! is a name; 1r"\"
      | «[^»\n]*(?:\n|[^\w\s.»'!?])           # a name of anything
      | [^\s\w()\[\]{},;/-]--|/-[-!]?/        # x <--1
      | [^\s\w()\[\]{},;-]/-                 # p \/-q
    """,
    re.VERBOSE,
)
"""Where another reader may see other strings and comments than `marks` does."""


def refuse(pieces: Iterable[Piece]) -> Refusal | None:
    """The first thing that a candidate may not say; None without one."""
    for piece in pieces:
        found = _first(piece.text)
        if found is not None:
            place, what, reason = found
            offset = piece.start + place if piece.source == "code" else None
            return Refusal(what, reason, offset)
    return None


def _first(text: str) -> tuple[int, str, str] | None:
    try:
        code, strings = _code(text)
    except SplitError as error:
        return 0, "text that is never closed", f"cannot be read here: {error}"
    if _DOUBTFUL.search(text) or any("{" in string for _, string in strings):
        code = text  # comments and strings count too: they may be none
    code = code.replace("«", " ").replace("»", " ")
    return min((*_commands(code), *_attributes(code), *_tokens(code, strings)), default=None)


def _commands(code: str) -> Iterator[tuple[int, str, str]]:
    for match in _HASH.finditer(code):
        is_command = code[match.start() - 1 : match.start()] in {"", "\n"}
        if match[0] not in HARMLESS_HASH and (is_command or match[0].startswith(RUNS)):
            yield match.start(), match[0], "runs a program"
    for match in _IDENTIFIER.finditer(code):
        word = match[0]
        if word in COMMANDS:
            yield match.start(), word, "runs a program while Lean elaborates"
        elif not NAMES.isdisjoint(word.split(".")) or word.startswith(NAMESPACES):
            yield match.start(), word, "is what programs are made of"
    for match in _GLUED.finditer(code):
        yield match.start("word"), match["word"], "runs a program, or is what programs are made of"
    for match in _OPTION.finditer(code):
        option = match["name"].replace(" ", "")
        if option.startswith(OPTIONS):
            what = f"set_option {option}"
            yield match.start(), what, "is an option that a proof may not touch"


def _attributes(code: str) -> Iterator[tuple[int, str, str]]:
    for match in _ATTRIBUTE.finditer(code):
        for word in _IDENTIFIER.findall(match["inside"]):
            if word in ATTRIBUTES:
                yield match.start(), f"attribute {word}", "changes what Lean runs"


def _tokens(code: str, strings: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str, str]]:
    if _NOTATION.search(code):
        for place, string in strings:
            if _is_out_of_step(string):
                yield place, f"the token {string!r} in a notation", "changes how the text is read"


def _code(text: str) -> tuple[str, list[tuple[int, str]]]:
    """The text with comments and strings blanked, and the strings. Raises `SplitError`.

    Strings that hold terms (``s!"…"``) stay.
    """
    parts: list[str] = []
    strings: list[tuple[int, str]] = []
    position = 0
    for mark in marks(text):
        is_comment = mark.kind in {"comment", "doc"}
        is_string = mark.kind == "string" and text[mark.start - 1 : mark.start] != "!"
        if is_string:
            strings.append((mark.start, mark.text[1:-1]))
        if is_comment or is_string or mark.kind == "char":
            parts += [text[position : mark.start], " " * (mark.end - mark.start)]
            position = mark.end
    parts.append(text[position:])
    return "".join(parts), strings


def _is_out_of_step(string: str) -> bool:
    """Whether a token would change where comments and strings begin or end."""
    token = string.strip()
    if token in {"-", "/"}:
        return False
    if token.startswith("'") or re.search(r"--|/-|-/|[\"«»\\]", token):
        return True  # a quote at a token's end (f', +') may hide a character, and then all is read
    return token[-1:] in {"-", "/"}
