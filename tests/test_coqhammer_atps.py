"""Which ATPs coqhammer finds to answer: they are given a problem just as hammer gives it."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hammer_cases import LOOP, ask, executable, fake_coq, hammer, needs_hammer, only_on_path

PROOF = """\
echo '% SZS status Theorem for probe'
echo "fof(f1,axiom,(p(zero)),file('probe.p','Probe.start'))."
echo "fof(f2,axiom,(![X]:(p(X)=>p(s(X)))),file('probe.p','Probe.step'))."
"""


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder on PATH; ATPs are put there."""
    return only_on_path(monkeypatch, tmp_path / "path")


def versions(tmp_path: Path) -> dict[str, str]:
    """What the prover says of its ATPs."""
    prover = hammer(tmp_path, f"coq={fake_coq(tmp_path, 'exit 0')}")
    return {
        name: version
        for name, version in prover.versions().items()
        if name not in {"hammer", "hammer limits"}
    }


def atp(path: Path, name: str, version: str, script: str) -> None:
    """An ATP that only pretends."""
    executable(path / name, f'case "$*" in *--version*) echo {version}; exit ;; esac\n{script}')


@needs_hammer
def test_the_real_ones_answer_and_are_asked_once(tmp_path: Path) -> None:
    prover = hammer(tmp_path)
    found = prover.versions()
    silent = {name for name, version in found.items() if version.startswith("absent: ")}
    assert not silent & {"eprover", "cvc4"}, "install eprover and cvc4 with libcoq-hammer"
    assert all(version[0].isdigit() for version in (found["eprover"], found["cvc4"]))
    assert len(prover.warnings()) == bool(silent)
    started = time.monotonic()
    for _ in range(20):
        prover.versions()
    assert time.monotonic() - started < 0.5


@pytest.mark.usefixtures("path")
def test_absent_ones_are_told_and_where_to_get_them(tmp_path: Path) -> None:
    assert versions(tmp_path) == {
        "eprover": "absent: no eprover on PATH",
        "cvc4": "absent: no cvc4 on PATH",
        "vampire": "absent: no vampire on PATH",
        "z3": "absent: no z3_tptp on PATH",
    }
    (warning,) = hammer(tmp_path, f"coq={fake_coq(tmp_path, 'exit 0')}").warnings()
    assert "no cvc4 on PATH (apt-get install cvc4); no vampire on PATH (from https" in warning


def test_one_that_proves_the_problem_answers(path: Path, tmp_path: Path) -> None:
    atp(path, "vampire", "Vampire 4.8 linked", PROOF)
    assert versions(tmp_path)["vampire"] == "4.8"


def test_the_problem_is_given_as_hammer_does(path: Path, tmp_path: Path) -> None:
    said = "grep -q \"fof('_HAMMER_GOAL', conjecture\" probe.p || exit 1\n"
    atp(path, "z3_tptp", "4.12", f'[ "$*" = "-c -t:5 -file:probe.p" ] || exit 1\n{said}{PROOF}')
    atp(path, "vampire", "4.8", f'[ "$1 $2 $3 $4" = "--mode casc -t 5" ] || exit 1\n{said}{PROOF}')
    found = versions(tmp_path)
    assert (found["z3"], found["vampire"]) == ("4.12", "4.8")


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("echo cannot read TPTP; exit 1", r"\(exit status 1\); it said: cannot read TPTP"),
        ("echo '% SZS status Theorem for probe'", "it said: % SZS status Theorem for probe"),
        (PROOF.replace("Theorem", "GaveUp"), "does not prove a small problem"),
        (PROOF + "exit 3", r"\(exit status 3\)"),
        ("exit 0", r"\(exit status 0\); it said: nothing"),
        ("kill -SEGV $$", "does not prove a small problem"),
    ],
    ids=["error", "no axioms", "another answer", "bad status", "silence", "crash"],
)
def test_one_that_merely_starts_does_not_answer(
    script: str, why: str, path: Path, tmp_path: Path
) -> None:
    atp(path, "vampire", "Vampire 4.8", script)
    said = versions(tmp_path)["vampire"]
    assert said.startswith(f"absent: {path}/vampire does not prove a small problem (")
    assert re.search(why, said)


def test_one_that_never_answers_is_ended(path: Path, tmp_path: Path) -> None:
    atp(path, "vampire", "Vampire 4.8", "while :; do :; done")
    started = time.monotonic()
    assert "does not prove a small problem" in versions(tmp_path)["vampire"]
    assert time.monotonic() - started < 20


def test_cvc4_gets_its_limit_in_milliseconds(path: Path, tmp_path: Path) -> None:
    options = "--tlimit 5000 --dump-unsat-cores-full probe.p"
    atp(path, "cvc4", "This is CVC4 version 1.8", f'[ "$*" = "{options}" ] || exit 1\n{PROOF}')
    assert versions(tmp_path)["cvc4"] == "1.8"


def test_cvc5_takes_the_place_of_an_absent_cvc4(path: Path, tmp_path: Path) -> None:
    answer = PROOF.replace("Theorem", "Unsatisfiable")
    options = "--tlimit 5000 --dump-unsat-cores probe.p"
    atp(path, "cvc5", "This is cvc5 version 1.0.3", f'[ "$*" = "{options}" ] || exit 1\n{answer}')
    found = versions(tmp_path)
    assert found["cvc5"] == "1.0.3"
    assert "cvc4" not in found


def test_cvc5_is_not_asked_where_cvc4_answers(path: Path, tmp_path: Path) -> None:
    atp(path, "cvc4", "1.8", PROOF)
    atp(path, "cvc5", "1.0.3", f"{PROOF}: > {tmp_path}/asked")
    found = versions(tmp_path)
    assert found["cvc4"] == "1.8"
    assert "cvc5" not in found
    assert not (tmp_path / "asked").exists()


def test_a_program_elsewhere_is_shown_in_the_sandbox(path: Path, tmp_path: Path) -> None:
    real = tmp_path / "elsewhere" / "vampire-4.8"
    atp(real.parent, real.name, "Vampire 4.8", PROOF)
    (path / "vampire").symlink_to(real)
    assert versions(tmp_path)["vampire"] == "4.8"


def test_hammer_sees_those_that_answer_and_no_other(path: Path, tmp_path: Path) -> None:
    atp(path, "vampire", "Vampire 4.8", PROOF)
    atp(path, "eprover", "E 2.6", "exit 1")
    seen = "for f in $PATH/*; do echo \"see ${f##*/}\"; done; echo 'Replace the hammer tactic with: sauto '"
    prover = hammer(tmp_path, f"coq={fake_coq(tmp_path, seen)}")
    transcript = ask(prover, LOOP, tmp_path).transcript
    seen_names = {line[4:] for line in transcript.splitlines() if line.startswith("see ")}
    assert {"vampire", "sh", "grep", "rm"} <= seen_names
    assert not seen_names & {"eprover", "cvc4", "z3_tptp", "bwrap", "timeout"}
