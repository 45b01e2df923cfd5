"""From a model's answer to a candidate: which part of the text is the code.

The rule, the same for every language. Of an answer that has ``[PROOF]`` … ``[END]`` (the format of
COPRA and of PutnamBench's baselines) only what stands between counts, and ``[SOLUTION]`` … ``[END]``
gives the solution. Then the first of these that there is:

1. the last fence that has the theorem, by its name, with a proof
2. the last fence that is labelled with the language
3. the last fence without a label
4. where there are no fences: the text from the first line on that begins as code does, if it parses

A fence that only repeats the statement (with no proof, or ``Admitted``, ``sorry``) is taken where
nothing else is. Fences have three or more backticks or tildes and may be indented or unclosed;
those that are labelled with another proof language never count.

What is found may be a whole file, the theorem restated with its proof, helper lemmas before it, or a
bare proof: the checker puts it into the benchmark's file, and takes nothing of the statement from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.coq.lexer import sentences
from pytest_putnam.model import Candidate, Language


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block of an answer, its indentation taken off."""

    label: str
    """The first word after the opening marks, in lower case; empty without one."""
    text: str


def candidate_of(answer: str, language: Language, theorem: str) -> Candidate | None:
    """The candidate in `answer`; None where it has no code."""
    answer = answer.replace("\r\n", "\n")
    solution = _section(answer, _SOLUTION)
    body = _section(answer, _PROOF)
    code: str | None
    if body is not None:
        # what the markers enclose is meant as code, with or without a fence
        code = _code(body, language, theorem) or body
    else:
        code = _code(_END.split(answer)[0], language, theorem)
    if not code or not code.strip():
        return None
    return Candidate(code.strip("\n"), _bare(solution) if solution is not None else None)


def fences(text: str) -> Iterator[Fence]:
    """The fenced blocks of `text` in order; the last one may be unclosed."""
    mark, label, indent = "", "", 0
    lines: list[str] | None = None
    for line in text.split("\n"):
        if lines is not None and _closes(line, mark):
            yield Fence(label, "\n".join(lines))
            lines = None
            continue
        opening = _OPENING.fullmatch(line)
        # within a fence, one that names a language was opened because the last was forgotten
        if opening and (lines is None or opening["label"].lower() in _ALL_LABELS):
            if lines is not None:
                yield Fence(label, "\n".join(lines))
            mark, label, indent = (
                str(opening["mark"]),
                str(opening["label"]).lower(),
                len(opening["indent"]),
            )
            lines = []
        elif lines is not None:
            lines.append(line[min(indent, len(line) - len(line.lstrip())) :])
    if lines is not None:
        yield Fence(label, "\n".join(lines))


@dataclass(frozen=True, slots=True)
class _Syntax:
    """What is known of a language's texts, as far as choosing among them needs it."""

    labels: frozenset[str]
    theorem: str
    """A pattern of what stands before a theorem's name."""
    proof: re.Pattern[str]
    """Finds where the proof begins, in what follows the name."""
    hole: re.Pattern[str]
    """Matches a proof that is none, from its beginning."""
    comment: re.Pattern[str]
    """Comments that do not nest, or their marks."""
    start: re.Pattern[str]
    """A line with which code begins."""
    parses: Callable[[str], bool]


def _coq_parses(text: str) -> bool:
    try:
        found = list(sentences(text))
    except SplitError:
        return False
    return bool(found) and (found[-1].ended or found[-1].is_focus or len(found) > 1)


_COQ_TACTICS: Final = (
    "intros|intro|unfold|split|exists|apply|induction|destruct|lia|lra|nra|nia|field|ring|auto|eauto"
    "|easy|now|firstorder|simpl|subst|assert|pose|rewrite|exact|refine|constructor|move|case|elim"
    "|have|suff|wlog|reflexivity|trivial|tauto|intuition|congruence|discriminate|vm_compute|by"
)
_LEAN_TACTICS: Final = (
    "intro|intros|rintro|simp|norm_num|linarith|nlinarith|omega|ring|ring_nf|field_simp|positivity"
    "|exact|refine|apply|constructor|use|obtain|rcases|have|rw|simp_all|aesop|decide|induction|cases"
    "|ext|unfold|by_contra|push_neg|calc|rfl|trivial|tauto|congr|funext|gcongr|bound|interval_cases"
)
_SYNTAX: Final[Mapping[Language, _Syntax]] = {
    Language.COQ: _Syntax(
        labels=frozenset({"coq", "rocq", "gallina", "v"}),
        theorem=r"(?:Theorem|Lemma|Fact|Remark|Corollary|Proposition|Property|Example|Definition)\s+",
        proof=re.compile(r"(?:\.(?=\s)|:=)\s*(?=\S)"),
        hole=re.compile(r"(?:Proof\s*\.\s*)?(?:Admitted|Abort)\s*\."),
        comment=re.compile(r"\(\*|\*\)"),
        start=re.compile(
            r"^[ \t]*(?:From\s+[\w.]+\s+Require\b|Require\s+(?:Import|Export)\b"
            r"|(?:Theorem|Lemma|Fact|Remark|Corollary|Proposition|Definition|Fixpoint|Example)"
            r"\s+[\w']+\s*[:({]|Proof(?:\s+using\b[^.]*)?\."
            rf"|(?:{_COQ_TACTICS})\b[^\n]*[.;][ \t]*$)",
            re.MULTILINE,
        ),
        parses=_coq_parses,
    ),
    Language.LEAN4: _Syntax(
        labels=frozenset({"lean", "lean4", "lean-4", "lean3"}),
        theorem=r"(?:theorem|lemma|example)\s+(?:[\w']+\.)*",
        proof=re.compile(r":=\s*(?=\S)|^\s*\|(?=\s)", re.MULTILINE),
        hole=re.compile(r"(?:by\s+)?sorry\b"),
        comment=re.compile(r"/-|-/|--[^\n]*"),
        start=re.compile(
            r"^[ \t]*(?:import\s+[A-Z]\w*|open\s+(?:scoped\s+)?[A-Z]\w*|(?:noncomputable\s+)?def\s+\S"
            r"|abbrev\s+\S|(?:theorem|lemma)\s+[\w'.]+\s*[:({\[]|(?::=\s*)?by[ \t]*$"
            rf"|(?::=\s*)?by\s+(?:{_LEAN_TACTICS})\b|(?:{_LEAN_TACTICS})(?:$|\s*[\[⟨\w]))",
            re.MULTILINE,
        ),
        parses=lambda text: bool(text.strip()),
    ),
    Language.ISABELLE: _Syntax(
        labels=frozenset({"isabelle", "isar", "isabelle/hol", "thy", "hol"}),
        theorem=r"(?:theorem|lemma|corollary|proposition)\s+(?:\([^)]*\)\s*)?\"?",
        proof=re.compile(
            r"^[ \t]*(?=(?:proof|by|apply|using|unfolding|sorry|oops|supply|including)\b)"
            r"|[\"\u203a]\s*(?=(?:proof|by|apply|using|unfolding|sorry|oops)\b)"
            r"|\\<close>\s*(?=(?:proof|by|apply|using|unfolding|sorry|oops)\b)",
            re.MULTILINE,
        ),
        hole=re.compile(r"(?:sorry|oops)\b"),
        comment=re.compile(r"\(\*|\*\)"),
        start=re.compile(
            r"^[ \t]*(?:theory\s+\w+|(?:theorem|lemma|corollary|proposition)\s+[\w']+\s*[:\[]"
            r"|proof[ \t]*(?:-|\(|$)|by[ \t]*(?:\(|\w+[ \t]*$)|apply[ \t]*(?:\(|\w+[ \t]*$)"
            r"|(?:using|unfolding)[ \t]+[\w'()\[\] ]+$)",
            re.MULTILINE,
        ),
        parses=lambda text: bool(text.strip()),
    ),
}
_ALL_LABELS: Final = frozenset(label for s in _SYNTAX.values() for label in s.labels)
_NO_LABEL: Final = frozenset({"", "text", "txt", "plaintext", "plain", "code"})
_OPENING: Final = re.compile(
    r"(?P<indent>[ \t]*)(?P<mark>`{3,}|~{3,})[ \t]*\{?\.?(?P<label>[^\s`{}]*)[^`]*"
)
_PROOF: Final = re.compile(
    r"\[[ ]?(?:BEGIN )?PROOF[ ]?\](?P<body>.*?)(?:\[[^\]\n]*\bEND\b[^\]\n]*\]|\Z)", re.DOTALL
)
_SOLUTION: Final = re.compile(
    r"\[[ ]?SOLUTION[ ]?\](?P<body>.*?)(?:\[[^\]\n]*\bEND\b[^\]\n]*\]|(?=\[[ ]?PROOF)|\Z)",
    re.DOTALL,
)
_END: Final = re.compile(r"^\[(?:END|END PROOF|PROOF END)\]", re.MULTILINE)


def _code(text: str, language: Language, theorem: str) -> str | None:
    """The part of `text` that the rule takes."""
    syntax = _SYNTAX[language]
    every = [fence for fence in fences(text) if fence.text.strip()]
    found = [fence for fence in every if fence.label not in _ALL_LABELS - syntax.labels]
    stated = {id(f): _stated(f.text, syntax, theorem) for f in found}
    other = [f for f in found if stated[id(f)] is not False]
    for choice in (
        [f for f in other if stated[id(f)]],
        [f for f in other if f.label in syntax.labels],
        [f for f in other if f.label in _NO_LABEL],
    ):
        if choice:
            return choice[-1].text
    if not every:
        start = syntax.start.search(text)
        if start is not None and syntax.parses(text[start.start() :]):
            return text[start.start() :]
    return next((f.text for f in reversed(found) if stated[id(f)] is False), None)


def _stated(text: str, syntax: _Syntax, theorem: str) -> bool | None:
    """True where `text` has the theorem with a proof, False with none, None where it has it not."""
    code = _without_comments(text, syntax.comment)
    names = list(re.finditer(rf"(?<![\w']){syntax.theorem}{re.escape(theorem)}(?![\w'])", code))
    if not names:
        return None
    for name in names:
        begins = syntax.proof.search(code, name.end())
        if begins is not None and not syntax.hole.match(code, begins.end()):
            return True
    return False


def _without_comments(text: str, marks: re.Pattern[str]) -> str:
    """`text` with its comments left out; one that is never closed reaches to the end."""
    kept: list[str] = []
    depth = start = 0
    for mark in marks.finditer(text):
        if mark[0].startswith("--"):
            if depth == 0:
                kept.append(text[start : mark.start()])
                start = mark.end()
        elif mark[0] in {"(*", "/-"}:
            if depth == 0:
                kept.append(text[start : mark.start()])
            depth += 1
        elif depth:
            depth -= 1
            start = mark.end() if depth == 0 else start
    if depth == 0:
        kept.append(text[start:])
    return " ".join(kept)


def _section(text: str, pattern: re.Pattern[str]) -> str | None:
    """What the last pair of markers encloses; None without an opening one."""
    body = None
    for match in pattern.finditer(text):
        body = match["body"]
    return body


def _bare(text: str) -> str:
    """A solution without the fence that it may stand in."""
    inner = [fence.text for fence in fences(text)]
    return (inner[-1] if inner else text).strip().strip("`").strip()


def _closes(line: str, mark: str) -> bool:
    stripped = line.strip()
    return len(stripped) >= len(mark) and set(stripped) == {mark[0]}
