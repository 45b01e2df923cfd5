"""What a candidate may not even say: commands that act outside its proof.

The gate reads text, so it never accepts, and no verdict rests on it: the sandbox holds what a command
could do, and the strict procedure sees through every trick that these commands allow. It is there to
name the reason, to keep programs from running at all, and to keep a warm session in step.

It is a list of what is allowed. Commands of Coq begin with a capital letter, tactics do not; a
capital that is neither a known command nor a tactic that the candidate defines (or that a library
does) is refused with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from pytest_putnam.languages.coq.lexer import Sentence, Token
from pytest_putnam.languages.rejections import Refusal


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ALLOWED: Final = _words(
    """
    Theorem Lemma Fact Remark Corollary Proposition Property Goal Example
    Definition Let Fixpoint CoFixpoint Function Inductive CoInductive Variant Record Structure Class
    Instance Existing Canonical Coercion SubClass Scheme Combined Derive Functional Equations Equation
    Axiom Axioms Conjecture Conjectures Parameter Parameters Variable Variables Hypothesis Hypotheses
    Context Constraint Universe Universes
    Proof Qed Defined Save Admitted Abort Restart Show Guarded Unshelve Focus Unfocus Unfocused
    Obligation Obligations Next Solve Admit Final Preterm
    Section Module End Include Import Export From Require Declare Collection
    Notation Infix Reserved Abbreviation Tactic Number Numeral String Delimit Undelimit Bind Open Close
    Arguments Implicit Generalizable Strategy Opaque Transparent Typeclasses Hint Create Remove
    Set Unset Test Add Ltac Ltac2 Enable Disable Type Context Comments Prenex
    Check Compute Eval Print Search SearchPattern SearchRewrite SearchAbout SearchHead Locate About
    Fail Succeed Time Timeout Instructions Info Attributes Debug Inspect Optimize
    HB.instance HB.mixin HB.factory HB.builders HB.end HB.structure HB.declare HB.export HB.reexport
    HB.lock HB.about HB.howto HB.status HB.saturate HB.pack HB.check
    """
)
"""Words that a command may begin with. What ``Axiom`` and its like assume, the strict check sees."""

WHY: Final = {
    "Redirect": "writes a file",
    "Extraction": "writes files",
    "Recursive": "writes files (extraction)",
    "Separate": "writes files (extraction)",
    "Cd": "leaves the working directory",
    "Pwd": "tells about the machine",
    "Load": "reads another file",
    "Write": "writes a file",
    "Restore": "reads another file",
    "Drop": "ends the session",
    "Quit": "ends the session",
    "Reset": "takes back what was declared",
    "Back": "takes back what was declared",
    "BackTo": "takes back what was declared",
    "Undo": "takes back what was declared",
    "Elpi": "runs a program",
    "Register": "rewires the kernel's names",
    "Primitive": "declares what the kernel computes",
    "Symbol": "declares symbols with rewrite rules",
    "Symbols": "declares symbols with rewrite rules",
    "Rewrite": "adds rules to the kernel",
    "HB.graph": "writes a file",
}
"""Why the known ones among the others are refused."""

LIBRARY_TACTICS: Final = frozenset(
    {"SplitAbs", "SplitAbsolu", "SplitRmult", "DiscrR", "Rcompute", "Omega", "Rcrush", "Hauto"}
)
"""Tactics of the libraries whose name begins with a capital."""

_OPTIONS: Final = (
    "Guard Checking",
    "Positivity Checking",
    "Universe Checking",
    "Hammer PredictPath",
    "Hammer EproverPath",
    "Hammer VampirePath",
    "Hammer Z3Path",
    "Hammer CVC4Path",
    "Extraction",
    "Default Timeout",
)
FORBIDDEN_USES: Final = {
    ("Declare", "ML", "Module"): "loads a program",
    ("Add", "LoadPath"): "changes where files are found",
    ("Add", "Rec", "LoadPath"): "changes where files are found",
    ("Add", "ML", "Path"): "changes where files are found",
    ("Remove", "LoadPath"): "changes where files are found",
} | {
    (command, *option.split()): "is an option that a proof may not touch"
    for command in ("Set", "Unset")
    for option in _OPTIONS
}
"""Commands that are allowed but for some of their uses: the options switch the kernel's checks off,
name programs, or meddle with the limits."""

_QUOTATION: Final = re.compile(r"\blp:[({\[]")
"""Elpi's; what is in it is not Coq's to read."""

FORBIDDEN_ATTRIBUTES: Final = frozenset({"bypass_check"})

SEARCHING_TACTICS: Final = frozenset({"hammer", "predict"})
_MODIFIERS: Final = frozenset({"Time", "Fail", "Succeed", "Timeout", "Instructions", "Profile"})
_BEFORE_TACTIC: Final = frozenset({";", "|", "try", "by", "solve", "first", "[", ":", "do", "now"})


def refuse(sentences: Iterable[Sentence]) -> Refusal | None:
    """The first command that a candidate may not contain; None without one."""
    known = set(ALLOWED) | LIBRARY_TACTICS
    hammer = False
    for sentence in sentences:
        if sentence.is_focus:
            continue
        tokens = list(sentence.tokens())
        found = _forbidden(sentence, tokens, known)
        if found is None and hammer:
            found = _searching(tokens)
        if found is not None:
            what, reason = found
            return Refusal(what, reason, sentence.span.start)
        hammer = hammer or _requires_hammer(tokens)
        known |= set(_defined_tactics(sentence))
    return None


def _forbidden(sentence: Sentence, tokens: list[Token], known: set[str]) -> tuple[str, str] | None:
    if any(token.text == "Redirect" for token in _prefix(tokens)):
        return "Redirect", WHY["Redirect"]
    if tokens and tokens[0].text == "#":
        attribute = next((t.text for t in tokens if t.text in FORBIDDEN_ATTRIBUTES), None)
        if attribute is not None:
            return attribute, "switches a check of the kernel off"
    if _QUOTATION.search(sentence.text):
        return "lp:", "quotes another language, in which Coq reads other strings and comments"
    word, rest = sentence.command()
    if not word[:1].isupper() or ("." in word and not word.startswith("HB.")):
        return None  # a tactic, perhaps one of a module
    arguments = [token.text for token in rest]
    if word not in known:
        return word, WHY.get(word, "is no command that a proof needs")
    return _forbidden_use(word, arguments, tokens, sentence.source)


def _forbidden_use(
    word: str, arguments: list[str], tokens: list[Token], source: str
) -> tuple[str, str] | None:
    for use, reason in FORBIDDEN_USES.items():
        if [word, *arguments][: len(use)] == list(use):
            return " ".join(use), reason
    if word == "Print" and any(token.kind == "string" for token in tokens):
        return "Print to a file", "writes a file"
    notates = word in _NOTATION_COMMANDS or "where" in arguments
    if notates and any(_out_of_step(token, source) for token in tokens):
        what = f"{word} with a quote or comment mark in it"
        return what, "changes how comments and strings are read"
    return None


_NOTATION_COMMANDS: Final = frozenset(
    {"Notation", "Infix", "Reserved", "Tactic", "Ltac2", "Abbreviation"}
)
"""Others declare notations behind the word ``where``."""


def _out_of_step(token: Token, source: str) -> bool:
    """Whether a notation's string holds a mark that would change where sentences end in `source`.

    A symbol that ends in ``(`` turns what looks like a comment behind it into code: ``!(*``.
    """
    if token.kind != "string":
        return False
    inside = token.text[1:-1]
    return (
        '"' in inside
        or "(*" in inside
        or "*)" in inside
        or any(
            symbol != "(" and symbol.endswith("(") and f"{symbol}*" in source
            for symbol in inside.replace("'", " ").split()
        )
    )


def _prefix(tokens: list[Token]) -> Iterator[Token]:
    """The words of a sentence before its command."""
    for token in tokens:
        yield token
        if token.text not in _MODIFIERS and token.kind != "number":
            return


def _requires_hammer(tokens: list[Token]) -> bool:
    """Whether the plugin that calls external provers comes in (``Hammer.Tactics`` does not)."""
    words = [token.text for token in tokens]
    if "Require" not in words:
        return False
    libraries = words[words.index("Require") + 1 :]
    return ("From" in words and "Hammer" in libraries and words[1] == "Hammer") or any(
        library in {"Hammer.Hammer", "Hammer.Plugin.Hammer"} for library in libraries
    )


def _searching(tokens: list[Token]) -> tuple[str, str] | None:
    before = "["
    for token in tokens:
        if token.text in SEARCHING_TACTICS and before in _BEFORE_TACTIC:
            return token.text, "searches with external provers: give the tactic that it found"
        before = token.text
    return None


def _defined_tactics(sentence: Sentence) -> Iterator[str]:
    """Names of the tactics that a sentence defines."""
    word, rest = sentence.command()
    if word in {"Ltac", "Ltac2"}:
        for token in rest:
            if token.text == ":=":
                return
            if token.kind == "word":
                yield token.text
    elif word == "Tactic":
        for token in rest:
            if token.kind == "string":
                yield token.text[1:-1].split(" ")[0]
                return
