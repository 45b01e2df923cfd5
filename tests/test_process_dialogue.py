"""`Dialogue`: a conversation over pipes, with long lines, floods, and ends of every kind."""

from __future__ import annotations

import gc
import re
import shutil
import threading
import time
from pathlib import Path

import pytest
from process_cases import Kind, living, sandbox_or_skip

from pytest_putnam.dialogue import _Inbox
from pytest_putnam.errors import InfraError
from pytest_putnam.process import Dialogue, DialogueEnded, Ended, Limits, Sandbox
from pytest_putnam.prover import Budget

PROMPT = re.compile(r"<prompt>.*?</prompt>")
LINE = re.compile(r"\n")
NEVER = re.compile(r"never")


@pytest.fixture(params=("bwrap", "none"))
def sandbox(request: pytest.FixtureRequest, tmp_path: Path) -> Sandbox:
    kind: Kind = request.param
    return sandbox_or_skip(kind, tmp_path)


def dialogue(
    script: str, tmp_path: Path, sandbox: Sandbox, limits: Limits | None = None
) -> Dialogue:
    return Dialogue(
        ["sh", "-c", script], cwd=tmp_path, limits=limits or Limits(wall_s=60), sandbox=sandbox
    )


def test_what_is_said_is_answered(tmp_path: Path, sandbox: Sandbox) -> None:
    script = "while read x; do echo \"you said $x\"; printf '<prompt>%s</prompt>' ${#x}; done"
    with dialogue(script, tmp_path, sandbox) as d:
        for word in ("a", "bé", "c" * 10_000):  # a terminal would hang on that one
            d.send(f"{word}\n")
            answer = d.read_until(PROMPT, timeout_s=20)
            assert re.fullmatch(f"you said {word}\n<prompt>\\d+</prompt>", answer)
        assert d.alive
    assert not d.alive


def test_errors_come_in_their_place(tmp_path: Path, sandbox: Sandbox) -> None:
    with dialogue("echo 1; echo 2 >&2; echo 3; echo 4 >&2; cat", tmp_path, sandbox) as d:
        assert d.read_until(re.compile("4\n"), timeout_s=20) == "1\n2\n3\n4\n"


def test_what_comes_after_the_marker_waits_for_the_next_reading(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    with dialogue("printf 'one\\ntwo\\nthree\\n'; cat", tmp_path, sandbox) as d:
        assert d.read_until(re.compile("two\n"), timeout_s=20) == "one\ntwo\n"
        assert d.read_until(LINE, timeout_s=20) == "three\n"


def test_eight_megabytes_are_quick(tmp_path: Path, sandbox: Sandbox) -> None:
    script = "head -c 8000000 /dev/zero | tr '\\0' x; echo '<prompt>1</prompt>'; cat"
    with dialogue(script, tmp_path, sandbox) as d:
        before = time.process_time()
        answer = d.read_until(PROMPT, timeout_s=20)
        assert len(answer) == 8_000_018
        assert time.process_time() - before < 1


def test_much_input_to_a_program_that_answers_much_does_not_block(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    with dialogue("cat", tmp_path, sandbox) as d:
        d.send("x" * 3_000_000 + "\n")
        assert len(d.read_until(LINE, timeout_s=20)) == 3_000_001


def test_a_flood_without_the_marker_ends_in_bounded_memory(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    with dialogue("yes", tmp_path, sandbox, Limits(output_mb=4)) as d:
        with pytest.raises(DialogueEnded) as caught:
            d.read_until(NEVER, timeout_s=20)
        assert caught.value.ended is Ended.OUTPUT
        assert caught.value.tail.endswith("y\n")
        assert len(caught.value.tail) <= 4096
        assert not d.alive


def test_silence_ends_by_the_clock(tmp_path: Path, sandbox: Sandbox) -> None:
    with dialogue("trap '' TERM; echo on; sleep 60", tmp_path, sandbox) as d:
        before = time.monotonic()
        with pytest.raises(DialogueEnded, match=r"sh ended .wall.* last words: 'on") as caught:
            d.read_until(NEVER, timeout_s=0.5)
        assert (caught.value.ended, caught.value.status) == (Ended.WALL, -9)
        assert time.monotonic() - before < 5
        assert not d.alive


def test_a_cancelled_budget_ends_it(tmp_path: Path, sandbox: Sandbox) -> None:
    budget = Budget(None)
    threading.Timer(0.3, budget.cancel).start()
    with dialogue("cat", tmp_path, sandbox) as d:
        with pytest.raises(DialogueEnded) as caught:
            d.read_until(NEVER, timeout_s=20, budget=budget)
        assert caught.value.ended is Ended.CANCELLED


@pytest.mark.parametrize(
    ("script", "ended", "status"),
    [
        ("echo last; exit 7", Ended.EXIT, 7),
        ("echo last; kill -ABRT $$", Ended.SIGNAL, -6),
        ("echo last; while :; do :; done", Ended.CPU, -9),
    ],
)
def test_how_it_ended_is_told(
    tmp_path: Path, sandbox: Sandbox, script: str, ended: Ended, status: int
) -> None:
    with dialogue(script, tmp_path, sandbox, Limits(cpu_s=0.3)) as d:
        assert d.read_until(LINE, timeout_s=20) == "last\n"
        with pytest.raises(DialogueEnded) as caught:
            d.read_until(NEVER, timeout_s=20)
        assert (caught.value.ended, caught.value.status) == (ended, status)
        d.send("more\n")  # to someone who has gone: no error of its own
        with pytest.raises(DialogueEnded):
            d.read_until(NEVER, timeout_s=20)


def test_its_last_words_can_still_be_read(tmp_path: Path, sandbox: Sandbox) -> None:
    with dialogue("echo one; echo two", tmp_path, sandbox) as d:
        time.sleep(0.3)
        assert d.read_until(LINE, timeout_s=20) == "one\n"
        assert d.read_until(LINE, timeout_s=20) == "two\n"


def test_cpu_and_memory_can_be_asked_meanwhile(tmp_path: Path, sandbox: Sandbox) -> None:
    script = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; echo; cat"
    with dialogue(script, tmp_path, sandbox) as d:
        d.read_until(LINE, timeout_s=30)
        spent = d.cpu_s()
        assert 0.05 < spent < 20
        assert 0.5 < d.peak_mb < 100
    assert d.cpu_s() >= spent  # and after the end


def test_another_thread_may_close_it(tmp_path: Path, sandbox: Sandbox) -> None:
    with dialogue("cat", tmp_path, sandbox) as d:
        threading.Timer(0.3, d.close).start()
        with pytest.raises(DialogueEnded) as caught:
            d.read_until(NEVER, timeout_s=20)
        assert caught.value.ended is Ended.CANCELLED


def test_it_outlives_the_thread_that_started_it(tmp_path: Path, sandbox: Sandbox) -> None:
    kept: list[Dialogue] = []
    thread = threading.Thread(target=lambda: kept.append(dialogue("cat", tmp_path, sandbox)))
    thread.start()
    thread.join()
    time.sleep(0.3)
    with kept[0] as d:
        d.send("still here\n")
        assert d.read_until(LINE, timeout_s=20) == "still here\n"


def test_forgotten_it_is_ended(tmp_path: Path, sandbox: Sandbox) -> None:
    marker = f"forgotten-{tmp_path.name}"
    d = dialogue(f"sleep 60; : {marker}", tmp_path, sandbox)
    assert living(marker)
    del d
    gc.collect()
    assert living(marker) == []


def test_interrupt_reaches_the_program(tmp_path: Path, sandbox: Sandbox) -> None:
    with dialogue(
        "trap 'echo caught' INT; echo on; while :; do sleep 0.1; done", tmp_path, sandbox
    ) as d:
        d.read_until(LINE, timeout_s=20)
        d.interrupt()
        assert d.read_until(LINE, timeout_s=20) == "caught\n"
        assert d.alive


def test_a_missing_program_is_named(tmp_path: Path, sandbox: Sandbox) -> None:
    with pytest.raises(InfraError, match="coqtop-9000 cannot be started"):
        Dialogue(["coqtop-9000"], cwd=tmp_path, limits=Limits(), sandbox=sandbox)


def test_a_real_coqtop(tmp_path: Path, sandbox: Sandbox) -> None:
    if shutil.which("coqtop", path="/usr/local/bin:/usr/bin:/bin") is None:
        pytest.skip("no coqtop on the system's path")
    argv = ["coqtop", "-q", "-emacs", "-w", "none"]
    limits = Limits(memory_mb=4096, processes=64, file_mb=100)
    with Dialogue(argv, cwd=tmp_path, limits=limits, sandbox=sandbox) as d:
        d.read_until(PROMPT, timeout_s=60)
        d.send("Goal forall n : nat, n = n.\n")
        assert "forall n : nat, n = n" in d.read_until(PROMPT, timeout_s=60)
        d.send("fail.\n")
        assert "Error" in d.read_until(PROMPT, timeout_s=60)


def test_a_marker_is_found_wherever_the_chunks_end() -> None:
    text = "xx<prompt>1</prompt>yy\n<prompt>2</prompt>"
    for cut in range(len(text)):
        inbox = _Inbox()
        taken = []
        for part in (text[:cut], text[cut:]):
            inbox.add(part.encode())
            while (answer := inbox.take(PROMPT)) is not None:
                taken.append(answer)
        assert taken == ["xx<prompt>1</prompt>", "yy\n<prompt>2</prompt>"]


def test_a_character_in_two_chunks_is_one() -> None:
    inbox = _Inbox()
    for byte in "é\n".encode():
        inbox.add(bytes([byte]))
        answer = inbox.take(LINE)
    assert answer == "é\n"


def test_the_beginning_of_a_line_is_not_where_a_chunk_begins() -> None:
    inbox = _Inbox()
    start = re.compile("^z", re.MULTILINE)
    for part in (b"x" * 5000, b"x" * 5000, b"z"):
        inbox.add(part)
        assert inbox.take(start) is None
    inbox.add(b"\nz")
    assert inbox.take(start) == "x" * 10_000 + "z\nz"
