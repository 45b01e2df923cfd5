"""Stand between this package and one program: start it, limit it, and leave nothing behind.

`pytest_putnam.process` runs `main` in a process of its own (``python -I -S``, with nothing but the
standard library, `_measure` and `_become`) for every program that it starts. The guard is single-threaded, so
it may fork and set limits in the child (a threaded program may not run Python between fork and
exec). It is the reaper of everything that the program leaves behind, so it finds daemons too. And
it ends everything as soon as its own parent is gone, however that died.

A stream socket leads to the parent. From there come one length-prefixed marshalled dictionary
(`main` names its keys), then single bytes: ``k`` kill, ``i`` interrupt, ``u`` report usage. Back go
length-prefixed marshalled dictionaries with a key ``event``: ``failed``, ``started``, ``usage``,
``ended``. (marshal, because both ends are the same interpreter and json takes 5 ms to import; for
the same reason no pathlib.)
"""

from __future__ import annotations

import contextlib
import marshal
import os
import resource
import select
import signal
import sys
import time
from typing import Any, Final

from pytest_putnam._become import become, prctl
from pytest_putnam._measure import Usage, descendants, disk_bytes, proportional_kb, usage

TICK_S: Final = 0.1
"""How often the program's processes are counted and measured."""
DISK_TICKS: Final = 5
"""Every how many ticks its folders are measured."""
LINGER_S: Final = 10.0
"""How long killed processes are waited for; one in an uninterruptible system call may take longer."""
_PR_SET_CHILD_SUBREAPER: Final = 36


class Guard:
    """The state of one guarded program."""

    def __init__(self, control: int, spec: dict[str, Any]) -> None:
        self.control = control
        self.spec = spec
        self.child = 0
        self.status: int | None = None
        self.reason = ""
        self.started_at = time.monotonic()
        self.ticks = 0
        self.cpu_s = 0.0
        self.peak_kb = 0
        self.address_kb = 0
        self.bwrap_status = -1
        self.bwrap_said = b""
        self.bwrap_block = -1

    # -- starting

    def start(self) -> str | None:
        """Fork and exec the program; why it could not be started, or None."""
        argv: list[str] = list(self.spec["argv"])
        passed: list[int] = []
        if self.spec["bwrap"]:
            passed = self._speak_with_bwrap(argv)
        failure_r, failure_w = os.pipe()
        self.child = os.fork()
        if self.child == 0:
            become(self.spec, argv, passed, failure_w)
        os.close(failure_w)
        for fd in (0, 1, 2, *passed):
            os.close(fd)
        null = os.open("/dev/null", os.O_RDWR)  # is 0: nothing else may get these numbers
        os.dup2(null, 1)
        os.dup2(null, 2)
        failure = os.read(failure_r, 4096)
        os.close(failure_r)
        return failure.decode(errors="replace") or None

    def _speak_with_bwrap(self, argv: list[str]) -> list[int]:
        self.bwrap_status, status = os.pipe()
        block, self.bwrap_block = os.pipe()
        os.set_blocking(self.bwrap_status, False)
        argv[1:1] = ["--json-status-fd", str(status), "--block-fd", str(block)]
        passed = [status, block]
        if self.spec["seccomp"]:
            program, feed = os.pipe()
            os.write(feed, self.spec["seccomp"])  # a few hundred bytes
            os.close(feed)
            argv[1:1] = ["--seccomp", str(program)]
            passed.append(program)
        return passed

    def hear_bwrap(self) -> None:
        """Read bubblewrap's status lines; let the program go once its processes are limited."""
        with contextlib.suppress(BlockingIOError):
            while chunk := os.read(self.bwrap_status, 4096):
                self.bwrap_said += chunk
        _, known, rest = self.bwrap_said.partition(b'"child-pid":')
        if known and b"\n" in rest and self.bwrap_block >= 0:
            if self.spec["tasks"] is not None:
                # Inside its user namespace the kernel counts only the sandbox's own tasks. It
                # never does for the machine's root, hence the counting in `look`.
                tasks = (self.spec["tasks"],) * 2
                pid = int(rest.replace(b"}", b",").split(b",")[0])
                with contextlib.suppress(OSError):
                    resource.prlimit(pid, resource.RLIMIT_NPROC, tasks)
            os.write(self.bwrap_block, b"x")
            os.close(self.bwrap_block)
            self.bwrap_block = -1

    # -- watching

    def run(self) -> None:
        """Watch until the program has ended or must be ended, then end everything and report."""
        wake_r, wake_w = os.pipe()
        os.set_blocking(wake_w, False)
        os.set_blocking(wake_r, False)
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
        signal.set_wakeup_fd(wake_w, warn_on_full_buffer=False)
        self.started_at = time.monotonic()
        failure = self.start()
        if failure is not None:
            self.send(event="failed", message=failure)
            return
        self.send(event="started")
        self.watch(wake_r)
        self.measure()
        self.kill_all()
        if self.bwrap_status >= 0:
            self.hear_bwrap()
        self.report_end()

    def watch(self, wake: int) -> None:
        """Return once the program has ended, or with a `reason` to end it."""
        poller = select.poll()
        poller.register(self.control, select.POLLIN)
        poller.register(wake, select.POLLIN)
        if self.bwrap_block >= 0:
            poller.register(self.bwrap_status, select.POLLIN)
        wall_s = self.spec["wall_s"]
        end_at = float("inf") if wall_s is None else self.started_at + wall_s
        look_at = self.started_at + TICK_S
        while not self.reap() and not self.reason:
            pause_s = min(look_at, end_at) - time.monotonic()
            ready = {fd for fd, _ in poller.poll(max(0.0, pause_s) * 1000)}
            if self.control in ready:
                self.obey()
            if wake in ready:
                with contextlib.suppress(BlockingIOError):
                    os.read(wake, 4096)
            if self.bwrap_status in ready:
                self.hear_bwrap()
                if self.bwrap_block < 0:
                    poller.unregister(self.bwrap_status)
            now = time.monotonic()
            if now >= end_at:
                self.reason = "wall"
            elif now >= look_at:
                self.look()
                look_at = time.monotonic() + TICK_S

    def obey(self) -> None:
        """Do what the parent asks; its end of the socket being closed asks for the end."""
        try:
            orders = os.read(self.control, 64)
        except OSError:
            orders = b""
        if not orders or b"k" in orders:
            self.reason = "killed"
        if b"i" in orders:
            # bubblewrap itself would die of it, and with it everything inside
            outer = [] if self.spec["bwrap"] else [self.child]
            for pid in (*outer, *descendants(self.child)):
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGINT)
        for _ in range(orders.count(b"u")):
            self.measure()
            self.send(event="usage", cpu_s=self.cpu_s, peak_kb=self.peak_kb)

    def measure(self) -> Usage:
        """Measure the tree, keeping what was seen at most."""
        used = usage(self.spec["tasks"])
        past = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.cpu_s = max(self.cpu_s, used.cpu_s + past.ru_utime + past.ru_stime)
        self.peak_kb = max(self.peak_kb, used.resident_kb, used.peak_kb, past.ru_maxrss)
        self.address_kb = max(self.address_kb, used.address_kb)
        return used

    def look(self) -> None:
        """Compare with the limits; sets `reason` where one is passed or the parent is gone."""
        spec = self.spec
        used = self.measure()
        self.ticks += 1
        if os.getppid() != spec["parent"]:
            self.reason = "killed"
        elif spec["cpu_s"] is not None and self.cpu_s >= spec["cpu_s"]:
            self.reason = "cpu"
        elif spec["tasks"] is not None and used.tasks > spec["tasks"]:
            self.reason = "tasks"
        elif (
            spec["resident"] is not None
            and used.resident_kb * 1024 > spec["resident"]
            # the sum counts a page once per process that shares it; this does not, and is dear
            and proportional_kb() * 1024 > spec["resident"]
        ):
            self.reason = "memory"
        elif (
            spec["disk"] is not None
            and self.ticks % DISK_TICKS == 0
            and disk_bytes(spec["folders"]) > spec["disk"]
        ):
            self.reason = "disk"

    # -- ending

    def reap(self) -> bool:
        """Collect every child that has ended; True once the program itself has."""
        with contextlib.suppress(ChildProcessError):
            while ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                if ended.si_pid == self.child:
                    self.kill_group()
                _, status = os.waitpid(ended.si_pid, 0)
                if ended.si_pid == self.child:
                    self.status = os.waitstatus_to_exitcode(status)
        return self.status is not None

    def kill_group(self) -> None:
        """Kill the program's group at one stroke; only before the program is collected.

        No process of a group forks while the group is killed, so a fork bomb cannot outrun this. In
        bubblewrap the end of its first process has the same effect on everything inside.
        """
        with contextlib.suppress(OSError):
            os.killpg(self.child, signal.SIGKILL)

    def kill_all(self) -> None:
        """Kill whatever is left, also what moved to another session or group."""
        if self.child and self.status is None:
            self.kill_group()
        deadline = time.monotonic() + LINGER_S
        freeze_until = 0.0 if self.spec["bwrap"] else deadline - LINGER_S / 2
        pause_s = 0.0005
        frozen: set[int] = set()
        while True:
            self.reap()
            now = time.monotonic()
            if now >= deadline or not has_children():
                return
            found = set(descendants(os.getpid()))
            fresh = found - frozen if now < freeze_until else set()
            # Who is stopped forks no more, yet keeps its place under the limit of processes.
            # Killing at once would only make room for the next ones.
            for pid in fresh or found:
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGSTOP if fresh else signal.SIGKILL)
            frozen |= fresh
            if not fresh:
                time.sleep(pause_s)
                pause_s = min(pause_s * 2, 0.05)

    def report_end(self) -> None:
        """Say how it ended."""
        past = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.send(
            event="ended",
            reason=self.reason,
            status=-int(signal.SIGKILL) if self.status is None else self.status,
            bwrap_ran=b'"exit-code"' in self.bwrap_said,
            wall_s=time.monotonic() - self.started_at,
            cpu_s=max(self.cpu_s, past.ru_utime + past.ru_stime),
            peak_kb=max(self.peak_kb, past.ru_maxrss),
            address_kb=self.address_kb,
        )

    def send(self, **message: object) -> None:
        """Send one message; a parent that is gone needs none."""
        data = marshal.dumps(message)
        with contextlib.suppress(OSError):
            os.write(self.control, len(data).to_bytes(4, "big") + data)


def has_children() -> bool:
    """True while this process has children, zombies included."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def receive(fd: int, size: int) -> bytes:
    """Exactly `size` bytes. Raises `EOFError` where the other end closes before."""
    data = b""
    while len(data) < size:
        part = os.read(fd, size - len(data))
        if not part:
            raise EOFError
        data += part
    return data


def main() -> None:
    """Guard the program that the parent describes; the socket's FD is the first argument.

    Keys of the description: ``argv``, ``env``, ``cwd``, ``bwrap`` (argv is bubblewrap's), ``seccomp``
    (its filter), ``parent`` (its pid), ``folders`` (whose size `disk` limits), and the limits, each
    possibly None: ``wall_s``, ``cpu_s``, ``memory`` (address space, bytes), ``resident`` (of the
    tree, bytes), ``tasks`` (processes and threads), ``file`` and ``disk`` (bytes).
    """
    control = int(sys.argv[1])
    os.set_inheritable(control, False)
    try:
        spec = marshal.loads(receive(control, int.from_bytes(receive(control, 4), "big")))
    except (EOFError, ConnectionError):
        return  # the parent is gone already
    spec["guard"] = os.getpid()
    prctl(_PR_SET_CHILD_SUBREAPER, 1)
    with contextlib.suppress(OSError):  # root may; it keeps the guard awake among busy programs
        real_time = os.SCHED_RR | os.SCHED_RESET_ON_FORK
        os.sched_setscheduler(0, real_time, os.sched_param(1))
    guard = Guard(control, spec)
    try:
        guard.run()
    except BaseException as error:  # noqa: BLE001 - must not leave the program unguarded
        guard.kill_all()
        guard.send(event="failed", message=f"its guard broke: {type(error).__name__}: {error}")
    os._exit(0)  # tearing the interpreter down takes longer than all that was done
