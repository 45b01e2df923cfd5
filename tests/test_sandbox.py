"""The sandbox: what hostile text inside can see and touch, tried from the inside."""

from __future__ import annotations

import os
import platform
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from process_cases import sandbox_or_skip, system_python

from pytest_putnam.errors import InfraError
from pytest_putnam.process import Completed, Ended, Limits, Sandbox, run, sandbox_problem

ROOT = Path(__file__).resolve().parent.parent
needs_filter = pytest.mark.skipif(
    platform.machine() not in {"x86_64", "aarch64", "riscv64"},
    reason=f"no filter of system calls for {platform.machine()}",
)

SYSCALL = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *arguments):
    if getattr(libc, name)(*arguments) == -1:
        raise OSError(ctypes.get_errno(), name)
"""


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    folder = tmp_path / "scratch"
    folder.mkdir()
    return folder


@pytest.fixture
def sandbox(scratch: Path) -> Sandbox:
    return sandbox_or_skip("bwrap", scratch)


def inside(code: str, sandbox: Sandbox, limits: Limits | None = None) -> Completed:
    """Run Python code in the sandbox."""
    return run(
        [system_python(), "-I", "-c", code],
        cwd=sandbox.writable[0],
        limits=limits or Limits(wall_s=30, memory_mb=2000, processes=64),
        sandbox=sandbox,
    )


def refusal(code: str, sandbox: Sandbox) -> str:
    """The name of the error with which `code` is refused; its output where it is not."""
    script = (
        "import errno\ntry:\n"
        + "".join(f"    {line}\n" for line in code.splitlines())
        + "except OSError as error:\n    print(errno.errorcode.get(error.errno, error.errno))\n"
        "else:\n    print('nothing refused it')\n"
    )
    done = inside(script, sandbox)
    assert done.status == 0, done.stderr
    return done.stdout.strip()


# -- seeing


def test_files_of_the_user_and_the_machine_are_not_there(sandbox: Sandbox, tmp_path: Path) -> None:
    secret = tmp_path / "secret"  # beside the scratch folder
    secret.write_text("secret")
    hidden = [secret, ROOT / "pyproject.toml", *Path.home().iterdir()]
    hidden += map(Path, ("/etc/shadow", "/etc/passwd", "/var/lib", "/sys/kernel", "/run", "/boot"))
    hidden = [path for path in hidden if path not in tmp_path.parents]
    done = inside(
        f"import os; print([p for p in {list(map(str, hidden))} if os.path.exists(p)])", sandbox
    )
    assert done.stdout == "[]\n"


def test_the_top_level_holds_the_system_only(sandbox: Sandbox) -> None:
    done = inside("import os; print(*sorted(os.listdir('/')))", sandbox)
    allowed = {"bin", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "sbin", "tmp", "usr"}
    assert set(done.stdout.split()) <= allowed


def test_devices_are_harmless_ones(sandbox: Sandbox) -> None:
    done = inside("import os; print(*os.listdir('/dev'))", sandbox)
    harmless = {"console", "core", "fd", "full", "null", "ptmx", "pts", "random", "shm"}
    harmless |= {"stderr", "stdin", "stdout", "tty", "urandom", "zero"}
    assert set(done.stdout.split()) <= harmless


def test_processes_of_others_are_not_there(sandbox: Sandbox) -> None:
    done = inside(
        "import os; print(sum(p.isdigit() for p in os.listdir('/proc')), os.getpid())", sandbox
    )
    assert done.stdout == "2 2\n"  # bubblewrap's first process, and Python


def test_the_first_process_leads_nowhere(sandbox: Sandbox) -> None:
    code = "import os\nprint(*[os.path.exists('/proc/1/root' + p) for p in ('/home', '/root', '/etc/shadow')])"
    assert inside(code, sandbox).stdout == "False False False\n"


def test_no_rights_are_left(sandbox: Sandbox) -> None:
    done = inside("print(open('/proc/self/status').read())", sandbox)
    fields = dict(line.split(":\t", 1) for line in done.stdout.splitlines() if ":\t" in line)
    assert {fields[name] for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")} == {
        "0" * 16
    }
    assert fields["NoNewPrivs"] == "1"
    assert fields["Uid"].split() == ["65534"] * 4


def test_a_path_that_is_named_is_seen_also_through_a_link(scratch: Path, tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    (library / "Lib.v").write_text("text")
    (tmp_path / "link").symlink_to(library)
    sandbox_or_skip("bwrap", scratch)
    sandbox = Sandbox(readable=(tmp_path / "link",), writable=(scratch,))
    code = f"print(*[open(p).read() for p in ('{tmp_path}/link/Lib.v', '{library}/Lib.v')])"
    assert inside(code, sandbox).stdout == "text text\n"


# -- touching


@pytest.mark.parametrize(
    "code",
    [
        "open('/usr/x', 'w')",
        "open('/etc/x', 'w')",
        "open('/x', 'w')",
        "open('/dev/x', 'w')",
        "open('/proc/sys/kernel/core_pattern', 'w')",
        "open('/proc/sys/kernel/hostname', 'w')",
        "open('/proc/sysrq-trigger', 'w')",
        "open('/proc/self/oom_score_adj', 'w').write('-1000')",
        "open('/dev/tty', 'w')",
        "open('/proc/kcore', 'rb').read(1)",
        "import os; os.mknod('disk', 0o60600, os.makedev(8, 0))",
        "import os; os.link('/usr/bin/env', 'env')",
        "import os; os.chroot('.')",
        "import os; os.setuid(0)",
        "import os; os.nice(-5)",
        "import socket; socket.sethostname('x')",
        "import socket; socket.socket(socket.AF_PACKET, socket.SOCK_RAW)",
        "import time; time.clock_settime(time.CLOCK_REALTIME, 0)",
        SYSCALL + "call('mount', b'none', b'/tmp', b'tmpfs', 0, None)",
        SYSCALL + "call('umount2', b'/tmp', 2)",
        SYSCALL + "call('unshare', 0x10000000)",
        SYSCALL + "call('unshare', 0x20000)",
    ],
    ids=lambda code: code.replace(SYSCALL, "")[:60],
)
def test_what_is_refused(sandbox: Sandbox, code: str) -> None:
    assert refusal(code, sandbox) in {
        "EROFS",
        "EPERM",
        "EACCES",
        "EAFNOSUPPORT",
        "EINVAL",
        "ENXIO",
        "ENOENT",
        "EXDEV",
        "ESRCH",
    }


@needs_filter
@pytest.mark.parametrize(
    ("code", "error"),
    [
        (
            "import socket; socket.socket(40, 1)",
            "EAFNOSUPPORT",
        ),  # AF_VSOCK: a virtual machine's host
        ("import socket; socket.socket(38, 5)", "EAFNOSUPPORT"),  # AF_ALG: the kernel's ciphers
        ("open('f', 'w'); import os; os.chmod('f', 0o4755)", "EPERM"),
        ("import os; os.fchmod(os.open('f', os.O_CREAT | os.O_RDWR), 0o2755)", "EPERM"),
        ("import os; os.open('f', os.O_CREAT | os.O_RDWR, 0o4755)", "EPERM"),
        ("import os; os.mknod('f', 0o104755)", "EPERM"),
        ("import os; os.memfd_create('hidden')", "EPERM"),
        (SYSCALL + "call('shmget', 0, 4096, 0o1600)", "EPERM"),
        (SYSCALL + "call('ptrace', 0, 0, 0, 0)", "EPERM"),
        (SYSCALL + "call('syscall', 321, 0, 0, 0)", "EPERM"),  # bpf on x86_64
        (SYSCALL + "call('syscall', 250, 0, 0, 0)", "EPERM"),  # keyctl
        (SYSCALL + "call('syscall', 425, 1, 0)", "ENOSYS"),  # io_uring_setup
        (SYSCALL + "call('syscall', 0x40000000 + 39)", "ENOSYS"),  # getpid by its x32 number
    ],
    ids=lambda value: value.replace(SYSCALL, "")[:60],
)
def test_what_the_filter_refuses(sandbox: Sandbox, code: str, error: str) -> None:
    if "'syscall'" in code and platform.machine() != "x86_64":
        pytest.skip("numbers of x86_64")
    assert refusal(code, sandbox) == error


def test_what_the_filter_must_not_refuse(sandbox: Sandbox) -> None:
    code = (
        "import os, threading, subprocess, socket, multiprocessing\n"
        "t = threading.Thread(target=print, args=('thread',)); t.start(); t.join()\n"
        "print(subprocess.run(['echo', 'child'], capture_output=True).stdout)\n"
        "open('f', 'w').write('x'); os.chmod('f', 0o755); os.mkdir('d'); os.mkfifo('p')\n"
        "fd = os.open('f', os.O_RDONLY, 0o6777); os.close(fd)\n"
        "a, b = socket.socketpair(); socket.socket(); socket.socket(socket.AF_INET6)\n"
        "os.umask(0o77); print(multiprocessing.cpu_count() > 0)\n"
    )
    done = inside(code, sandbox)
    assert (done.status, done.stdout, done.stderr) == (0, "thread\nb'child\\n'\nTrue\n", "")


def test_readable_is_not_writable_and_inner_paths_keep_their_own_rule(
    scratch: Path, tmp_path: Path
) -> None:
    for name in ("given", "scratch/fixed"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "Orig.vo").write_text("original")
    sandbox_or_skip("bwrap", scratch)
    sandbox = Sandbox(readable=(tmp_path / "given", scratch / "fixed"), writable=(scratch,))
    for path in (tmp_path / "given", scratch / "fixed"):
        for code in (
            f"open('{path}/Orig.vo', 'w')",
            f"open('{path}/new', 'w')",
            f"import os; os.unlink('{path}/Orig.vo')",
            f"import os; os.chmod('{path}/Orig.vo', 0o777)",
            f"import os; os.rename('{path}', '{path}2')",
        ):
            assert refusal(code, sandbox) in {"EROFS", "EBUSY"}
    assert refusal("open('new', 'w')", sandbox) == "nothing refused it"
    assert (scratch / "new").exists()


def test_memory_that_looks_like_disk_is_bounded(sandbox: Sandbox) -> None:
    code = "f = open('{}/big', 'wb')\nfor _ in range(1000): f.write(bytes(1 << 20)); f.flush()"
    assert refusal(code.format("/tmp"), sandbox) == "ENOSPC"
    assert refusal(code.format("/dev/shm"), sandbox) == "ENOSPC"


def test_signals_stay_inside(sandbox: Sandbox) -> None:
    with subprocess.Popen(["sleep", "60"]) as bystander:
        done = inside("import os\nos.kill(-1, 9)", sandbox)
        assert done.ended in {Ended.EXIT, Ended.SIGNAL}
        refusal(f"import os; os.kill({bystander.pid}, 9)", sandbox)
        assert bystander.poll() is None
        bystander.kill()


# -- the network


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[tuple[int, str]]:
    """A TCP server on the loopback device and one on an abstract name, as desktops have."""
    name = f"pytest-putnam-{os.getpid()}-{tmp_path.name}"
    with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(socket.AF_UNIX) as unix:
        unix.bind("\0" + name)
        unix.listen()
        yield tcp.getsockname()[1], name


CONNECT = "import socket; socket.create_connection(('127.0.0.1', {}), 5); socket.socket(1).connect('\\0{}')"


def test_no_network_not_even_this_machines_own(sandbox: Sandbox, servers: tuple[int, str]) -> None:
    port, name = servers
    assert (
        refusal(CONNECT.format(port, name).partition("; socket.socket(1)")[0], sandbox)
        == "ECONNREFUSED"
    )
    assert (
        refusal(f"import socket; socket.socket(1).connect('\\0{name}')", sandbox) == "ECONNREFUSED"
    )
    outside = "import socket; socket.create_connection(('192.0.2.1', 80), 5)"
    assert refusal(outside, sandbox) == "ENETUNREACH"


def test_network_where_it_is_asked_for(scratch: Path, servers: tuple[int, str]) -> None:
    sandbox = sandbox_or_skip("bwrap", scratch, network=True)
    assert refusal(CONNECT.format(*servers), sandbox) == "nothing refused it"


# -- mistakes of the caller


def test_a_hidden_program_is_named(scratch: Path, tmp_path: Path, sandbox: Sandbox) -> None:
    program = tmp_path / "lean"
    program.write_text("#!/bin/sh\necho hello\n")
    program.chmod(0o755)
    with pytest.raises(InfraError, match=r"does not show the program .*/lean: add a folder"):
        run([str(program)], cwd=scratch, limits=Limits(), sandbox=sandbox)
    shown = Sandbox(readable=(program,), writable=(scratch,))
    done = run([str(program)], cwd=scratch, limits=Limits(wall_s=30), sandbox=shown)
    assert done.stdout == "hello\n"


def test_a_hidden_working_directory_is_named(tmp_path: Path, sandbox: Sandbox) -> None:
    with pytest.raises(InfraError, match=f"does not show the working directory {tmp_path}:"):
        run(["true"], cwd=tmp_path, limits=Limits(), sandbox=sandbox)


def test_a_path_that_does_not_exist_is_named(scratch: Path, sandbox: Sandbox) -> None:
    wrong = Sandbox(readable=(scratch / "nowhere",), writable=sandbox.writable)
    with pytest.raises(InfraError, match=r"to show .*/nowhere, which does not exist"):
        run(["true"], cwd=scratch, limits=Limits(), sandbox=wrong)


def test_without_bubblewrap_the_problem_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sandbox_problem.cache_clear()
    monkeypatch.setenv("PATH", str(tmp_path))
    try:
        said = sandbox_problem()
        assert said is not None
        assert "apt-get install bubblewrap" in said
        assert "--putnam-sandbox=none" in said
        with pytest.raises(InfraError, match="apt-get install bubblewrap"):
            run(
                ["sh", "-c", ":"],
                cwd=tmp_path,
                limits=Limits(),
                sandbox=Sandbox(writable=(tmp_path,)),
            )
    finally:
        sandbox_problem.cache_clear()


def test_a_bubblewrap_that_cannot_run_is_told_with_its_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2; exit 1\n")
    fake.chmod(0o755)
    sandbox_problem.cache_clear()
    monkeypatch.setenv("PATH", str(tmp_path))
    try:
        said = sandbox_problem()
        assert said is not None
        assert "bwrap: No permissions to create new namespace" in said
        assert "user namespaces" in said
    finally:
        sandbox_problem.cache_clear()


# -- as another user


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users can reach, which pytest's own are not."""
    folder = Path(tempfile.mkdtemp(prefix="pytest-putnam-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


AS_ANOTHER = """\
import sys
from pathlib import Path
from pytest_putnam.process import Limits, Sandbox, run, sandbox_problem
folder = Path(sys.argv[1])
print(sandbox_problem())
for kind in ("bwrap", "none"):
    def go(script, **limits):
        limits = Limits(wall_s=10, **limits)
        sandbox = Sandbox(kind, writable=(folder,))
        return run(["sh", "-c", script], cwd=folder, limits=limits, sandbox=sandbox)
    done = go("id -u; echo x > file", processes=40)
    print(done.stdout.strip(), (folder / "file").stat().st_uid)
    done = go("for i in $(seq 300); do sleep 5 & done; wait", processes=40)
    print("Cannot fork" in done.stderr or done.ended == "memory")
    print(go("setsid sleep 60 & while :; do :; done", cpu_s=0.3).ended)
"""


def test_it_works_for_an_ordinary_user_as_for_root(open_folder: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("runs as an ordinary user anyway")
    sandbox_or_skip("bwrap", open_folder)
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("no setpriv to become another user")
    shutil.copytree(
        ROOT / "pytest_putnam",
        open_folder / "pytest_putnam",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    scratch = open_folder / "scratch"
    scratch.mkdir()
    scratch.chmod(0o777)
    become = [setpriv, "--reuid", "65533", "--regid", "65533", "--clear-groups"]
    done = subprocess.run(
        [*become, system_python(), "-c", AS_ANOTHER, str(scratch)],
        cwd=open_folder,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    expected = ["None", "65534 65533", "True", "cpu", "65533 65533", "True", "cpu"]
    assert done.stdout.splitlines() == expected
