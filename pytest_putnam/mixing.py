"""A run whose sessions were not all set alike: it was resumed anyway, or merged anyway."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pytest_putnam.kept import KeptRun
from pytest_putnam.kept_rows import KeptSession
from pytest_putnam.resuming import meaning, shown_setting

_COUNTS: Final = {"attempts", "exhaustive"}
"""How many attempts are made says nothing of any of them, and the items are counted by the last."""


@dataclass(frozen=True, slots=True)
class Mixture:
    """What is not the same in all sessions of a run.

    As a text it is ``allowed_axioms: none in session 1, funext in session 2``.
    """

    what: str
    """A setting's name, or ``version of`` and what it is the version of."""
    values: str
    """Which value it has in which sessions."""

    def __str__(self) -> str:
        return f"{self.what}: {self.values}"


def mixed(run: KeptRun) -> list[Mixture]:
    """Settings and versions that verdicts may depend on and that are not the same for all attempts.

    Sessions of which no attempt is kept are left out.
    """
    sessions = run.sessions()
    told = _differing(sessions)
    if told:  # only then is it worth reading who made what
        made = {number for (number,) in run.db.execute("SELECT DISTINCT session FROM attempt")}
        told = _differing([session for session in sessions if session.id in made])
    return told


def _differing(sessions: Sequence[KeptSession]) -> list[Mixture]:
    values: dict[str, dict[str, list[int]]] = {}
    meant = [(session.id, meaning(session.settings, session.versions)) for session in sessions]
    for part, prefix in (("settings", ""), ("versions", "version of ")):
        for name in dict.fromkeys(n for _, each in meant for n in each[part] if n not in _COUNTS):
            for number, each in meant:
                value = shown_setting(each[part].get(name))
                values.setdefault(f"{prefix}{name}", {}).setdefault(value, []).append(number)
    return [
        Mixture(
            name,
            ", ".join(f"{value} in {_sessions(numbers)}" for value, numbers in by_value.items()),
        )
        for name, by_value in values.items()
        if len(by_value) > 1
    ]


def _sessions(numbers: Sequence[int]) -> str:
    return f"session{'' if len(numbers) == 1 else 's'} {' and '.join(map(str, numbers))}"
