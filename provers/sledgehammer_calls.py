"""Calling sledgehammer in a theory: the command, its limit from outside, what it said."""

from __future__ import annotations

from typing import Final

from pytest_putnam.errors import InfraError
from pytest_putnam.theories import Tried

from .sledgehammer_output import Hammered, read

SHARE: Final = 1.25
GRACE_S: Final = 30.0
"""Sledgehammer replays what it found after its time, and the theory is loaded before."""


def hammer_command(timeout_s: int, provers: str, *more: str) -> str:
    """The command; `provers` by blanks, empty for its own choice."""
    options = [f"timeout = {timeout_s}", *([f'provers = "{provers}"'] if provers else []), *more]
    return f"sledgehammer [{', '.join(options)}]"


def outside_s(timeout_s: int) -> float:
    """When it is ended from outside, seconds."""
    return SHARE * timeout_s + GRACE_S


def hammered_at(tried: Tried, line: int) -> Hammered:
    """What it said in `line`. Raises `InfraError` where it said nothing."""
    said = tried.said(line)
    if not said:
        raise InfraError("Isabelle says nothing of a sledgehammer that it was given")
    return read([message.text for message in said])
