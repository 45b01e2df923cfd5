"""From a candidate to the file that is checked.

The benchmark's file gives everything but the proof: its imports, its declarations and its statement
stand as they are; what a candidate imports besides comes right behind the benchmark's imports, its
other declarations right before the theorem. What it repeats of the benchmark's file is left out, and
so is what it says after its proof.

Whether the result states what the benchmark states is not decided here but by the judge, on the
compiled files.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.assembled import Assembled, Piece, Unusable
from pytest_putnam.languages.lean4 import syntax
from pytest_putnam.languages.lean4.lexer import DECLARATIONS, Command, Lexed, lex
from pytest_putnam.languages.lean4.own import Own, name_of, namespaces, words_of
from pytest_putnam.languages.lexing import start_without_comments
from pytest_putnam.model import Candidate, Formalization, Span, Track, VerdictKind

THEOREMS: Final = frozenset({"theorem", "lemma"})
TACTICS: Final = frozenset(
    {
        *("intro", "intros", "rintro", "obtain", "rcases", "cases", "induction", "constructor"),
        *("simp", "simp_all", "simpa", "norm_num", "ring", "ring_nf", "linarith", "nlinarith"),
        *("omega", "decide", "exact", "apply", "refine", "use", "exists", "ext", "funext", "rw"),
        *("unfold", "by_contra", "by_cases", "field_simp", "positivity", "aesop", "tauto", "grind"),
        *("left", "right", "contradiction", "exfalso", "rfl", "trivial", "push_neg", "split"),
        *("subst", "specialize", "interval_cases", "norm_cast", "native_decide", "set", "calc"),
    }
)
"""Words that a proof given as bare tactics begins with; ``calc`` is the same as a term."""
_WORD: Final = re.compile(r"[^\W\d][\w'!?]*")
_ALTERNATIVES: Final = re.compile(r"\|(?!\|)")


def reference_text(formalization: Formalization) -> str:
    """The benchmark's file with its solution filled in and its proof open."""
    return syntax.task_text(formalization, Track.WITH_SOLUTION)


def assemble(formalization: Formalization, track: Track, candidate: Candidate) -> Assembled:
    """The candidate's proof in the benchmark's file. Raises `Unusable`."""
    code = candidate.code.removeprefix("\ufeff")
    try:
        lexed = lex(code)
    except SplitError as error:
        raise Unusable(VerdictKind.COMPILE_ERROR, f"Syntax error: {error}", error.line) from error
    start = start_without_comments(code, 0, lexed.comments)
    if start >= len(code):
        raise Unusable(VerdictKind.NO_CODE, "the candidate is empty")
    module = next((each for each in lexed.commands if each.keyword == "module"), None)
    if module is not None:
        reason = (
            "the candidate begins with the word module: compiled files of the module system leave proofs "
            "out, so they are not checked here; take that word away, and write import for public import"
        )
        line = code.count("\n", 0, module.word_start) + 1
        raise Unusable(VerdictKind.COMPILE_ERROR, reason, line)
    own = Own(formalization, code, lexed)
    if not _has_theorem(code, lexed, formalization) and _is_bare(lexed, start):
        proof: Command | None = None
        helpers: list[Command] = []
    else:
        proof = _proof_command(code, lexed, formalization, own.place)
        helpers = [each for each in lexed.commands if each.start < proof.start]
    slots = _Slots(formalization, track, code)
    imports, solution, kept = own.sort(helpers)
    if proof is not None and lexed.commands[0].start > start:
        kept.insert(0, Span(start, lexed.commands[0].start))
    slots.imports(imports)
    slots.solution(candidate, solution, kept)
    slots.helpers(kept, own.open_blocks(helpers))
    return slots.finish(proof, lexed, start)


def _has_theorem(code: str, lexed: Lexed, formalization: Formalization) -> bool:
    return any(
        command.keyword in THEOREMS and name_of(code, command, lexed) == formalization.theorem
        for command in lexed.commands
    )


def _is_bare(lexed: Lexed, start: int) -> bool:
    """Whether the text is a proof and not declarations: it begins with no command."""
    return not lexed.commands or (
        lexed.commands[0].start > start
        and not any(command.keyword in DECLARATIONS for command in lexed.commands)
    )


def _proof_command(code: str, lexed: Lexed, formalization: Formalization, place: str) -> Command:
    """The theorem that counts: the last one of its name that is not left open.

    One in a namespace of the candidate's own counts where there is no other: `place` is the benchmark's.
    """
    found = [
        command
        for command in lexed.commands
        if command.keyword in THEOREMS and name_of(code, command, lexed) == formalization.theorem
    ]
    if not found:
        raise Unusable(
            VerdictKind.COMPILE_ERROR,
            f"the candidate has neither a theorem named {formalization.theorem} nor a bare proof",
        )
    places = namespaces(code, lexed)
    found = [each for each in found if places[each.start] in {"", place}] or found
    complete = [each for each in found if not any(mark.text == "sorry" for mark in each.marks)]
    return (complete or found)[-1]


class _Slots:
    """The file as it grows."""

    def __init__(self, formalization: Formalization, track: Track, code: str) -> None:
        self.formalization = formalization
        self.track = track
        self.code = code
        self.lexed = lex(formalization.text)
        self.pieces: list[Piece] = []
        self.position = 0
        self.preload = 1

    def benchmark(self, end: int) -> None:
        """The benchmark's text up to `end`, with the reference solution where it is filled in."""
        text, slot = self.formalization.text, self.formalization.solution
        if slot is not None and slot.reference is not None and self.track is Track.WITH_SOLUTION:
            start, stop = slot.body.start, slot.body.end
            if self.position <= start and stop <= end:
                self.pieces.append(Piece(text[self.position : start] + slot.reference))
                self.position = stop
        if end > self.position:
            self.pieces.append(Piece(text[self.position : end]))
            self.position = end

    def imports(self, imports: Sequence[Span]) -> None:
        """The benchmark's imports, and those that the candidate adds."""
        theirs = [
            each for each in self.lexed.commands if each.keyword in {"import", "prelude", "module"}
        ]
        self.benchmark(theirs[-1].end if theirs else 0)
        if not self.pieces:
            self.pieces.append(Piece(""))
        for span in imports:
            self._code(span)
        self.preload = len(self.pieces)

    def solution(self, candidate: Candidate, own: Span | None, kept: list[Span]) -> None:
        """The solution: the benchmark's, or in the no-solution track the candidate's."""
        slot = self.formalization.solution
        if slot is None or self.track is Track.WITH_SOLUTION:
            return
        text = self.formalization.text
        given = (candidate.solution or "").strip()
        if given and not re.match(r"(?:noncomputable\s+)?(?:abbrev|def)\s", given):
            self.benchmark(slot.body.start)
            self.pieces.append(Piece(f"(\n{given}\n)", "solution"))
            self.benchmark_after(slot.body.end, slot.declaration.end)
            return
        self.benchmark(slot.declaration.start)
        if given:
            self.pieces.append(Piece(given, "solution"))
        elif own is not None:
            before = [span for span in kept if span.start < own.start]
            del kept[: len(before)]
            for span in [*before, own]:
                self._code(span)
        else:
            raise Unusable(
                VerdictKind.COMPILE_ERROR,
                f"the candidate gives no solution: this track asks for {slot.name} too",
            )
        # what follows may be the reference answer in a comment
        self.position = len(text) - len(text[slot.declaration.end :])

    def benchmark_after(self, start: int, end: int) -> None:
        """Go on with the benchmark's text at `start`, up to `end`."""
        self.position = start
        self.benchmark(end)

    def helpers(self, kept: Sequence[Span], blocks: Sequence[tuple[str, str]]) -> None:
        """The candidate's own declarations; namespaces that it leaves open are closed and opened."""
        self.benchmark(self._theorem_start())
        for span in kept:
            self._code(span)
        for keyword, name in reversed(blocks):
            self.pieces.append(Piece(f"\nend {name}\n"))
            if keyword == "namespace":
                self.pieces.append(Piece(f"open {name}\n"))

    def _theorem_start(self) -> int:
        """Where the theorem begins, with its modifiers, its doc comment, and ``open … in``."""
        text, statement = self.formalization.text, self.formalization.statement.start
        commands = self.lexed.commands
        index = next(i for i, each in enumerate(commands) if each.word_start == statement)
        start = commands[index].start
        while index and re.search(r"\sin\Z", text[: commands[index - 1].end]):
            index -= 1
            start = commands[index].start
        for comment in reversed(self.lexed.comments):
            if comment.end <= start and not text[comment.end : start].strip():
                start = comment.start
        return start

    def finish(self, proof: Command | None, lexed: Lexed, start: int) -> Assembled:
        """Statement, proof, and the rest of the benchmark's file."""
        formalization = self.formalization
        self.benchmark(formalization.statement.start)
        statement = formalization.statement.of(formalization.text)
        self.pieces.append(Piece(statement, is_statement=True))
        self.pieces.append(Piece("\n"))
        if proof is None:
            self._bare(start, lexed)
            restated = None
        else:
            restated = self._proof(proof, lexed)
        self.pieces.append(Piece("\n" + formalization.text[formalization.proof.end :] + "\n"))
        return Assembled(tuple(self.pieces), self.code, self.preload, restated)

    def _bare(self, start: int, lexed: Lexed) -> None:
        end = len(self.code.rstrip())
        if self.code.startswith(":=", start):
            start = start_without_comments(self.code, start + 2, lexed.comments)
        first = _WORD.match(self.code, start)
        if first is not None and first[0] in TACTICS:
            self.pieces.append(Piece("by\n"))
        self._in_its_column(start, end)

    def _in_its_column(self, start: int, end: int) -> None:
        """A part of the code, begun in the column that it had: where lines belong hangs on that."""
        column = start - (self.code.rfind("\n", 0, start) + 1)
        self.pieces += [Piece(" " * column), Piece(self.code[start:end], "code", start)]

    def _proof(self, proof: Command, lexed: Lexed) -> Piece | None:
        parts = syntax.parts_of(self.code, proof, lexed)
        line = self.code.count("\n", 0, proof.word_start) + 1
        if parts.assign is not None:
            head_end = parts.assign.end
            body = start_without_comments(self.code, head_end, lexed.comments)
        else:
            found = _first_alternative(self.code, proof, lexed)
            if found is None:
                reason = "the theorem is stated, but no proof follows"
                raise Unusable(VerdictKind.INCOMPLETE, reason, line)
            head_end = body = found
            self.pieces.append(Piece("fun\n"))
        if body >= proof.end:
            reason = "the theorem is stated, but no proof follows"
            raise Unusable(VerdictKind.INCOMPLETE, reason, line)
        self._in_its_column(body, proof.end)
        return self._restated(proof, lexed, head_end) if parts.assign is not None else None

    def _restated(self, proof: Command, lexed: Lexed, end: int) -> Piece | None:
        span, statement = Span(proof.word_start, end), self.formalization.statement
        theirs = words_of(self.code, Span(proof.word_end, end), lexed.comments)
        ours = words_of(self.formalization.text, statement, self.lexed.comments)
        if theirs == ours.partition(" ")[2]:
            return None
        return Piece(span.of(self.code), "code", span.start, is_statement=True)

    def _code(self, span: Span) -> None:
        self.pieces.append(Piece("\n"))
        self._in_its_column(span.start, span.end)
        self.pieces.append(Piece("\n"))


def _first_alternative(code: str, proof: Command, lexed: Lexed) -> int | None:
    """Where a proof by equations begins: at the first ``|`` that begins a line."""
    for match in _ALTERNATIVES.finditer(code, proof.word_end, proof.end):
        line = code.rfind("\n", 0, match.start()) + 1
        inside = any(each.start <= match.start() < each.end for each in lexed.comments)
        if not inside and not code[line : match.start()].strip():
            return match.start()
    return None
