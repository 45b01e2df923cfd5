"""Whether a given solution is the reference's: asked of Lean, by cheap tactics in a fresh process.

A file imports the compiled candidate, defines the reference's answer anew under another name, and states
that the two are equal. What comes of it is read outside Lean, as candidates are: the answer must be the
compiled reference's, term by term (notations of the candidate's are in force), the theorem must state
the equation, and rest on allowed axioms.

It is not needed for a proof to be accepted, and finding no proof says nothing: such a verdict is
marked for review by people.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pytest_putnam.languages.lean4.axioms import Grounds
from pytest_putnam.languages.lean4.judge import Task
from pytest_putnam.languages.lean4.lexer import Command, lex
from pytest_putnam.languages.lean4.module import Constant, Module, read_module
from pytest_putnam.languages.lean4.olean import Name, OleanError, shown
from pytest_putnam.languages.lean4.sameness import Sameness
from pytest_putnam.languages.lean4.terms import APP, CONST
from pytest_putnam.languages.lean4.workshop import COMPILED, MODULE, Compiled, Workshop
from pytest_putnam.languages.rejections import Rejected
from pytest_putnam.languages.workshops import Spent
from pytest_putnam.model import Formalization
from pytest_putnam.prover import Budget

TACTICS_S: Final = 30.0
"""For each round of tactics, besides the time for starting up."""
SAME: Final = "Same"
"""The module."""
REFERENCE: Final = ("PutnamSame", "reference")
EQUATION: Final = ("PutnamSame", "equation")
BY_DEFINITION: Final = "@_root_.Eq.refl _ _"
TACTICS: Final = (
    "rfl",
    "decide",
    "unfold {r} {c}; rfl",
    "unfold {r} {c}; omega",
    "simp [{r}, {c}]",
    "unfold {r} {c}; grind",
    "funext x; simp [{r}, {c}]",
    "funext x; simp only [{r}, {c}, eq_iff_iff]; omega",
    "ext x; simp [{r}, {c}] <;> omega",
    "norm_num [{r}, {c}]",
    "unfold {r} {c}; ring",
    "unfold {r} {c}; field_simp",
    "unfold {r} {c}; field_simp; ring",
    "unfold {r} {c}; push_cast; ring",
    "funext x; simp only [{r}, {c}]; ring",
    "ext x; simp [{r}, {c}] <;> norm_num",
    "ext x; simp only [{r}, {c}, Set.mem_insert_iff, Set.mem_singleton_iff]; tauto",
    "ext x; simp only [{r}, {c}, Set.mem_setOf_eq, Nat.even_iff, Nat.odd_iff]; omega",
    "ext x; simp only [{r}, {c}, Set.mem_setOf_eq, Int.even_iff, Int.odd_iff]; omega",
    "unfold {r} {c}; ext x; aesop",
)
"""Each is tried by itself, so one that this Lean or these imports do not know hinders no other."""
_REPEATED: Final = frozenset(
    {"open", "universe", "variable", "namespace", "section", "end", "set_option", "include", "omit"}
)
"""Commands whose effect an import does not bring."""
_LOCAL: Final = re.compile(
    r"local\s+(?:notation|infix|prefix|postfix|macro|syntax|attribute)|attribute\s*\[\s*local"
)
_PART: Final = r"(?:«[^»\n]*»|[^\s:({\[.«]+)"
_NAME: Final = re.compile(rf"\s*{_PART}(?:\.{_PART})*")


@dataclass(frozen=True, slots=True)
class Given:
    """An accepted proof with a solution of its own, and what it is compared with."""

    workshop: Workshop
    formalization: Formalization
    task: Task
    solution: Name
    compiled: bytes
    """The candidate's ``.olean``."""
    load_s: float
    """What loading the benchmark's imports took."""
    start_s: float
    """What starting up may take."""
    spent: Spent
    """The check's; what is run is added to it."""
    tactics: Sequence[str] = field(default_factory=lambda: TACTICS)


def shown_equal(given: Given, budget: Budget) -> str | None:
    """The proof by which the solution is the reference's; None where none is found.

    Raises `InfraError` where Lean cannot be started, `BudgetExhausted`.
    """
    head = _head(given.formalization)
    if head is None:
        return None
    if _holds(given, _compiled(given, head, [BY_DEFINITION], budget), budget):
        return "by definition"
    names = {"r": _text(REFERENCE), "c": _text(given.solution)}
    proofs = ["by " + each.format_map(names) for each in given.tactics]
    tried = _compiled(given, head, proofs, budget)
    errors = [each.line for each in tried.messages if each.is_error]
    first = head.count("\n") + 1
    if not errors or min(errors) < first:
        return None  # the tactics were not come to
    for at, proof in enumerate(proofs):
        if any(first + 3 * at <= line < first + 3 * at + 3 for line in errors):
            continue
        if _holds(given, _compiled(given, head, [proof], budget), budget):
            return proof
    return None


def _text(name: Name) -> str:
    return f"_root_.{shown(name)}"


def _head(formalization: Formalization) -> str | None:
    """The file up to the equation; None where the answer cannot be said again."""
    text, slot = formalization.text, formalization.solution
    if slot is None or slot.reference is None:
        return None
    commands = lex(text).commands
    imports = [each for each in commands if each.keyword in {"import", "prelude"}]
    at = next(i for i, each in enumerate(commands) if each.start == slot.declaration.start)
    command = commands[at]
    named = _NAME.match(text, command.word_end)
    if named is None:
        return None
    before = text[: imports[-1].end] if imports else ""
    parts = [f"{before}\nimport {MODULE}"]
    parts += [text[each.start : each.end] for each in _in_force(text, commands[:at])]
    answer = text[command.start : command.word_end] + f" {_text(REFERENCE)}"
    parts.append(f"{answer}{text[named.end() : slot.body.start]}{slot.reference}")
    return "\n".join(parts) + "\n"


def _in_force(text: str, commands: Sequence[Command]) -> list[Command]:
    """The commands before the answer that it is read under."""
    found: list[Command] = []
    chain: list[Command] = []  # open … in, which is the next declaration's alone
    for each in commands:
        if re.search(r"\sin\Z", text[: each.end]):
            chain.append(each)
            continue
        if each.keyword in _REPEATED or _LOCAL.match(text, each.start, each.end):
            found.append(each)
        chain.clear()
    return [*found, *chain]


def _compiled(given: Given, head: str, proofs: Sequence[str], budget: Budget) -> Compiled:
    """The file with each proof in a section of three lines; alone it is named `EQUATION`."""
    name, solution = _text(EQUATION), _text(given.solution)
    lines = []
    for at, proof in enumerate(proofs):
        own = name if len(proofs) == 1 else f"{name}{at}"
        equation = f"@_root_.Eq _ (@{_text(REFERENCE)}) (@{solution})"
        lines += ["section", f"theorem {own} : {equation} := {proof}", "end"]
    done = given.workshop.compile(
        head + "\n".join(lines) + "\n",
        wall_s=given.start_s + TACTICS_S,
        budget=budget,
        module=SAME,
        beside={COMPILED: given.compiled},
    )
    given.spent.add(done.cpu_s, check_s=done.wall_s - given.load_s)
    return done


def _holds(given: Given, done: Compiled, budget: Budget) -> bool:
    """Whether the compiled file shows that the two are equal."""
    if done.olean is None:
        return False
    try:
        module = read_module(done.olean, given.task.terms)
        return (
            _is_by_the_same_lean(given, module)
            and _is_the_references(given, module)
            and _states_the_equation(given, module)
            and _is_replayed(given, done.olean, budget)
        )
    except (OleanError, Rejected):
        return False


def _is_by_the_same_lean(given: Given, module: Module) -> bool:
    ours = given.task.candidate
    return (module.header.version, module.header.githash, module.hashes_agree) == (
        ours.header.version,
        ours.header.githash,
        ours.hashes_agree,
    )


def _is_the_references(given: Given, module: Module) -> bool:
    """Whether the answer that was defined anew is the compiled reference's."""
    task = given.task
    reference, again = task.reference.constants[given.solution], module.constants.get(REFERENCE)
    if again is None or again.kind != "definition" or reference.value is None:
        return False
    assert again.value is not None
    same = Sameness(task.reference.constants, _constants(given, module), task.terms, None)
    return (
        same.same_type(reference, again)
        and same.equal(reference.value, again.value)
        and same.settle()
    )


def _states_the_equation(given: Given, module: Module) -> bool:
    """Whether the theorem says what it should, and rests on nothing else. Raises `Rejected`."""
    task = given.task
    theorem = module.constants.get(EQUATION)
    if theorem is None or theorem.kind != "theorem" or theorem.levels:
        return False
    sides = []
    key = task.terms.expressions[theorem.type]
    while key[0] == APP:
        sides.append(task.terms.expressions[int(str(key[2]))])
        key = task.terms.expressions[int(str(key[1]))]
    if key[:2] != (CONST, ("Eq",)) or len(sides) != 3:
        return False
    if sides[:2] != [(CONST, given.solution, ()), (CONST, REFERENCE, ())]:
        return False
    grounds = Grounds(
        task.reference.constants,
        _constants(given, module),
        task.library,
        task.is_complete,
        task.terms,
        task.allowed,
    )
    grounds.rests_on([EQUATION])
    return True


def _constants(given: Given, module: Module) -> Mapping[Name, Constant]:
    return {**module.constants, **given.task.candidate.constants}


def _is_replayed(given: Given, olean: bytes, budget: Budget) -> bool:
    """Whether the kernel says so again, where a program for that is there."""
    workshop = given.workshop
    if not workshop.toolchain.replayer or workshop.settings.lean_replay == "off":
        return True
    beside = {COMPILED: given.compiled}
    done = workshop.replay(
        olean, wall_s=given.start_s + TACTICS_S, budget=budget, module=SAME, beside=beside
    )
    given.spent.add(done.cpu_s)
    return done.status == 0
