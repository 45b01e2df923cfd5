r"""Whether a given solution only restates the problem: the policy of the no-solution track, on the text.

A solution must say more than the problem does: "all n such that P n holds" is not answered by
``fun n => P n``, nor is "the value of this series" by the series. The solution's body, and those of
the candidate's own definitions that it rests on, are compared with the statement and the reference's
own words, token by token; names of variables do not count. A body is refused as ``forbidden`` where

- it has a quantifier, a set or a function of its own below its leading ``fun`` (``forall``,
  ``exists``, ``fun``, ``[set _ | _]``, ``{_ | _}``, ``\sum_``), and 60 % of it or more are runs of the
  statement of four or more tokens, or
- it is a proposition, and 80 % of it or more, five tokens at least, are such runs.

A body that is the reference's, up to the names of variables, is never refused. What passes is still
compared with the reference (`same_solution`), and reviewed by people where that shows nothing. It is
also reviewed, though equal, where it looks copied (`looks_copied`): cheap tactics see through a
statement that is easy as well as through an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.coq.assembled import CoqAssembled
from pytest_putnam.languages.coq.declarations import Item, assign_of, items, key
from pytest_putnam.languages.coq.lexer import Token, sentences, tokens
from pytest_putnam.languages.restating import (
    LEAST_PROPOSITION,
    closing,
    copied,
    matching_runs,
    reachable,
    shown,
)
from pytest_putnam.model import Formalization, Span

_BINDERS: Final = frozenset({"forall", "exists", "fun", "set", "sum", "prod", "bigcup", "bigcap"})
_QUANTIFIERS: Final = frozenset({"forall", "exists", "Inductive", "CoInductive"})
_MEANINGS: Final = frozenset({"Notation", "Infix", "Coercion", "Canonical"})
_CONNECTIVES: Final = frozenset({"/\\", "\\/", "~", "->", "%|"})
_TESTS: Final = {
    "=?": "=",
    "==": "=",
    "<?": "<",
    "<=?": "<=",
    ">?": ">",
    ">=?": ">=",
    "&&": "/\\",
    "||": "\\/",
}
"""Boolean tests, read as the propositions that they decide."""
_CONNECTIVE_NAMES: Final = frozenset({"and", "or", "andb", "orb", "is_true"})
_ORDERS: Final = frozenset({"lt", "le", "gt", "ge", "Rlt", "Rle", "Rgt", "Rge"})
_DIGITS: Final = frozenset({"O", "xH", "Z0", "N0"})
_NUMERALS: Final = frozenset({"S", "xI", "xO", "Zpos", "Zneg", "Npos", "IZR"})
"""What numerals are made of besides; applied to a variable they are functions."""
_KEYWORDS: Final = _BINDERS | frozenset(
    {
        "let",
        "in",
        "if",
        "then",
        "else",
        "match",
        "with",
        "end",
        "return",
        "as",
        "Prop",
        "Type",
        "Set",
    }
)


def given_solution(assembled: CoqAssembled, formalization: Formalization) -> str | None:
    """The body of the solution in a candidate's file; None where it has none."""
    found = _definitions(assembled.text)
    slot = formalization.solution
    return found.get(slot.name) if slot is not None else None


def restates(assembled: CoqAssembled, formalization: Formalization) -> str | None:
    """What the solution repeats of the statement; None where it may count."""
    statement = _shape(formalization.statement.of(formalization.text))
    for name, shape in _own_shapes(assembled, formalization):
        run = copied(
            shape,
            statement,
            binds=any(token in _BINDERS for token in shape),
            says=any(token in _CONNECTIVES or _is_relation(token) for token in shape),
        )
        if run is not None:
            return f"{name} repeats {run!r} of the statement"
    return None


def looks_copied(assembled: CoqAssembled, formalization: Formalization) -> str | None:
    r"""Why people should look at a solution although it is equal to the reference's; None if they need not.

    It repeats a condition of the statement's, of five tokens or more, or it quantifies where the
    reference does not: ``exists z, z = k /\ P z`` is ``P k`` in other words. Words of the candidate's
    own notation, and a ``let``, can hide such a condition from this comparison of texts; that the same is
    said the other way round or by other names is what `extra_name` is for.
    """
    notation = _own_notation(assembled, formalization)
    if notation is not None:
        return f"it may be written in a notation of its own, {notation!r}"
    statement = _shape(formalization.statement.of(formalization.text))
    reference = _reference(formalization) or []
    for name, shape in _own_shapes(assembled, formalization):
        for run in matching_runs(shape, statement):
            if len(run) >= LEAST_PROPOSITION and any(_is_relation(word) for word in run):
                return f"{name} repeats {shown(run)!r} of the statement"
        quantifiers = _QUANTIFIERS.intersection(shape)
        if quantifiers and not _QUANTIFIERS.intersection(reference):
            return f"{name} has {min(quantifiers)!r}, and the reference no quantifier"
        if "let" in shape and "let" not in reference:
            return f"{name} has 'let', and the reference has none"
    return None


def extra_name(given: str, reference: str, statement: str, before: str) -> str | None:
    """A name in the solution that the reference gets by without, of terms as Coq prints them in full.

    All operators are names there, and a text's tricks are gone: notations, definitions given by tactics
    or in a module, a definition of the same name elsewhere. Numerals and connectives say nothing, and an
    order (``2 < k < 4`` for ``k = 3``) only where the statement has it. What the benchmark declares
    `before` the solution is the candidate's ``Cand.NAME`` and the reference's ``NAME``.
    """
    known = {*_names_in_full(reference), *_CONNECTIVE_NAMES}
    known |= {f"Cand.{word}" for word in known.intersection(_names_in(before))}
    stated = set(_names_in_full(statement))
    for word in _names_in_full(given):
        is_order = word.rpartition(".")[2] in _ORDERS and word not in stated
        if word not in known and not is_order:
            return word
    return None


def _names_in_full(term: str) -> Iterator[str]:
    """The names in a term in full, those that numerals are made of apart."""
    shape = _printed_shape(term)
    for word, following in zip(shape, [*shape[1:], ""], strict=True):
        is_numeral = word in _DIGITS or (word in _NUMERALS and following != "_")
        if word[0].isalpha() and not is_numeral:
            yield word


def _printed_shape(term: str) -> list[str]:
    """As `_shape`, for a term in full: a variable is one from its binder to the end of its brackets only.

    ``(fun length : nat => length) (length (repeat n n))`` has a variable and a constant of one name.
    """
    found = list(_joined(tokens(term)))
    shape: list[str] = []
    scopes: list[set[str]] = [set()]
    for at, word in enumerate(found):
        if word in {"(", "[", "{"}:
            scopes.append(set())
        elif word in {")", "]", "}"} and len(scopes) > 1:
            scopes.pop()
        elif word in {"fun", "forall"}:
            scopes[-1].update(_names_after(found, at + 1))
        shape.append("_" if any(word in scope for scope in scopes) else word)
    return _below_lambda(shape)


def _own_notation(assembled: CoqAssembled, formalization: Formalization) -> str | None:
    """The first command before the solution by which the candidate gives words another meaning."""
    theirs = {key(sentence) for sentence in sentences(formalization.text)}
    try:
        for item in items(assembled.text):
            first = item.sentences[0]
            if formalization.solution and item.name == formalization.solution.name:
                break
            if item.keyword in _MEANINGS and key(first) not in theirs:
                return " ".join(first.text.split())[:120]
    except SplitError:
        pass  # what cannot be read is not compiled either
    return None


def _own_shapes(
    assembled: CoqAssembled, formalization: Formalization
) -> Iterator[tuple[str, list[str]]]:
    """The solution and the candidate's own definitions that it rests on, but the reference's words."""
    slot = formalization.solution
    if slot is None:
        return
    own = _definitions(assembled.text)
    for name in _definitions(formalization.text[: formalization.statement.start]):
        if name != slot.name:
            own.pop(name, None)
    reference = _reference(formalization)
    variables = _section_variables(assembled.text)
    for name in reachable(slot.name, own, _names_in):
        shape = _shape(own[name], variables)
        if shape != reference:
            yield name, shape


def _reference(formalization: Formalization) -> list[str] | None:
    """The shape of the reference's solution, read as the candidate's is; None where it has none."""
    slot = formalization.solution
    if slot is None or not slot.reference:
        return None
    return _shape(_definitions(formalization.text).get(slot.name, slot.reference))


def _is_relation(token: str) -> bool:
    return (
        bool(token)
        and set(token) <= set("<>=:|?")
        and bool(set(token) & set("<>="))
        and token != "=>"
    )


def _definitions(text: str) -> dict[str, str]:
    """The bodies of what a text defines, by name; the last of a name counts."""
    found: dict[str, str] = {}
    try:
        for item in items(text):
            body = _body(item)
            if item.name and body is not None:
                found[item.name] = body
    except SplitError:
        return found
    return found


def _body(item: Item) -> str | None:
    first = item.sentences[0]
    if item.keyword in {"Inductive", "CoInductive", "Variant", "Record", "Structure"}:
        return first.text
    assign = assign_of(first.command()[1])
    if assign is None:  # given by a proof, or nothing that could be unfolded
        return " ".join(sentence.text for sentence in item.sentences[1:]) or None
    term = Span(assign + 2, first.span.end - (1 if first.ended else 0)).of(first.source).strip()
    binders = _binders(item, assign)
    return f"fun {binders} => {term}" if binders else term


def _binders(item: Item, assign: int) -> str:
    """What stands between a definition's name and its type: variables that its body binds."""
    first = item.sentences[0]
    following = [token for token in first.command()[1] if token.start < assign]
    named = next((at for at, token in enumerate(following) if token.kind == "word"), None)
    if named is None or named + 1 == len(following):
        return ""
    depth, end = 0, assign
    for token in following[named + 1 :]:
        depth += (token.text in {"(", "{", "["}) - (token.text in {")", "}", "]"})
        if depth == 0 and token.text == ":":
            end = token.start
            break
    return Span(following[named + 1].start, end).of(first.source).strip()


def _names_in(body: str) -> list[str]:
    """The names that a body has; a module's, by its own name."""
    words = (token.text for token in tokens(body) if token.kind == "word")
    return [word.rpartition(".")[2] for word in words]


def _below_lambda(found: list[str]) -> list[str]:
    """A term below the binders at its head."""
    while True:
        if found[:1] == ["("] and closing(found) == len(found) - 1:
            found = found[1:-1]
        elif found[:1] == ["fun"] and "=>" in found:
            found = found[found.index("=>") + 1 :]
        else:
            return found


def _section_variables(text: str) -> frozenset[str]:
    """The names of a text's section variables, which its definitions are abstracted over."""
    names: set[str] = set()
    try:
        for item in items(text):
            if item.keyword in {"Variable", "Variables"}:
                words = [token.text for token in item.sentences[0].command()[1]]
                names.update(_names_after(words, 0))
    except SplitError:
        pass
    return frozenset(names)


def _shape(text: str, variables: frozenset[str] = frozenset()) -> list[str]:
    """The tokens below a leading ``fun``, operators joined, with one placeholder for every variable.

    A variable is what the text itself binds; which names those are is told by the words that stand
    after a binder, up to its colon, comma or arrow. `variables` are bound around it.
    """
    found = [_TESTS.get(word, word) for word in _joined(tokens(text))]
    bound = _bound(found) | variables
    return _below_lambda(["_" if word in bound else word for word in found])


def _joined(found: Iterable[Token]) -> Iterator[str]:
    """The texts, with touching operator characters as one."""
    pending, end = "", -1
    for token in found:
        operator = token.kind == "symbol" and token.text not in "()[]{},;"
        if operator and pending and token.start == end:
            pending, end = pending + token.text, token.end
            continue
        if pending:
            yield pending
        pending = ""
        if operator:
            pending, end = token.text, token.end
        else:
            yield token.text
    if pending:
        yield pending


def _bound(found: Sequence[str]) -> frozenset[str]:
    """The names that the text binds, by the words after its binders."""
    names: set[str] = set()
    for at, word in enumerate(found):
        if word in {"forall", "exists", "fun", "set"}:
            names.update(_names_after(found, at + 1))
        elif word in {"(", "{", "["}:
            group = list(_words_from(found, at + 1))
            following = found[at + 1 + len(group) : at + 2 + len(group)]
            if group and following in ([":"], ["|"]):
                names.update(group)
    return frozenset(names)


def _names_after(found: Sequence[str], at: int) -> Iterator[str]:
    """The names of a binder: bare ones, and those of groups in parentheses."""
    while at < len(found):
        if _is_name(found[at]):
            yield found[at]
        elif found[at] not in {"(", "{", "[", "!", "'", "`"}:
            return
        else:
            group = list(_words_from(found, at + 1))
            yield from group
            depth = 0
            while at < len(found):
                depth += (found[at] in "([{") - (found[at] in ")]}")
                if depth == 0:
                    break
                at += 1
        at += 1


def _words_from(found: Sequence[str], at: int) -> Iterator[str]:
    while at < len(found) and _is_name(found[at]):
        yield found[at]
        at += 1


def _is_name(word: str) -> bool:
    return word.replace("'", "_").isidentifier() and word not in _KEYWORDS
