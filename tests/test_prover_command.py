"""The prover command: what a program gets, what it may print, and what its end means."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from prover_tasks import make_prover, make_task

from pytest_putnam.errors import BadInput, BudgetExhausted, InfraError, ProverError
from pytest_putnam.model import Candidate, Track, VerdictKind
from pytest_putnam.process import sandbox_problem
from pytest_putnam.prover import Answer, Budget, Prover

SANDBOX = "none" if sandbox_problem() else "bwrap"


def program(tmp_path: Path, text: str, *, name: str = "my prover.py") -> Prover:
    """A prover whose program is the Python script `text`."""
    path = tmp_path / name
    path.write_text(f"#!{sys.executable}\n{text}\n")
    path.chmod(0o755)
    return make_prover("command", tmp_path, f"cmd='./{name}' one 'two words'", sandbox=SANDBOX)


def ask(prover: Prover, tmp_path: Path, *, seconds: float = 60) -> Answer:
    work_dir = tmp_path / "work"
    work_dir.mkdir(exist_ok=True)
    return prover.attempt(make_task(work_dir, attempt=2), Budget(seconds))


def printing(tmp_path: Path, what: str) -> Answer:
    return ask(program(tmp_path, f"import sys\nsys.stdout.write({what})"), tmp_path)


def test_what_the_program_prints_is_the_candidate(tmp_path: Path) -> None:
    answer = printing(tmp_path, r"'Proof.\n  lia. (* ε *)\nQed.\n'")
    assert answer.candidates == (Candidate("Proof.\n  lia. (* ε *)\nQed.\n"),)


def test_the_task_is_on_standard_input(tmp_path: Path) -> None:
    prover = program(
        tmp_path,
        "import json, sys\ntask = json.load(sys.stdin)\nprint(json.dumps({'code': json.dumps(task)}))",
    )
    got = json.loads(ask(prover, tmp_path).candidates[0].code)
    assert got == make_task(tmp_path, attempt=2).as_json()
    assert got["informal_solution"] == "Three."


def test_the_answer_is_not_told_in_the_track_that_asks_for_it(tmp_path: Path) -> None:
    prover = program(tmp_path, "import sys\nprint(repr(sys.stdin.read()))")
    task = make_task(tmp_path, track=Track.NO_SOLUTION)
    code = prover.attempt(task, Budget(60)).candidates[0].code
    assert '"informal_solution": null' in code


def test_environment_arguments_and_directory_are_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "abc")
    prover = program(
        tmp_path,
        "import json, os, sys\nprint(json.dumps({'code': json.dumps([dict(os.environ), sys.argv[1:], "
        "os.getcwd(), os.path.isdir(os.environ['PUTNAM_TASK_WORK_DIR'])])}))",
    )
    env, arguments, cwd, work_dir_exists = json.loads(ask(prover, tmp_path).candidates[0].code)
    assert arguments == ["one", "two words"]
    assert cwd == str(tmp_path)
    assert work_dir_exists
    assert env["MY_KEY"] == "abc"
    assert {k: v for k, v in env.items() if k.startswith("PUTNAM_TASK")} == {
        "PUTNAM_TASK_NAME": "made_up",
        "PUTNAM_TASK_LANGUAGE": "coq",
        "PUTNAM_TASK_TRACK": "with-solution",
        "PUTNAM_TASK_ATTEMPT": "2",
        "PUTNAM_TASK_SEED": "7",
        "PUTNAM_TASK_WORK_DIR": str(tmp_path / "work"),
    }


def test_the_program_may_write_where_the_user_may(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    prover = program(tmp_path, "open('mine/log', 'a').write('here')\nprint('Qed.')")
    ask(prover, tmp_path)
    assert (tmp_path / "mine" / "log").read_text() == "here"


@pytest.mark.parametrize(
    ("printed", "candidate"),
    [
        ({"code": "Qed.", "solution": "3"}, Candidate("Qed.", "3")),
        ({"code": "Qed.", "solution": None, "model": "m"}, Candidate("Qed.")),
        ({"code": "Qed.", "gave_up": None}, Candidate("Qed.")),
        ({"code": "Qed.", "gave_up": False}, Candidate("Qed.")),
        ({"code": '{"code": 1}'}, Candidate('{"code": 1}')),
    ],
)
def test_a_json_object_may_hold_the_candidate(
    tmp_path: Path, printed: dict[str, object], candidate: Candidate
) -> None:
    assert printing(tmp_path, f"{json.dumps(printed, indent=1)!r}").candidates == (candidate,)


def test_a_byte_order_mark_does_not_hide_the_object(tmp_path: Path) -> None:
    printed = "\ufeff" + json.dumps({"code": "Qed."})
    assert printing(tmp_path, f"{printed!r}").candidates == (Candidate("Qed."),)


@pytest.mark.parametrize("code", ["{ lia. } Qed.", "{}", "{ x : nat | x = 3 }", "[1, 2]", '"x"'])
def test_braces_alone_do_not_make_json(tmp_path: Path, code: str) -> None:
    if code == "{}":
        with pytest.raises(ProverError, match="no 'code' and no 'gave_up'; its keys: none"):
            printing(tmp_path, f"{code!r}")
    else:
        assert printing(tmp_path, f"{code!r}").candidates == (Candidate(code),)


@pytest.mark.parametrize(
    ("printed", "reason"),
    [
        ({"gave_up": "no luck"}, "no luck"),
        ({"gave_up": True}, "the program gave up"),
        ({"gave_up": None}, "the program gave up"),
        ({"gave_up": "no luck", "code": None}, "no luck"),
        ({"gave_up": "no luck", "code": "Admitted."}, "no luck"),
    ],
)
def test_a_program_may_give_up(tmp_path: Path, printed: dict[str, object], reason: str) -> None:
    answer = printing(tmp_path, f"{json.dumps(printed)!r}")
    assert (answer.candidates, answer.ended) == ((), VerdictKind.GAVE_UP)
    assert answer.reason == reason


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ('{"proof": "Qed."}', "no 'code' and no 'gave_up'; its keys: 'proof'"),
        ('{"code": "Qed.', "JSON that cannot be read: Unterminated string"),
        ('{\n "gave_up": }', "JSON that cannot be read"),
        ('{"code": 3}', "'code' in the printed JSON object is int, not a string"),
        ('{"code": "Qed.", "solution": [3]}', "'solution' in the printed JSON object is list"),
    ],
)
def test_json_that_says_nothing_is_the_programs_fault(
    tmp_path: Path, printed: str, said: str
) -> None:
    with pytest.raises(ProverError, match=said):
        printing(tmp_path, f"{printed!r}")


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("''", "the program printed nothing"),
        (r"' \n\t'", "the program printed nothing"),
        ("""'{"code": ""}'""", "the printed code is empty"),
        ("""'{"code": null}'""", "the printed code is empty"),
        (r"'Qed.\0'", "the printed code has NUL characters"),
        (r"'\0' * 1000000", "the printed code has NUL characters"),
        (r"""'{"code": "a\\u0000"}'""", "the printed code has NUL characters"),
        (r"""'{"code": "a\\ud800"}'""", "the printed code has a lone surrogate"),
        (r"""'{"code": "Qed.", "solution": "\\udfff"}'""", "the printed solution has a lone"),
        ("'lia. ' * 2000000", "the printed code has 10,000,000 characters, more than 4,194,304"),
    ],
)
def test_what_is_no_code_is_told_apart(tmp_path: Path, what: str, reason: str) -> None:
    answer = printing(tmp_path, what)
    assert (answer.candidates, answer.ended) == ((), VerdictKind.NO_CODE)
    assert answer.reason.startswith(reason)


def test_garbage_is_left_to_the_checker(tmp_path: Path) -> None:
    (candidate,) = ask(
        program(tmp_path, r"import sys; sys.stdout.buffer.write(b'\xff\xfe caf\xe9 \x1b[31m')"),
        tmp_path,
    ).candidates
    assert candidate.code == "\ufffd\ufffd caf\ufffd \x1b[31m"


def test_a_hundred_megabytes_are_cut_off(tmp_path: Path) -> None:
    prover = program(
        tmp_path, "import sys\nfor _ in range(100): sys.stdout.write('lia. ' * 200000)"
    )
    with pytest.raises(ProverError, match="printed more than 64 MiB and was ended"):
        ask(prover, tmp_path)


def test_an_endless_flood_is_cut_off(tmp_path: Path) -> None:
    prover = program(tmp_path, "import sys\nwhile True: sys.stderr.write('x' * 100000)")
    with pytest.raises(ProverError, match="printed more than 64 MiB and was ended"):
        ask(prover, tmp_path)


def test_a_failing_program_is_told_with_the_end_of_what_it_said(tmp_path: Path) -> None:
    prover = program(
        tmp_path,
        "import sys\nprint('Qed.')\nsys.stderr.write('x' * 9000 + 'no key')\nsys.exit(3)",
    )
    with pytest.raises(ProverError, match=r"exit status 3; it said: … x+no key$") as caught:
        ask(prover, tmp_path)
    assert len(str(caught.value)) < 3000


def test_a_program_that_fails_silently_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(ProverError, match="exit status 1; it wrote nothing to standard error"):
        ask(program(tmp_path, "raise SystemExit(1)"), tmp_path)


def test_a_crash_is_told(tmp_path: Path) -> None:
    prover = program(tmp_path, "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)")
    with pytest.raises(ProverError, match=r"SIGSEGV|exit status 139"):
        ask(prover, tmp_path)


def test_a_program_that_never_returns_runs_out_of_time(tmp_path: Path) -> None:
    prover = program(
        tmp_path,
        "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('Qed.', flush=True)\n"
        "while True: time.sleep(1)",
    )
    start = time.monotonic()
    with pytest.raises(BudgetExhausted, match=r"was ended after \d\.\d s"):
        ask(prover, tmp_path, seconds=1)
    assert time.monotonic() - start < 20


@pytest.mark.skipif(SANDBOX == "none", reason="bubblewrap cannot run here")
def test_nothing_of_the_program_survives(tmp_path: Path) -> None:
    """A grandchild in a session of its own that holds standard output does not delay the answer."""
    prover = program(
        tmp_path,
        "import subprocess\nsubprocess.Popen(['sleep', '4217'], start_new_session=True)\nprint('Qed.')",
    )
    start = time.monotonic()
    try:
        answer = ask(prover, tmp_path, seconds=30)
    except BudgetExhausted:
        pytest.fail("the grandchild kept the attempt from ending")
    assert answer.candidates == (Candidate("Qed.\n"),)
    assert time.monotonic() - start < 20
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    assert "sleep 4217" not in listed.stdout.splitlines()


def test_a_program_that_does_not_read_its_input_does_no_harm(tmp_path: Path) -> None:
    prover = program(tmp_path, "import os\nos.close(0)\nprint('Qed.')")
    assert ask(prover, tmp_path).candidates == (Candidate("Qed.\n"),)


def test_standard_error_is_kept_as_the_transcript(tmp_path: Path) -> None:
    prover = program(
        tmp_path,
        "import sys\nprint('Qed.')\nsys.stderr.write('a' * 300000 + '\\nsearched 3 nodes\\n')",
    )
    transcript = ask(prover, tmp_path).transcript
    assert transcript.endswith("a\nsearched 3 nodes\n")
    assert len(transcript) < 250_000


def test_a_program_on_path_is_found(tmp_path: Path) -> None:
    prover = make_prover("command", tmp_path, "cmd=echo 'Proof. lia. Qed.'", sandbox=SANDBOX)
    assert ask(prover, tmp_path).candidates == (Candidate("Proof. lia. Qed.\n"),)
    assert prover.versions()["cmd"].endswith("/echo 'Proof. lia. Qed.'")


def test_an_argument_may_be_a_path_in_the_directory_of_the_run(tmp_path: Path) -> None:
    (tmp_path / "prove.py").write_text("print('Qed.')")
    prover = make_prover("command", tmp_path, f"cmd={sys.executable} prove.py", sandbox=SANDBOX)
    assert ask(prover, tmp_path).candidates == (Candidate("Qed.\n"),)


def test_the_version_changes_with_the_files_that_are_named(tmp_path: Path) -> None:
    """Their contents, wherever they stand on the command line."""
    script = tmp_path / "prove.py"
    script.write_text("print('Qed.')")
    prover = make_prover("command", tmp_path, "cmd=echo prove.py absent.txt", sandbox=SANDBOX)
    before = prover.versions()
    assert "prove.py" in before["files"]
    assert "absent.txt" not in before["files"]
    os.utime(script, (1, 1))
    assert prover.versions() == before, "only what is in it counts"
    script.write_text("print('Qed!')")
    assert prover.versions() != before


def test_a_large_file_counts_by_its_size_and_time_and_is_not_read(tmp_path: Path) -> None:
    """A sparse file of a TiB could not be read before the run."""
    weights = tmp_path / "weights.bin"
    with weights.open("wb") as stream:
        stream.truncate(1 << 40)
    os.utime(weights, (1_000_000_000, 1_000_000_000))
    prover = make_prover("command", tmp_path, "cmd=echo weights.bin", sandbox=SANDBOX)
    before = prover.versions()
    assert "weights.bin of 1099511627776 bytes, changed 2001-09-09T01:46:40" in before["files"]
    os.utime(weights, (1_000_000_001, 1_000_000_001))
    assert prover.versions() != before


def test_a_word_that_is_longer_than_a_files_name_is_no_file(tmp_path: Path) -> None:
    code = f"print('{'x' * 5000}')"
    cmd = f'cmd={sys.executable} -c "{code}"'
    prover = make_prover("command", tmp_path, cmd, sandbox=SANDBOX)
    assert prover.versions()["files"].split()[0] == Path(sys.executable).name


@pytest.mark.parametrize(
    ("cmd", "said"),
    [
        ("no-such-program-here -x", "there is no program 'no-such-program-here' on PATH$"),
        ("plain.py", r"no program 'plain.py' on PATH \(for the one in this directory, write ./\)"),
        ("./absent.sh", "absent.sh does not exist"),
        (".", "there is no program '.' on PATH"),
        ("./", "is not a file"),
        ("./plain.py", r"is not executable; chmod \+x it"),
        ("'./plain.py", "cannot be split into words: No closing quotation"),
        ("  ", "cmd is empty"),
        ("''", "there is no program '' on PATH"),
    ],
)
def test_a_program_that_cannot_be_run_is_refused_before_anything_starts(
    tmp_path: Path, cmd: str, said: str
) -> None:
    (tmp_path / "plain.py").write_text("print('Qed.')")
    if os.access(tmp_path / "plain.py", os.X_OK):
        pytest.skip("every file is executable here")
    with pytest.raises(BadInput, match=said):
        make_prover("command", tmp_path, f"cmd={cmd}", sandbox=SANDBOX)


@pytest.mark.parametrize("sandbox", ["bwrap", "none"])
def test_a_program_that_cannot_be_started_is_named(tmp_path: Path, sandbox: str) -> None:
    if sandbox == "bwrap" and SANDBOX == "none":
        pytest.skip("bubblewrap cannot run here")
    path = tmp_path / "p.sh"
    path.write_text("#!/no/such/interpreter\n")
    path.chmod(0o755)
    prover = make_prover("command", tmp_path, "cmd=./p.sh", sandbox=sandbox)
    with pytest.raises(InfraError, match=r"p\.sh cannot be started"):
        ask(prover, tmp_path)
