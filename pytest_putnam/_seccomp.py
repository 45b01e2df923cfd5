"""The system calls that sandboxed programs are refused, as a filter for ``bwrap --seccomp``.

A second wall behind the namespaces: no namespace of its own, no mounts, nothing of the kernel's
wider surface that a proof assistant never needs, no sockets that network namespaces do not contain
(AF_VSOCK reaches the host of a virtual machine), no set-user-id files in a folder that outlives the
sandbox, no memory outside of processes and files. Everything else is allowed.
"""

from __future__ import annotations

import errno
import functools
import platform
import struct
from typing import Final

_ARCHITECTURES: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7, "riscv64": 0xC00000F3}
"""AUDIT_ARCH_* of linux/audit.h, by machine."""
_X32: Final = 0x40000000

_REFUSED: Final = {
    # name: (number on x86_64, number on the others, error)
    "add_key": (248, 217, errno.EPERM),
    "request_key": (249, 218, errno.EPERM),
    "keyctl": (250, 219, errno.EPERM),
    "bpf": (321, 280, errno.EPERM),
    "perf_event_open": (298, 241, errno.EPERM),
    "userfaultfd": (323, 282, errno.EPERM),
    "ptrace": (101, 117, errno.EPERM),
    "syslog": (103, 116, errno.EPERM),
    "unshare": (272, 97, errno.EPERM),
    "setns": (308, 268, errno.EPERM),
    "mount": (165, 40, errno.EPERM),
    "umount2": (166, 39, errno.EPERM),
    "pivot_root": (155, 41, errno.EPERM),
    "open_tree": (428, 428, errno.EPERM),
    "move_mount": (429, 429, errno.EPERM),
    "fsopen": (430, 430, errno.EPERM),
    "fsconfig": (431, 431, errno.EPERM),
    "fsmount": (432, 432, errno.EPERM),
    "fspick": (433, 433, errno.EPERM),
    "mount_setattr": (442, 442, errno.EPERM),
    # memory that belongs to no process, which no limit would see
    "memfd_create": (319, 279, errno.EPERM),
    "memfd_secret": (447, 447, errno.EPERM),
    "shmget": (29, 194, errno.EPERM),
    "msgget": (68, 186, errno.EPERM),
    "mq_open": (240, 180, errno.EPERM),
    # these take a structure, which a filter cannot read; libraries fall back to the older calls
    "clone3": (435, 435, errno.ENOSYS),
    "openat2": (437, 437, errno.ENOSYS),
    "fchmodat2": (452, 452, errno.ENOSYS),
    "io_uring_setup": (425, 425, errno.ENOSYS),
    "io_uring_enter": (426, 426, errno.ENOSYS),
    "io_uring_register": (427, 427, errno.ENOSYS),
}
_REFUSED_BITS: Final = {
    # name: (number on x86_64, on the others or None, argument, bits, argument that must have
    # `only_if`, only_if)
    "clone": (56, 220, 0, 0x7E020000, None, 0),  # CLONE_NEW*
    "chmod": (90, None, 1, 0o6000, None, 0),
    "fchmod": (91, 52, 1, 0o6000, None, 0),
    "fchmodat": (268, 53, 2, 0o6000, None, 0),
    "mknod": (133, None, 1, 0o6000, None, 0),
    "mknodat": (259, 33, 2, 0o6000, None, 0),
    "creat": (85, None, 1, 0o6000, None, 0),
    "open": (2, None, 2, 0o6000, 1, 0o20000100),  # O_CREAT or O_TMPFILE
    "openat": (257, 56, 3, 0o6000, 2, 0o20000100),
}
_SOCKET: Final = (41, 198)
_FAMILIES: Final = (1, 2, 10, 16)
"""AF_UNIX, AF_INET, AF_INET6, AF_NETLINK (which name resolution asks)."""

# linux/bpf_common.h: load a word, jump if equal / above / a bit is set, return
_LD, _JEQ, _JGE, _JSET, _RET = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW: Final = 0x7FFF0000
_ERRNO: Final = 0x00050000
_NUMBER_AT, _ARCH_AT, _ARGUMENTS_AT = 0, 4, 16


@functools.cache
def seccomp_filter() -> bytes | None:
    """The filter as bubblewrap reads it; None on a machine whose numbers are not known here."""
    machine = platform.machine()
    if machine not in _ARCHITECTURES:
        return None
    column = 0 if machine == "x86_64" else 1
    program = [_op(_LD, _ARCH_AT), _op(_JEQ, _ARCHITECTURES[machine], 1, 0), _refuse(errno.ENOSYS)]
    program.append(_op(_LD, _NUMBER_AT))
    if machine == "x86_64":  # the x32 numbers name the same calls again
        program += [_op(_JGE, _X32, 0, 1), _refuse(errno.ENOSYS)]
    for x86, other, error in _REFUSED.values():
        program += [_op(_JEQ, (x86, other)[column], 0, 1), _refuse(error)]
    for x86, generic, argument, bits, condition, only_if in _REFUSED_BITS.values():
        number = x86 if column == 0 else generic
        if number is None:
            continue
        test = [_argument(argument), _op(_JSET, bits, 0, 1), _refuse(errno.EPERM)]
        if condition is not None:
            test = [_argument(condition), _op(_JSET, only_if, 0, len(test)), *test]
        test.append(_op(_RET, _ALLOW))
        program += [_op(_JEQ, number, 0, len(test)), *test]
    families = [_op(_JEQ, family, len(_FAMILIES) - i, 0) for i, family in enumerate(_FAMILIES)]
    test = [_argument(0), *families, _refuse(errno.EAFNOSUPPORT)]
    program += [_op(_JEQ, _SOCKET[column], 0, len(test)), *test]
    program.append(_op(_RET, _ALLOW))
    return b"".join(program)


def _op(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)


def _argument(index: int) -> bytes:
    return _op(_LD, _ARGUMENTS_AT + 8 * index)  # the low half, little-endian


def _refuse(error: int) -> bytes:
    return _op(_RET, _ERRNO | error)
