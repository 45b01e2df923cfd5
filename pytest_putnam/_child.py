"""A guarded program as its parent sees it: its pipes, its guard, how it ended."""

from __future__ import annotations

import contextlib
import enum
import marshal
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import InfraError
from pytest_putnam.sandbox import Sandbox

GUARD: Final = Path(__file__).with_name("_guard.py")
GUARD_GRACE_S: Final = 15.0
"""How much later than asked the guard may report the end before it is killed itself."""
CHUNK: Final = 1 << 16
OUT_OF_MEMORY: Final = re.compile(
    r"out of memory|memory allocation of \d+ bytes failed|cannot allocate memory|bad_alloc"
    r"|OutOfMemoryError|MemoryError|memory exhausted|Run out of store",
    re.IGNORECASE,
)
"""What the runtimes of OCaml, C++, Rust, Go, Lean, Java, Python and Poly/ML say of it."""
TAIL_BYTES: Final = 4096
"""How much of the last output is searched for that."""
NEAR: Final = 0.75
"""A program that crashes above this share of its memory limit is said to have met the limit."""
_DEADLY: Final = frozenset(
    {
        *(signal.SIGINT, signal.SIGQUIT, signal.SIGILL, signal.SIGTRAP, signal.SIGABRT),
        *(signal.SIGBUS, signal.SIGFPE, signal.SIGKILL, signal.SIGSEGV, signal.SIGPIPE),
        *(signal.SIGALRM, signal.SIGTERM, signal.SIGXCPU, signal.SIGXFSZ, signal.SIGSYS),
    }
)
"""A status of 128 and one of these is taken for it; not SIGHUP, as Coq exits with 129 by itself."""
_CRASHES: Final = {signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS, signal.SIGKILL}


class Ended(enum.StrEnum):
    """Which clock or event ended a program."""

    EXIT = "exit"
    SIGNAL = "signal"
    WALL = "wall"
    CPU = "cpu"
    MEMORY = "memory"
    """Too much memory, or too many processes."""
    OUTPUT = "output"
    CANCELLED = "cancelled"


_REASONS: Final = {
    "wall": Ended.WALL,
    "cpu": Ended.CPU,
    "memory": Ended.MEMORY,
    "tasks": Ended.MEMORY,
}


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program may use. None: no limit of its own."""

    wall_s: float | None = None
    """From its start; starting the sandbox (some 40 ms) counts."""
    cpu_s: float | None = None
    """Of all its processes together."""
    memory_mb: int | None = None
    """Address space of each process."""
    resident_mb: int | None = None
    """Resident memory of all its processes together, mapped files excluded; None: as `memory_mb`."""
    processes: int | None = None
    """Processes and threads alive at once."""
    file_mb: int | None = None
    """Size of any one file that it writes."""
    keep_bytes: int = 1 << 20
    """How much of each output stream is kept: a head and a tail; what is dropped is said."""
    output_mb: int | None = 64
    """More output than this ends it."""


@dataclass(frozen=True, slots=True)
class End:
    """How a program ended."""

    ended: Ended
    status: int
    wall_s: float
    cpu_s: float
    peak_mb: float


Sink = Callable[[bytes], None]


class Child:
    """A guarded program with its pipes. Not thread-safe; `pump` does all reading and writing."""

    def __init__(
        self,
        argv: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str] | None,
        limits: Limits,
        sandbox: Sandbox,
        stdin: bytes | None,
        stdout: Sink,
        stderr: Sink | None,
    ) -> None:
        """Start it. `stdin` None keeps the pipe open, bytes are all it gets; no `stderr`: merged."""
        self.limits = limits
        self.program = argv[0]
        self.end: End | None = None
        self.usage = (0.0, 0.0)
        self._sandbox = sandbox
        self._keep_stdin = stdin is None
        self._outgoing = bytearray(stdin or b"")
        self._wanted: Ended | None = None
        self._give_up_at = float("inf")
        self._messages = bytearray()
        self._usages = 0
        self._tail = b""
        environment = sandbox.environment(env)
        spec = _spec(argv, cwd, environment, limits, sandbox)
        ours, theirs = socket.socketpair()
        with theirs:
            self._guard = subprocess.Popen(
                [sys.executable, "-I", "-S", str(GUARD), str(theirs.fileno())],
                stdin=subprocess.DEVNULL if stdin == b"" else subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE if stderr else subprocess.STDOUT,
                cwd="/",
                env={k: v for k, v in os.environ.items() if k in {"PATH", "LD_LIBRARY_PATH"}},
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
                bufsize=0,
            )
        self._control = ours
        self._sinks: dict[int, Sink] = {}
        pipes = ((self._guard.stdout, stdout), (self._guard.stderr, stderr))
        for pipe, sink in pipes:
            if pipe is not None and sink is not None:
                os.set_blocking(pipe.fileno(), False)
                self._sinks[pipe.fileno()] = sink
        if self._guard.stdin is not None:
            os.set_blocking(self._guard.stdin.fileno(), False)
        try:
            ours.sendall(len(spec).to_bytes(4, "big") + spec)
            self._started = False
            while not self._started and self.end is None:
                self.pump(1.0)
        except BaseException:
            self.close()
            raise

    # -- talking to it

    def write(self, data: bytes) -> None:
        """Queue `data` for its standard input; `pump` writes."""
        self._outgoing += data

    def pump(self, timeout_s: float) -> None:
        """Move what can be moved, waiting at most `timeout_s` for something to do."""
        if self.end is not None:
            return
        if time.monotonic() > self._give_up_at:
            self._guard.kill()
        finished = False
        for fd, _ in self._poller().poll(max(0.0, timeout_s) * 1000):
            if fd in self._sinks:
                self._drain(fd)
            elif fd == self._control.fileno():
                finished = self._listen()
            else:
                self._feed()
        if finished:
            self._finish()

    def kill(self, why: Ended) -> None:
        """Have it ended; `pump` until `end` is known."""
        if self.end is None and self._wanted is None:
            self._wanted = why
            self._give_up_at = time.monotonic() + GUARD_GRACE_S
            with contextlib.suppress(OSError):
                self._control.send(b"k")

    def interrupt(self) -> None:
        """Send it SIGINT."""
        with contextlib.suppress(OSError):
            self._control.send(b"i")

    def measure(self) -> tuple[float, float]:
        """CPU seconds and peak resident MiB so far."""
        if self.end is None:
            expected = self._usages + 1
            with contextlib.suppress(OSError):
                self._control.send(b"u")
            deadline = time.monotonic() + 5.0
            while self.end is None and self._usages < expected and time.monotonic() < deadline:
                self.pump(0.5)
        return (self.end.cpu_s, self.end.peak_mb) if self.end else self.usage

    def close(self) -> None:
        """End it if need be and release everything; safe to call again."""
        if self.end is None:
            self.kill(Ended.CANCELLED)
            self._control.close()
            try:
                self._guard.wait(GUARD_GRACE_S)
            except subprocess.TimeoutExpired:
                self._guard.kill()
                self._guard.wait()
            self.end = End(Ended.CANCELLED, -int(signal.SIGKILL), 0.0, *self.usage)
        self._release()

    # -- inside

    def _poller(self) -> select.poll:
        poller = select.poll()
        poller.register(self._control.fileno(), select.POLLIN)
        for fd in self._sinks:
            poller.register(fd, select.POLLIN)
        stdin = self._guard.stdin
        if stdin is not None and not stdin.closed:
            if self._outgoing:
                poller.register(stdin.fileno(), select.POLLOUT)
            elif not self._keep_stdin:
                stdin.close()
        return poller

    def _drain(self, fd: int) -> bool:
        try:
            data = os.read(fd, CHUNK)
        except BlockingIOError:
            return False
        if data:
            self._tail = (self._tail + data)[-TAIL_BYTES:]
            self._sinks[fd](data)
            return True
        del self._sinks[fd]
        return False

    def _feed(self) -> None:
        stdin = self._guard.stdin
        assert stdin is not None
        try:
            written = os.write(stdin.fileno(), memoryview(self._outgoing)[:CHUNK])
        except BlockingIOError:
            return
        except OSError:  # it closed its end: what it will not read it does not need
            self._outgoing.clear()
            stdin.close()
            return
        del self._outgoing[:written]

    def _listen(self) -> bool:
        """Read the guard's messages; True at the end."""
        try:
            data = self._control.recv(CHUNK)
        except OSError:
            data = b""
        self._messages += data
        while len(self._messages) >= 4:
            size = int.from_bytes(self._messages[:4], "big")
            if len(self._messages) < 4 + size:
                break
            message = marshal.loads(bytes(self._messages[4 : 4 + size]))
            del self._messages[: 4 + size]
            if self._hear(message):
                return True
        if not data:  # the guard was killed, and the program with it
            ended = self._wanted or Ended.SIGNAL
            self.end = End(ended, -int(signal.SIGKILL), 0.0, *self.usage)
            return True
        return False

    def _hear(self, message: dict[str, object]) -> bool:
        match message["event"]:
            case "started":
                self._started = True
                if self.limits.wall_s is not None:
                    self._give_up_at = time.monotonic() + self.limits.wall_s + GUARD_GRACE_S
            case "usage":
                self._usages += 1
                self.usage = _numbers(message)
            case "failed":
                raise InfraError(f"{self.program} cannot be started: {message['message']}")
            case "ended":
                self.end = self._judge(message)
                return True
        return False

    def _finish(self) -> None:
        for fd in list(self._sinks):
            while self._drain(fd):
                pass
        self._release()

    def _release(self) -> None:
        self._control.close()
        try:
            self._guard.wait(GUARD_GRACE_S)
        except subprocess.TimeoutExpired:
            self._guard.kill()
            self._guard.wait()
        for pipe in (self._guard.stdin, self._guard.stdout, self._guard.stderr):
            if pipe is not None:
                pipe.close()
        self._sinks.clear()

    def _judge(self, message: dict[str, object]) -> End:
        """Say which clock or event it was. Raises `InfraError` where the sandbox did not start."""
        status, reason = _integer(message["status"]), str(message["reason"])
        in_bwrap = self._sandbox.kind == "bwrap"
        if in_bwrap and not reason and not message["bwrap_ran"]:
            said = self._tail.decode(errors="replace").strip() or f"status {status}"
            raise InfraError(f"{self.program} cannot be started in the sandbox: {said}")
        if in_bwrap and status - 128 in _DEADLY:
            status = 128 - status  # as bubblewrap, like a shell, reports a signal
        cpu_s, peak_mb = _numbers(message)
        wall_s = message["wall_s"]
        assert isinstance(wall_s, float)
        return End(
            ended=self._why(status, reason, cpu_s, _integer(message["address_kb"]) / 1024, peak_mb),
            status=status,
            wall_s=wall_s,
            cpu_s=cpu_s,
            peak_mb=peak_mb,
        )

    def _why(
        self, status: int, reason: str, cpu_s: float, address_mb: float, peak_mb: float
    ) -> Ended:
        limits = self.limits
        if reason in _REASONS:
            return _REASONS[reason]
        if reason:  # we asked for it
            return self._wanted or Ended.CANCELLED
        if status == 0:
            return Ended.EXIT
        if status == -signal.SIGXCPU or (
            status == -signal.SIGKILL and limits.cpu_s is not None and cpu_s >= limits.cpu_s
        ):
            return Ended.CPU
        limited = limits.memory_mb if limits.memory_mb is not None else limits.resident_mb
        if limited is not None:
            near = (
                limits.memory_mb is not None and address_mb >= NEAR * limits.memory_mb
            ) or peak_mb >= NEAR * limited
            if OUT_OF_MEMORY.search(self._tail.decode(errors="replace")) or (
                near and -status in _CRASHES
            ):
                return Ended.MEMORY
        return Ended.SIGNAL if status < 0 else Ended.EXIT


def _spec(
    argv: Sequence[str],
    cwd: Path,
    environment: Mapping[str, str],
    limits: Limits,
    sandbox: Sandbox,
) -> bytes:
    """What the guard is told. Raises `InfraError` where the program or the directory is not there."""
    if not cwd.is_dir():
        raise InfraError(f"{argv[0]} cannot be started in {cwd}: there is no such directory")
    path = environment.get("PATH", os.defpath)
    program = str(cwd / argv[0]) if "/" in argv[0] else argv[0]
    if shutil.which(program, path=path) is None:
        where = "is not an executable file" if "/" in argv[0] else f"is not found on PATH ({path})"
        raise InfraError(f"{argv[0]} cannot be started: it {where}")
    resident_mb = limits.memory_mb if limits.resident_mb is None else limits.resident_mb
    in_bwrap = sandbox.kind == "bwrap"
    tasks = limits.processes
    return marshal.dumps(
        {
            "argv": sandbox.command(argv, cwd),
            "env": dict(environment),
            "cwd": "/" if in_bwrap else str(cwd),
            "bwrap": in_bwrap,
            "parent": os.getpid(),
            "wall_s": limits.wall_s,
            "cpu_s": limits.cpu_s,
            "memory": _bytes(limits.memory_mb),
            "resident": _bytes(resident_mb),
            "tasks": tasks + 2 if tasks is not None and in_bwrap else tasks,  # bwrap's own two
            "file": _bytes(limits.file_mb),
        }
    )


def _bytes(mebibytes: int | None) -> int | None:
    return None if mebibytes is None else mebibytes << 20


def _integer(value: object) -> int:
    assert isinstance(value, int)
    return value


def _numbers(message: Mapping[str, object]) -> tuple[float, float]:
    cpu_s = message["cpu_s"]
    assert isinstance(cpu_s, float)
    return cpu_s, _integer(message["peak_kb"]) / 1024
