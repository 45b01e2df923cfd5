"""The slots of an Isabelle theory: where the statement, the solution and the proof stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.base import Split
from pytest_putnam.languages.comments import is_note
from pytest_putnam.languages.isabelle.lexer import PROOFS, Command, Mark, lex
from pytest_putnam.languages.lexing import end_of_nested, line_of, replace, trimmed
from pytest_putnam.languages.theorems import (
    Found,
    choose_solution,
    choose_theorem,
    refuse_bodiless,
)
from pytest_putnam.model import Formalization, SolutionSlot, Span, Track

BLANK: Final = "undefined"
"""What stands for the answer in the no-solution track."""

HEADER: Final = frozenset(
    {
        *("declare", "unbundle", "no_notation", "no_syntax", "no_translations", "hide_const"),
        *("hide_type", "hide_fact", "hide_class", "default_sort"),
    }
)
"""Commands that only set; after ``begin`` the header goes on with them."""
_NEUTRAL: Final = frozenset({"text", "text_raw", "chapter", "section", "subsection"})
_THEOREMS: Final = frozenset({"theorem", "lemma", "corollary", "proposition", "schematic_goal"})
_DEFINITIONS: Final = frozenset({"definition", "abbreviation", "fun", "primrec", "function"})
_BODILESS: Final = frozenset({"consts", "axiomatization"})
_GIVEN_UP: Final = frozenset({"sorry", "oops", r"\<proof>"})
_BLOCKS: Final = frozenset({"theory", "locale", "class", "context", "instantiation", "overloading"})
_STATEMENT: Final = frozenset(
    {"fixes", "assumes", "shows", "obtains", "defines", "notes", "includes", "constrains"}
)
_DOTS: Final = frozenset({".", "..", r"\<proof>"})
_QUOTED: Final = frozenset({"string", "cartouche", "altstring"})
_EQUALITY: Final = re.compile(
    r"(?P<open>[(\[{])|(?P<close>[)\]}])"
    r"|(?P<sign>\\<equiv>|≡|\\<longleftrightarrow>|⟷|\\<leftrightarrow>|==(?!>)|=(?![=>]))"
)
_FIRST_NAME: Final = re.compile(r"(?:\"|\\<open>|\u2039)\s*([^\W\d][\w']*)")
_COMMENT_MARK: Final = re.compile(r"\(\*|\*\)")
_BLANKS: Final = re.compile(r"\s*")
_SOLUTION_WORD: Final = re.compile(r"[\w'.]*_solution(?![\w'])")


def split(text: str, name: str) -> Split:
    """Split the theory of problem `name`: see `Split`. Raises `SplitError`."""
    commands = lex(text)
    warnings = _frame_warnings(text, name, commands)
    theorems: list[Found] = []
    solutions: list[SolutionSlot] = []
    assumed: list[tuple[str, int]] = []
    for command in commands:
        if command.keyword in _THEOREMS:
            theorems.append(_theorem(text, command))
        elif command.keyword in _DEFINITIONS and _declared(command).endswith("_solution"):
            solutions.append(_solution(text, command))
        if command.keyword == "axiomatization" or any(
            mark.kind == "word" and mark.text in {"sorry", r"\<proof>"} for mark in command.marks
        ):
            assumed.append((_declared(command) or command.keyword, command.start))
    theorem, more = choose_theorem(text, name, theorems, "sorry")
    warnings += more
    assert theorem.slot is not None
    refuse_bodiless(
        text,
        [(_declared(each), each.start) for each in commands if each.keyword in _BODILESS],
    )
    solution, more = choose_solution(
        name, theorem, solutions, list(_solution_words(commands)), "Isabelle reads a variable"
    )
    warnings += more
    if solution is not None and solution.reference is None:
        warnings.append(f"the file gives no reference answer for {solution.name}")
    before = [other for other, start in assumed if start < theorem.span.start]
    warnings += [f"the file assumes {other}" for other in before]
    warnings += [
        f"{other} after the theorem is left open too"
        for other, start in assumed
        if start > theorem.span.start
    ]
    chosen = next(each for each in commands if each.start == theorem.span.start)
    if theorem.name and not _has_colon(chosen):
        warnings.append(f"no colon after {theorem.name}: Isabelle reads the name as a proposition")
    return Split(
        theorem=theorem.name,
        header=Span(0, _header_end(commands)),
        statement=theorem.span,
        proof=theorem.slot,
        solution=solution,
        variables=tuple(before),
        warnings=tuple(warnings),
    )


def task_text(formalization: Formalization, track: Track) -> str:
    """The theory as a prover sees it.

    Its proof slot is open as in the benchmark (``sorry``). In the with-solution track the reference
    is filled in; in the other the right side is `BLANK` and comments after the solution are left out.
    """
    text, slot = formalization.text, formalization.solution
    if slot is None:
        return text
    if track is Track.WITH_SOLUTION:
        if slot.reference is None:
            return text
        return replace(text, [answer_edit(text, slot, slot.reference)])
    edits = [blank_edit(text, slot)]
    comments = list(_comments_after(text, slot.declaration.end))
    if comments:
        edits.append((Span(slot.declaration.end, comments[-1].end), ""))
    return replace(text, edits)


def with_open_proof(text: str, theorem: str) -> str:
    """The theory with ``sorry`` for the proof of `theorem`, where it has one.

    Some benchmarks come with proofs of a part of their statements. Raises `SplitError` for a theory that
    cannot be lexed.
    """
    for command in lex(text):
        if command.keyword in _THEOREMS and _declared(command) == theorem:
            found = _theorem(text, command)
            if found.slot is None:
                first = next(mark for mark in command.marks if _is_proof(mark))
                return replace(text, [(Span(first.start, command.end), "sorry")])
    return text


def answer_edit(text: str, slot: SolutionSlot, answer: str) -> tuple[Span, str]:
    """Where and what to put for `answer`.

    It is the right side of the solution's equation; one that begins with a quote is a list of
    equations (``"f 0 = 1" | "f (Suc n) = …"``), which takes the place of all of the slot's.
    """
    equations = _equations(_command_of(text, slot))
    if answer.lstrip().startswith('"'):
        return Span(equations[0].start, equations[-1].end), answer.strip()
    return slot.body, answer


def blank_edit(text: str, slot: SolutionSlot) -> tuple[Span, str]:
    """Where and what to put for no answer."""
    equations = _equations(_command_of(text, slot))
    if len(equations) == 1:
        return slot.body, BLANK
    body = _right_side(text, slot.name, equations[0])
    return slot.body, text[equations[0].start : body.start] + BLANK + '"'


def _frame_warnings(text: str, name: str, commands: list[Command]) -> list[str]:
    """Check that this is a theory. Raises `SplitError` where it is not."""
    if not commands or commands[0].keyword != "theory":
        raise SplitError("no theory NAME imports … begin: this is no Isabelle theory")
    theory = commands[0]
    if not any(mark.text == "begin" for mark in theory.marks):
        raise SplitError(
            "the theory's begin is missing: the file is truncated",
            line=line_of(text, theory.end),
        )
    warnings = []
    declared = theory.marks[0].text.strip('"')
    if declared != name:
        warnings.append(f"the file is named {name}, its theory {declared}")
    opened = sum(
        mark.text == "begin"
        for command in commands
        if command.keyword in _BLOCKS
        for mark in command.marks
    )
    if sum(command.keyword == "end" for command in commands) < opened:
        warnings.append("the theory has no end")
    return warnings


def _theorem(text: str, command: Command) -> Found:
    first = next((mark for mark in command.marks if _is_proof(mark)), None)
    name = _declared(command)
    if first is None:
        raise SplitError(
            f"no proof follows {command.keyword} {name}: the file is truncated",
            line=line_of(text, command.end),
        )
    is_open = any(mark.kind == "word" and mark.text in _GIVEN_UP for mark in command.marks)
    slot = Span(first.start, command.end) if is_open else None
    before = [mark.end for mark in command.marks if mark.start < first.start]
    end = before[-1] if before else command.start + len(command.keyword)
    return Found(name, Span(command.start, end), slot)


def _is_proof(mark: Mark) -> bool:
    return mark.kind == "word" and (mark.text in PROOFS or mark.text in _DOTS)


def _after_target(command: Command) -> list[Mark]:
    """What comes after the command's word and its options: ``(in locale)``, ``(sequential)``."""
    marks = command.marks
    while marks and marks[0].text == "(":
        closing = next((at for at, mark in enumerate(marks) if mark.text == ")"), len(marks))
        marks = marks[closing + 1 :]
    return marks


def _declared(command: Command) -> str:
    """The name that the command declares, as written; empty where it has none."""
    marks = _after_target(command)
    labelled = len(marks) > 1 and marks[1].text in {":", "["}
    named = bool(marks) and marks[0].kind == "name" and marks[0].text not in _STATEMENT
    if named and not (labelled and command.keyword in _DEFINITIONS):
        return marks[0].text
    if command.keyword in _DEFINITIONS:  # definition "x = …", definition x_def [simp]: "x = …"
        for equation in _equations(command):
            found = _FIRST_NAME.match(equation.text)
            return found[1] if found else ""
    return ""


def _has_colon(command: Command) -> bool:
    marks = _after_target(command)[1:]
    depth = 0
    for mark in marks:
        depth += (mark.text == "[") - (mark.text == "]")
        if depth == 0 and mark.text != "]":
            return mark.text == ":"
    return False


def _equations(command: Command) -> list[Mark]:
    """The equations of a definition: after ``where`` and after each ``|``."""
    marks = _after_target(command)
    wheres = [index for index, mark in enumerate(marks) if mark.text == "where"]
    expected, found = True, []
    for mark in marks[wheres[0] + 1 if wheres else 0 :]:
        if mark.kind in _QUOTED and expected:
            found.append(mark)
            expected = False
        elif mark.text == "|":
            expected = True
        elif _is_proof(mark):
            break
    return found


def _solution(text: str, command: Command) -> SolutionSlot:
    name = _declared(command)
    equations = _equations(command)
    if not equations:
        raise SplitError(
            f"{name} is declared without an equation", line=line_of(text, command.start)
        )
    sides = [_right_side(text, name, equation) for equation in equations]
    body = sides[0] if len(sides) == 1 else Span(equations[0].start, equations[-1].end)
    reference: str | None = body.of(text)
    if all(side.of(text) == BLANK for side in sides):
        reference = _reference(text, command.end)
    return SolutionSlot(name, Span(command.start, command.end), body, _type(command), reference)


def _right_side(text: str, name: str, equation: Mark) -> Span:
    """What stands right of the first equality after `name`, inside the quotes."""
    closing = len(r"\<close>") if equation.text.endswith(r"\<close>") else 1
    end = equation.end - closing
    depth = 0
    for match in _EQUALITY.finditer(text, text.find(name, equation.start, end), end):
        if match["sign"] and depth == 0:
            return trimmed(text, Span(match.end(), end))
        depth += (match["open"] is not None) - (match["close"] is not None)
    raise SplitError(f"the definition of {name} is no equation", line=line_of(text, equation.start))


def _type(command: Command) -> str | None:
    for sign, mark in zip(command.marks, command.marks[1:], strict=False):
        if sign.text == "where":
            return None
        if sign.text == "::":
            return mark.text[1:-1] if mark.kind == "string" else mark.text
    return None


def _reference(text: str, end: int) -> str | None:
    for comment in _comments_after(text, end):
        content = text[comment.start + 2 : comment.end - 2].strip()
        if content and not is_note(content):
            return content
    return None


def _comments_after(text: str, end: int) -> Iterator[Span]:
    while True:
        blanks = _BLANKS.match(text, end)
        start = blanks.end() if blanks else end
        if not text.startswith("(*", start):
            return
        end = end_of_nested(text, start, _COMMENT_MARK, ("(*", "*)"), "comment")
        yield Span(start, end)


def _command_of(text: str, slot: SolutionSlot) -> Command:
    command = lex(slot.declaration.of(text))[0]
    shift = slot.declaration.start
    command.marks = [
        mark._replace(start=mark.start + shift, end=mark.end + shift) for mark in command.marks
    ]
    return command


def _solution_words(commands: Sequence[Command]) -> Iterator[tuple[str, int]]:
    for command in commands:
        for mark in command.marks:
            if "_solution" in mark.text:
                for match in _SOLUTION_WORD.finditer(mark.text):
                    yield match[0], mark.start + match.start()


def _header_end(commands: list[Command]) -> int:
    end = commands[0].end
    for command in commands[1:]:
        if command.keyword in HEADER:
            end = command.end
        elif command.keyword not in _NEUTRAL:
            break
    return end
