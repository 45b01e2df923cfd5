"""The prover files: which lines it answers with, and what it says of the others."""

from __future__ import annotations

import json
import re
import threading
import time
import tracemalloc
from pathlib import Path

import pytest
from prover_tasks import make_prover, make_task

from pytest_putnam.errors import BadInput, BudgetExhausted, InfraError
from pytest_putnam.model import Candidate, Language, VerdictKind
from pytest_putnam.prover import Answer, Budget, Prover

GOOD = {"name": "made_up", "language": "coq", "attempt": 1, "code": "Proof. lia. Qed."}


def write(path: Path, *lines: object) -> Path:
    """A proofs file; a line is bytes as they stand, or anything that JSON can say."""
    path.write_bytes(
        b"".join(
            (line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n"
            for line in lines
        )
    )
    return path


def files(tmp_path: Path, *lines: object, strict: bool = False) -> Prover:
    write(tmp_path / "proofs.jsonl", *lines)
    return make_prover("files", tmp_path, "path=proofs.jsonl", strict=strict)


def ask(prover: Prover, attempt: int = 1, name: str = "made_up") -> Answer:
    return prover.attempt(make_task(Path("unused"), name=name, attempt=attempt), Budget(10))


def codes(prover: Prover, attempts: int, name: str = "made_up") -> list[str | None]:
    answers = [ask(prover, i + 1, name) for i in range(attempts)]
    return [a.candidates[0].code if a.candidates else None for a in answers]


def test_an_attempt_is_answered_with_its_line_and_says_where_that_is(tmp_path: Path) -> None:
    prover = files(tmp_path, GOOD, GOOD | {"attempt": 2, "code": "Proof. auto. Qed."})
    assert prover.warnings() == ()
    assert codes(prover, 2) == ["Proof. lia. Qed.", "Proof. auto. Qed."]
    assert ask(prover, 2).transcript == f"{tmp_path / 'proofs.jsonl'}, line 2"


def test_code_is_handed_on_as_it_is(tmp_path: Path) -> None:
    code = "(* ∀ ε \U0001d7d9 *)\r\n\tProof.\n  lia.  \nQed.\n\n"
    for escaped in (False, True):
        line = json.dumps(GOOD | {"code": code}, ensure_ascii=escaped).encode()
        assert codes(files(tmp_path, line), 1) == [code]


def test_the_solution_comes_along(tmp_path: Path) -> None:
    assert ask(files(tmp_path, GOOD | {"solution": "3"})).candidates == (
        Candidate("Proof. lia. Qed.", "3"),
    )


def test_lines_without_attempt_count_in_their_order_for_each_problem(tmp_path: Path) -> None:
    line = {k: v for k, v in GOOD.items() if k != "attempt"}
    prover = files(
        tmp_path,
        line | {"code": "a"},
        line | {"code": "x", "name": "other"},
        line | {"code": "b", "attempt": None},
        line | {"code": "y", "name": "other"},
        line | {"code": "c"},
    )
    assert prover.warnings() == ()
    assert codes(prover, 4) == ["a", "b", "c", None]
    assert codes(prover, 3, "other") == ["x", "y", None]


def test_a_line_without_attempt_takes_the_next_free_one(tmp_path: Path) -> None:
    line = {k: v for k, v in GOOD.items() if k != "attempt"}
    prover = files(tmp_path, GOOD | {"attempt": 2}, line | {"code": "b"}, line | {"code": "c"})
    assert (prover.warnings(), prover.default_attempts) == ((), 4)
    assert codes(prover, 4) == [None, "Proof. lia. Qed.", "b", "c"]


def test_as_many_attempts_are_planned_as_the_file_has(tmp_path: Path) -> None:
    lines = [GOOD | {"attempt": n} for n in (3, 1, 7)]
    other = GOOD | {"language": "lean4", "attempt": 99}
    assert files(tmp_path, *lines, other).default_attempts == 7


def test_an_attempt_that_is_not_there_is_given_up(tmp_path: Path) -> None:
    answer = ask(files(tmp_path, GOOD), attempt=3)
    assert (answer.candidates, answer.ended) == ((), VerdictKind.GAVE_UP)
    assert answer.reason == f"no attempt 3 at made_up in coq: {tmp_path / 'proofs.jsonl'}"


@pytest.mark.parametrize("code", ["", " \n\t", None])
def test_an_attempt_without_code_is_told_apart(tmp_path: Path, code: str | None) -> None:
    prover = files(tmp_path, GOOD | {"code": code})
    assert prover.warnings() == ()
    assert ask(prover).ended is VerdictKind.NO_CODE


def test_lines_of_other_languages_are_left_alone(tmp_path: Path) -> None:
    write(tmp_path / "p.jsonl", GOOD, GOOD | {"language": "lean4", "code": "by simp"})
    both = frozenset({Language.COQ, Language.LEAN4})
    assert make_prover("files", tmp_path, "path=p.jsonl").warnings() == ()
    prover = make_prover("files", tmp_path, "path=p.jsonl", languages=both)
    task = make_task(tmp_path, language=Language.LEAN4)
    assert prover.attempt(task, Budget(None)).candidates[0].code == "by simp"
    assert codes(prover, 1) == ["Proof. lia. Qed."]


def test_a_file_without_a_line_in_the_language_is_told(tmp_path: Path) -> None:
    (warning,) = files(tmp_path, GOOD | {"language": "isabelle"}).warnings()
    assert "proofs.jsonl has no attempt in coq" in warning


BROKEN: list[tuple[object, str]] = [
    (b'{"name": "made_up", "language": "coq", "code": "Proof.', "not JSON: Unterminated string"),
    (b"Proof. lia. Qed.", "not JSON: Expecting value at column 1"),
    (b'{"name": "made_up"} {}', "not JSON: Extra data at column 21"),
    (b'{"name": "caf\xe9"}', "not UTF-8: byte 0xe9 at column 14"),
    (b"\xff\xfe{\x00", "not UTF-8: byte 0xff at column 1"),
    (b"[" * 100_000, "not JSON that can be read: maximum recursion depth"),
    (b'{"name": ' + b"9" * 5000 + b"}", "not JSON that can be read: Exceeds the limit"),
    ([GOOD], "not a JSON object but [{'name'"),
    (None, "not a JSON object but None"),
    ({"name": "made_up", "attempt": 1}, "no 'language' and no 'code'"),
    (GOOD | {"name": 3}, "'name' is 3, not a string"),
    (GOOD | {"name": " "}, "'name' is ' ', not the name of a problem"),
    (GOOD | {"name": None}, "'name' is None"),
    (GOOD | {"language": "Coq"}, "'language' is 'Coq'; the choices are lean4, isabelle, coq"),
    (GOOD | {"language": ["coq"]}, "'language' is ['coq']; the choices are"),
    (GOOD | {"attempt": 0}, "'attempt' is 0, not a whole number from 1 to 1,000,000"),
    (
        GOOD | {"attempt": -1},
        "'attempt' is -1, not a whole number from 1 to 1,000,000; attempts count from 1",
    ),
    (GOOD | {"attempt": 1.0}, "'attempt' is 1.0, not a whole number"),
    (GOOD | {"attempt": "1"}, "'attempt' is '1', not a whole number"),
    (GOOD | {"attempt": True}, "'attempt' is True, not a whole number"),
    (GOOD | {"attempt": 1_700_000_000}, "'attempt' is 1700000000, not a whole number"),
    (GOOD | {"code": ["Proof."]}, "'code' is ['Proof.'], not a string"),
    (GOOD | {"code": "a\0b"}, "'code' has a NUL character"),
    (GOOD | {"code": "a\ud800b"}, "'code' has a lone surrogate (\\ud800)"),
    (GOOD | {"name": "\udfff"}, "'name' has a lone surrogate (\\udfff)"),
    (GOOD | {"solution": 3}, "'solution' is 3, not a string"),
    (GOOD | {"name": "\x1b[31m" + "x" * 200, "code": 1}, "'code' is 1, not a string"),
]


@pytest.mark.parametrize(("line", "said"), BROKEN, ids=[said[:30] for _, said in BROKEN])
def test_a_broken_line_is_told_with_its_number_and_the_rest_runs(
    tmp_path: Path, line: object, said: str
) -> None:
    last = GOOD | {"attempt": 2, "code": "last"}
    prover = files(tmp_path, GOOD, line, last)
    (warning,) = prover.warnings()
    assert warning.startswith(f"{tmp_path / 'proofs.jsonl'}, line 2: {said}")
    assert warning.isprintable()
    assert len(warning) < 400
    assert codes(prover, 2) == ["Proof. lia. Qed.", "last"]


@pytest.mark.parametrize(("line", "said"), BROKEN[:4], ids=[said[:30] for _, said in BROKEN[:4]])
def test_a_broken_line_is_fatal_when_strict(tmp_path: Path, line: object, said: str) -> None:
    with pytest.raises(BadInput, match=f"line 2: {re.escape(said)}"):
        files(tmp_path, GOOD, line, strict=True)


def test_a_file_without_faults_passes_when_strict(tmp_path: Path) -> None:
    assert codes(files(tmp_path, GOOD, strict=True), 1) == ["Proof. lia. Qed."]


def test_a_line_of_more_than_64_mib_is_skipped_without_being_held(tmp_path: Path) -> None:
    path = write(tmp_path / "proofs.jsonl", GOOD)
    with path.open("r+b") as file:
        file.seek(0, 2)
        file.truncate(file.tell() + (200 << 20))  # a line of NUL bytes that takes no disk
        file.seek(0, 2)
        file.write(b"\n" + json.dumps(GOOD | {"attempt": 2, "code": "last"}).encode())
    tracemalloc.start()
    try:
        prover = make_prover("files", tmp_path, "path=proofs.jsonl")
        peak_bytes = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert prover.warnings() == (f"{path}, line 2: longer than 64 MiB",)
    assert codes(prover, 2) == ["Proof. lia. Qed.", "last"]
    assert peak_bytes < 200 << 20


def test_the_first_of_two_lines_for_an_attempt_holds(tmp_path: Path) -> None:
    prover = files(tmp_path, GOOD, GOOD | {"attempt": 2}, GOOD | {"code": "again"})
    assert prover.warnings() == (
        f"{tmp_path / 'proofs.jsonl'}, line 3: attempt 1 at 'made_up' in coq again; line 1 holds",
    )
    assert codes(prover, 1) == ["Proof. lia. Qed."]


def test_an_attempt_in_two_files_is_told_with_both(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", GOOD)
    write(tmp_path / "b.jsonl", GOOD | {"attempt": 2}, GOOD)
    (warning,) = make_prover("files", tmp_path, "path=a.jsonl,b.jsonl").warnings()
    assert warning.startswith(
        f"{tmp_path / 'b.jsonl'}, line 2: attempt 1 at 'made_up' in coq again"
    )
    assert warning.endswith(f"line 1 of {tmp_path / 'a.jsonl'} holds")


def test_a_name_that_the_benchmark_lacks_is_told_with_the_nearest(tmp_path: Path) -> None:
    write(
        tmp_path / "p.jsonl",
        GOOD,
        *(GOOD | {"attempt": n, "name": "maid_up"} for n in (1, 2, 3)),
        GOOD | {"name": "xyzzy"},
        GOOD | {"attempt": 4, "name": "maid_up"},
    )
    prover = make_prover(
        "files", tmp_path, "path=p.jsonl", known_problems=frozenset({"made_up", "other"})
    )
    path = tmp_path / "p.jsonl"
    assert prover.warnings() == (
        f"{path}, lines 2-4, 6: the benchmark has no problem 'maid_up'; did you mean 'made_up'?",
        f"{path}, line 5: the benchmark has no problem 'xyzzy'",
    )
    assert prover.default_attempts == 1


def test_a_misspelled_key_is_told_and_other_keys_are_the_users_own(tmp_path: Path) -> None:
    line = {"name": "made_up", "language": "coq", "code": "x", "atempt": 5, "model": "m"}
    prover = files(tmp_path, line)
    (warning,) = prover.warnings()
    assert warning.endswith("line 1: key 'atempt' is not read; did you mean 'attempt'?")
    assert codes(prover, 1) == ["x"]


def test_a_hundred_reasons_are_told_and_the_further_lines_numbered(tmp_path: Path) -> None:
    warnings = files(tmp_path, GOOD, *(GOOD | {"attempt": f"x{n}"} for n in range(150))).warnings()
    assert len(warnings) == 101
    assert warnings[-1].endswith("lines 102-151: wrong for further reasons")


def test_blank_lines_carriage_returns_and_a_byte_order_mark_are_no_fault(tmp_path: Path) -> None:
    one = b"\xef\xbb\xbf" + json.dumps(GOOD).encode() + b"\r"
    two = json.dumps(GOOD | {"attempt": 2, "code": "b"}).encode()
    prover = files(tmp_path, one, b"", b"  \r", two)
    assert prover.warnings() == ()
    assert ask(prover, 2).transcript.endswith("line 4")
    assert codes(prover, 2) == ["Proof. lia. Qed.", "b"]


def test_a_last_line_without_its_end_is_read(tmp_path: Path) -> None:
    (tmp_path / "p.jsonl").write_text(json.dumps(GOOD))
    assert codes(make_prover("files", tmp_path, "path=p.jsonl"), 1) == ["Proof. lia. Qed."]


def test_an_empty_file_is_told(tmp_path: Path) -> None:
    (warning,) = files(tmp_path).warnings()
    assert "has no attempt in coq" in warning


def test_a_directory_stands_for_its_jsonl_files_in_order(tmp_path: Path) -> None:
    line = {k: v for k, v in GOOD.items() if k != "attempt"}
    (tmp_path / "runs").mkdir()
    write(tmp_path / "runs" / "b.jsonl", line | {"code": "b"})
    write(tmp_path / "runs" / "a.jsonl", line | {"code": "a"})
    write(tmp_path / "runs" / "c.txt", line | {"code": "c"})
    prover = make_prover("files", tmp_path, "path=runs")
    assert codes(prover, 3) == ["a", "b", None]
    assert prover.versions().keys() == {"a.jsonl", "b.jsonl"}


def test_a_file_named_twice_is_read_once(tmp_path: Path) -> None:
    write(tmp_path / "p.jsonl", GOOD)
    prover = make_prover("files", tmp_path, "path=p.jsonl, ./p.jsonl")
    assert prover.warnings() == ()


def test_a_name_with_a_comma_is_one_file_where_it_exists(tmp_path: Path) -> None:
    write(tmp_path / "a,b.jsonl", GOOD)
    assert codes(make_prover("files", tmp_path, "path=a,b.jsonl"), 1) == ["Proof. lia. Qed."]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("absent.jsonl", "absent.jsonl does not exist"),
        ("a.jsonl,absent.jsonl", "absent.jsonl does not exist"),
        ("empty", "empty has no \\*.jsonl"),
        (" , ", "names no file"),
        ("/dev/null", "/dev/null is not a file"),
        ("a\0b", "does not exist"),
    ],
)
def test_a_path_that_cannot_be_used_is_refused(tmp_path: Path, path: str, said: str) -> None:
    (tmp_path / "empty").mkdir()
    write(tmp_path / "a.jsonl", GOOD)
    with pytest.raises(BadInput, match=said):
        make_prover("files", tmp_path, f"path={path}")


def test_the_version_is_the_digest_of_the_content(tmp_path: Path) -> None:
    before = files(tmp_path, GOOD).versions()
    assert files(tmp_path, GOOD).versions() == before
    assert files(tmp_path, GOOD | {"code": "other"}).versions() != before


@pytest.mark.parametrize("change", ["removed", "cut", "other"])
def test_a_file_that_changes_during_the_run_is_noticed(tmp_path: Path, change: str) -> None:
    prover = files(tmp_path, GOOD)
    path = tmp_path / "proofs.jsonl"
    if change == "removed":
        path.unlink()
    else:
        write(path, b"{" if change == "cut" else GOOD | {"name": "put_in"})
    with pytest.raises(InfraError, match=r"proofs.jsonl changed during the run, line 1"):
        ask(prover)


def test_no_time_left_is_no_answer(tmp_path: Path) -> None:
    with pytest.raises(BudgetExhausted):
        files(tmp_path, GOOD).attempt(make_task(tmp_path), Budget(0))


def test_threads_may_ask_at_once(tmp_path: Path) -> None:
    prover = files(tmp_path, *(GOOD | {"attempt": n, "code": f"c{n}"} for n in range(1, 201)))
    wrong: list[int] = []

    def read(start: int) -> None:
        wrong.extend(n for n in range(start, 201, 4) if codes_at(n) != f"c{n}")

    def codes_at(attempt: int) -> str:
        return ask(prover, attempt).candidates[0].code

    threads = [threading.Thread(target=read, args=(start,)) for start in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_large_file_is_indexed_quickly_without_holding_its_text(tmp_path: Path) -> None:
    """40,000 lines of 2.5 kB with keys of the user's own and half of the names unknown: 100 MB."""
    path = tmp_path / "proofs.jsonl"
    code = "Proof. " + "rewrite H. " * 200 + "Qed."
    with path.open("w") as file:
        for n in range(40_000):
            name = f"putnam_{1900 + n % 125}_a1" if n % 2 else f"puntam_{n}"
            line = {"name": name, "language": "coq", "code": code, "model": "m", "logprob": -1.5}
            file.write(json.dumps(line) + "\n")
    known = frozenset(
        f"putnam_{year}_{s}{i}" for year in range(1900, 2025) for s in "ab" for i in "123"
    )
    tracemalloc.start()
    start = time.perf_counter()
    prover = make_prover("files", tmp_path, "path=proofs.jsonl", known_problems=known)
    took_s = time.perf_counter() - start
    peak_bytes = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert ask(prover, 160, "putnam_1901_a1").candidates[0].code == code
    assert len(prover.warnings()) == 101
    assert peak_bytes < path.stat().st_size / 3
    assert took_s < 60  # 4 s per GB; a search for near names at each line would take minutes
