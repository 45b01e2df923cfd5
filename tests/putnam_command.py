"""Runs the command ``putnam`` as users do: in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path


def putnam(
    *args: str | Path,
    cwd: Path,
    stdin: str | bytes = "",
    env: Mapping[str, str] | None = None,
    timeout_s: float = 300,
) -> subprocess.CompletedProcess[str]:
    """Run ``putnam ARGS`` in `cwd`; compiled references are kept beside it, for other tests too."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest_putnam.cli", *map(str, args)],
        cwd=cwd,
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        env={**os.environ, "PUTNAM_CACHE": str(cwd.parent / "cache"), **(env or {})},
        timeout=timeout_s,
        check=False,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )
