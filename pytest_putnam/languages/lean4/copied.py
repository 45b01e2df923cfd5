"""Whether people should look at a solution although it is shown to be the reference's.

Cheap tactics see through a statement that is easy as well as through an answer, so what is shown equal
may still be the problem in other words. This looks at terms, where notations, macros and abbreviations
are gone, and errs on the side of review. `restated` refuses what is plainly the statement.
"""

from __future__ import annotations

from typing import Final

from pytest_putnam.languages.lean4.judge import Task
from pytest_putnam.languages.lean4.olean import Name, shown
from pytest_putnam.languages.lean4.restated import (
    BOUND_SHARE,
    LEAST_PROPOSITION,
    NUMERAL,
    RELATIONS,
    Shapes,
    below_lambda,
)
from pytest_putnam.languages.lean4.terms import APP, FORALL, LAM, LET, Terms, children

NEUTRAL: Final = frozenset({("And",), ("Or",), ("Nat", "succ"), ("Nat", "zero"), NUMERAL})
"""Constants that say nothing by themselves."""
ORDERS: Final = frozenset({("LT", "lt"), ("LE", "le"), ("GT", "gt"), ("GE", "ge")})
"""They count only where the statement has them: ``2 < n ∧ n < 4`` is ``n = 3``."""
INSTANCES: Final = ("inst", "to")
"""What the names of instances begin with; numerals bring some."""


def looks_copied(task: Task, solution: Name) -> str | None:
    """Why people should look at the candidate's `solution`; None where they need not."""
    ours, theirs = task.reference.constants, task.candidate.constants
    reference, value = ours[solution].value, theirs[solution].value
    assert reference is not None
    assert value is not None
    terms = task.terms
    for name in sorted(terms.constants(value), key=shown):
        own = theirs.get(name)
        if own is not None and own.kind != "theorem" and name not in ours:
            return f"it rests on {shown(name)}, which the candidate declares"
    binds, reference_binds = _binders(terms, value), _binders(terms, reference)
    if binds - reference_binds:
        return f"it has {min(binds - reference_binds)}, and the reference has none"
    copied = _copied(terms, theirs_type(task), value, reference)
    if copied is not None:
        return copied
    more = _extra_constants(terms, value, (reference, ours[solution].type), theirs_type(task))
    return f"it uses {min(map(shown, more))}, and the reference does not" if more else None


def theirs_type(task: Task) -> int:
    """The theorem's type."""
    found = [n for n in task.candidate.constants if shown(n) == task.theorem]
    found += [n for n in task.candidate.constants if shown(n).endswith(f".{task.theorem}")]
    return task.candidate.constants[found[0]].type


def _extra_constants(terms: Terms, value: int, known: tuple[int, ...], statement: int) -> set[Name]:
    """The constants that the reference gets by without: a solution that is no copy does so too.

    Computed, the statement's own words are equal to the answer.
    """
    silent = NEUTRAL | (ORDERS - terms.constants(statement))
    found = terms.constants(value).difference(silent, *map(terms.constants, known))
    return {name for name in found if not str(name[-1]).startswith(INSTANCES)}


def _binders(terms: Terms, value: int) -> frozenset[str]:
    """What a term binds variables by, below its leading ``fun``."""
    found = set()
    for part in _parts(terms, below_lambda(terms, value)):
        key = terms.expressions[part]
        if key[0] == LET or (key[0] == APP and terms.expressions[children(key)[0]][0] == LAM):
            found.add("a let")
        elif key[0] == LAM:
            found.add("a function")
        elif key[0] == FORALL:
            found.add("a quantifier")
    return frozenset(found)


def _parts(terms: Terms, root: int) -> set[int]:
    found, stack = {root}, [root]
    while stack:
        for child in children(terms.expressions[stack.pop()]):
            if child not in found:
                found.add(child)
                stack.append(child)
    return found


def _copied(terms: Terms, statement: int, value: int, reference: int) -> str | None:
    """Whether it repeats a condition of the statement's, or is mostly made of the statement's parts."""
    shapes = Shapes(terms)
    given = {
        shapes.shape[part]
        for part in shapes.add(statement)
        if shapes.words[part] >= LEAST_PROPOSITION
    }
    given -= {shapes.shape[part] for part in shapes.add(reference)}
    body = below_lambda(terms, value)
    copied: dict[int, int] = {}
    for part in shapes.add(body):
        key = terms.expressions[part]
        if shapes.shape[part] in given:
            copied[part] = shapes.words[part]
            if not RELATIONS.isdisjoint(terms.constants(part)):
                return f"it repeats a condition of {shapes.words[part]} words of the statement"
        else:
            copied[part] = sum(copied[child] for child in children(key))
    if copied[body] >= BOUND_SHARE * shapes.words[body]:
        return f"{copied[body]} of its {shapes.words[body]} words are parts of the statement"
    return None
