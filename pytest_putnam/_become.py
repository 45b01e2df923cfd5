"""From fork to exec: the guard's child becomes the program, with its limits set.

For the guard, so without pathlib.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
from typing import Any, Final, NoReturn

from pytest_putnam._measure import tasks_of

NPROC_ROOM: Final = 4
"""How many times its limit of tasks is left to the user's other programs while it runs."""
_PR_SET_PDEATHSIG: Final = 1


def become(spec: dict[str, Any], argv: list[str], passed: list[int], failure: int) -> NoReturn:
    """Be the program from here on, within the limits of `spec` (`_guard.main` names its keys).

    `passed` are the descriptors that it inherits; why it could not be started is written to `failure`.
    """
    try:
        prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)  # should the guard itself be killed
        if os.getppid() != spec["guard"]:
            os._exit(127)
        os.setsid()
        signal.set_wakeup_fd(-1)
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        limit(resource.RLIMIT_CORE, 0)
        limit(resource.RLIMIT_AS, spec["memory"])
        limit(resource.RLIMIT_FSIZE, spec["file"])
        if spec["tasks"] is not None and not spec["bwrap"]:
            # The kernel counts all of the user's tasks, and none of root's: a second wall only.
            limit(resource.RLIMIT_NPROC, tasks_of(os.getuid()) + NPROC_ROOM * spec["tasks"])
        if spec["cpu_s"] is not None:  # per process, and only should the guard itself be killed
            limit(resource.RLIMIT_CPU, int(spec["cpu_s"]) + 2)
        for fd in passed:
            os.set_inheritable(fd, True)
        os.chdir(spec["cwd"])
        os.execvpe(argv[0], argv, spec["env"])
    except BaseException as error:  # noqa: BLE001 - the other side of a fork: nothing may escape
        os.write(failure, f"{type(error).__name__}: {error}".encode()[:4096])
    os._exit(127)


def prctl(option: int, value: int) -> None:
    """Set an attribute of this process."""
    if ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), f"prctl {option}")


def limit(which: int, value: int | None) -> None:
    """Lower a limit, as far as it is not lower already."""
    if value is None:
        return
    _, hard = resource.getrlimit(which)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(which, (value, value))
