"""A folder that a candidate may write to: nothing that it leaves there may harm us.

It may leave links to our files, pipes on which a reader waits for ever, files without end, folders
nested deeper than Python can follow, folders that their owner may not enter.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

MOST_MB: Final = 512


@contextlib.contextmanager
def scratch(prefix: str = "putnam-") -> Iterator[Path]:
    """A new empty folder (in ``$TMPDIR``), for the owner only, removed afterwards."""
    folder = Path(tempfile.mkdtemp(prefix=prefix)).resolve()
    try:
        yield folder
    finally:
        remove(folder)


def collect(source: Path, target: Path, *, most_mb: int = MOST_MB) -> bool:
    """Copy a regular file of at most `most_mb` out of a scratch folder, in which it lies directly.

    False, and no `target`, where `source` is anything else.
    """
    data = content(source, most_mb=most_mb)
    if data is None:
        return False
    target.write_bytes(data)
    return True


def content(source: Path, *, most_mb: int = MOST_MB) -> bytes | None:
    """What a regular file of at most `most_mb` holds; None where `source` is anything else."""
    try:
        fd = os.open(source, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        state = os.fstat(fd)
        if not stat.S_ISREG(state.st_mode) or state.st_size > most_mb << 20:
            return None
        with os.fdopen(fd, "rb", closefd=False) as file:
            return file.read(most_mb << 20)
    finally:
        os.close(fd)


def remove(folder: Path) -> None:
    """Remove a folder with all that is in it; links are not followed."""
    try:
        shutil.rmtree(folder)
    except (OSError, RecursionError):
        # these two descend without recursion and without long paths
        for command in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):
            subprocess.run([*command, "--", str(folder)], capture_output=True, check=False)
