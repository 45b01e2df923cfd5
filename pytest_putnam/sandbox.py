"""What a program may see and touch: the profile that bubblewrap is called with.

The default profile shows the system's programs and libraries read-only, and the paths that are named.
It has no network, a private /tmp and /dev/shm, the processes of its own only, no privileges and no
environment but PATH, LANG and HOME. It is meant for text that a candidate brought.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from pytest_putnam._seccomp import seccomp_filter
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
TMP_MB: Final = 512
"""Size of the private /tmp, which is memory."""
SHM_MB: Final = 64
TMP: Final = Path("/tmp")
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

    def command(self, argv: Sequence[str], cwd: Path, program: Path) -> list[str]:
        """The command that runs `argv` inside; `program` is where its first word was found.

        Raises `InfraError` where that cannot work.
        """
        if self.kind == "none":
            return list(argv)
        bwrap, cwd = _bwrap(), cwd.resolve()
        common = ["--die-with-parent", "--new-session", "--unshare-pid", "--chdir", str(cwd)]
        if self.whole_filesystem:
            # the machine's root keeps its rights; others had none to lose
            keep = ["--cap-add", "ALL"] if os.geteuid() == 0 else []
            view = ["--bind", "/", "/", "--dev-bind", "/dev", "/dev", "--proc", "/proc"]
            return [bwrap, *view, *keep, *common, "--", *argv]
        for path, what in (
            (program, "program"),
            (program.resolve(), "program"),
            (cwd, "working directory"),
        ):
            if not self._shows(path):
                raise InfraError(
                    f"the sandbox does not show the {what} {path}: "
                    "add a folder that holds it to the readable or writable paths"
                )
        return [bwrap, *self._namespaces(), *self._view(), *common, "--", *argv]

    def system_calls(self) -> bytes | None:
        """The filter of system calls that goes with the profile."""
        filtered = self.kind == "bwrap" and not self.whole_filesystem
        return seccomp_filter() if filtered else None

    def _namespaces(self) -> Iterator[str]:
        yield from ("--unshare-user", "--uid", NOBODY, "--gid", NOBODY, "--cap-drop", "ALL")
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
                mounts |= {path.resolve(): option, path.absolute(): option}
        for path in sorted(mounts, key=lambda path: len(path.parts)):  # inner ones over outer ones
            yield from (mounts[path], str(path), str(path))
        yield from ("--remount-ro", "/dev", "--remount-ro", "/proc", "--remount-ro", "/")

    def _shows(self, path: Path) -> bool:
        given = (
            each for path in (*self.readable, *self.writable) for each in (path, path.resolve())
        )
        return path == TMP or any(path.is_relative_to(each) for each in (*SYSTEM, *given))


def _bwrap() -> str:
    found = shutil.which("bwrap")
    if found is None:
        raise InfraError("bubblewrap (bwrap) is not installed: `apt-get install bubblewrap`")
    return found
