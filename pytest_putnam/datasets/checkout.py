"""Which commit a folder is a checkout of, read from git's files without running git."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

_HASH: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


def commit_of(folder: Path) -> str | None:
    """The commit that is checked out at `folder`; None where it is not the top of a checkout.

    Worktrees and submodules, whose ``.git`` is a file, are known too. Changes that are not committed
    are not looked for.
    """
    try:
        git_dir = _git_dir(folder / ".git")
        if git_dir is None:
            return None
        head = (git_dir / "HEAD").read_text(encoding="utf-8").strip()
        if not head.startswith("ref: "):
            return head if _HASH.fullmatch(head) else None
        return _resolve(git_dir, head.removeprefix("ref: "))
    except (OSError, UnicodeDecodeError):
        return None


def _git_dir(path: Path) -> Path | None:
    if path.is_dir():
        return path
    if not path.is_file():
        return None
    said = path.read_text(encoding="utf-8").strip()
    return path.parent / said.removeprefix("gitdir: ") if said.startswith("gitdir: ") else None


def _resolve(git_dir: Path, ref: str) -> str | None:
    common = git_dir / "commondir"
    folders = [git_dir]
    if common.is_file():
        folders.append(git_dir / common.read_text(encoding="utf-8").strip())
    for folder in folders:
        loose = folder / ref
        if loose.is_file():
            commit = loose.read_text(encoding="utf-8").strip()
            return commit if _HASH.fullmatch(commit) else None
    for folder in folders:
        packed = folder / "packed-refs"
        if packed.is_file():
            for line in packed.read_text(encoding="utf-8").splitlines():
                commit, _, name = line.partition(" ")
                if name == ref and _HASH.fullmatch(commit):
                    return commit
    return None
