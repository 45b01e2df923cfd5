r"""Whether a given solution only restates the problem: the policy of the no-solution track, on the text.

A solution must say more than the problem does: "all n such that P n holds" is not answered by
``{n. P n}``, nor is "the value of this sum" by the sum. The solution, and the candidate's own definitions
that it rests on, are compared with the statement, token by token; names of variables, types and
brackets do not count. It is refused where

- it binds variables of its own below its leading ``\<lambda>`` (a quantifier, a set, a sum, ``THE``), and
  60 % of it or more are runs of the statement of four or more tokens, or
- it is a proposition, and 80 % of it or more, five tokens at least, are such runs.

A solution that is the reference's, but for the names of variables, is never refused. What passes is still
compared with the reference, by the audit term by term and by methods (`same_solution`), and reviewed by
people where that shows nothing. It is also reviewed, though shown equal by methods, where it looks copied
(`looks_copied`): cheap methods see through a statement that is easy as well as through an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.isabelle.assembled import Assembled
from pytest_putnam.languages.isabelle.items import Item, items
from pytest_putnam.languages.isabelle.keywords import DEFINITIONS, THEOREMS
from pytest_putnam.languages.isabelle.symbols import BUILT_IN
from pytest_putnam.languages.restating import (
    LEAST_PROPOSITION,
    MOST_SHOWN_CHARS,
    closing,
    copied,
    matching_runs,
    reachable,
    shown,
)
from pytest_putnam.model import Formalization, Track

_TOKEN: Final = re.compile(
    r"\\<\^?[A-Za-z]+>|[A-Za-z][\w']*(?:\.[A-Za-z][\w']*)*|\d+|[<>=!&|~+*/^@#:-]+|\S"
)
_QUANTIFIERS: Final = frozenset(
    {r"\<forall>", r"\<exists>", "ALL", "EX", "THE", "SOME", "LEAST", "GREATEST"}
)
_BINDERS: Final = _QUANTIFIERS | {
    *(r"\<lambda>", r"\<Sum>", r"\<Prod>", r"\<Union>", r"\<Inter>", "%", "{", "[", r"\<integral>"),
    *("SUM", "PROD", "UN", "INT", "LINT", "LBINT"),
}
_ASKING: Final = _QUANTIFIERS | {
    *(
        r"\<exists>!",
        r"\<nexists>",
        "!",
        "?",
        "?!",
        "EX!",
        "All",
        "Ex",
        "Ex1",
        "Ball",
        "Bex",
        "The",
        "Eps",
    ),
    *(
        "Least",
        "Greatest",
        "Sup",
        "Inf",
        r"\<Squnion>",
        r"\<Sqinter>",
        "ARG_MIN",
        "ARG_MAX",
        "arg_min",
    ),
    *("arg_max", "Max", "Min", "GCD", "LCM", "Gcd", "Lcm", "card", "let", "Let", "case", "if"),
}
"""Words by which a problem is asked: it may be said again in them."""
_MEANINGS: Final = frozenset(
    {
        *("abbreviation", "notation", "no_notation", "type_notation", "no_type_notation", "alias"),
        *("type_alias", "bundle", "open_bundle", "unbundle", "interpretation"),
        *("global_interpretation", "sublocale", "locale", "class", "overloading", "instantiation"),
        *("hide_const", "consts", "specification", "inductive", "inductive_set", "coinductive"),
        *("coinductive_set", "type_synonym", "declare", "lift_definition", "quotient_definition"),
    }
)
"""Commands that give words a meaning which a comparison of texts does not see."""
_MIXFIX: Final = frozenset({"infix", "infixl", "infixr", "binder", "structure"})
_STOPS: Final = frozenset(
    {".", "::", r"\<in>", "<", ">", r"\<le>", r"\<ge>", "<-", r"\<leftarrow>", "|"}
)
_RELATIONS: Final = frozenset(
    {
        *("=", "<", ">", "<=", ">=", "~=", "!=", "dvd", r"\<in>", r"\<notin>", r"\<le>", r"\<ge>"),
        *(
            r"\<noteq>",
            r"\<and>",
            r"\<or>",
            r"\<longrightarrow>",
            r"\<longleftrightarrow>",
            r"\<subseteq>",
        ),
    }
)
_FILLING: Final = frozenset(
    {
        *("(", ")", "{", "}", "[", "]", ",", ".", "_", r"\<lambda>", "%"),
        *(
            "::",
            r"\<Rightarrow>",
            r"\<times>",
            "nat",
            "int",
            "rat",
            "real",
            "complex",
            "bool",
            "set",
        ),
    }
)
"""What says nothing: brackets, variables, leading binders, types."""
_CONNECTIVES: Final = frozenset({"=", "&", "|", r"\<and>", r"\<or>"})
_EQUALITY: Final = re.compile(r"\\<equiv>|\\<longleftrightarrow>|==(?!>)|=(?![=>])")


def restates(assembled: Assembled, formalization: Formalization, track: Track) -> str | None:
    """What a solution repeats of the statement; None where it may count, and in the other track."""
    if track is not Track.NO_SOLUTION:
        return None
    statement = _statement(formalization)
    for name, shape in _own_shapes(assembled, formalization):
        run = copied(
            shape,
            statement,
            binds=any(token in _BINDERS for token in shape),
            says=any(token in _RELATIONS for token in shape),
            weight=_weight,
        )
        if run is not None:
            return f"{name} repeats '{run}' of the statement"
    return None


def looks_copied(assembled: Assembled, formalization: Formalization) -> str | None:
    r"""Why people should look at a solution although it is equal to the reference's; None if they need not.

    It repeats a condition of the statement's, of five tokens or more, or it quantifies, chooses or has a
    ``let`` where the reference does not, or a word of the statement that the reference has not: computed,
    the problem's own words are equal to its answer. Words of the candidate's own notation can hide such a
    condition from this comparison of texts.
    """
    meaning = _own_meaning(assembled, formalization)
    if meaning is not None:
        return f"it may be written in words of its own, '{meaning}'"
    statement, reference = _statement(formalization), _reference(formalization)
    for name, shape in _own_shapes(assembled, formalization):
        for run in matching_runs(shape, statement):
            if len(run) >= LEAST_PROPOSITION and not _RELATIONS.isdisjoint(run):
                return f"{name} repeats '{shown(run)}' of the statement"
        asking = _ASKING.intersection(shape).difference(reference)
        if asking:
            return f"{name} has '{min(asking)}', and the reference has not"
        asked = {word for word in shape if word in statement and not word.isdigit()}
        asked -= _FILLING | _CONNECTIVES | set(reference)
        if asked:
            return f"{name} has '{min(asked)}' of the statement, and the reference has not"
    return None


def _own_meaning(assembled: Assembled, formalization: Formalization) -> str | None:
    """The candidate's first command before its solution that gives words a meaning, but a definition."""
    slot = formalization.solution
    try:
        theirs = {_words(item) for item in items(BUILT_IN.encode(formalization.text))}
        for item in items(assembled.code):
            if slot is not None and item.name == slot.name and item.keyword in DEFINITIONS:
                break
            if _words(item) in theirs:
                continue
            is_mixfix = any(
                (after.kind in {"string", "cartouche"} and token.text == "(")
                or token.text in _MIXFIX
                for token, after in pairwise(item.head)
            )
            if item.keyword in _MEANINGS or (is_mixfix and item.keyword not in THEOREMS):
                return _words(item)[:MOST_SHOWN_CHARS]
    except SplitError:
        pass  # what cannot be read is not built either
    return None


def _words(item: Item) -> str:
    return " ".join(item.text.split())


def _own_shapes(
    assembled: Assembled, formalization: Formalization
) -> Iterator[tuple[str, list[str]]]:
    """The solution and the candidate's definitions that it rests on, but the reference's words."""
    slot = formalization.solution
    if slot is None or not assembled.solution_text:
        return
    reference = _reference(formalization)
    bodies = _definitions(assembled)
    bodies[slot.name] = _body(assembled.solution_text)
    for name in reachable(slot.name, bodies, _TOKEN.findall):
        shape = _shape(bodies[name], frozenset())
        if shape != reference:
            yield name, shape


def _statement(formalization: Formalization) -> list[str]:
    text = BUILT_IN.encode(formalization.statement.of(formalization.text))
    return _shape(_inner(text), frozenset(_fixed(formalization)))


def _reference(formalization: Formalization) -> list[str]:
    slot = formalization.solution
    answer = slot.reference if slot is not None else None
    return _shape(BUILT_IN.encode(answer or ""), frozenset())


def _weight(words: Iterable[str]) -> int:
    """How many of them say something."""
    return sum(word not in _FILLING for word in words)


def _definitions(assembled: Assembled) -> dict[str, str]:
    """The bodies of the candidate's own definitions by name."""
    found: dict[str, str] = {}
    try:
        parsed = items(assembled.code)
    except SplitError:
        return found
    for item in parsed:
        if item.keyword in DEFINITIONS | {"inductive", "inductive_set"} and item.name:
            found[item.name] = _body_of(item)
    return found


def _body(solution: str) -> str:
    """The right side of a solution that is a definition; a term as it is."""
    try:
        parsed = items(solution)
    except SplitError:
        return solution
    if parsed and parsed[0].keyword in DEFINITIONS:
        return _body_of(parsed[0])
    return _inner(solution) if solution.lstrip().startswith('"') else solution


def _body_of(item: Item) -> str:
    words = [token.text for token in item.head]
    start = words.index("where") + 1 if "where" in words else 0
    sides = []
    for token in item.head[start:]:
        if token.kind in {"string", "cartouche"}:
            inside = token.text.removeprefix(r"\<open>").removesuffix(r"\<close>").strip('"')
            sides.append(_EQUALITY.split(inside, maxsplit=1)[-1])
    return " ".join(sides)


def _inner(text: str) -> str:
    """What stands in quotes and cartouches."""
    return " ".join(
        re.findall(r'"([^"]*)"', text.replace(r"\<open>", '"').replace(r"\<close>", '"'))
    )


def _fixed(formalization: Formalization) -> Iterator[str]:
    """The names that the statement fixes."""
    text = BUILT_IN.encode(formalization.statement.of(formalization.text))
    for part in re.findall(r"\b(?:fixes|and)\b([^\"]*)", text):
        yield from re.findall(r"[A-Za-z][\w']*", part.split("::")[0])


def _shape(text: str, variables: frozenset[str]) -> list[str]:
    """The tokens below a leading lambda, with one placeholder for every variable."""
    found = _TOKEN.findall(text)
    bound = variables | frozenset(_bound(found))
    shape = ["_" if word in bound else word for word in found]
    while True:
        if shape[:1] == ["("] and closing(shape) == len(shape) - 1:
            shape = shape[1:-1]
        elif shape[:1] in ([r"\<lambda>"], ["%"]) and "." in shape:
            shape = shape[shape.index(".") + 1 :]
        else:
            return shape


def _bound(found: Sequence[str]) -> Iterator[str]:
    for at, word in enumerate(found):
        if word not in _BINDERS:
            continue
        for follower in found[at + 1 : at + 12]:
            if follower in _STOPS:
                break
            if follower[0].isalpha() or follower.startswith(r"\<"):
                yield follower
            elif follower not in {"(", ")", "!", "_", ","}:
                break
