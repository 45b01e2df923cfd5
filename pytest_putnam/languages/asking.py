"""Asking the programs of an installation, whatever the language: where it is, which version."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from pytest_putnam.errors import AssistantMissing

KEPT_CHARS: Final = 500
"""So much of the end of what a program says when it fails is shown."""


def ask(
    argv: Sequence[str],
    *,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    timeout_s: float = 60.0,
    hint: str = "",
) -> str:
    """What a program prints; it is trusted. Raises `AssistantMissing` with `hint` where it fails."""
    program, advice = " ".join(argv), f"; {hint}" if hint else ""
    try:
        done = subprocess.run(
            argv,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout_s,
            check=False,
            text=True,
            errors="replace",
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise AssistantMissing(f"{program} cannot be run: {error}{advice}") from error
    if done.returncode != 0:
        where = "" if folder is None else f" in {folder}"
        said = (done.stderr or done.stdout).strip()[-KEPT_CHARS:]
        raise AssistantMissing(
            f"{program} ended with status {done.returncode}{where}: {said}{advice}"
        )
    return done.stdout
