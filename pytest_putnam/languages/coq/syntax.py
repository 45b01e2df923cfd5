"""The slots of a Coq file: where the statement, the solution and the proof stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.base import Split
from pytest_putnam.languages.coq.lexer import Sentence, Token, sentences, skip_blank, tokens
from pytest_putnam.languages.lexing import line_of, replace, trimmed
from pytest_putnam.languages.theorems import (
    Found,
    choose_solution,
    choose_theorem,
    refuse_bodiless,
)
from pytest_putnam.model import Formalization, SolutionSlot, Span, Track

__all__ = ["BLANK", "Sentence", "Token", "sentences", "split", "task_text", "tokens"]

BLANK: Final = "(* your solution *)"
"""What stands for the answer in the no-solution track."""

HEADER: Final = frozenset(
    {
        "From",
        "Require",
        "Import",
        "Export",
        "Set",
        "Unset",
        "Open",
        "Close",
        "Delimit",
        "Undelimit",
        "Bind",
        "Declare",
        "Load",
        "Comments",
        "Add",
        "Remove",
        "Generalizable",
        "Implicit",
    }
)
"""Commands that bring in, open and set; the header ends before any other."""
NEUTRAL: Final = frozenset({"Section", "Module", "End"})
"""May stand between commands of the header."""
THEOREMS: Final = frozenset(
    {
        "Theorem",
        "Lemma",
        "Fact",
        "Remark",
        "Corollary",
        "Proposition",
        "Property",
    }
)
DEFINITIONS: Final = frozenset(
    {
        "Definition",
        "Example",
        "Let",
        "Fixpoint",
        "CoFixpoint",
        "Function",
    }
)
ASSUMPTIONS: Final = frozenset(
    {
        "Variable",
        "Variables",
        "Hypothesis",
        "Hypotheses",
        "Context",
        "Axiom",
        "Axioms",
        "Parameter",
        "Parameters",
        "Conjecture",
        "Conjectures",
    }
)
SECTION_LOCAL: Final = frozenset(
    {
        "Variable",
        "Variables",
        "Hypothesis",
        "Hypotheses",
        "Context",
    }
)
"""Discharged at the end of a section; axioms of the file where no section is open."""
_CLOSING: Final = {"(": ")", "[": "]", "{": "}"}
_PROOF_ENDS: Final = frozenset({"Qed", "Defined", "Save", "Admitted", "Abort"})


@dataclass(slots=True)
class _Reader:
    """What was met of a file so far, command by command."""

    text: str
    header_end: int = 0
    in_header: bool = True
    blocks: list[tuple[str, str]] = field(default_factory=list)
    """Open sections and modules: keyword and name."""
    theorems: list[Found] = field(default_factory=list)
    solutions: list[SolutionSlot] = field(default_factory=list)
    variables: list[str] = field(default_factory=list)
    bodiless: list[tuple[str, int]] = field(default_factory=list)
    """Assumed names and definitions without ``:=``, with their places."""
    warnings: list[str] = field(default_factory=list)

    def read(self) -> None:
        commands = iter(sentences(self.text))
        for sentence in commands:
            if not sentence.ended:
                raise SplitError(
                    "the text from here on has no final dot: the file is truncated",
                    line=line_of(self.text, sentence.span.start),
                )
            if sentence.is_focus:
                continue
            keyword, rest = sentence.command()
            if keyword in HEADER or keyword in NEUTRAL:
                if keyword in HEADER and self.in_header:
                    self.header_end = sentence.span.end
                elif keyword in NEUTRAL:
                    self._block(keyword, rest)
                continue
            self.in_header = False
            if keyword in THEOREMS or keyword in DEFINITIONS:
                self._declaration(keyword, sentence, rest, commands)
            elif keyword in ASSUMPTIONS:
                self._assumption(keyword, sentence, rest)

    def _block(self, keyword: str, rest: Iterator[Token]) -> None:
        words = [token.text for token in rest]
        if keyword == "End":
            if self.blocks:
                self.blocks.pop()
            return
        if ":=" in words:  # a module by abbreviation or application has no End
            return
        names = [word for word in words[:-1] if word not in {"Type", "Import", "Export"}]
        self.blocks.append((keyword, names[0] if names else ""))

    def _declaration(
        self,
        keyword: str,
        sentence: Sentence,
        rest: Iterator[Token],
        commands: Iterator[Sentence],
    ) -> None:
        name_token = next(rest, None)
        name = name_token.text if name_token else ""
        parts = _parts(rest)
        if parts.assign is not None:
            if keyword in DEFINITIONS and name.endswith("_solution"):
                self.solutions.append(_solution(self.text, name, sentence, parts))
            return
        if keyword in DEFINITIONS:
            self.bodiless.append((name, sentence.span.start))
        slot = self._proof(name, commands)
        self.theorems.append(Found(name, sentence.span, slot, keyword in THEOREMS))

    def _proof(self, name: str, commands: Iterator[Sentence]) -> Span | None:
        """The slot where the proof that comes next is admitted; None where it is proved."""
        start = None
        for sentence in commands:
            if start is None:
                start = sentence.span.start
            keyword, rest = sentence.command()
            if sentence.ended and keyword in _PROOF_ENDS:
                return Span(start, sentence.span.end) if keyword == "Admitted" else None
            if sentence.ended and keyword == "Proof" and _is_exact_proof(rest):
                return None
            if not sentence.ended or keyword in THEOREMS or keyword in NEUTRAL:
                raise SplitError(
                    f"the proof of {name} does not end before this: no Admitted, Qed or Defined",
                    line=line_of(self.text, sentence.span.start),
                )
        raise SplitError(
            f"{name} is stated, but the file ends before its proof: it is truncated",
            line=line_of(self.text, len(self.text)),
        )

    def _assumption(self, keyword: str, sentence: Sentence, rest: Iterator[Token]) -> None:
        in_section = any(block == "Section" for block, _ in self.blocks)
        if keyword in SECTION_LOCAL and in_section:
            return
        module = "".join(f"{name}." for block, name in self.blocks if block == "Module")
        names = _assumed_names(rest)
        self.bodiless.extend((name, sentence.span.start) for name in names)
        self.variables.extend(module + name for name in names)
        if keyword not in SECTION_LOCAL:
            self.warnings.append(f"the file assumes {', '.join(names)} by {keyword}")


@dataclass(frozen=True, slots=True)
class _Parts:
    """Where a declaration's colon and ``:=`` stand, outside all brackets; its final dot."""

    colon: int | None
    assign: int | None
    dot: int


def _parts(rest: Iterable[Token]) -> _Parts:
    depth = lets = 0
    colon = assign = None
    dot = 0
    for token in rest:
        word = token.text
        if word in {"(", "[", "{", ".("}:
            depth += 1
        elif word in {")", "]", "}"}:
            depth -= 1
        elif depth == 0 and assign is None:
            if word == "let":  # its := belongs to it
                lets += 1
            elif word == ":" and colon is None:
                colon = token.start
            elif word == ":=":
                if lets:
                    lets -= 1
                else:
                    assign = token.start
        dot = token.start
    return _Parts(colon, assign, dot)


def _solution(text: str, name: str, sentence: Sentence, parts: _Parts) -> SolutionSlot:
    assert parts.assign is not None
    body = trimmed(text, Span(parts.assign + 2, parts.dot))
    type_ = None
    if parts.colon is not None:
        type_ = text[parts.colon + 1 : parts.assign].strip()
    return SolutionSlot(name, sentence.span, body, type_, body.of(text))


def _is_exact_proof(rest: Iterator[Token]) -> bool:
    """Whether ``Proof`` is followed by a term, which ends the proof at once."""
    first = next(rest, None)
    return first is not None and first.text not in {".", "...", "using", "with"}


def _assumed_names(words: Iterator[Token]) -> list[str]:
    """The names that an assumption's binders declare.

    Anonymous ones have no name to give (``Context `{Tarski_2D}``), nor have those that a backquote
    generalizes over.
    """
    names: list[str] = []
    quoted = False
    for token in words:
        if token.text in {":", "."}:
            break
        if token.text in _CLOSING:
            group, typed = _group(words, _CLOSING[token.text])
            if typed or not quoted:
                names += group
            quoted = False
        elif token.text == "`":
            quoted = True
        elif token.kind == "word" and token.text != "Inline":
            names.append(token.text)
    return names


def _group(words: Iterator[Token], closing: str) -> tuple[list[str], bool]:
    """The names of a bracketed group of binders, and whether it has a type."""
    names: list[str] = []
    typed = False
    depth = 1
    for token in words:
        if token.text in _CLOSING:
            depth += 1
        elif token.text in _CLOSING.values():
            depth -= 1
            if depth == 0 and token.text == closing:
                break
        elif depth == 1 and token.text in {":", ":="}:
            typed = True
        elif not typed and token.kind == "word":
            names.append(token.text)
    return names, typed


def split(text: str, name: str) -> Split:
    """Split the file of problem `name`: see `Split`. Raises `SplitError`."""
    reader = _Reader(text)
    reader.read()
    theorem, warnings = choose_theorem(text, name, reader.theorems, "Admitted")
    assert theorem.slot is not None
    refuse_bodiless(text, reader.bodiless)
    solution, more = choose_solution(
        name, theorem, reader.solutions, _solution_words(text, reader.header_end)
    )
    admitted = [
        other.name
        for other in reader.theorems
        if other.slot is not None and other.span.start < theorem.span.start
    ]
    warnings += more
    warnings += [f"the file admits {other} before the theorem" for other in admitted]
    warnings += [
        f"{other.name} after the theorem is left open too"
        for other in reader.theorems
        if other.slot is not None and other.span.start > theorem.span.start
    ]
    return Split(
        theorem=theorem.name,
        header=Span(0, reader.header_end),
        statement=theorem.span,
        proof=theorem.slot,
        solution=solution,
        variables=tuple(reader.variables + admitted),
        warnings=tuple(warnings + reader.warnings),
    )


def _solution_words(text: str, start: int) -> list[tuple[str, int]]:
    if "_solution" not in text:
        return []
    return [
        (token.text, token.start)
        for token in tokens(text, start)
        if token.kind == "word" and token.text.endswith("_solution")
    ]


def task_text(formalization: Formalization, track: Track) -> str:
    """The file as a prover sees it.

    Its proof slot is open as in the benchmark (``Proof. Admitted.``). In the no-solution track the
    body of the solution's definition is `BLANK`, and comments after it are left out.
    """
    text, solution = formalization.text, formalization.solution
    if track is Track.WITH_SOLUTION or solution is None:
        return text
    end = solution.declaration.end
    comments = text[end : skip_blank(text, end)].rstrip()
    return replace(text, [(solution.body, BLANK), (Span(end, end + len(comments)), "")])
