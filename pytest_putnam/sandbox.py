"""What a program may see and touch: the profile that bubblewrap is called with.

The default profile shows the system's programs and libraries read-only, and the paths that are named.
It has no network, a private /tmp and /dev/shm, the processes of its own only, no privileges and no
environment but PATH, LANG and HOME. It is meant for text that a candidate brought.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from pytest_putnam.errors import InfraError

SYSTEM: Final = tuple(map(Path, ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")))
ETC: Final = tuple(
    Path("/etc", name)
    for name in (
        "alternatives",
        "ld.so.cache",
        "ld.so.conf",
        "ld.so.conf.d",
        "ocamlfind.conf",  # Coq does not start without one of these two
        "ocamlfind.conf.d",
    )
)
NETWORK_ETC: Final = tuple(
    map(Path, ("/etc/hosts", "/etc/nsswitch.conf", "/etc/resolv.conf", "/etc/ssl/certs"))
)
TMP_MB: Final = 1024
"""Size of the private /tmp, which is memory."""
SHM_MB: Final = 64
NOBODY: Final = "65534"
CLEAN_ENV: Final[Mapping[str, str]] = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "HOME": "/tmp",
}


@dataclass(frozen=True, slots=True)
class Sandbox:
    """What a program may see and touch.

    With `whole_filesystem` only processes are separated (so that nothing survives): for the user's
    own programs, which need their files, their network and their environment. With ``kind="none"``
    nothing is hidden, and `readable`, `writable` and `network` mean nothing; limits and the clean
    environment hold all the same.
    """

    kind: Literal["bwrap", "none"] = "bwrap"
    readable: tuple[Path, ...] = ()
    writable: tuple[Path, ...] = ()
    network: bool = False
    whole_filesystem: bool = False

    def environment(self, given: Mapping[str, str] | None) -> dict[str, str]:
        """The environment that a program gets: `given` on top of the clean one, or of ours."""
        base: Mapping[str, str] = os.environ if self.whole_filesystem else CLEAN_ENV
        return {**base, **(given or {})}

    def command(self, argv: Sequence[str], cwd: Path) -> list[str]:
        """The command that runs `argv` inside. Raises `InfraError` where that cannot work."""
        if self.kind == "none":
            return list(argv)
        bwrap = _bwrap()
        common = ["--die-with-parent", "--new-session", "--unshare-pid", "--chdir", str(cwd)]
        if self.whole_filesystem:
            # the machine's root keeps its rights; others had none to lose
            keep = ["--cap-add", "ALL"] if os.geteuid() == 0 else []
            view = ["--bind", "/", "/", "--dev-bind", "/dev", "/dev", "--proc", "/proc"]
            return [bwrap, *view, *keep, *common, "--", *argv]
        if not self._shows(cwd):
            raise InfraError(
                f"the sandbox does not show the working directory {cwd}: "
                "add it to its writable or readable paths"
            )
        return [bwrap, *self._namespaces(), *self._view(), *common, "--", *argv]

    def _namespaces(self) -> Iterator[str]:
        yield from ("--unshare-user", "--uid", NOBODY, "--gid", NOBODY, "--cap-drop", "ALL")
        if "--disable-userns" in _bwrap_options():  # since bubblewrap 0.8
            yield "--disable-userns"
        yield from ("--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try")
        yield from ("--hostname", "sandbox")
        if not self.network:
            yield "--unshare-net"

    def _view(self) -> Iterator[str]:
        for path in SYSTEM:
            if path.is_symlink():
                yield from ("--symlink", str(path.readlink()), str(path))
            elif path.is_dir():
                yield from ("--ro-bind", str(path), str(path))
        for path in ETC + (NETWORK_ETC if self.network else ()):
            yield from ("--ro-bind-try", str(path), str(path))
        yield from ("--proc", "/proc", "--dev", "/dev")
        yield from ("--perms", "1777", "--size", str(TMP_MB << 20), "--tmpfs", "/tmp")
        yield from ("--perms", "1777", "--size", str(SHM_MB << 20), "--tmpfs", "/dev/shm")
        mounts: dict[Path, str] = {}
        for option, paths in (("--ro-bind", self.readable), ("--bind", self.writable)):
            for path in paths:
                if not path.exists():
                    raise InfraError(f"the sandbox is to show {path}, which does not exist")
                mounts.setdefault(path.resolve(), option)
                mounts[path.absolute()] = option
        for path in sorted(mounts, key=lambda path: len(path.parts)):  # inner ones over outer ones
            yield from (mounts[path], str(path), str(path))
        yield from ("--remount-ro", "/dev", "--remount-ro", "/proc", "--remount-ro", "/")

    def _shows(self, path: Path) -> bool:
        seen = (*SYSTEM, Path("/tmp"), *self.readable, *self.writable)
        return any(path.is_relative_to(each) for each in seen)


def sandbox_problem() -> str | None:
    """Why bubblewrap cannot run here, with what to do; None if it can."""
    return _problem()


@functools.cache
def _problem() -> str | None:
    advice = "or say --putnam-sandbox=none where every candidate is trusted"
    if not sys.platform.startswith("linux"):
        return f"bubblewrap needs Linux, this is {sys.platform}: use a Linux machine, {advice}"
    if shutil.which("bwrap") is None:
        return (
            "bubblewrap (bwrap) is not installed: install it, for instance with "
            f"`apt-get install bubblewrap`, {advice}"
        )
    try:
        probe = subprocess.run(
            Sandbox().command(["/bin/sh", "-c", ":"], Path("/tmp")),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=30,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"bubblewrap does not start within 30 s on this machine, {advice}"
    if probe.returncode == 0:
        return None
    said = probe.stderr.decode(errors="replace").strip() or f"status {probe.returncode}"
    return (
        f"bubblewrap cannot run here ({said}): allow unprivileged user namespaces (in a container: "
        "a seccomp and AppArmor profile that permits them, and an unmasked /proc; on Ubuntu: an "
        f"AppArmor profile for bwrap), {advice}"
    )


def _bwrap() -> str:
    found = shutil.which("bwrap")
    if found is None:
        raise InfraError("bubblewrap (bwrap) is not installed: `apt-get install bubblewrap`")
    return found


@functools.cache
def _bwrap_options() -> str:
    shown = subprocess.run(
        [_bwrap(), "--help"], stdin=subprocess.DEVNULL, capture_output=True, timeout=30, check=False
    )
    return (shown.stdout + shown.stderr).decode(errors="replace")
