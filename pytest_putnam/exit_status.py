"""What the command ``putnam`` ends with."""

from __future__ import annotations

import enum


class ExitStatus(enum.IntEnum):
    """Exit statuses; `PROVED` is also that of every command that found nothing wrong."""

    PROVED = 0
    NOT_PROVED = 1
    USAGE = 2
    FAULT = 3
    INTERRUPTED = 130
