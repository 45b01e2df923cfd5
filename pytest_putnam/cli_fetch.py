"""``putnam fetch``: a checkout of the official benchmark at a known commit. What is there stays there."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from pytest_putnam.datasets import find_dataset
from pytest_putnam.errors import BadInput, InfraError
from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.machine import default_cache_dir
from pytest_putnam.model import Language
from pytest_putnam.terminal import Terminal

ABOUT = """\
Clone the official benchmark at a commit, with git, and say how to run on it.
Where it is there already, nothing is fetched; another commit is checked out where one is asked for.
Exit status: 0 the benchmark is there, 2 wrong usage, 3 git or the network failed.
"""
URL: Final = "https://github.com/trishullab/PutnamBench"
COMMIT: Final = "3c9b9268ebd132d482938b8e9d242dd71fc1ebc0"
"""Of July 2026, with one file per problem in all three languages."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--url", default=URL, metavar="URL", help=f"what to clone (default: {URL})")
    parser.add_argument(
        "--commit",
        metavar="COMMIT",
        help=f"a commit, tag or branch (default: {COMMIT[:7]} of the official benchmark, else the newest)",
    )
    parser.add_argument(
        "--to",
        type=Path,
        metavar="DIR",
        help="the folder of the checkout (default: one in $XDG_CACHE_HOME or ~/.cache)",
    )


def run(args: argparse.Namespace, terminal: Terminal) -> ExitStatus:
    """Clone or update, and report. Raises `BadInput`, `InfraError`."""
    if shutil.which("git") is None:
        raise InfraError(
            "git is not installed: install it, for instance with `apt-get install git`"
        )
    url: str = args.url
    asked: str = args.commit or (COMMIT if url == URL else "HEAD")
    if asked.startswith("-"):
        raise BadInput(f"--commit={asked} is no commit, tag or branch")
    folder: Path = (args.to or _default_folder(url)).expanduser().absolute()
    if folder.is_dir() and any(folder.iterdir()):
        commit = _update(folder, url, asked, explicit=args.commit is not None, terminal=terminal)
    else:
        commit = _clone(folder, url, asked, terminal)
    _tell(folder, commit, terminal)
    return ExitStatus.PROVED


def _default_folder(url: str) -> Path:
    name = url.rstrip("/").rpartition("/")[2].removesuffix(".git")
    return default_cache_dir() / "benchmarks" / (name or "benchmark")


def _clone(folder: Path, url: str, asked: str, terminal: Terminal) -> str:
    """Clone beside `folder` and move it there when it is whole."""
    terminal.line(f"cloning {url} …")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        partial = tempfile.mkdtemp(prefix=f".{folder.name}.partial-", dir=folder.parent)
    except OSError as error:
        raise BadInput(f"{folder} cannot be made: {error.strerror or error}") from error
    try:
        _git(["clone", "--quiet", "--no-checkout", "--", url, partial], None)
        commit = _commit(Path(partial), asked)
        if commit is None:
            raise BadInput(f"--commit={asked}: {url} has no such commit, tag or branch")
        _git(["checkout", "--quiet", "--detach", commit], Path(partial))
        Path(partial).chmod(0o755)  # mkdtemp's are private
        if folder.exists():
            folder.rmdir()  # it is empty
        Path(partial).rename(folder)
    except OSError as error:
        raise InfraError(f"{folder} cannot be written: {error.strerror or error}") from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return commit


def _update(folder: Path, url: str, asked: str, *, explicit: bool, terminal: Terminal) -> str:
    """Check out what is asked for in a clone that is there; git is asked only where it is missing."""
    if not (folder / ".git").exists():
        raise BadInput(
            f"{folder} is there and is no git checkout; name another folder with --to, or remove it"
        )
    origin = _git(["config", "--get", "remote.origin.url"], folder).strip()
    if origin.rstrip("/") != url.rstrip("/"):
        raise BadInput(f"{folder} is a clone of {origin}, not of {url}; name another with --to")
    here = _git(["rev-parse", "HEAD"], folder).strip()
    if asked == "HEAD" and not explicit:
        return here
    commit = _commit(folder, asked)
    is_name = commit is None or not commit.startswith(asked.lower())
    if is_name:  # a branch may have moved, and a commit may be newer than the clone
        terminal.line(f"fetching from {url} …")
        _git(["fetch", "--quiet", "--tags", "--force", "origin"], folder)
        commit = _commit(folder, asked)
    if commit is None:
        raise BadInput(f"--commit={asked}: {url} has no such commit, tag or branch")
    if commit == here:
        return here
    changed = _git(["status", "--porcelain"], folder).splitlines()
    if changed:
        shown = ", ".join(line[3:] for line in changed[:3]) + (", …" if len(changed) > 3 else "")
        raise BadInput(
            f"{folder} is at commit {here} and has changes of its own ({shown}), so {asked} is not"
            " checked out there: commit or remove them, or name another folder with --to"
        )
    _git(["checkout", "--quiet", "--detach", commit], folder)
    return commit


def _commit(clone: Path, asked: str) -> str | None:
    """The full hash of a commit, tag or branch of the origin; None where there is none."""
    names = ["refs/remotes/origin/HEAD"] if asked == "HEAD" else [f"refs/remotes/origin/{asked}"]
    for name in (*names, *([] if asked == "HEAD" else [f"refs/tags/{asked}", asked])):
        done = _run(["rev-parse", "--quiet", "--verify", f"{name}^{{commit}}"], clone)
        if done.returncode == 0:
            return done.stdout.strip()
    return None


def _git(arguments: Sequence[str], folder: Path | None) -> str:
    """What git prints. Raises `InfraError` with what it complains of."""
    done = _run(arguments, folder)
    if done.returncode != 0:
        said = " ".join(done.stderr.split()) or f"status {done.returncode}"
        raise InfraError(f"`git {arguments[0]}` failed: {said[-500:]}")
    return done.stdout


def _run(arguments: Sequence[str], folder: Path | None) -> subprocess.CompletedProcess[str]:
    environment = {name: v for name, v in os.environ.items() if not name.startswith("GIT_")}
    # A server that wants a password must not make us wait for one.
    environment |= {"GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C.UTF-8"}
    kept = ("GIT_SSH", "GIT_SSH_COMMAND", "GIT_PROXY_COMMAND", "GIT_SSL_CAINFO")
    environment |= {name: os.environ[name] for name in kept if name in os.environ}
    try:
        return subprocess.run(
            ["git", *arguments],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    except OSError as error:
        raise InfraError(f"git cannot be run: {error.strerror or error}") from error


def _tell(folder: Path, commit: str, terminal: Terminal) -> None:
    """What is there, and how to run on it. Raises `BadInput` where that is no benchmark."""
    dataset = find_dataset(folder)
    if dataset is None or dataset.root != folder:
        raise BadInput(f"{folder} is at commit {commit}, which has not the layout of a benchmark")
    counts = {language: len(dataset.entries(language)) for language in Language}
    present = [language for language, count in counts.items() if count]
    shown = ", ".join(f"{counts[language]} in {language}" for language in present)
    terminal.line((f"{folder}", "good"), f" is at commit {commit}: {shown}")
    for language in present:
        terminal.line(f"  pytest {folder} --putnam-lang={language} --prover=NAME")
    terminal.line(f"  putnam check-problems {folder} --lang={present[0]}")
    if (folder / "lean4").is_dir():
        terminal.line(f"Lean needs Mathlib, built: cd {folder / 'lean4'} && lake exe cache get")
