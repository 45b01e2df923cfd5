"""What the command ``putnam`` ends with, and pytest where there is a baseline."""

from __future__ import annotations

import enum


class ExitStatus(enum.IntEnum):
    """Exit statuses; `PROVED` is also that of every command that found nothing wrong."""

    PROVED = 0
    NOT_PROVED = 1
    USAGE = 2
    FAULT = 3
    INTERRUPTED = 130


class GateStatus(enum.IntEnum):
    """Exit statuses of pytest with ``--putnam-baseline`` beside its own, which are 0 to 5."""

    UNDECIDED = 6
    """No solve is lost, but items are in error or were not run to their end."""
