"""Reading what sledgehammer says: recorded from a real one, and as other versions write it."""

from __future__ import annotations

import re

import pytest
from isabelle_server import RECORDED

from provers.sledgehammer_output import Found, read


def recorded() -> dict[str, list[str]]:
    """The messages of each theory in the recorded log."""
    text = (RECORDED / "sledgehammer.txt").read_text()
    found: dict[str, list[str]] = {}
    for name, body in re.findall(
        r'^Output \(line \d+ of "\$DIR/Sh_(\w+)\.thy"\):\n(.*?)(?=\n\n|\nRunning|\Z)',
        text,
        re.MULTILINE | re.DOTALL,
    ):
        found.setdefault(name, []).append(body)
    return found


def test_the_proofs_of_a_real_one_come_fastest_first() -> None:
    said = recorded()
    assert read(said["1971_b1"]).found == (
        Found("by (smt (verit, best) h2 hself)", "cvc4", 0.342),
        Found("by (smt (verit, ccfv_threshold) h2 hself)", "verit", 0.394),
        Found("by (smt (verit, del_insts) h2 hself)", "cvc4", 0.506),
    )
    assert read(said["2001_a1"]).found == (Found("by (metis hop)", "cvc4", 0.015),)


def test_no_proof_of_a_real_one_is_no_fault() -> None:
    nothing = read(recorded()["2012_a2"])
    assert nothing.found == ()
    assert nothing.faults == ()
    assert not nothing.late


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ("z3: Try this: by auto (0.0 ms)", Found("by auto", "z3", 0.0)),
        ('"e": Try this: by (metis a b) (1.2 s)', Found("by (metis a b)", "e", 1.2)),
        ("Try this: by (simp)", Found("by (simp)")),
        ("e: Try this: by (metis a) (> 1.0 s, timed out)", Found("by (metis a)", "e")),
        (
            "spass: Try this: using wf_lemma(2) by blast (2 ms)",
            Found("using wf_lemma(2) by blast", "spass", 0.002),
        ),
        (
            "vampire: Try this: by (metis\n    one_lemma\n    other (2)) (35\n ms)",
            Found("by (metis one_lemma other (2))", "vampire", 0.035),
        ),
    ],
)
def test_a_proof_is_read_as_versions_write_it(message: str, found: Found) -> None:
    assert read([message]).found == (found,)


@pytest.mark.parametrize(
    "message",
    [
        "e: Try this: apply (metis a) (3 ms)",
        "e: One-line proof reconstruction failed: by (metis a)",
        "e found a proof...",
        "cvc4: Duplicate proof",
        "Done",
    ],
)
def test_what_ends_no_goal_is_no_proof(message: str) -> None:
    assert read([message]) == read([])


def test_an_isar_proof_is_one_of_them() -> None:
    message = (
        "e: Try this: by (metis a) (> 1.0 s, timed out)\n\nIsar proof (12 ms):\n"
        'proof -\n  have "A"\n    by simp\n  then show ?thesis\n    by (metis a)\nqed'
    )
    fast, slow = read([message]).found
    assert fast.replay_s == 0.012
    assert fast.proof.startswith("proof -\n  have")
    assert fast.proof.endswith("qed")
    assert slow == Found("by (metis a)", "e")


def test_the_same_proof_is_kept_once_with_its_best_time() -> None:
    said = ["e: Try this: by auto (9 ms)", "z3: Try this: by auto (2 ms)"]
    assert read(said).found == (Found("by auto", "z3", 0.002),)


@pytest.mark.parametrize(
    "message",
    [
        "No prover is set",
        "No such prover: vampyre",
        'verit: Error: The SMT solver "verit" is not installed',
        'e: Error: The environment variable "E_HOME" is not set',
        "z3: Internal error:\nexception Fail raised",
    ],
)
def test_missing_and_broken_provers_are_told_apart_from_no_proof(message: str) -> None:
    result = read(["Sledgehammering...", message, "No proof found"])
    assert result.faults == (" ".join(message.split()),)
    assert result.found == ()
    assert not result.late


def test_running_out_of_time_is_said() -> None:
    assert read(["Sledgehammering...", "Sledgehammer ran out of time"]).late
