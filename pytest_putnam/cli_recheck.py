"""``putnam recheck``: the candidates of a kept run, judged again."""

from __future__ import annotations

import argparse
import dataclasses
import threading
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from pathlib import Path
from typing import Final

from pytest_putnam.cli_options import (
    CHECKER_OPTIONS,
    add_options,
    checker_settings,
    chosen,
    find_toolchain,
    is_given,
)
from pytest_putnam.errors import BadInput
from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.languages.base import Checker, CheckerSettings
from pytest_putnam.model import Formalization, Language, VerdictKind
from pytest_putnam.option import comma_words
from pytest_putnam.options import (
    ALLOW_AXIOM,
    CHECK_MEMORY,
    CHECK_TIMEOUT,
    ISABELLE_ALLOW,
    LEAN_ALLOW_META,
    LEAN_HEARTBEATS,
    LEAN_REPLAY,
    ROOT,
    STARTUP_TIMEOUT,
)
from pytest_putnam.rechecking import POLICIES, Recheck, Rechecked, policies
from pytest_putnam.reports.lines import count
from pytest_putnam.resuming import shown_setting
from pytest_putnam.suggest import choices_for
from pytest_putnam.terminal import Terminal
from pytest_putnam.warmup import named_folder
from pytest_putnam.wire import one_line

ABOUT = """\
Check all kept candidates of a run again, with today's checker on this machine, and list what differs.
The checker's settings are those of the session that made the candidate, unless others are given; they are
printed first. The sandbox is this machine's. Nothing is written into the run.
Exit status: 0 all verdicts are the same, 1 some differ, 2 wrong usage, 3 some could not be checked.
"""

_FIELDS: Final = {
    "check_timeout_s": CHECK_TIMEOUT,
    "startup_timeout_s": STARTUP_TIMEOUT,
    "memory_mb": CHECK_MEMORY,
    "allowed_axioms": ALLOW_AXIOM,
    "lean_replay": LEAN_REPLAY,
    "lean_heartbeats": LEAN_HEARTBEATS,
    "lean_allow_meta": LEAN_ALLOW_META,
    "isabelle_commands": ISABELLE_ALLOW,
}
"""What a checker's setting is given by."""
_OF_ONE: Final = {"lean_": Language.LEAN4, "isabelle_": Language.ISABELLE}
"""Whose a setting is that only one language has, by how its name begins."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "run_path", metavar="RUN", type=Path, help="the run's folder, or its run.sqlite"
    )
    parser.add_argument(
        "-j", "--jobs", metavar="N", type=int, help="items checked at once (default: one per slot)"
    )
    parser.add_argument(
        "--verdict", metavar="VERDICTS", help="only attempts with these verdicts, such as proved"
    )
    add_options(parser, ROOT, *CHECKER_OPTIONS)


def run(args: argparse.Namespace, terminal: Terminal) -> ExitStatus:
    """Check, and list the differences. Raises `BadInput`."""
    mine = checker_settings(args, warm=True)
    given = {name for name, option in _FIELDS.items() if is_given(args, option)}
    if args.jobs is not None and args.jobs < 1:
        raise BadInput(f"--jobs={args.jobs}: it must be at least 1")
    root = chosen(args, ROOT)
    recheck = Recheck(
        args.run_path, None if root is None else named_folder(root), _verdicts(args.verdict)
    )
    total = recheck.count()
    own = {
        number: dataclasses.replace(
            mine, **{n: v for n, v in policies(settings).items() if n not in given}
        )
        for number, settings in recheck.settings().items()
    }
    for line in _settings_lines(own, mine, given, recheck.languages()):
        terminal.line(line)
    checkers = _Checkers(args, own)
    done: Counter[str] = Counter()
    try:
        for found in recheck.run(checkers.of, args.jobs or mine.slots):
            done["checked"] += 1
            _show(found, terminal)
            done["differ"] += found.differs
            done["undecided"] += found.undecided
            terminal.progress(f"{done['checked']} of {total}, {done['differ']} differ")
    finally:
        checkers.close()
    done["undecided"] += total - done["checked"]  # of no item, which no run writes
    terminal.line(
        f"{count(total, 'candidate')}: {total - done['differ'] - done['undecided']} as before, "
        f"{done['differ']} differ, {done['undecided']} could not be checked"
    )
    if done["differ"]:
        return ExitStatus.NOT_PROVED
    return ExitStatus.FAULT if done["undecided"] else ExitStatus.PROVED


class _Checkers:
    """One checker per language and settings, made when the first candidate is due."""

    def __init__(self, args: argparse.Namespace, settings: Mapping[int, CheckerSettings]) -> None:
        self._args = args
        self._settings = settings
        self._lock = threading.Lock()
        self._made: dict[tuple[Language, CheckerSettings], Checker] = {}

    def of(self, formalization: Formalization, session: int) -> Checker:
        """The checker of its language for what a session made. Raises `AssistantMissing`."""
        language, settings = formalization.language, self._settings[session]
        with self._lock:
            if (language, settings) not in self._made:
                toolchain = find_toolchain(self._args, language, formalization.path.parent)
                self._made[language, settings] = toolchain.checker(settings)
            return self._made[language, settings]

    def close(self) -> None:
        """End every process."""
        for checker in self._made.values():
            checker.close()


def _settings_lines(
    own: Mapping[int, CheckerSettings],
    mine: CheckerSettings,
    given: Container[str],
    languages: Container[Language],
) -> list[str]:
    """Which settings the candidates are checked with, and whose they are; nothing without candidates."""
    if not own:
        return []
    sessions: dict[CheckerSettings, list[int]] = {}
    for number, settings in own.items():
        sessions.setdefault(settings, []).append(number)
    others = tuple(prefix for prefix, language in _OF_ONE.items() if language not in languages)
    names = [name for name in POLICIES if not name.startswith(others)]
    lines = []
    for settings, numbers in sessions.items():
        whose = "the run" if len(sessions) == 1 else f"session {', '.join(map(str, numbers))}"
        theirs = [name for name in names if name not in given]
        lines.append(f"settings of {whose}: {_told(settings, theirs)}")
    instead = [name for name in names if name in given]
    if instead:
        lines.append(f"given in their place: {_told(mine, instead)}")
    return [*lines, f"of this machine: sandbox {mine.sandbox}"]


def _told(settings: CheckerSettings, names: Iterable[str]) -> str:
    values = {name: getattr(settings, name) for name in names}
    return ", ".join(
        f"{name} {shown_setting(','.join(sorted(v)) if isinstance(v, frozenset) else v)}"
        for name, v in values.items()
    )


def _verdicts(text: str | None) -> tuple[VerdictKind, ...]:
    if text is None:
        return ()
    try:
        words = comma_words((text,))
    except ValueError as error:
        raise BadInput(f"--verdict={text}: {error}") from error
    for word in words:
        if word not in set(VerdictKind):
            raise BadInput(
                f"--verdict={text}: {word!r} is no verdict. {choices_for(word, VerdictKind)}"
            )
    return tuple(map(VerdictKind, words))


def _show(found: Rechecked, terminal: Terminal) -> None:
    if not found.differs and not found.undecided:
        return
    kept, now = found.attempt, found.now
    was = f"{kept.verdict}{', needs review' if kept.needs_review else ''}"
    what = f"{now.kind}{', needs review' if now.needs_review else ''}"
    said = now.reason or next((message.text for message in now.messages), "")
    terminal.line(
        ("differs", "bad") if found.differs else ("not checked", "note"),
        f": {kept.problem} ({kept.language}) attempt {kept.attempt}: was {was}, is {what}",
        f": {one_line(said)}" if said else "",
    )
