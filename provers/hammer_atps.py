"""The automated theorem provers (ATPs) behind CoqHammer: which of them really answer.

Hammer calls each by a bare name in a fixed form, and takes it for usable where ``--version``
succeeds. Here each is given a small problem in just that form, in the sandbox in which hammer runs;
it answers if it says that the problem is a theorem and names the axioms. Hammer then gets a PATH
that has nothing but what answered.

The forms, and what hammer reads of the answers, are from CoqHammer 1.3.2, ``src/plugin/provers.ml``.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from pytest_putnam.process import Completed, Ended, Limits, Sandbox, run

SandboxKind = Literal["bwrap", "none"]

HELPERS: Final = ("libexec/coq-hammer", "bin")
"""Where hammer's ``htimeout`` and ``predict`` lie below Coq's prefix: Debian's place and opam's."""
SHELL: Final = ("sh", "grep", "rm", "sed")
"""What hammer's command lines need besides, and our scripts."""
ALWAYS_SHOWN: Final = (Path("/usr"), Path("/bin"), Path("/lib"))
"""What every sandbox shows."""
PROBE_LIMIT_S: Final = 5
"""The small problem takes some 20 ms."""

PROBLEM: Final = """\
fof('Probe.step', axiom, ![X]: (p(X) => p(s(X)))).
fof('Probe.start', axiom, p(zero)).
fof('Probe.idle', axiom, q(zero)).
fof('_HAMMER_GOAL', conjecture, p(s(s(zero)))).
"""
AXIOMS: Final = ("'Probe.step'", "'Probe.start'")
"""What every proof of `PROBLEM` uses."""

CVC4_SCRIPT: Final = """\
#!/bin/sh
# hammer gives the limit in seconds, cvc4 reads milliseconds
if [ "$1" = --tlimit ]; then
    limit="$2"000
    shift 2
    set -- --tlimit "$limit" "$@"
fi
exec '{program}' "$@"
"""
CVC5_SCRIPT: Final = """\
#!/bin/sh
# milliseconds as cvc4, another option, and what it says where a conjecture is proved
if [ "$1" != --tlimit ]; then exec '{program}' "$@"; fi
'{program}' --tlimit "$2"000 --dump-unsat-cores "$4" |
    sed 's/SZS status Unsatisfiable/SZS status Theorem/'
"""
TIMEOUT_SCRIPT: Final = """\
#!/bin/sh
exec '{program}' -s KILL "$@"
"""


@dataclass(frozen=True, slots=True)
class Atp:
    """An ATP, and how hammer calls it."""

    name: str
    call: str
    """The command; ``{limit}`` is in seconds. Its first word is the name that hammer calls."""
    program: str
    script: str = ""
    """Stands between hammer and the program where the two do not understand each other."""
    hint: str = ""
    """Where to get it."""

    @property
    def called(self) -> str:
        """The name under which hammer calls it."""
        return self.call.split()[0]


_CALLS_CVC4: Final = "cvc4 --tlimit {limit} --dump-unsat-cores-full {file}"
ATPS: Final = (
    Atp(
        "eprover",
        "eprover -s --cpu-limit={limit} --auto-schedule -R --print-statistics -p --tstp-format {file}",
        "eprover",
        hint="apt-get install eprover",
    ),
    Atp("cvc4", _CALLS_CVC4, "cvc4", CVC4_SCRIPT, "apt-get install cvc4"),
    Atp("cvc5", _CALLS_CVC4, "cvc5", CVC5_SCRIPT),
    Atp(
        "vampire",
        "vampire --mode casc -t {limit} --proof tptp --output_axiom_names on {file}",
        "vampire",
        hint="from https://vprover.github.io",
    ),
    Atp(
        "z3",
        "z3_tptp -c -t:{limit} -file:{file}",
        "z3_tptp",
        hint="examples/tptp of z3's source; packages of z3 do not have it",
    ),
)
"""In the order of asking. Of two that hammer calls by one name, the first that answers is used."""


@dataclass(frozen=True, slots=True)
class Probed:
    """What came of asking an ATP."""

    atp: Atp
    path: Path | None = None
    """Its program, if it answers."""
    version: str = ""
    silence: str = ""
    """Why it does not answer."""
    hint: str = ""
    """Where to get it, in parentheses, where it is absent."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What hammer may call on this machine."""

    helpers: dict[str, Path] = field(default_factory=dict)
    """``htimeout``, ``predict``, ``sh`` …, by name."""
    probed: tuple[Probed, ...] = ()

    @property
    def answering(self) -> tuple[Probed, ...]:
        """The ATPs that answer."""
        return tuple(each for each in self.probed if each.path)

    @property
    def silent(self) -> tuple[Probed, ...]:
        """The ATPs that do not."""
        return tuple(each for each in self.probed if not each.path)

    def readable(self) -> tuple[Path, ...]:
        """The folders that a sandbox must show for these programs."""
        return folders(*self.helpers.values(), *(each.path for each in self.probed if each.path))

    def install(self, directory: Path) -> None:
        """Make `directory`, the one folder of hammer's PATH."""
        directory.mkdir()
        for name, path in self.helpers.items():
            _put(directory / name, path, TIMEOUT_SCRIPT if path.name == "timeout" else "")
        for each in self.probed:
            if each.path:
                _put(directory / each.atp.called, each.path, each.atp.script)


def folders(*programs: Path) -> tuple[Path, ...]:
    """The folders of programs, and of what they link to, that no sandbox shows by itself."""
    around = (folder for path in programs for folder in (path.parent, path.resolve().parent))
    hidden = (f for f in around if not any(f.is_relative_to(shown) for shown in ALWAYS_SHOWN))
    return tuple(dict.fromkeys(hidden))


def find_tools(prefix: Path, kind: SandboxKind) -> Tools:
    """Find hammer's programs and ask each ATP; `prefix` is where Coq is installed.

    Takes about 0.1 s for each ATP that is installed; the answers are kept for the process.
    """
    return _find_tools(prefix, kind, os.environ.get("PATH", os.defpath))


@functools.lru_cache(maxsize=8)
def _find_tools(prefix: Path, kind: SandboxKind, path: str) -> Tools:
    helpers = _helpers(prefix, path)
    probed: dict[str, Probed] = {}
    for atp in ATPS:
        rival = probed.get(atp.called)
        found = shutil.which(atp.program, path=path)
        if rival and (rival.path or not found):
            continue
        probed[atp.called] = _ask(atp, Path(found), helpers, kind) if found else _missing(atp)
    return Tools(helpers, tuple(probed.values()))


def _helpers(prefix: Path, path: str) -> dict[str, Path]:
    beside = os.pathsep.join([*(str(prefix / folder) for folder in HELPERS), path])
    found = {
        "htimeout": shutil.which("htimeout", path=beside) or shutil.which("timeout", path=path),
        "predict": shutil.which("predict", path=beside),
        **{name: shutil.which(name, path=path) for name in SHELL},
    }
    return {name: Path(each) for name, each in found.items() if each}


def _missing(atp: Atp) -> Probed:
    return Probed(
        atp,
        silence=f"no {atp.program} on PATH",
        hint=f" ({atp.hint})" if atp.hint else "",
    )


def _ask(atp: Atp, path: Path, helpers: dict[str, Path], kind: SandboxKind) -> Probed:
    """Give `PROBLEM` to the ATP at `path` as hammer would."""
    tools = Tools(helpers, (Probed(atp, path),))
    command = atp.call.format(limit=PROBE_LIMIT_S, file="probe.p").split()
    with tempfile.TemporaryDirectory(prefix="putnam-atp-") as name:
        directory = Path(name)
        tools.install(directory / "bin")
        (directory / "probe.p").write_text(PROBLEM)
        answer = _call(["htimeout", str(PROBE_LIMIT_S + 1), *command], directory, tools, kind)
        version = _call([atp.called, "--version"], directory, tools, kind)
    if _proves(answer):
        number = re.search(r"\d+(\.\d+)+", version.stdout)
        return Probed(atp, path, number[0] if number else "of unknown version")
    last = (answer.stdout + answer.stderr).strip().splitlines()[-1:] or ["nothing"]
    how = f"exit status {answer.status}" if answer.ended is Ended.EXIT else answer.ended.value
    return Probed(
        atp, silence=f"{path} does not prove a small problem ({how}); it said: {last[0][:200]}"
    )


def _proves(answer: Completed) -> bool:
    return (
        answer.ended is Ended.EXIT
        and answer.status == 0
        and "SZS status Theorem" in answer.stdout
        and all(axiom in answer.stdout for axiom in AXIOMS)
    )


def _call(words: Sequence[str], directory: Path, tools: Tools, kind: SandboxKind) -> Completed:
    return run(
        [str(directory / "bin" / "sh"), "-c", 'exec "$@"', "sh", *words],
        cwd=directory,
        env={"PATH": str(directory / "bin"), "TMPDIR": str(directory)},
        limits=Limits(wall_s=2 * PROBE_LIMIT_S, resident_mb=2048, processes=64),
        sandbox=Sandbox(kind, readable=tools.readable(), writable=(directory,)),
    )


def _put(where: Path, program: Path, script: str) -> None:
    if script:
        where.write_text(script.format(program=program))
        where.chmod(0o755)
    else:
        where.symlink_to(program)
