"""From a candidate to the file that is checked.

The benchmark's file gives everything but the proof: its imports, its declarations and its statement
stand as they are, and the candidate's helper declarations come right before the theorem. What a
candidate repeats of the benchmark's file is left out, and so is what it says after its proof.

Whether the result states what the benchmark states is not decided here but by the checker, on the
compiled file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.assembled import Piece, Unusable
from pytest_putnam.languages.coq.assembled import PROOF_ENDS, CoqAssembled
from pytest_putnam.languages.coq.declarations import (
    Item,
    items,
    key,
    open_blocks,
    parts_of_term_proof,
)
from pytest_putnam.languages.coq.lexer import Sentence, sentences
from pytest_putnam.languages.coq.syntax import NEUTRAL
from pytest_putnam.model import Candidate, Formalization, Span, Track, VerdictKind

POLYMORPHISM: Final = "Universe Polymorphism"
MONOMORPHIC: Final = f"\nUnset {POLYMORPHISM}.\n"
"""A theorem of its own universes is no field of the benchmark's type, though it is the same to people."""
IMPORTS: Final = frozenset({"From", "Require", "Import", "Export"})
SECTION_WIDE: Final = '\n#[local] Set Default Proof Using "All".\n'
"""In a section, what a proof happens to use would decide which variables the theorem takes."""


def header_end(formalization: Formalization) -> int:
    """Where the imports and options end, before any section or module opens."""
    text, end = formalization.text, 0
    for sentence in sentences(text, 0, formalization.header.end):
        if sentence.keyword in NEUTRAL:
            break
        end = sentence.span.end
    return end


def has_section(formalization: Formalization) -> bool:
    """Whether the theorem stands in a section."""
    before = sentences(formalization.text, 0, formalization.statement.start)
    return any(block == "Section" for block, _ in open_blocks(before))


def assemble(formalization: Formalization, track: Track, candidate: Candidate) -> CoqAssembled:
    """The candidate's proof in the benchmark's file. Raises `Unusable`."""
    code = candidate.code
    try:
        parsed = list(items(code))
    except SplitError as error:
        raise Unusable(VerdictKind.COMPILE_ERROR, f"Syntax error: {error}", error.line) from error
    if not parsed:
        raise Unusable(VerdictKind.NO_CODE, "the candidate is empty")
    proof = _proof_item(parsed, formalization.theorem)
    helpers = _own(parsed[: parsed.index(proof)], formalization)
    slots = _Slots(formalization, track, code)
    slots.solution(candidate, helpers)
    slots.benchmark(formalization.statement.start)
    slots.helpers(helpers)
    return slots.finish(proof, helpers)


class _Slots:
    """The file as it grows."""

    def __init__(self, formalization: Formalization, track: Track, code: str) -> None:
        self.formalization = formalization
        self.track = track
        self.code = code
        end = header_end(formalization)
        self.pieces = [Piece(formalization.text[:end])]
        self.position = end
        self.preload = 1
        self.has_own = False
        """Something of the candidate stands here that is no import."""

    def benchmark(self, end: int) -> None:
        """The benchmark's text up to `end`."""
        if end > self.position:
            self.pieces.append(Piece(self.formalization.text[self.position : end]))
            self.position = end

    def solution(self, candidate: Candidate, helpers: list[Item]) -> None:
        """The solution: the benchmark's, or in the no-solution track the candidate's."""
        slot = self.formalization.solution
        if slot is None:
            return
        own = [item for item in helpers if item.name == slot.name]
        before = helpers[: helpers.index(own[-1])] if own else []
        for item in own:
            helpers.remove(item)
        if self.track is Track.WITH_SOLUTION:
            return
        self.benchmark(slot.declaration.start)
        text = self.formalization.text
        if candidate.solution is not None and candidate.solution.strip():
            answer = candidate.solution.strip()
            if not answer.startswith("Definition "):
                head = text[slot.declaration.start : slot.body.start]
                answer = f"{head}({answer}\n){text[slot.body.end : slot.declaration.end]}"
            self.pieces += [Piece(answer, "solution"), Piece("\n")]
            self.has_own = True
        elif own:
            self.helpers(before)
            del helpers[: len(before)]
            self._code(own[-1].span)
            self.has_own = True
        else:
            raise Unusable(
                VerdictKind.COMPILE_ERROR,
                f"the candidate gives no solution: this track asks for {slot.name} too",
            )
        self.position = slot.declaration.end

    def helpers(self, kept: Sequence[Item]) -> None:
        """The candidate's own declarations; imports before all others can be preloaded."""
        for item in kept:
            self._code(item.span)
            if item.keyword not in IMPORTS or self.has_own:
                self.has_own = True
            else:
                self.preload = len(self.pieces)

    def finish(self, proof: Item, helpers: Sequence[Item]) -> CoqAssembled:
        """Statement, proof, and the rest of the benchmark's file."""
        formalization = self.formalization
        if has_section(formalization):
            self.pieces.append(Piece(SECTION_WIDE))
        if POLYMORPHISM not in formalization.text and _sets_polymorphism(helpers):
            self.pieces.append(Piece(MONOMORPHIC))
        statement = formalization.statement.of(formalization.text)
        self.pieces.append(Piece(statement, is_statement=True))
        end = self._proof(proof)
        for _, name in reversed(open_blocks(s for item in helpers for s in item.sentences)):
            self.pieces.append(Piece(f"\nEnd {name}."))
        self.pieces.append(Piece(formalization.text[formalization.proof.end :] + "\n"))
        admitted = {item.name for item in helpers if item.end in {"Admitted", "Admit"}}
        return CoqAssembled(
            tuple(self.pieces),
            self.code,
            self.preload,
            self._restated(proof),
            proof_end=end,
            admitted=frozenset(filter(None, admitted)),
        )

    def _restated(self, proof: Item) -> Piece | None:
        theirs, statement = proof.head, self.formalization.statement
        if theirs is None or proof.is_term:
            return None
        ours = next(sentences(self.formalization.text, statement.start, statement.end))
        if key(theirs)[1:] == key(ours)[1:]:
            return None
        return Piece(theirs.text, "code", theirs.span.start, is_statement=True)

    def _proof(self, proof: Item) -> str:
        self.pieces.append(Piece("\n"))
        if proof.is_term:
            term = parts_of_term_proof(proof)
            self.pieces.append(Piece("Proof. exact ("))
            self.pieces.append(Piece(term.of(self.code), "code", term.start))
            self.pieces.append(Piece("\n). Qed."))
            return "Qed"
        body = proof.body
        if not body:
            raise Unusable(
                VerdictKind.INCOMPLETE, "the theorem is stated, but no proof follows", proof.line
            )
        if body[0].keyword != "Proof":
            self.pieces.append(Piece("Proof. "))
        span = Span(body[0].span.start, body[-1].span.end)
        if has_section(self.formalization) and (using := _using(body[0])) is not None:
            # the theorem takes all variables, whatever its proof happens to use
            self.pieces.append(
                Piece(Span(span.start, using.start).of(self.code), "code", span.start)
            )
            span = Span(using.end, span.end)
        self.pieces.append(Piece(span.of(self.code), "code", span.start))
        if proof.end:
            return proof.end
        last = body[-1]
        self.pieces.append(Piece(" Qed." if last.ended or last.is_focus else ".\nQed."))
        return "Qed"

    def _code(self, span: Span) -> None:
        self.pieces += [Piece("\n"), Piece(span.of(self.code), "code", span.start), Piece("\n")]


def _using(opening: Sentence) -> Span | None:
    """The part of ``Proof using …`` that names variables; None where it names none."""
    start = None
    for token in opening.tokens():
        if token.text == "using":
            start = token.start
        elif start is not None and token.text in {"with", "."}:
            return Span(start, token.start)
    return None


def _sets_polymorphism(helpers: Sequence[Item]) -> bool:
    """Whether one of a candidate's commands is ``Set Universe Polymorphism``, with or without attributes."""
    wanted = ["Set", *POLYMORPHISM.split()]
    found = (item.sentences[0] for item in helpers if item.keyword == "Set")
    return any([token.text for token in each.tokens()][-4:-1] == wanted for each in found)


def _proof_item(parsed: list[Item], theorem: str) -> Item:
    """The proof that counts: the last complete one of the theorem, else the last bare one."""
    named = [item for item in parsed if item.name == theorem and item.keyword != "Goal"]
    found = named or [item for item in parsed if item.is_bare_proof]
    if not found:
        raise Unusable(
            VerdictKind.COMPILE_ERROR,
            f"the candidate has neither a theorem named {theorem} nor a bare proof",
        )
    complete = [item for item in found if item.end in PROOF_ENDS or item.is_term]
    return (complete or found)[-1]


def _own(before: list[Item], formalization: Formalization) -> list[Item]:
    """What the candidate declares before its proof and does not repeat from the benchmark's file."""
    solution = formalization.solution.name if formalization.solution is not None else None
    # a candidate's solution is its own, even where its words are the reference's
    theirs = [
        item
        for item in items(formalization.text[: formalization.statement.start])
        if item.name is None or item.name != solution
    ]
    repeated = [key(item.sentences[0]) for item in theirs]
    declared = {item.name for item in theirs if item.name} | {formalization.theorem}
    kept = []
    for item in before:
        if item.is_bare_proof or item.name in declared:
            continue
        if (first := key(item.sentences[0])) in repeated:
            repeated.remove(first)
            continue
        kept.append(item)
    return kept
