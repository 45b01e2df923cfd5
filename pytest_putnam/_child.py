"""A guarded program as its parent sees it: its pipes, its guard, how it ended."""

from __future__ import annotations

import contextlib
import marshal
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from pytest_putnam.errors import InfraError
from pytest_putnam.limits import End, Ended, Limits, judge
from pytest_putnam.sandbox import Sandbox

GUARD: Final = (
    f"import sys; sys.path.append({str(Path(__file__).resolve().parents[1])!r}); "
    "from pytest_putnam._guard import main; main()"
)
GUARD_GRACE_S: Final = 15.0
"""How much later than asked the guard may report the end before it is killed itself."""
CHUNK: Final = 1 << 16
LAST_WORDS_BYTES: Final = 4096
_DEADLY: Final = frozenset(
    {
        *(signal.SIGINT, signal.SIGQUIT, signal.SIGILL, signal.SIGTRAP, signal.SIGABRT),
        *(signal.SIGBUS, signal.SIGFPE, signal.SIGKILL, signal.SIGSEGV, signal.SIGPIPE),
        *(signal.SIGALRM, signal.SIGTERM, signal.SIGXCPU, signal.SIGXFSZ, signal.SIGSYS),
    }
)
"""Bubblewrap, like a shell, exits with 128 and the signal's number where one ended the program. Such
a status is taken for that; not 129 (SIGHUP), with which Coq exits by itself."""

Sink = Callable[[bytes], None]


class Child:
    """A guarded program with its pipes. `pump` does all reading and writing.

    One thread at a time may talk to it; any thread may `kill` or `close` it.
    """

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
        """Start it. `stdin` None keeps the pipe open, bytes are all it gets; no `stderr`: merged.

        Raises `InfraError` where it cannot be started.
        """
        self.limits = limits
        self.program = argv[0]
        self.end: End | None = None
        self._in_bwrap = sandbox.kind == "bwrap"
        self._keep_stdin = stdin is None
        self._outgoing = bytearray(stdin or b"")
        self._asked: Ended | None = None
        self._give_up_at = float("inf")
        self._messages = bytearray()
        self._started = False
        self._usage: tuple[float, float] | None = None
        self._last_words = b""
        self._lock = threading.RLock()
        self._owner = os.getpid()
        spec = _spec(argv, cwd, sandbox.environment(env), limits, sandbox)
        # Whatever happens to us, our end of this being closed is the program's end.
        self._control, theirs = socket.socketpair()
        with theirs:
            self._guard = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", GUARD, str(theirs.fileno())],
                stdin=subprocess.DEVNULL if stdin == b"" else subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE if stderr else subprocess.STDOUT,
                cwd="/",
                env={k: v for k, v in os.environ.items() if k == "LD_LIBRARY_PATH"},
                pass_fds=(theirs.fileno(),),
                start_new_session=True,  # so that Ctrl-C reaches us and not it
                bufsize=0,
            )
        try:
            self._sinks: dict[int, Sink] = {}
            for pipe, sink in ((self._guard.stdout, stdout), (self._guard.stderr, stderr)):
                if pipe is not None and sink is not None:
                    os.set_blocking(pipe.fileno(), False)
                    self._sinks[pipe.fileno()] = sink
            if self._guard.stdin is not None:
                os.set_blocking(self._guard.stdin.fileno(), False)
            with contextlib.suppress(ConnectionError):  # it died at once; `pump` will tell
                self._control.sendall(len(spec).to_bytes(4, "big") + spec)
            while not self._started and self.end is None:
                self.pump(1.0)
        except BaseException:
            self.close()
            raise

    # -- talking to it

    def write(self, data: bytes) -> None:
        """Queue `data` for its standard input; `pump` writes."""
        with self._lock:
            self._outgoing += data

    def pump(self, timeout_s: float) -> None:
        """Move what can be moved, waiting at most `timeout_s` for something to do.

        Raises `InfraError`, once, where it turns out that the program could not be started.
        """
        with self._lock:
            if self.end is not None:
                return
            if time.monotonic() > self._give_up_at:
                self._guard.kill()
            ready = {fd for fd, _ in self._poller().poll(max(0.0, timeout_s) * 1000)}
            for fd in ready & self._sinks.keys():
                self._drain(fd)
            stdin = self._guard.stdin
            if stdin is not None and not stdin.closed and stdin.fileno() in ready:
                self._feed(stdin.fileno())
            if self._control.fileno() in ready and self._listen():
                self._release()

    def kill(self, why: Ended) -> None:
        """Have it ended; `pump` until `end` is known."""
        if self.end is None and self._asked is None:
            self._asked = why
            self._give_up_at = time.monotonic() + GUARD_GRACE_S
            self._order(b"k")

    def interrupt(self) -> None:
        """Send it SIGINT."""
        self._order(b"i")

    def measure(self) -> tuple[float, float]:
        """CPU seconds and peak resident MiB so far."""
        with self._lock:
            self._usage = None
            self._order(b"u")
            while self._usage is None and self.end is None:
                self.pump(1.0)
            if self.end is not None:
                return self.end.cpu_s, self.end.peak_mb
            return self._usage or (0.0, 0.0)

    def close(self) -> None:
        """End it if need be and release everything; safe to call again."""
        if os.getpid() != self._owner:
            return  # a fork of ours that ends has no say
        self.kill(Ended.CANCELLED)
        with self._lock:
            try:
                while self.end is None:
                    with contextlib.suppress(InfraError):
                        self.pump(1.0)
            finally:
                self.end = self.end or End(Ended.CANCELLED, -int(signal.SIGKILL))
                self._release()

    # -- inside

    def _order(self, order: bytes) -> None:
        with contextlib.suppress(OSError):
            self._control.send(order)

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
        """Read once; False where there is nothing."""
        try:
            data = os.read(fd, CHUNK)
        except BlockingIOError:
            return False
        if not data:
            del self._sinks[fd]
            return False
        self._last_words = (self._last_words + data)[-LAST_WORDS_BYTES:]
        self._sinks[fd](data)
        return True

    def _feed(self, fd: int) -> None:
        try:
            written = os.write(fd, bytes(self._outgoing[:CHUNK]))
        except BlockingIOError:
            return
        except OSError:  # it closed its end: what it will not read it does not need
            self._outgoing.clear()
            self._keep_stdin = False
            return
        del self._outgoing[:written]

    def _listen(self) -> bool:
        """Read the guard's messages; True at the end."""
        try:
            data = self._control.recv(CHUNK)
        except OSError:
            data = b""
        self._messages += data
        while len(self._messages) >= (size := 4 + int.from_bytes(self._messages[:4], "big")) > 4:
            message = marshal.loads(bytes(self._messages[4:size]))
            del self._messages[:size]
            self._hear(message)
        if not data and self.end is None:  # the guard was killed, and the program with it
            self._drain_the_rest()
            if not self._started:
                self._fail(f"its guard died: {self._last_words.decode(errors='replace').strip()}")
            self.end = End(self._asked or Ended.SIGNAL, -int(signal.SIGKILL))
        return self.end is not None

    def _hear(self, message: dict[str, Any]) -> None:
        match message["event"]:
            case "started":
                self._started = True
                if self.limits.wall_s is not None:
                    self._give_up_at = time.monotonic() + self.limits.wall_s + GUARD_GRACE_S
            case "usage":
                self._usage = (message["cpu_s"], message["peak_kb"] / 1024)
            case "failed":
                self._fail(str(message["message"]))
            case "ended":
                self._drain_the_rest()
                status, reason = int(message["status"]), str(message["reason"])
                last_words = self._last_words.decode(errors="replace")
                if self._in_bwrap and not reason and not message["bwrap_ran"]:
                    self._fail(f"in the sandbox: {last_words.strip() or f'status {status}'}")
                if self._in_bwrap and status - 128 in _DEADLY:
                    status = 128 - status
                peak_mb = message["peak_kb"] / 1024
                ended = judge(
                    self.limits,
                    reason=reason,
                    asked=self._asked,
                    status=status,
                    cpu_s=message["cpu_s"],
                    address_mb=message["address_kb"] / 1024,
                    peak_mb=peak_mb,
                    last_words=last_words,
                )
                self.end = End(ended, status, message["wall_s"], message["cpu_s"], peak_mb)

    def _fail(self, why: str) -> None:
        self.end = End(Ended.EXIT, 127)
        self._release()
        raise InfraError(f"{self.program} cannot be started: {why}")

    def _drain_the_rest(self) -> None:
        """Take what the pipes still hold. Bounded, should something write on that got away."""
        for fd in list(self._sinks):
            for _ in range(1024):
                if not self._drain(fd):
                    break

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
    program = _find(argv[0], cwd, environment.get("PATH", os.defpath))
    resident_mb = limits.memory_mb if limits.resident_mb is None else limits.resident_mb
    in_bwrap = sandbox.kind == "bwrap"
    tasks = limits.processes
    return marshal.dumps(
        {
            "argv": sandbox.command(argv, cwd, program),
            "env": dict(environment),
            "cwd": "/" if in_bwrap else str(cwd),
            "bwrap": in_bwrap,
            "seccomp": sandbox.system_calls(),
            "folders": list(map(str, sandbox.writable)),
            "parent": os.getpid(),
            "wall_s": limits.wall_s,
            "cpu_s": limits.cpu_s,
            "memory": _bytes(limits.memory_mb),
            "resident": _bytes(resident_mb),
            "tasks": tasks + 2 if tasks is not None and in_bwrap else tasks,  # bwrap's own two
            "file": _bytes(limits.file_mb),
            "disk": _bytes(limits.disk_mb),
        }
    )


def _find(name: str, cwd: Path, path: str) -> Path:
    found = shutil.which(str(cwd / name) if "/" in name else name, path=path)
    if found is None:
        where = "it is not an executable file" if "/" in name else f"it is not on PATH ({path})"
        raise InfraError(f"{name} cannot be started: {where}")
    return Path(found)


def _bytes(mebibytes: int | None) -> int | None:
    return None if mebibytes is None else mebibytes << 20
