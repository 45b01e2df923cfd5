"""Stand between this package and one program: start it, limit it, and leave nothing behind.

`pytest_putnam.process` runs this file as a program of its own (``python -I -S _guard.py FD``, the
standard library only) for every program that it starts. The guard is single-threaded, so it may
fork and set limits in the child; it is the reaper of everything that the program leaves behind, so it
finds daemons too; and it ends everything as soon as its own parent is gone, however that died.

FD is a stream socket. From the parent come one length-prefixed marshalled dictionary (`main` names
its keys), then single bytes: ``k`` kill, ``i`` interrupt, ``u`` report usage. To the parent go
length-prefixed marshalled dictionaries with a key ``event``: ``failed``, ``started``, ``usage``,
``ended``. (marshal, because both ends are the same interpreter and json takes 5 ms to import.)
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import marshal
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Iterator
from typing import Any, Final, NoReturn

TICK_S: Final = 0.1
"""How often the program's processes are counted and measured."""
LINGER_S: Final = 10.0
"""How long killed processes are waited for; one in an uninterruptible system call may take longer."""
_PR_SET_PDEATHSIG: Final = 1
_PR_SET_CHILD_SUBREAPER: Final = 36
_CLOCK_TICK_S: Final = 1.0 / os.sysconf("SC_CLK_TCK")

_libc = ctypes.CDLL(None, use_errno=True)


class Usage:
    """What the processes that are alive use together."""

    def __init__(self) -> None:
        self.cpu_s = 0.0
        self.tasks = 0
        self.resident_kb = 0
        self.address_kb = 0
        """The largest address space that any one of them ever had."""


class Guard:
    """The state of one guarded program."""

    def __init__(self, control: int, spec: dict[str, Any]) -> None:
        self.control = control
        self.spec = spec
        self.child = 0
        self.status: int | None = None
        self.reason = ""
        self.started_at = time.monotonic()
        self.cpu_s = 0.0
        self.peak_kb = 0
        self.address_kb = 0
        self.bwrap_status = b""
        self.bwrap_fds: tuple[int, int] | None = None

    # -- starting

    def start(self) -> str | None:
        """Fork and exec the program; why it could not be started, or None."""
        spec = self.spec
        argv: list[str] = list(spec["argv"])
        failure_r, failure_w = os.pipe()
        passed: list[int] = []
        if spec["bwrap"]:
            status_r, status_w = os.pipe()
            block_r, block_w = os.pipe()
            os.set_blocking(status_r, False)
            self.bwrap_fds = (status_r, block_w)
            passed = [status_w, block_r]
            argv[1:1] = ["--json-status-fd", str(status_w), "--block-fd", str(block_r)]
        self.child = os.fork()
        if self.child == 0:
            self._become(argv, passed, failure_w)
        os.close(failure_w)
        for fd in (0, 1, 2, *passed):
            os.close(fd)
        null = os.open("/dev/null", os.O_RDWR)  # 0: nothing else may get these numbers
        os.dup2(null, 1)
        os.dup2(null, 2)
        failure = os.read(failure_r, 4096)
        os.close(failure_r)
        return failure.decode(errors="replace") or None

    def _become(self, argv: list[str], passed: list[int], failure: int) -> NoReturn:
        spec = self.spec
        try:
            _libc.prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
            os.setsid()
            for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD, signal.SIGINT):
                signal.signal(number, signal.SIG_DFL)
            signal.set_wakeup_fd(-1)
            _limit(resource.RLIMIT_CORE, 0)
            if spec["memory"] is not None:
                _limit(resource.RLIMIT_AS, spec["memory"])
            if spec["file"] is not None:
                _limit(resource.RLIMIT_FSIZE, spec["file"])
            if spec["cpu_s"] is not None:  # per process, and only should the guard itself be ended
                _limit(resource.RLIMIT_CPU, int(spec["cpu_s"]) + 2)
            for fd in passed:
                os.set_inheritable(fd, True)
            os.chdir(spec["cwd"])
            os.execvpe(argv[0], argv, spec["env"])
        except BaseException as error:  # noqa: BLE001 - the other side of a fork: nothing may escape
            os.write(failure, f"{type(error).__name__}: {error}".encode()[:4096] or b"?")
        os._exit(127)

    def bwrap_says(self) -> None:
        """Read bubblewrap's status lines; let the program go once its processes are limited."""
        if self.bwrap_fds is None:
            return
        status, block = self.bwrap_fds
        with contextlib.suppress(BlockingIOError):
            while chunk := os.read(status, 4096):
                self.bwrap_status += chunk
        if block >= 0 and b'"child-pid"' in self.bwrap_status:
            if self.spec["tasks"] is not None:
                # Inside its user namespace the kernel counts only the sandbox's own tasks. It
                # never does for the machine's root, hence the counting in `watch`.
                pid = int(
                    self.bwrap_status.split(b'"child-pid":', 1)[1].split(b",")[0].strip(b" }\n")
                )
                with contextlib.suppress(OSError):
                    resource.prlimit(pid, resource.RLIMIT_NPROC, (self.spec["tasks"],) * 2)
            os.write(block, b"x")
            os.close(block)
            self.bwrap_fds = (status, -1)

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
        self.send(event="started", pid=self.child)
        poller = select.poll()
        poller.register(self.control, select.POLLIN)
        poller.register(wake_r, select.POLLIN)
        if self.bwrap_fds is not None:
            poller.register(self.bwrap_fds[0], select.POLLIN)
        next_look = time.monotonic() + TICK_S
        while not self.reason:
            for fd, _ in poller.poll(self._pause_s(next_look) * 1000):
                if fd == self.control:
                    self.obey()
                elif fd == wake_r:
                    with contextlib.suppress(BlockingIOError):
                        os.read(wake_r, 4096)
                else:
                    self.bwrap_says()
                    poller.unregister(fd) if self.bwrap_fds and self.bwrap_fds[1] < 0 else None
            if self.reap():
                break
            if time.monotonic() >= next_look:
                self.look()
                next_look = time.monotonic() + TICK_S
        self.kill_all()
        self.bwrap_says()
        self.report_end()

    def _pause_s(self, next_look: float) -> float:
        until = next_look
        if self.spec["wall_s"] is not None:
            until = min(until, self.started_at + self.spec["wall_s"])
        return max(0.0, until - time.monotonic())

    def obey(self) -> None:
        """Do what the parent asks; its end of the socket being closed asks for the end."""
        try:
            orders = os.read(self.control, 64)
        except OSError:
            orders = b""
        if not orders or b"k" in orders:
            self.reason = "killed"
        if b"i" in orders:
            for pid in list(descendants(self.child)) or [self.child]:
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGINT)
        for _ in range(orders.count(b"u")):
            self.measure()
            self.send(event="usage", cpu_s=self.cpu_s, peak_kb=self.peak_kb)

    def measure(self) -> Usage:
        """Measure the tree, keeping what was seen at most."""
        used = usage(self.child)
        past = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.cpu_s = max(self.cpu_s, used.cpu_s + past.ru_utime + past.ru_stime)
        self.peak_kb = max(self.peak_kb, used.resident_kb, past.ru_maxrss)
        self.address_kb = max(self.address_kb, used.address_kb)
        return used

    def look(self) -> None:
        """Compare with the limits; sets `reason` where one is passed or the parent is gone."""
        spec = self.spec
        used = self.measure()
        if os.getppid() != spec["parent"]:
            self.reason = "killed"
        elif spec["wall_s"] is not None and time.monotonic() - self.started_at >= spec["wall_s"]:
            self.reason = "wall"
        elif spec["cpu_s"] is not None and self.cpu_s >= spec["cpu_s"]:
            self.reason = "cpu"
        elif spec["tasks"] is not None and used.tasks > spec["tasks"]:
            self.reason = "tasks"
        elif (
            spec["resident"] is not None
            and used.resident_kb * 1024 > spec["resident"]
            # the sum counts a page once per process that shares it; this does not, and is dear
            and proportional_kb(self.child) * 1024 > spec["resident"]
        ):
            self.reason = "memory"

    # -- ending

    def reap(self) -> bool:
        """Collect every child that has ended; True once the program itself has."""
        with contextlib.suppress(ChildProcessError):
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if pid == 0:
                    break
                if pid == self.child:
                    self.status = os.waitstatus_to_exitcode(status)
        return self.status is not None

    def kill_all(self) -> None:
        """Kill whatever is left, also what moved to another session or group."""
        deadline = time.monotonic() + LINGER_S
        pause_s = 0.0005
        while time.monotonic() < deadline:
            found = list(descendants(os.getpid()))
            for pid in found:
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            self.reap()
            if not found and not has_children():
                return
            time.sleep(pause_s)
            pause_s = min(pause_s * 2, 0.05)

    def report_end(self) -> None:
        """Say how it ended."""
        past = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.send(
            event="ended",
            reason=self.reason,
            status=-int(signal.SIGKILL) if self.status is None else self.status,
            bwrap_ran=b'"exit-code"' in self.bwrap_status,
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


def _limit(which: int, value: int) -> None:
    """Lower a limit, as far as it is not lower already."""
    _, hard = resource.getrlimit(which)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(which, (value, value))


def descendants(pid: int) -> Iterator[int]:
    """Every process under `pid`, parents first."""
    waiting = [pid]
    while waiting:
        parent = waiting.pop(0)
        try:
            threads = os.listdir(f"/proc/{parent}/task")  # noqa: PTH208 - pathlib takes 10 ms to import
        except OSError:
            continue
        for thread in threads:
            try:
                children = _read(f"/proc/{parent}/task/{thread}/children")
            except OSError:
                continue
            for child in map(int, children.split()):
                yield child
                waiting.append(child)


def usage(pid: int) -> Usage:
    """What `pid` and everything under it use now."""
    total = Usage()
    for each in (pid, *descendants(pid)):
        try:
            stat = _read(f"/proc/{each}/stat").rpartition(b")")[2].split()
            status = _read(f"/proc/{each}/status")
        except OSError:
            continue
        total.tasks += int(stat[17])
        total.cpu_s += sum(map(int, stat[11:15])) * _CLOCK_TICK_S
        total.resident_kb += _field(status, b"RssAnon") + _field(status, b"RssShmem")
        total.address_kb = max(total.address_kb, _field(status, b"VmPeak"))
    return total


def proportional_kb(pid: int) -> int:
    """Resident memory of the tree with shared pages divided among those who share them."""
    total = 0
    for each in (pid, *descendants(pid)):
        with contextlib.suppress(OSError):
            rollup = _read(f"/proc/{each}/smaps_rollup")
            total += _field(rollup, b"Pss_Anon") + _field(rollup, b"Pss_Shmem")
    return total


def has_children() -> bool:
    """True while this process has children, zombies included."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def _field(text: bytes, name: bytes) -> int:
    _, found, rest = text.partition(b"\n" + name + b":")
    return int(rest.split(None, 1)[0]) if found else 0


def _read(path: str) -> bytes:
    fd = os.open(path, os.O_RDONLY)
    try:
        chunks = []
        while chunk := os.read(fd, 65536):
            chunks.append(chunk)
        return b"".join(chunks)
    finally:
        os.close(fd)


def _receive(fd: int, size: int) -> bytes:
    data = b""
    while len(data) < size:
        chunk = os.read(fd, size - len(data))
        if not chunk:
            raise EOFError
        data += chunk
    return data


def main() -> None:
    """Guard the program that the parent describes.

    Keys of the description: ``argv``, ``env``, ``cwd``, ``bwrap`` (argv is bubblewrap's), ``parent``
    (its pid), and the limits, each possibly None: ``wall_s``, ``cpu_s``, ``memory`` (address space,
    bytes), ``resident`` (of the tree, bytes), ``tasks`` (processes and threads), ``file`` (bytes).
    """
    control = int(sys.argv[1])
    os.set_inheritable(control, False)
    try:
        spec = marshal.loads(_receive(control, int.from_bytes(_receive(control, 4), "big")))
    except (EOFError, OSError) as error:
        if isinstance(error, OSError) and error.errno not in {errno.ECONNRESET, errno.EPIPE}:
            raise
        return
    _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    Guard(control, spec).run()


if __name__ == "__main__":
    main()
