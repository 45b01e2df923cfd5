"""Warm sessions: coqtop with a header loaded, which tries candidates and takes them back.

A session may reject a candidate, with the words that coqc would have; it never accepts one, and in
any doubt it says nothing. After each candidate it returns to the state behind the header (`BackTo`
restores options, notations, tactics and declarations), and a secret word shows that it is in step;
where it is not, it is ended. So it is where a library that a candidate brought loaded a plugin, which
`BackTo` does not unload.
"""

from __future__ import annotations

import contextlib
import re
import secrets
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from pytest_putnam.errors import BudgetExhausted, InfraError, SplitError
from pytest_putnam.languages.coq.assemble import Assembled
from pytest_putnam.languages.coq.lexer import Sentence, sentences
from pytest_putnam.languages.coq.output import coqtop_error
from pytest_putnam.languages.coq.verdicts import Rejected, admitted_by_itself, compiler_said
from pytest_putnam.languages.coq.workshop import Workshop
from pytest_putnam.model import VerdictKind
from pytest_putnam.process import DialogueEnded, Ended
from pytest_putnam.prover import Budget
from pytest_putnam.scratch import remove

IDLE_SESSIONS: Final = 3
"""How many are kept per checker, beside those in use."""
MOST_CANDIDATES: Final = 500
"""A session is replaced after so many, or when it fills half its memory limit."""
LEAST_WARM_S: Final = 5.0
WARM_SHARE: Final = 0.25
"""Of the check's time; a candidate that takes longer is for the strict procedure."""
RESET_S: Final = 20.0

_PROMPT: Final = re.compile(
    r"<prompt>(?P<proof>[^\n]*?) < (?P<state>\d+) \|[^\n]*\| \d+ < </prompt>"
)
_SYNC: Final = re.compile(rf"PBSYNC[0-9a-f]{{16}}[^<]*{_PROMPT.pattern}")
_OUTSIDE: Final = frozenset({"Coq", "Rocq"})
"""What the prompt begins with outside of proofs."""
_DOUBTFUL: Final = frozenset({VerdictKind.CHECK_CRASH, VerdictKind.CHECK_MEMORY})


class OutOfStep(Exception):
    """A session that cannot be believed or used any more."""


class HeaderFails(Exception):
    """What is to be preloaded cannot be loaded."""


class Session:
    """One coqtop with `preloaded` loaded. One thread at a time may use it."""

    def __init__(self, workshop: Workshop, preloaded: str, budget: Budget) -> None:
        """Start it. Raises `HeaderFails`, `OutOfStep`, `InfraError`, `BudgetExhausted`."""
        self.preloaded = preloaded
        self.candidates = 0
        self._memory_mb = workshop.settings.memory_mb
        self._folder = Path(tempfile.mkdtemp(prefix="putnam-coqtop-"))
        self._dialogue = workshop.coqtop(self._folder)
        try:
            deadline = time.monotonic() + workshop.settings.startup_timeout_s
            self._read(_PROMPT, deadline, budget)
            for sentence in sentences(preloaded):
                before = self._state
                self._say(sentence.text, deadline, budget)
                _require(self._state > before, sentence)
            self._plugins = self._ask_plugins(deadline, budget)
            self._base = self._state
            self._reset(budget)
        except BaseException:
            self.close()
            raise

    def reject(self, assembled: Assembled, limit_s: float, budget: Budget) -> Rejected | None:
        """Why the candidate is no proof; None where the session cannot tell.

        Raises `OutOfStep` where the session is not to be used again, `BudgetExhausted`.
        """
        self.candidates += 1
        offset = sum(len(piece.text) for piece in assembled.pieces[: assembled.preload])
        try:
            rest = list(sentences(assembled.text(), offset))
        except SplitError:
            return None
        if not all(sentence.ended for sentence in rest):
            return None
        deadline = time.monotonic() + limit_s
        rejected = None
        for sentence in rest:
            before = self._state
            answer = self._say(sentence.text, deadline, budget)
            if self._state <= before:
                rejected = _rejection(assembled, sentence, answer)
                break
        else:
            rejected = admitted_by_itself(assembled)
        if any(_may_load_plugin(sentence) for sentence in rest):
            plugins = self._ask_plugins(time.monotonic() + RESET_S, budget)
            if plugins != self._plugins:
                self.candidates = MOST_CANDIDATES
        self._reset(budget)
        if rejected is not None and rejected.kind in _DOUBTFUL:
            return None
        return rejected

    @property
    def is_worn(self) -> bool:
        """Whether it should be replaced."""
        if self.candidates >= MOST_CANDIDATES:
            return True
        return self.candidates % 16 == 0 and self._dialogue.peak_mb > self._memory_mb / 2

    def close(self) -> None:
        """End it."""
        self._dialogue.close()
        remove(self._folder)

    def _say(self, sentence: str, deadline: float, budget: Budget) -> str:
        self._dialogue.send(sentence + "\n")
        return self._read(_PROMPT, deadline, budget)

    def _read(self, marker: re.Pattern[str], deadline: float, budget: Budget) -> str:
        timeout_s = max(0.0, deadline - time.monotonic())
        try:
            answer = self._dialogue.read_until(marker, timeout_s=timeout_s, budget=budget)
        except DialogueEnded as gone:
            if gone.ended is Ended.CANCELLED and budget.remaining_s() <= 0.0:
                raise BudgetExhausted("the item's time ran out during the check") from gone
            raise OutOfStep(str(gone)) from gone
        found = list(_PROMPT.finditer(answer))
        self._state = int(found[-1]["state"])
        return answer

    def _reset(self, budget: Budget) -> None:
        """Return to the state behind the header, and make sure of it."""
        word = f"PBSYNC{secrets.token_hex(8)}"
        self._dialogue.send(f"BackTo {self._base}.\n")
        self._dialogue.send(f"Fail Check {word}.\n")
        answer = self._read(_SYNC, time.monotonic() + RESET_S, budget)
        back = [(int(m["state"]), m["proof"] in _OUTSIDE) for m in _PROMPT.finditer(answer)]
        is_back = len(back) == 2 and back[0] == (self._base, True) and back[1][1]
        is_back = is_back and word in answer
        self._expect(is_back, f"states {back} where {self._base} was due")

    def _expect(self, condition: bool, otherwise: str) -> None:
        if not condition:
            raise OutOfStep(otherwise)

    def _ask_plugins(self, deadline: float, budget: Budget) -> str:
        return _PROMPT.sub("", self._say("Print ML Modules.", deadline, budget))


class Sessions:
    """The warm sessions of a checker, by what they have loaded; the least recently used ones go."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._idle: list[Session] = []
        self._failed: set[str] = set()
        self._lock = threading.Lock()
        self._is_closed = False

    def reject(self, assembled: Assembled, budget: Budget) -> Rejected | None:
        """Why the candidate is no proof; None where a session cannot tell.

        Raises `BudgetExhausted`.
        """
        check_s = self._workshop.settings.check_timeout_s
        limit_s = min(check_s, max(LEAST_WARM_S, check_s * WARM_SHARE))
        if assembled.preload > 1 and _preloaded(assembled) in self._failed:
            assembled = replace(assembled, preload=1)
        try:
            return self._try(assembled, limit_s, budget)
        except HeaderFails:  # by an import that the candidate adds
            self._failed.add(_preloaded(assembled))
            return self._try(replace(assembled, preload=1), limit_s, budget)

    def _try(self, assembled: Assembled, limit_s: float, budget: Budget) -> Rejected | None:
        preloaded = _preloaded(assembled)
        with (
            contextlib.suppress(OutOfStep, InfraError, SplitError),
            self._session(preloaded, budget) as session,
        ):
            return session.reject(assembled, limit_s, budget)
        return None

    def close(self) -> None:
        """End them all; those in use end when they are given back."""
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for session in idle:
            session.close()

    @contextlib.contextmanager
    def _session(self, preloaded: str, budget: Budget) -> Iterator[Session]:
        with self._lock:
            found = next((s for s in reversed(self._idle) if s.preloaded == preloaded), None)
            if found is not None:
                self._idle.remove(found)
        session = found or Session(self._workshop, preloaded, budget)
        try:
            yield session
        except BaseException:
            session.close()
            raise
        self._give_back(session)

    def _give_back(self, session: Session) -> None:
        dropped = [session] if session.is_worn else []
        with self._lock:
            if not dropped and not self._is_closed:
                self._idle.append(session)
            elif not dropped:
                dropped = [session]
            while len(self._idle) > IDLE_SESSIONS:
                dropped.append(self._idle.pop(0))
        for each in dropped:
            each.close()


def _rejection(assembled: Assembled, sentence: Sentence, answer: str) -> Rejected | None:
    error = coqtop_error(answer)
    if error is None:
        return None
    column = len(
        sentence.text.encode(errors="replace")[: max(0, error.start)].decode(errors="ignore")
    )
    return compiler_said(assembled, error, sentence.span.start + column)


def _preloaded(assembled: Assembled) -> str:
    return "".join(piece.text for piece in assembled.pieces[: assembled.preload])


def _require(condition: bool, sentence: Sentence) -> None:
    if not condition:
        raise HeaderFails(sentence.text)


def _may_load_plugin(sentence: Sentence) -> bool:
    return not sentence.is_focus and any(token.text == "Require" for token in sentence.tokens())
