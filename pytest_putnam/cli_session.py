"""``putnam session``: a proof session for a person, tactic by tactic."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from pytest_putnam.cli_check import exit_status, show
from pytest_putnam.cli_formalization import find_formalization
from pytest_putnam.cli_options import (
    CHECKER_OPTIONS,
    add_options,
    checker_settings,
    chosen,
    find_toolchain,
)
from pytest_putnam.errors import BadInput, InfraError
from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.languages.base import CheckerSettings, Toolchain
from pytest_putnam.model import Candidate, Formalization, Track, Verdict, VerdictKind
from pytest_putnam.options import LANG, LAYOUT, ROOT, TRACK
from pytest_putnam.proof_session import (
    ProofSession,
    ProofState,
    SessionSettings,
    TacticError,
    open_on,
)
from pytest_putnam.prover import Budget
from pytest_putnam.terminal import Terminal

ABOUT = """\
Prove a problem by hand, tactic by tactic (Coq and Lean): see the goals, take back, check.
PROBLEM is a problem of the benchmark, or a file of one.
Exit status: 0 where the last check said proved, 1 otherwise, 2 wrong usage, 3 something broke.
"""
HELP: Final = """\
Type a tactic to apply it; a line that ends in \\ goes on in the next. Or one of
  goals        all goals in full          undo [N]     take back the last tactic, or N of them
  script       the tactics so far         save FILE    write them as a proof (save! overwrites)
  check        ask the strict checker     quit         leave (or Ctrl-D)
Ctrl-C ends a tactic that takes too long."""
HISTORY: Final = "session_history"
HISTORY_LINES: Final = 2000

Lines = Iterator[str]
Judge = Callable[[Candidate], Verdict]


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "problem", metavar="PROBLEM", help="a problem's name, or a benchmark's file"
    )
    parser.add_argument(
        "--solution", metavar="TERM", help="the answer to prove, in the track that asks for it"
    )
    parser.add_argument(
        "--tactic-timeout",
        metavar="SECONDS",
        type=float,
        default=60.0,
        help="for one tactic (default: 60)",
    )
    add_options(parser, LANG, ROOT, LAYOUT, TRACK, *CHECKER_OPTIONS)


def run(args: argparse.Namespace, terminal: Terminal) -> ExitStatus:
    """Open the session and take commands until there are no more. Raises `BadInput`, `InfraError`."""
    if args.tactic_timeout <= 0:
        raise BadInput(f"--tactic-timeout={args.tactic_timeout:g} is no time: it is above 0")
    formalization = find_formalization(args, args.problem)
    track = chosen(args, TRACK)
    toolchain = find_toolchain(args, formalization.language, formalization.path.parent)
    settings = checker_settings(args, warm=False)
    session = open_on(
        toolchain,
        formalization,
        track,
        replace(SessionSettings.under(settings), tactic_timeout_s=args.tactic_timeout),
        Budget(None),
        solution=args.solution,
    )
    with session:
        terminal.line(
            (formalization.name, "strong"),
            f" ({formalization.language}, {track}); help tells the commands",
        )
        desk = Desk(session, _judge(toolchain, settings, formalization, track), terminal)
        desk.show_state()
        with _history(settings.cache_dir):
            desk.take(_typed(lambda: f"{formalization.name}:{len(desk.state.path)}> ", terminal))
    return desk.status


class Desk:
    """Where the person stands: the state, and those before it."""

    def __init__(self, session: ProofSession, judge: Judge, terminal: Terminal) -> None:
        self._session = session
        self._judge = judge
        self._terminal = terminal
        self._states = [session.root]
        self.status = ExitStatus.NOT_PROVED

    @property
    def state(self) -> ProofState:
        """The current one."""
        return self._states[-1]

    def take(self, lines: Lines) -> None:
        """Take commands and tactics until there are no more, or ``quit``."""
        commands: dict[str, Callable[[str], None]] = {
            "goals": lambda _: self.show_state(in_full=True),
            "undo": self._undo,
            "script": lambda _: self._terminal.line(
                self._session.candidate(self.state).code.rstrip()
            ),
            "save": self._save,
            "save!": self._overwrite,
            "check": lambda _: self._check(),
            "help": lambda _: self._terminal.line(HELP),
        }
        for line in lines:
            word, _, rest = line.strip().rstrip(".").partition(" ")
            if word == "quit":
                return
            if word in commands:
                commands[word](rest.strip())
            elif line.strip():
                self._apply(line)

    def show_state(self, *, in_full: bool = False) -> None:
        """Print the goals: the first one, and of the others what they say unless `in_full`."""
        state, line = self.state, self._terminal.line
        if state.closed:
            line(("No goals are left.", "good"), " check asks the strict checker.")
            return
        count = len(state.goals)
        hidden = f", {state.hidden} hidden" if state.hidden else ""
        line((f"{count} goal{'' if count == 1 else 's'}{hidden}", "dim"))
        for number, goal in enumerate(state.goals, 1):
            if number == 1 or in_full:
                line(("" if number == 1 else "\n") + goal.text)
            else:
                line((f"goal {number}: ", "dim"), goal.conclusion)
        if state.note:
            line((state.note, "dim"))

    def _apply(self, tactic: str) -> None:
        try:
            after = self._session.apply(self.state, tactic)
        except KeyboardInterrupt:
            self._terminal.line(("interrupted", "note"), "; the goals are as before")
            return
        if isinstance(after, TacticError):
            self._terminal.line((after.kind.value, "bad"), f": {after.message}")
            return
        self._states.append(after)
        self.show_state()

    def _undo(self, count: str) -> None:
        if not (count or "1").isdecimal():
            self._terminal.line(
                ("error", "bad"), f": undo takes a number of tactics, not {count!r}"
            )
            return
        number = min(int(count or "1"), len(self._states) - 1)
        del self._states[len(self._states) - number :]
        self.show_state()

    def _save(self, name: str, mode: str = "x") -> None:
        line = self._terminal.line
        if not name:
            line(("error", "bad"), ": save takes the name of a file")
            return
        try:
            with Path(name).open(mode, encoding="utf-8") as file:
                file.write(self._session.candidate(self.state).code)
        except FileExistsError:
            line(("error", "bad"), f": {name} is there already; save! {name} overwrites it")
        except OSError as error:
            line(("error", "bad"), f": {name} cannot be written: {error.strerror or error}")
        else:
            line(f"{len(self.state.path)} tactics are in {name}")

    def _overwrite(self, name: str) -> None:
        self._save(name, "w")

    def _check(self) -> None:
        try:
            verdict = self._judge(self._session.candidate(self.state))
        except KeyboardInterrupt:
            self._terminal.line(("interrupted", "note"))
            return
        show(verdict, "the proof", self._terminal)
        self.status = exit_status(verdict)


def _judge(
    toolchain: Toolchain, settings: CheckerSettings, formalization: Formalization, track: Track
) -> Judge:
    """The strict checker."""

    def judge(candidate: Candidate) -> Verdict:
        checker = toolchain.checker(settings)
        try:
            checker.prepare(formalization, track)
            return checker.check(formalization, track, candidate, Budget(None))
        except InfraError as error:
            return Verdict(VerdictKind.INFRA_ERROR, str(error))
        finally:
            checker.close()

    return judge


def _typed(prompt: Callable[[], str], terminal: Terminal) -> Lines:
    """The lines of a terminal with a prompt, or those of a pipe, continued ones joined."""
    interactive = sys.stdin.isatty()
    parts: list[str] = []
    while True:
        try:
            if interactive:
                line = input("... " if parts else prompt())
            else:
                line = sys.stdin.readline()
                if not line:
                    return
        except EOFError:
            terminal.line("")
            return
        except KeyboardInterrupt:
            terminal.line("")
            parts = []
            continue
        line = line.rstrip("\n")
        if line.endswith("\\"):
            parts.append(line[:-1])
            continue
        yield "\n".join([*parts, line])
        parts = []


@contextlib.contextmanager
def _history(folder: Path) -> Iterator[None]:
    """What was typed in earlier sessions, by readline, where there is a terminal."""
    if not sys.stdin.isatty():
        yield
        return
    import readline  # noqa: PLC0415 - changes how input() reads, and is not everywhere

    file = folder / HISTORY
    with contextlib.suppress(OSError):
        readline.read_history_file(file)
    readline.set_history_length(HISTORY_LINES)
    readline.parse_and_bind("tab: self-insert")
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(file)
