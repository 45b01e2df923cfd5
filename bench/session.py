"""Proof sessions: tactics per second against one coqc per script, and 200 sessions in a row.

    python bench/session.py [tactics]

The same search is done twice: a depth-first walk whose every step is a tactic on some state met so far,
in one session, and by one coqc per step, which is given the header and the whole script up to it.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from formalizations import formalization_of

from pytest_putnam.languages.coq.toolchain import CoqToolchain, find
from pytest_putnam.model import Formalization, Language, Track
from pytest_putnam.process import Limits, Sandbox, run
from pytest_putnam.proof_session import ProofSession, ProofState, SessionSettings, open_on
from pytest_putnam.prover import Budget

STYLES = {
    "none": "",
    "ZArith, Lia": "Require Import ZArith Lia.\n",
    "Reals, Coquelicot": "Require Import Reals Coquelicot.Coquelicot.\n",
    "mathcomp-analysis": (
        "From mathcomp Require Import all_ssreflect all_algebra.\n"
        "From mathcomp Require Import reals normedtype sequences topology.\n"
    ),
}
STATEMENT = "Theorem bench (a b : nat) (h : a = b) : (b = a /\\ a = b) /\\ (a = b \\/ b = a)."
TACTICS = (
    "split",
    "symmetry",
    "left",
    "nonsense",
    "exact h",
    "right",
    "assumption",
    "split",
    "intro",
)
COLD_SCRIPTS = 5
SESSIONS = 200


def formalization(header: str) -> Formalization:
    """The statement behind `header`."""
    text = f"{header}{STATEMENT}\nProof. Admitted.\n"
    return formalization_of(Language.COQ, text, "bench")


def opened(tools: CoqToolchain, formal: Formalization) -> ProofSession:
    """A session on `formal`."""
    return open_on(tools, formal, Track.WITH_SOLUTION, SessionSettings(), Budget(None))


def walk(session: ProofSession, count: int, on_step: Callable[[ProofState, str], None]) -> None:
    """`count` tactics: each on the newest state, and back to an older one where that fails."""
    met = [session.root]
    for number in range(count):
        tactic = TACTICS[number % len(TACTICS)]
        on_step(met[-1], tactic)
        after = session.apply(met[-1], tactic)
        if isinstance(after, ProofState) and not after.closed and len(met) < 6:
            met.append(after)
        elif len(met) > 1:
            met.pop()


def cold_s(tools: CoqToolchain, formal: Formalization, scripts: list[str]) -> list[float]:
    """The wall time of one coqc for each script."""
    times = []
    for script in scripts:
        with tempfile.TemporaryDirectory() as folder:
            text = formal.text[: formal.proof.start] + f"Proof.\n{script}\nAbort.\n"
            (Path(folder) / "bench.v").write_text(text)
            done = run(
                [*tools.coqc, *tools.options, "bench.v"],
                cwd=Path(folder),
                env=dict(tools.environment),
                limits=Limits(wall_s=120, memory_mb=4096),
                sandbox=Sandbox("bwrap", readable=tools.readable, writable=(Path(folder),)),
            )
            times.append(done.wall_s)
    return times


def resident_mb() -> float:
    """Of this process."""
    status = Path("/proc/self/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if "VmRSS" in line) / 1024


def main() -> None:
    """Print one row per style, then what many sessions leave."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    tools = find(None)
    print(", ".join(f"{name} {version}" for name, version in tools.versions.items()))
    print(f"{'imports':20} {'start s':>8} {'tactics/s':>10} {'coqc s':>8} {'ratio':>7}")
    for style, header in STYLES.items():
        formal = formalization(header)
        scripts: list[str] = []
        started = time.perf_counter()
        with opened(tools, formal) as session:
            start_s = time.perf_counter() - started

            def on_step(state: ProofState, tactic: str, scripts: list[str] = scripts) -> None:
                scripts.append("\n".join([*state.path, f"{tactic}."]))

            walk(session, count, on_step)
            per_second = count / session.statistics.seconds
        step = max(1, count // COLD_SCRIPTS)
        cold = median(cold_s(tools, formal, scripts[::step][:COLD_SCRIPTS]))
        print(
            f"{style:20} {start_s:8.2f} {per_second:10.0f} {cold:8.2f} {cold * per_second:7.0f}",
            flush=True,
        )
    formal = formalization("")
    sizes = []
    started = time.perf_counter()
    for _ in range(SESSIONS):
        with opened(tools, formal) as session:
            walk(session, 10, lambda _state, _tactic: None)
        sizes.append(resident_mb())
    print(
        f"{SESSIONS} sessions in {time.perf_counter() - started:.0f} s; this process holds "
        f"{sizes[9]:.1f} MiB after 10 and {sizes[-1]:.1f} MiB after {SESSIONS}"
    )


if __name__ == "__main__":
    main()
