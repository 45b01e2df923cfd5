"""``putnam report``: Markdown and text of kept runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from putnam_command import putnam
from runs import Bench
from stored_runs import stored_run

from pytest_putnam.baseline import Key, Solve, write_baseline
from pytest_putnam.kept import open_run
from pytest_putnam.model import Usage
from pytest_putnam.reports.kept_tally import kept_tally, wall_s
from pytest_putnam.reports.markdown import markdown_report, md
from pytest_putnam.reports.tally import ItemState, Tally
from pytest_putnam.reports.terminal import summary_lines

FOUR = {
    "putnam_1988_a1": "GP",
    "putnam_1988_a2": "FF",
    "putnam_1988_a3": "EG",
    "putnam_1988_a4": "",
}


def markdown(folder: Path) -> str:
    with open_run(folder) as run:
        return "\n".join(markdown_report(run))


def test_the_text_is_the_summary_that_the_run_itself_gave(pytester: pytest.Pytester) -> None:
    bench = Bench(pytester)
    for name, tag in (("putnam_1988_b1", "algebra"), ("putnam_1989_b1", "geometry")):
        bench.problem(name, tags=[tag])
    bench.problem("putnam_1990_b1")
    bench.script({"putnam_1989_b1": "give_up:no idea", "putnam_1990_b1": "bug:oops"})
    told = bench.run("--putnam-attempts=2", "--putnam-exhaustive").stdout.lines
    (folder,) = (pytester.path / ".putnam").glob("2*")
    done = putnam("report", folder, "--format=text", cwd=pytester.path)
    assert done.returncode == 0
    said = done.stdout.splitlines()
    begin = next(n for n, line in enumerate(told) if line.startswith("3 items"))
    end = next(n for n, line in enumerate(told) if line.startswith("stored in"))
    assert end - begin > 10
    assert said[1:] == told[begin:end]
    assert said[0] == f"{folder.name}: scripted, n = 2, track with-solution"


def test_markdown_says_the_range_its_interval_and_why(tmp_path: Path) -> None:
    text = markdown(stored_run(tmp_path / "run", FOUR))
    assert text.startswith(
        "## p: pass@2 = 25.0 to 75.0 % (95 % interval 4.6 to 95.4 %)\n\n"
        "1 proved, 1 failed, 1 error, 1 not run, of 4 items."
    )
    assert "1 in error and 1 not run may be proved or not: between 1/4 and 3/4." in text
    assert "by Clopper and Pearson: 95 % interval 0.6 to 99.4 %" in text
    assert "| compile_error | 2 | 3.00 s | 1.00 s |" in text
    assert "<summary>Proved: 1</summary>\n\n- putnam_1988_a1 (coq)\n" in text
    assert "- putnam_1988_a3 (coq): not proved\n" in text
    assert "commit 0123abc" in text
    assert "secret" not in text


def test_smaller_k_are_told_of_exhaustive_runs_only(tmp_path: Path) -> None:
    items = {"putnam_1988_a1": "GPPG", "putnam_1988_a2": "GGGG"}
    text = markdown(stored_run(tmp_path / "all", items, settings={"exhaustive": True}))
    assert "| pass@1 | 25.0 % (95 % interval" in text
    assert "| pass@4 | 50.0 % (95 % interval" in text
    assert "| pass@" not in markdown(stored_run(tmp_path / "early", items))


def test_a_run_that_was_killed_says_so(tmp_path: Path) -> None:
    folder = stored_run(tmp_path / "run", FOUR, close=False)
    assert "**The run has not ended:**" in markdown(folder)
    done = putnam("report", folder, "--format=text", cwd=tmp_path)
    assert "not ended" in done.stdout.splitlines()[0]
    with open_run(folder) as run:
        assert wall_s(run) == 12.0


def test_costs_are_told_and_unknown_ones_never_as_nothing(tmp_path: Path) -> None:
    known = stored_run(
        tmp_path / "known", {"putnam_1988_a1": "GP"}, usage=Usage(1, 2, 3, cost_usd=0.5)
    )
    assert "cost 1 USD" in markdown(known)
    assert "per solve: 2.0 attempts, 1 USD" in markdown(known)
    unknown = stored_run(tmp_path / "unknown", {"putnam_1988_a1": "P"}, usage=Usage(1, 2, 3))
    assert "per solve: 1.0 attempts, cost unknown" in markdown(unknown)


def test_what_people_wrote_cannot_shape_the_page(tmp_path: Path) -> None:
    assert md("a|b <b>*c* _d_ `e` [f](g) x_1") == (r"a\|b &lt;b\>\*c\* \_d\_ \`e\` \[f\](g) x_1")
    text = markdown(stored_run(tmp_path / "run", {"p|q<br>\n# big": "P"}))
    assert r"- p\|q&lt;br\> # big (coq)" in text


def test_what_a_baseline_says_of_a_run_is_added(tmp_path: Path) -> None:
    folder = stored_run(tmp_path / "run", FOUR)
    names = ("putnam_1988_a2", "putnam_1988_a3", "putnam_1962_a1")
    write_baseline(
        tmp_path / "b.yaml",
        {Key(name, "coq", "with-solution", "p"): Solve((1,), 2) for name in names},
    )
    done = putnam("report", folder, "--format=md", "--baseline=b.yaml", cwd=tmp_path)
    assert done.returncode == 0
    assert (
        "**Baseline b.yaml: 0 kept, 1 lost, 1 new, 0 unproved as expected, 2 undecided; "
        "1 entry is not in this run**\n\n- lost: putnam_1988_a2 (coq, p): attempt 1 of 2"
    ) in done.stdout
    text = putnam("report", folder, "--format=text", "--baseline=b.yaml", cwd=tmp_path).stdout
    assert "\nnew: putnam_1988_a1 (coq, p): attempt 2 of 2\n" in text
    done = putnam("report", folder, "--baseline=b.yaml", cwd=tmp_path)
    assert done.returncode == 2


def test_several_runs_follow_each_other_and_go_to_a_file(tmp_path: Path) -> None:
    one, two = stored_run(tmp_path / "one", FOUR), stored_run(tmp_path / "two", FOUR, prover="q")
    done = putnam("report", one, two, "--format=md", "-o", "all.md", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    text = (tmp_path / "all.md").read_text()
    assert text.index("## p: pass@2") < text.index("## q: pass@2")


def test_what_cannot_be_done_is_told(tmp_path: Path) -> None:
    folder = stored_run(tmp_path / "run", FOUR)
    for args, told in (
        (("nowhere", "--format=md"), "nowhere does not exist"),
        ((folder, "--format=md", "--with-proofs"), "--with-proofs is for --format=html"),
        ((folder, "--format=md", "-o", "no/such/file"), "no/such/file cannot be written"),
    ):
        done = putnam("report", *args, cwd=tmp_path)
        assert done.returncode == 2
        assert told in done.stderr


def test_counting_by_sql_is_counting_all_attempts(tmp_path: Path) -> None:
    folder = stored_run(tmp_path / "run", FOUR, usage=Usage(2, 10, 20, cost_usd=0.1))
    with open_run(folder) as run:
        counted = kept_tally(run)
        heard = Tally()
        heard.expect(
            ItemState(item.nodeid, item.problem, item.language, item.tags) for item in run.items()
        )
        for attempt in run.attempts():
            heard.add(attempt.record())
        for item in run.items():
            if item.outcome is not None:
                heard.end(item.nodeid, item.outcome, item.reason)
    assert _lines(counted) == _lines(heard)


def _lines(tally: Tally) -> list[str]:
    """All attempts took equally long here, so any three are the slowest."""
    lines = summary_lines(tally, planned=2, exhaustive=True, wall_s=1.0, sandbox="bwrap")
    return [line for line in lines if not line.startswith("slowest")]
