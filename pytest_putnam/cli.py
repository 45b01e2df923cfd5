"""The command ``putnam``: verdicts on single files, checks of machine and benchmark, new provers."""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import platform
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Final

from pytest_putnam import (
    cli_check,
    cli_compare,
    cli_completions,
    cli_export,
    cli_fetch,
    cli_leaderboard,
    cli_merge,
    cli_olean,
    cli_problems,
    cli_recheck,
    cli_report,
    cli_session,
    cli_setup_isabelle,
    cli_setup_lean,
    cli_show_attempt,
    cli_watch,
    doctor,
    scaffold,
)
from pytest_putnam.errors import BadInput, PutnamError
from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.terminal import Terminal, safe

Run = Callable[[argparse.Namespace, Terminal], ExitStatus]

COMMANDS: Final = {
    "check": cli_check,
    "check-problems": cli_problems,
    "compare": cli_compare,
    "completions": cli_completions,
    "doctor": doctor,
    "export": cli_export,
    "fetch": cli_fetch,
    "leaderboard": cli_leaderboard,
    "merge": cli_merge,
    "new-prover": scaffold,
    "olean": cli_olean,
    "recheck": cli_recheck,
    "report": cli_report,
    "session": cli_session,
    "setup-isabelle": cli_setup_isabelle,
    "setup-lean": cli_setup_lean,
    "show-attempt": cli_show_attempt,
    "watch": cli_watch,
}
"""Modules with ``ABOUT``, which ends with the exit statuses, ``declare`` and ``run``."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the console script's entry point."""
    try:
        return _main(argv)
    except Exception:  # noqa: BLE001 - the interpreter's own status for it, 1, would be a verdict
        traceback.print_exc()
        return ExitStatus.FAULT


def _main(argv: Sequence[str] | None) -> int:
    for stream in (sys.stdout, sys.stderr):
        # A terminal without Unicode gets escapes, not a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    args = _parser().parse_args(argv)
    run: Run = args.run
    try:
        status = run(args, Terminal())
        sys.stdout.flush()  # at the interpreter's exit nobody would hear of a full disk
    except BadInput as error:
        return _fail(args.command, error, ExitStatus.USAGE)
    except PutnamError as error:
        return _fail(args.command, error, ExitStatus.FAULT)
    except KeyboardInterrupt:
        return _fail(args.command, "interrupted", ExitStatus.INTERRUPTED)
    except OSError as error:
        # Our output cannot be written: the interpreter must not flush it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return ExitStatus.FAULT  # whoever read it has seen enough
        return _fail(args.command, error, ExitStatus.FAULT)
    return status


def _fail(command: str, what: object, status: ExitStatus) -> ExitStatus:
    sys.stderr.write(f"putnam {command}: {safe(str(what))}\n")
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="putnam",
        description="Formalized Putnam problems: verdicts on proofs, and checks of this machine. "
        "Evaluations run in pytest: pytest --putnam-lang=coq --prover=NAME.",
    )
    version = importlib.metadata.version("pytest-putnam")
    parser.add_argument(
        "--version",
        action="version",
        version=f"pytest-putnam {version}, Python {platform.python_version()}",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        about, exit_status, meanings = command.ABOUT.partition("Exit status: ")
        under = commands.add_parser(
            name,
            help=about.splitlines()[0],
            description=about,
            epilog=exit_status + meanings,
            allow_abbrev=False,
        )
        under.set_defaults(run=command.run)
        command.declare(under)
    return parser


if __name__ == "__main__":
    sys.exit(main())
