"""From a candidate to the theory that is checked.

The benchmark's file gives everything but the proof: its imports, its declarations and its statement
stand as they are, and the candidate's helper lemmas and definitions come right before the theorem. What
a candidate repeats of the benchmark's file is left out, and so is what it says after its proof.

Whether the result states what the benchmark states is not decided here but by the audit, on terms.
"""

from __future__ import annotations

from collections.abc import Sequence

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.assembled import Piece, Unusable
from pytest_putnam.languages.isabelle.assembled import Assembled, quoted
from pytest_putnam.languages.isabelle.benchmark import (
    Header,
    Reading,
    has_end,
    named_statement,
    shared_end,
    statement_item,
)
from pytest_putnam.languages.isabelle.documents import without_documents
from pytest_putnam.languages.isabelle.imports import imports_of
from pytest_putnam.languages.isabelle.items import Item, items, shape
from pytest_putnam.languages.isabelle.keywords import (
    DEFINITIONS,
    DOCUMENT,
    LOOKING,
    THEOREMS,
)
from pytest_putnam.languages.isabelle.syntax import answer_edit
from pytest_putnam.model import Candidate, Formalization, Span, Track, VerdictKind


def assemble(
    formalization: Formalization,
    track: Track,
    candidate: Candidate,
    reading: Reading | None = None,
    *,
    shared_by: Track | None = None,
) -> Assembled:
    """The candidate's proof in the benchmark's file. Raises `Unusable`, `SplitError` for that file.

    What it shares with the reference is what candidates of `shared_by` do, of `track` if not given.
    """
    reading = reading or Reading()
    code = reading.code(candidate.code.lstrip("\ufeff"))
    try:
        code = without_documents(code, reading.commands)
        parsed = items(code, reading.commands)
    except SplitError as error:
        raise Unusable(VerdictKind.COMPILE_ERROR, f"Syntax error: {error}", error.line) from error
    if not parsed:
        raise Unusable(VerdictKind.NO_CODE, "the candidate is empty")
    proof = _proof(parsed, formalization, reading)
    helpers = _own(parsed[: parsed.index(proof[0])], formalization, reading)
    extra = [name for item in parsed if item.keyword == "theory" for name in imports_of(item)]
    slots = _Slots(formalization, track, code, reading, extra)
    slots.base_end = shared_end(formalization, shared_by or track)
    slots.solution(candidate, helpers)
    slots.benchmark(formalization.statement.start)
    slots.helpers(helpers)
    return slots.finish(proof, helpers)


class _Slots:
    """The file as it grows."""

    def __init__(
        self,
        formalization: Formalization,
        track: Track,
        code: str,
        reading: Reading,
        extra: Sequence[str],
    ) -> None:
        self.formalization = formalization
        self.track = track
        self.code = code
        self.reading = reading
        self.position = 0
        self.pieces: list[Piece] = []
        head = Header.of(formalization.text)
        self.imports = head.imports
        self.added = tuple(dict.fromkeys(name for name in extra if name not in head.imports))
        self.theory = head.name.of(formalization.text).strip('"')
        self._text(head.name.start)
        self.pieces.append(Piece(self.theory))
        self.position = head.name.end
        self._text(head.begin)
        if self.added:
            self.pieces.append(Piece("".join(f"{quoted(name)} " for name in self.added)))
        self.base = 0
        self.base_end = 0
        self.solution_text = ""

    def benchmark(self, end: int) -> None:
        """The benchmark's text up to `end`."""
        if self.position < self.base_end <= end:
            self._text(self.base_end)
            self.base = len(self.pieces)
        self._text(end)

    def _text(self, end: int) -> None:
        if end > self.position:
            text = self.formalization.text[self.position : end]
            self.pieces.append(Piece(self.reading.code(text)))
            self.position = end

    def solution(self, candidate: Candidate, helpers: list[Item]) -> None:
        """The solution: the benchmark's, or in the no-solution track the candidate's."""
        slot = self.formalization.solution
        if slot is None:
            return
        own = [item for item in helpers if item.name == slot.name and _defines(item)]
        text = self.formalization.text
        if self.track is Track.WITH_SOLUTION:
            helpers[:] = [item for item in helpers if item not in own]
            if slot.reference is not None:
                span, answer = answer_edit(text, slot, slot.reference)
                self.benchmark(span.start)
                self.pieces.append(Piece(self.reading.code(answer)))
                self.position = span.end
            return
        if candidate.solution is not None and candidate.solution.strip():
            helpers[:] = [item for item in helpers if item not in own]
            self._given(candidate.solution.strip())
        elif own:
            at = helpers.index(own[-1])
            self.benchmark(slot.declaration.start)
            self.helpers([item for item in helpers[:at] if item not in own])
            helpers[:] = helpers[at + 1 :]
            self._code(own[-1])
            self.solution_text = own[-1].text
            self.position = slot.declaration.end
        else:
            raise Unusable(
                VerdictKind.COMPILE_ERROR,
                f"the candidate gives no solution: this track asks for {slot.name} too",
            )

    def _given(self, answer: str) -> None:
        slot = self.formalization.solution
        assert slot is not None
        self.solution_text = answer
        answer = self.reading.code(answer)
        word = answer.split(maxsplit=1)[0]
        if word in DEFINITIONS:
            self.benchmark(slot.declaration.start)
            self.pieces.append(Piece(answer, "solution"))
            self.position = slot.declaration.end
            return
        span, edit = answer_edit(self.formalization.text, slot, answer)
        self.benchmark(span.start)
        is_term = not edit.lstrip().startswith('"')
        if is_term and slot.body != Span(span.start, span.end):
            raise Unusable(VerdictKind.COMPILE_ERROR, "the solution's place is not clear")
        equations = self.formalization.text[slot.body.start : slot.body.end].lstrip()
        if is_term and equations.startswith('"'):  # the benchmark has a list of equations
            raise Unusable(
                VerdictKind.COMPILE_ERROR,
                f"the solution must be a list of equations in quotes, or a definition of {slot.name}",
            )
        self.pieces.append(Piece(f"({edit})" if is_term else edit, "solution"))
        self.position = span.end

    def helpers(self, kept: Sequence[Item]) -> None:
        """The candidate's own declarations."""
        for item in kept:
            self._code(item)

    def finish(self, proof: Sequence[Item], helpers: Sequence[Item]) -> Assembled:
        """Statement, proof, and the rest of the benchmark's file."""
        formalization = self.formalization
        statement = self.reading.code(formalization.statement.of(formalization.text))
        if not formalization.theorem:
            statement = named_statement(statement, self.reading)
        self.position = formalization.statement.end
        self.pieces.append(Piece(statement, is_statement=True))
        first, last = proof[0], proof[-1]
        if first.proof_at is None:
            raise Unusable(
                VerdictKind.INCOMPLETE, "the theorem is stated, but no proof follows", first.line
            )
        start = first.tokens[first.proof_at].start
        gap = self.reading.code(formalization.text[self.position : formalization.proof.start])
        self.pieces += [Piece(gap or " "), Piece(self.code[start : last.end], "code", start)]
        left_open = sum(item.opens for item in helpers) - sum(i.keyword == "end" for i in helpers)
        self.pieces.append(Piece("\nend" * max(0, left_open)))
        rest = self.reading.code(formalization.text[formalization.proof.end :])
        ended = "" if has_end(formalization.text) else "\nend"
        last_line = "" if f"{rest}{ended}".endswith("\n") else "\n"
        self.pieces.append(Piece(f"{rest}{ended}{last_line}"))
        return Assembled(
            tuple(self.pieces),
            self.code,
            3 + bool(self.added),
            self._restated(first),
            theory=self.theory,
            imports=self.imports,
            added=self.added,
            has_added=bool(self.added),
            base=self.base,
            solution_text=self.solution_text,
        )

    def _restated(self, proof: Item) -> Piece | None:
        if proof.is_bare_proof or not proof.name:
            return None
        ours = statement_item(self.formalization, self.reading)
        if shape(proof.head)[1:] == shape(ours.head)[1:]:
            return None
        head = proof.head
        text = self.code[head[0].start : head[-1].end]
        return Piece(text, "code", head[0].start, is_statement=True)

    def _code(self, item: Item) -> None:
        self.pieces += [Piece("\n"), Piece(item.text, "code", item.start), Piece("\n")]


def _proof(parsed: list[Item], formalization: Formalization, reading: Reading) -> list[Item]:
    """The proof that counts: the last complete one of the theorem, else what stands bare at the end."""
    named = [item for item in parsed if item.name == formalization.theorem and _states(item)]
    if not named:
        ours = shape(statement_item(formalization, reading).head)
        named = [item for item in parsed if _states(item) and _claim(item) == _claim_of(ours)]
    if named:
        complete = [item for item in named if item.proof_at is not None and item.is_complete]
        proved = [item for item in complete if item.given_up is None]
        return [(proved or complete or named)[-1]]
    meant = [item for item in parsed if item.keyword not in LOOKING | DOCUMENT | {"end"}]
    bare: list[Item] = []
    for item in reversed(meant):
        if not item.is_bare_proof:
            break
        bare.insert(0, item)
    if not bare:
        raise Unusable(
            VerdictKind.COMPILE_ERROR,
            f"the candidate has neither a theorem named {formalization.theorem} nor a bare proof",
        )
    return bare


def _own(before: list[Item], formalization: Formalization, reading: Reading) -> list[Item]:
    """What the candidate declares before its proof and does not repeat from the benchmark's file."""
    solution = formalization.solution.name if formalization.solution is not None else None
    theirs = items(
        reading.code(formalization.text[: formalization.statement.start]), reading.commands
    )
    # a candidate's solution is its own, even where its words are the reference's
    theirs = [item for item in theirs if solution is None or item.name != solution]
    repeated = [shape(item.tokens) for item in theirs]
    declared = {item.name for item in theirs if item.name} | {formalization.theorem}
    kept: list[Item] = []
    for item in before:
        useless = item.keyword in LOOKING | DOCUMENT | {"theory"} or item.is_bare_proof
        given_up = item.given_up is not None and item.given_up.text == "oops"
        if useless or given_up or (item.name in declared and (_states(item) or _defines(item))):
            continue
        if (words := shape(item.tokens)) in repeated:
            repeated.remove(words)
            continue
        kept.append(item)
    return _closed(kept)


def _closed(kept: list[Item]) -> list[Item]:
    """Without an ``end`` for which no block of the candidate's is open."""
    depth, found = 0, []
    for item in kept:
        if item.keyword == "end":
            if depth == 0:
                continue
            depth -= 1
        depth += item.opens
        found.append(item)
    return found


def _states(item: Item) -> bool:
    return item.keyword in THEOREMS


def _defines(item: Item) -> bool:
    return item.keyword in DEFINITIONS


def _claim(item: Item) -> tuple[str, ...]:
    return _claim_of(shape(item.head))


def _claim_of(words: tuple[str, ...]) -> tuple[str, ...]:
    """What a statement says, without its keyword and name."""
    rest = words[1:]
    for at, word in enumerate(rest[:8]):
        if word == ":":
            return rest[at + 1 :]
        if word.startswith(('"', r"\<open>")):
            break
    return rest
