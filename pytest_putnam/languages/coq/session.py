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
import time
from dataclasses import replace
from pathlib import Path
from typing import Final

from pytest_putnam.errors import InfraError, SplitError
from pytest_putnam.languages.coq.assembled import CoqAssembled
from pytest_putnam.languages.coq.lexer import Sentence, sentences
from pytest_putnam.languages.coq.output import coqtop_error
from pytest_putnam.languages.coq.verdicts import admitted_by_itself, compiler_said
from pytest_putnam.languages.coq.workshop import Workshop
from pytest_putnam.languages.pool import Meter, OutOfStep, Pool, answer_until, warm_limit_s
from pytest_putnam.languages.rejections import Rejected
from pytest_putnam.model import VerdictKind
from pytest_putnam.prover import Budget
from pytest_putnam.scratch import remove

IDLE_SESSIONS: Final = 3
"""How many are kept per checker, beside those in use."""
MOST_CANDIDATES: Final = 500
"""A session is replaced after so many, or when it fills half its memory limit."""
RESET_S: Final = 20.0

_PROMPT: Final = re.compile(
    r"<prompt>(?P<proof>[^\n]*?) < (?P<state>\d+) \|[^\n]*\| \d+ < </prompt>"
)
_SYNC: Final = re.compile(rf"PBSYNC[0-9a-f]{{16}}[^<]*{_PROMPT.pattern}")
_OUTSIDE: Final = frozenset({"Coq", "Rocq"})
"""What the prompt begins with outside of proofs."""
_DOUBTFUL: Final = frozenset({VerdictKind.CHECK_CRASH, VerdictKind.CHECK_MEMORY})


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
            self._meter = Meter(self._dialogue)
        except BaseException:
            self.close()
            raise

    def reject(self, assembled: CoqAssembled, limit_s: float, budget: Budget) -> Rejected | None:
        """Why the candidate is no proof; None where the session cannot tell.

        Raises `OutOfStep` where the session is not to be used again, `BudgetExhausted`.
        """
        self.candidates += 1
        offset = len(assembled.preloaded)
        try:
            rest = list(sentences(assembled.text, offset))
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
        cpu_s = self._meter.used_s()
        if rejected is None or rejected.kind in _DOUBTFUL:
            return None
        rejected.cpu_s = cpu_s
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
        answer = answer_until(self._dialogue, marker, deadline, budget)
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


class Sessions(Pool[str, Session]):
    """The warm sessions of a checker, by what they have loaded; the least recently used ones go."""

    def __init__(self, workshop: Workshop) -> None:
        super().__init__(IDLE_SESSIONS)
        self._workshop = workshop
        self._failed: set[str] = set()

    def reject(self, assembled: CoqAssembled, budget: Budget) -> Rejected | None:
        """Why the candidate is no proof; None where a session cannot tell.

        Raises `BudgetExhausted`.
        """
        if assembled.preload > 1 and assembled.preloaded in self._failed:
            assembled = replace(assembled, preload=1)
        try:
            return self._try(assembled, budget)
        except HeaderFails:  # by an import that the candidate adds
            self._failed.add(assembled.preloaded)
            return self._try(replace(assembled, preload=1), budget)

    def start(self, preloaded: str, budget: Budget) -> Session:
        """A new one. Raises as `Session`."""
        return Session(self._workshop, preloaded, budget)

    def _try(self, assembled: CoqAssembled, budget: Budget) -> Rejected | None:
        limit_s = warm_limit_s(self._workshop.settings.check_timeout_s)
        with (
            contextlib.suppress(OutOfStep, InfraError, SplitError),
            self.session(assembled.preloaded, budget) as session,
        ):
            return session.reject(assembled, limit_s, budget)
        return None


def _rejection(assembled: CoqAssembled, sentence: Sentence, answer: str) -> Rejected | None:
    error = coqtop_error(answer)
    if error is None or error.is_broken_library:
        return None
    column = len(
        sentence.text.encode(errors="replace")[: max(0, error.start)].decode(errors="ignore")
    )
    return compiler_said(assembled, error, sentence.span.start + column)


def _require(condition: bool, sentence: Sentence) -> None:
    if not condition:
        raise HeaderFails(sentence.text)


def _may_load_plugin(sentence: Sentence) -> bool:
    return not sentence.is_focus and any(token.text == "Require" for token in sentence.tokens())
