"""How coqhammer reads what hammer prints, and what it asks in which attempt; coqc is a script."""

from __future__ import annotations

from pathlib import Path

import pytest
from hammer_cases import LOOP, ask, fake_coq, gave_up, hammer
from prover_tasks import make_prover

from pytest_putnam.errors import (
    AssistantMissing,
    BadInput,
    BudgetExhausted,
    InfraError,
    ProverError,
)
from pytest_putnam.model import Track
from pytest_putnam.prover import Answer, Budget

PREFIX = LOOP[: LOOP.index("Proof.")]
ERROR_AT_HAMMER = """\
line=$(grep -n '^hammer\\.' "$file"); line=${line%%:*}
printf 'File "./%s", line %s, characters 0-6:\\nError:\\n%s\\n' "$file" "$line" "$said" >&2
exit 1"""


def run(tmp_path: Path, compiling: str, *options: str, text: str = LOOP) -> Answer:
    """The answer where coqc does `compiling`."""
    return ask(hammer(tmp_path, f"coq={fake_coq(tmp_path, compiling)}", *options), text, tmp_path)


def printing(tmp_path: Path, *messages: str) -> list[str]:
    """The tactics of the candidates where hammer prints `messages`."""
    answer = run(
        tmp_path,
        f"while IFS= read -r line; do echo \"$line\"; done <<'END'\n{''.join(messages)}END",
    )
    return [tactic_of(candidate.code) for candidate in answer.candidates]


def tactic_of(code: str) -> str:
    """The tactic in a candidate, which must be the whole file with a proof like hammer's."""
    start = PREFIX + "Proof.\nFrom Hammer Require Import Tactics.\n"
    assert code.startswith(start)
    assert code.endswith(".\nQed.\n")
    return code[len(start) : -len(".\nQed.\n")]


def failing(tmp_path: Path, said: str, *options: str) -> str:
    """Why there is no proof, where hammer's error is `said`."""
    return gave_up(run(tmp_path, f"said='{said}'\n{ERROR_AT_HAMMER}", *options))


def test_the_printed_tactic_takes_hammers_place(tmp_path: Path) -> None:
    assert printing(tmp_path, "Replace the hammer tactic with: sfirstorder \n") == ["sfirstorder"]


def test_a_rebuilt_proof_is_printed_on_the_next_line_with_a_dot(tmp_path: Path) -> None:
    assert printing(
        tmp_path,
        "Tactic hauto lq: on succeeded.\n",
        "Replace the hammer tactic with:\n\thauto lq: on use: Nat.add_comm, A.b unfold: Nat.lt.\n",
    ) == ["hauto lq: on use: Nat.add_comm, A.b unfold: Nat.lt"]


def test_a_later_tactic_comes_before_an_earlier_one(tmp_path: Path) -> None:
    assert printing(
        tmp_path,
        "Replace the hammer tactic with: fcrush \n",
        "Replace the hammer tactic with:\n\tqauto use: f.\n",
        "Replace the hammer tactic with:\n\tqauto use: f.\n",
    ) == ["qauto use: f", "fcrush"]


def test_srun_is_written_so_that_coq_can_read_it(tmp_path: Path) -> None:
    assert printing(tmp_path, "Replace the hammer tactic with:\n\tsrun eauto use: f, g.\n") == [
        "srun (eauto) use: f, g"
    ]


def test_a_tactic_that_hammer_prints_under_a_wrong_name_is_tried_under_the_right_one(
    tmp_path: Path,
) -> None:
    assert printing(tmp_path, "Replace the hammer tactic with: hauto \n") == [
        "hauto",
        "hauto q: on",
    ]
    assert printing(
        tmp_path, "Replace the hammer tactic with:\n\thauto brefl: on drew: off use: f.\n"
    ) == ["hauto brefl: on drew: off use: f", "hauto brefl: on rew: off use: f"]


def test_a_tactic_counts_even_if_coqc_breaks_afterwards(tmp_path: Path) -> None:
    answer = run(tmp_path, "echo 'Replace the hammer tactic with: sauto '; kill -SEGV $$")
    assert tactic_of(answer.candidates[0].code) == "sauto"


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (
            "Hammer failed: proof reconstruction failed.\nYou may try increasing the limit",
            "Hammer failed: proof reconstruction failed.",
        ),
        ("No ATPs found. See https://coqhammer.github.io for more", "No ATPs found."),
        ("Hammer error: Primitive arrays not supported.",) * 2,
    ],
)
def test_a_defeat_is_giving_up(said: str, reason: str, tmp_path: Path) -> None:
    assert failing(tmp_path, said) == f"hammer found no proof: {reason}"


@pytest.mark.parametrize(
    "said",
    [
        "CoqHammer bug: please report: Not_found",
        "Hammer error: Dependency prediction failed.\nPrediction command: predict",
        'Anomaly "Uncaught exception"',
    ],
)
def test_a_defect_of_hammer_is_a_fault(said: str, tmp_path: Path) -> None:
    with pytest.raises(ProverError, match=f"hammer broke: {said.partition(chr(10))[0]}"):
        failing(tmp_path, said)


def test_a_crash_is_a_fault_and_says_how_far_it_came(tmp_path: Path) -> None:
    with pytest.raises(ProverError, match=r"\(signal, status -11\) .* at: Extracting features"):
        run(tmp_path, "echo 'Detecting provers...'; echo 'Extracting features...'; kill -SEGV $$")


def test_silence_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(ProverError, match="without a tactic, and without an error"):
        run(tmp_path, "exit 0")


def test_a_flood_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(ProverError, match="output"):
        run(
            tmp_path,
            "while :; do echo 'Extracting features and much else besides, and more of it'; done",
        )


def test_a_plugin_that_cannot_be_loaded_is_no_defeat(tmp_path: Path) -> None:
    script = ERROR_AT_HAMMER.replace("'^hammer\\.'", "'^From Hammer'")
    with pytest.raises(InfraError, match=r"CoqHammer cannot be loaded: Cannot find \[Hammer\]"):
        run(tmp_path, f"said='Cannot find [Hammer]'\n{script}")


def test_running_out_of_time_says_at_what(tmp_path: Path) -> None:
    compiling = "echo 'Running provers (2 threads)...'; exec 9<&0; while :; do :; done"
    prover = hammer(tmp_path, f"coq={fake_coq(tmp_path, compiling)}")
    with pytest.raises(BudgetExhausted, match=r"at: Running provers \(2 threads\)"):
        ask(prover, LOOP, tmp_path, budget=Budget(1))


def test_a_candidate_keeps_the_files_line_ends(tmp_path: Path) -> None:
    text = LOOP.replace("\n", "\r\n")
    answer = run(tmp_path, "echo 'Replace the hammer tactic with: sauto '", text=text)
    assert answer.candidates[0].code.startswith(PREFIX.rstrip().replace("\n", "\r\n"))


def test_attempts_ask_in_different_ways_until_nothing_is_left(tmp_path: Path) -> None:
    coq = fake_coq(tmp_path, f"said='Hammer failed:'\n{ERROR_AT_HAMMER}")
    prover = hammer(tmp_path, f"coq={coq}")
    asked = []
    for attempt in range(1, 15):
        answer = ask(prover, LOOP, tmp_path, attempt=attempt)
        script = answer.transcript.partition("\n\n")[0].splitlines()
        asked.append([line for line in script if "Limit" not in line][2:-1])
    assert asked[0][0] == "Set Hammer GSMode 2."
    assert asked[0][-1] == "hammer."
    assert asked[1] == [*asked[0][:-1], "intros.", "hammer."]
    assert asked[2][:3] == [
        "Set Hammer GSMode 0.",
        "Set Hammer Predictions 1024.",
        'Set Hammer PredictMethod "knn".',
    ]
    assert asked[3][2] == 'Set Hammer PredictMethod "nbayes".'
    assert asked[13][1] == "Set Hammer Predictions 32."
    assert len(set(map(tuple, asked))) == 14
    assert gave_up(ask(prover, LOOP, tmp_path, attempt=15)).startswith("hammer has nothing new")


def test_the_papers_limits_are_the_defaults(tmp_path: Path) -> None:
    coq = fake_coq(tmp_path, f"said='Hammer failed:'\n{ERROR_AT_HAMMER}")
    transcript = ask(make_prover("coqhammer", tmp_path, f"coq={coq}"), LOOP, tmp_path).transcript
    for setting in ("ATPLimit 100", "ReconstrLimit 15", "SAutoLimit 5", "GSMode 8"):
        assert f"\nSet Hammer {setting}.\n" in transcript


def test_a_solution_cannot_be_found(tmp_path: Path) -> None:
    coq = fake_coq(tmp_path, "echo Replace the hammer tactic with: easy")
    prover = hammer(tmp_path, f"coq={coq}")
    asking = (
        "Definition made_up_solution : nat := 2.\n"
        "Theorem made_up : 1 + 1 = made_up_solution.\nProof. Admitted.\n"
    )
    reason = gave_up(ask(prover, asking, tmp_path, track=Track.NO_SOLUTION))
    assert "cannot find made_up_solution" in reason
    assert ask(prover, LOOP, tmp_path, track=Track.NO_SOLUTION).candidates


def test_a_working_folder_that_would_break_its_shell_commands_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "a blank"
    folder.mkdir()
    with pytest.raises(InfraError, match=r"cannot work in .*a blank.* set TMPDIR"):
        ask(hammer(tmp_path, f"coq={fake_coq(tmp_path, 'exit 0')}"), LOOP, folder)


def test_no_hammer_says_what_to_install(tmp_path: Path) -> None:
    coq = fake_coq(tmp_path, "exit 0", with_hammer=False)
    with pytest.raises(AssistantMissing, match="apt-get install libcoq-hammer"):
        hammer(tmp_path, f"coq={coq}")


@pytest.mark.parametrize("option", ["atp-limit=0", "atp-limit=2.5", "gs-mode=-1", "memory-mb=8"])
def test_limits_are_whole_numbers(option: str, tmp_path: Path) -> None:
    name, _, value = option.partition("=")
    with pytest.raises(BadInput, match=f"{name}={value}: it must be a whole number of at least"):
        hammer(tmp_path, f"coq={fake_coq(tmp_path, 'exit 0')}", option)


def test_limits_beyond_the_default_time_of_an_attempt_are_told(tmp_path: Path) -> None:
    coq = f"coq={fake_coq(tmp_path, 'exit 0')}"
    assert not any("--putnam-attempt-timeout" in w for w in hammer(tmp_path, coq).warnings())
    (told,) = (
        warning
        for warning in hammer(tmp_path, coq, "atp-limit=1000").warnings()
        if "--putnam-attempt-timeout" in warning
    )
    assert "may take 2721 s" in told
