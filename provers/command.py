"""The prover ``command``: a program of the user's, in any language, started once per attempt.

It gets the task as one JSON object on standard input (the keys of `Task.as_json`) and the same
essentials as environment variables ``PUTNAM_TASK_NAME``, ``_LANGUAGE``, ``_TRACK``, ``_ATTEMPT``,
``_SEED`` and ``_WORK_DIR``. It runs in the directory that pytest was started in, with the user's
files, network and environment, and prints a candidate: the code as it stands, or a JSON object

    {"code": "Proof. … Qed.", "solution": "3"}      {"gave_up": "no tactic applies"}

What it writes to standard error is kept as the attempt's transcript.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
import shlex
import shutil
import signal
import stat
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar, Final

from pytest_putnam.errors import BadInput, BudgetExhausted, ProverError
from pytest_putnam.model import Candidate, VerdictKind
from pytest_putnam.process import Completed, Ended, Limits, Sandbox, run
from pytest_putnam.prover import Answer, Budget, Prover, ProverOption, ProverSettings, Task

OUTPUT_MB: Final = 64
"""More on one of its streams ends the program."""
CODE_CHARS: Final = 4 << 20
"""A longer text is no candidate: the longest proofs known have a hundredth of it."""
TAIL_CHARS: Final = 2000
"""So much of standard error goes into the message of a program that broke."""
TRANSCRIPT_CHARS: Final = 200_000
HASHED_MB: Final = 16
"""What is in a larger file is not part of the program's version."""
CLAIMS_JSON: Final = re.compile(r'\{\s*"(code|solution|gave_up)"\s*:')


class Command(Prover):
    """Starts the program of ``cmd`` for each attempt."""

    name = "command"
    default_attempt_timeout_s = 600.0
    options: ClassVar[tuple[ProverOption, ...]] = (
        ProverOption(
            "cmd",
            "the program and its arguments, quoted as in a shell, which does not see them: "
            "no pipes, no variables",
            required=True,
        ),
    )

    def __init__(self, settings: ProverSettings) -> None:
        super().__init__(settings)
        self._argv = _argv(settings.options["cmd"], settings.root_dir)
        # The user's own program, not a candidate: it sees everything, but nothing of it survives.
        self._sandbox = Sandbox(
            "none" if settings.sandbox == "none" else "bwrap",
            whole_filesystem=True,
        )

    def attempt(self, task: Task, budget: Budget) -> Answer:
        """Run the program and read what it printed.

        Raises `ProverError` where it ends badly, `InfraError` where it cannot be started.
        """
        budget.check()
        left_s = budget.remaining_s()
        done = run(
            self._argv,
            cwd=self.settings.root_dir,
            stdin=json.dumps(task.as_json()),
            env=_hints(task),
            limits=Limits(
                wall_s=None if math.isinf(left_s) else left_s,
                keep_bytes=OUTPUT_MB << 20,
                output_mb=OUTPUT_MB,
            ),
            sandbox=self._sandbox,
            budget=budget,
        )
        self._raise_for(done)
        return _answer(done.stdout, _bounded(done.stderr, TRANSCRIPT_CHARS))

    def versions(self) -> Mapping[str, str]:
        """The program that is run, and what the files on its command line have in them.

        Of a file above `HASHED_MB` it is the size and the time of change.
        """
        files = [self.settings.root_dir / word for word in self._argv]
        known = [f"{file.name} {version}" for file in files if (version := _file_version(file))]
        return {"cmd": shlex.join(self._argv), "files": ", ".join(known)}

    def _raise_for(self, done: Completed) -> None:
        """Raise what the program's end means, unless it ended well."""
        program = self._argv[0]
        said = _bounded(done.stderr.strip(), TAIL_CHARS)
        tail = f"; it said: {said}" if said else "; it wrote nothing to standard error"
        match done.ended:
            case Ended.WALL | Ended.CANCELLED:
                raise BudgetExhausted(f"{program} was ended after {done.wall_s:.1f} s")
            case Ended.OUTPUT:
                raise ProverError(f"{program} printed more than {OUTPUT_MB} MiB and was ended")
            case Ended.SIGNAL:
                raise ProverError(f"{program} was killed by {_signal_name(done.status)}{tail}")
            case Ended.EXIT if done.status == 0:
                return
            case Ended.EXIT:
                raise ProverError(f"{program} ended with exit status {done.status}{tail}")
            case _:
                raise ProverError(f"{program} ran out of {done.ended}{tail}")


def _file_version(file: Path) -> str:
    """So that a run is not resumed with a script that was changed meanwhile; empty where no file is.

    A large file (a model's weights) is not read: its size and time of change stand for it.
    """
    try:
        about = file.stat()
        if not stat.S_ISREG(about.st_mode):
            return ""
        if about.st_size > HASHED_MB << 20:
            changed = datetime.fromtimestamp(about.st_mtime, UTC).isoformat()
            return f"of {about.st_size} bytes, changed {changed}"
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()[:12]
    except PermissionError:
        return "not readable"
    except OSError:  # a word that is no path: it may be longer than a file's name can be
        return ""


def _argv(cmd: str, root_dir: Path) -> tuple[str, ...]:
    """The words of `cmd`, the program's path absolute. Raises `BadInput`."""
    try:
        words = shlex.split(cmd)
    except ValueError as error:
        raise BadInput(f"cmd={cmd!r} cannot be split into words: {error}") from error
    if not words:
        raise BadInput("cmd is empty; give a program and its arguments")
    program, *arguments = words
    if "/" not in program and not program.startswith("~"):
        found = shutil.which(program)
        if found is None:
            beside = " (for the one in this directory, write ./)" * (root_dir / program).exists()
            raise BadInput(f"cmd={cmd!r}: there is no program {program!r} on PATH{beside}")
        return (found, *arguments)
    path = root_dir / Path(program).expanduser()
    if not path.is_file():
        what = "is not a file" if path.exists() else "does not exist"
        raise BadInput(f"cmd={cmd!r}: {path} {what}")
    if not os.access(path, os.X_OK):
        raise BadInput(
            f"cmd={cmd!r}: {path} is not executable; chmod +x it, or name its interpreter"
        )
    return (str(path), *arguments)


def _hints(task: Task) -> dict[str, str]:
    """What a small script wants to know without parsing JSON."""
    return {
        "PUTNAM_TASK_NAME": task.formalization.name,
        "PUTNAM_TASK_LANGUAGE": task.formalization.language.value,
        "PUTNAM_TASK_TRACK": task.track.value,
        "PUTNAM_TASK_ATTEMPT": str(task.attempt),
        "PUTNAM_TASK_SEED": str(task.seed),
        "PUTNAM_TASK_WORK_DIR": str(task.work_dir),
    }


def _answer(printed: str, transcript: str) -> Answer:
    """What the output says. Raises `ProverError` for JSON that says nothing."""
    text = printed.removeprefix("\ufeff").strip()  # as some systems begin a text
    code, solution = printed, None
    if text.startswith("{"):
        data = _object(text)
        if data is not None:
            if _gave_up(data):
                reason = data["gave_up"] if isinstance(data["gave_up"], str) else ""
                return Answer.none(reason or "the program gave up", transcript=transcript)
            code, solution = _string(data, "code") or "", _string(data, "solution")
    for what, value in (("code", code), ("solution", solution or "")):
        if fault := _fault(value):
            return Answer.none(
                f"the printed {what} {fault}", ended=VerdictKind.NO_CODE, transcript=transcript
            )
    if not code.strip():
        return Answer.none(
            "the program printed nothing" if not text else "the printed code is empty",
            ended=VerdictKind.NO_CODE,
            transcript=transcript,
        )
    return Answer((Candidate(code, solution),), transcript=transcript)


def _object(text: str) -> dict[str, object] | None:
    """The JSON object that `text` is; None where it is code in braces."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        if CLAIMS_JSON.match(text):
            raise ProverError(f"the program printed JSON that cannot be read: {error}") from error
        return None
    if not isinstance(data, dict) or not data.keys() & {"code", "gave_up"}:
        keys = _bounded(", ".join(map(repr, data)), 200) or "none"
        raise ProverError(
            f"the printed JSON object has no 'code' and no 'gave_up'; its keys: {keys}"
        )
    return data


def _gave_up(data: Mapping[str, object]) -> bool:
    """Whether it says so: a program may print all keys always, with null where there is nothing."""
    return "gave_up" in data and (bool(data["gave_up"]) or data.get("code") is None)


def _string(data: Mapping[str, object], key: str) -> str | None:
    value = data.get(key)
    if value is None or isinstance(value, str):
        return value
    raise ProverError(f"{key!r} in the printed JSON object is {type(value).__name__}, not a string")


def _fault(text: str) -> str:
    """Why `text` cannot be part of a proof; empty if it can."""
    if "\0" in text:
        return "has NUL characters, which no proof has"
    if len(text) > CODE_CHARS:
        return f"has {len(text):,} characters, more than {CODE_CHARS:,}"
    try:
        text.encode()
    except UnicodeEncodeError:
        return "has a lone surrogate, which is no text"
    return ""


def _bounded(text: str, chars: int) -> str:
    """The end of `text`."""
    return text if len(text) <= chars else f"… {text[-chars:]}"


def _signal_name(status: int) -> str:
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"signal {-status}"
