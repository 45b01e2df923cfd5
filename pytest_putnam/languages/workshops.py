"""What the workshops of all languages share: running an assistant's programs in the sandbox."""

from __future__ import annotations

import re
import secrets
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from pytest_putnam.errors import BadInput, BudgetExhausted, InfraError
from pytest_putnam.languages.pool import TIME_RAN_OUT
from pytest_putnam.process import Completed, Ended, Limits, Sandbox, run
from pytest_putnam.prover import Budget

LEAST_FREE_MB: Final = 64
"""With less free disk than this a failure is the machine's."""


@dataclass(slots=True)
class Spent:
    """What the programs of one check have used so far. Each of them is added when it has ended."""

    cpu_s: float = 0.0
    check_s: float = 0.0
    """Wall time without start-up and library loading; of programs that only confirm, nothing."""

    def add(self, cpu_s: float, *, check_s: float = 0.0) -> None:
        """Add one program."""
        self.cpu_s += cpu_s
        self.check_s += max(0.0, check_s)


def run_to_end(
    argv: Sequence[str],
    folder: Path,
    *,
    env: Mapping[str, str],
    limits: Limits,
    sandbox: Sandbox,
    budget: Budget,
) -> Completed:
    """Run a program in `folder` as `process.run` does. Raises `BudgetExhausted`, `InfraError`."""
    done = run(argv, cwd=folder, env=env, limits=limits, sandbox=sandbox, budget=budget)
    if done.ended is Ended.CANCELLED:
        raise cancelled(budget)
    return done


def telling_end(argv: Sequence[str]) -> tuple[list[str], re.Pattern[str]]:
    """`argv` as a command that prints a line of its own when it ends, and what finds that line.

    Group 1 is the status. The shell tells it: what a dialogue keeps of a program that has ended is short.
    """
    mark = f"PUTNAM_END_{secrets.token_hex(12)}"
    script = '"$@"; s=$?; printf "\\n%s %d\\n" "$0" "$s"; exit "$s"'
    return ["/bin/sh", "-c", script, mark, *argv], re.compile(rf"^{mark} (\d+)\n", re.MULTILINE)


def cancelled(budget: Budget) -> BudgetExhausted | InfraError:
    """What it means that a program was cancelled."""
    if budget.remaining_s() <= 0.0:
        return BudgetExhausted(TIME_RAN_OUT)
    return InfraError("the check was ended from outside: the run is stopping")


def sandbox_kind(name: str) -> Literal["bwrap", "none"]:
    """The sandbox of that name (`CheckerSettings.sandbox`). Raises `BadInput`."""
    if name == "bwrap":
        return "bwrap"
    if name == "none":
        return "none"
    raise BadInput(f"unknown sandbox {name!r}: it is bwrap or none")


def check_disk(folder: Path) -> None:
    """Raise `InfraError` where the disk is full, which assistants report as an error of the file."""
    free_mb = shutil.disk_usage(folder).free >> 20
    if free_mb < LEAST_FREE_MB:
        raise InfraError(f"only {free_mb} MiB are free in {folder}: make room there, or set TMPDIR")
