"""``putnam watch``: how a run is doing, from another terminal."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Final

from pytest_putnam.errors import BadInput
from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.kept import FILE_NAME
from pytest_putnam.run_state import RunState
from pytest_putnam.terminal import Terminal
from pytest_putnam.watching import look_at

ABOUT = """\
Show how a running run is doing: solved, rate, time to go, workers, spend. It only reads.
It ends when the run has ended or was killed; Ctrl-C ends it earlier, and the run does not notice.
Exit status: 0 shown, whatever became of the run; 2 wrong usage, or there is no such run.
"""
OVER: Final = (RunState.ENDED, RunState.KILLED)
SHARE: Final = 10
"""Reading a large run takes at most this part of the time."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "run_dir", metavar="RUN", nargs="?", help="a run's folder (default: the newest in .putnam)"
    )
    parser.add_argument("--once", action="store_true", help="show one frame and end")
    parser.add_argument(
        "--every", metavar="SECONDS", default="1", help="between two frames (default: 1)"
    )


def run(args: argparse.Namespace, terminal: Terminal) -> ExitStatus:  # noqa: ARG001 - rich has its own
    """Show frames. Raises `BadInput`."""
    # Other commands need not wait for it.
    from rich.console import Console  # noqa: PLC0415
    from rich.live import Live  # noqa: PLC0415

    from pytest_putnam.reports.watch_frame import frame  # noqa: PLC0415

    every_s = _seconds(args.every)
    path = Path(args.run_dir) if args.run_dir is not None else _newest(Path(".putnam"))
    console = Console()
    moment = look_at(path)
    if args.once:
        console.print(frame(moment))
        return ExitStatus.PROVED
    with Live(frame(moment), console=console, auto_refresh=False) as live:
        try:
            while moment.state not in OVER:
                time.sleep(every_s)
                began = time.monotonic()
                moment = look_at(path)
                live.update(frame(moment), refresh=True)
                time.sleep((time.monotonic() - began) * (SHARE - 1))
        except KeyboardInterrupt:
            pass  # the usual way to leave
    return ExitStatus.PROVED


def _newest(folder: Path) -> Path:
    found = list(folder.glob(f"*/{FILE_NAME}"))
    if not found:
        raise BadInput(f"there is no run in {folder}; name the folder of one")
    # What a run writes goes into the log beside the file first.
    touched = {
        f.parent: p.stat().st_mtime for f in found for p in (f, *f.parent.glob(f"{f.name}-wal"))
    }
    return max(touched, key=lambda folder: touched[folder])


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value <= 3600.0:
        raise BadInput(f"--every={text}: it must be a number of seconds, 3600 at most")
    return value
