"""Where an option's value comes from, and what a wrong one gets."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from runs import Bench

from pytest_putnam import cli_options
from pytest_putnam.chosen import Chosen, Given, markdown_table
from pytest_putnam.errors import BadInput
from pytest_putnam.model import Language, Track
from pytest_putnam.options import (
    ALLOW_AXIOM,
    ATTEMPTS,
    CHECK_TIMEOUT,
    EXHAUSTIVE,
    LANG,
    LEAN_ALLOW_META,
    OPTIONS,
    SEED,
    TAG,
    TRACK,
    WARM,
    YEAR,
)

DOCS = Path(__file__).parent.parent / "docs"


def chosen(name: str, *texts: str) -> Chosen:
    return Chosen({name: Given(texts, "somewhere")})


def test_defaults_hold_where_nothing_is_given() -> None:
    values = Chosen({})
    assert values[LANG] is None
    assert values[ATTEMPTS] is None
    assert values[CHECK_TIMEOUT] == 60.0
    assert values[WARM] is True
    assert values[EXHAUSTIVE] is False
    assert values[TRACK] is Track.WITH_SOLUTION
    assert values.source(SEED) == ""


def test_texts_become_values() -> None:
    assert chosen(LANG.name, "coq, lean4")[LANG] == frozenset({Language.COQ, Language.LEAN4})
    assert chosen(LANG.name, "all")[LANG] == frozenset(Language)
    assert chosen(YEAR.name, "1988,2000-2009")[YEAR] == ((1988, 1988), (2000, 2009))
    assert chosen(TAG.name, "algebra,,geometry ")[TAG] == ("algebra", "geometry")
    assert chosen(ALLOW_AXIOM.name, "A.b", "C.d")[ALLOW_AXIOM] == ("A.b", "C.d")
    assert chosen(TRACK.name, "no-solution")[TRACK] is Track.NO_SOLUTION
    assert chosen(EXHAUSTIVE.name, "On")[EXHAUSTIVE] is True
    assert chosen(SEED.name, "3").source(SEED) == "somewhere"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("putnam_lang", "lean", "'lean' is not a language. Did you mean 'lean4'?"),
        ("putnam_lang", "", "it is empty"),
        ("putnam_attempts", "0", "it must be at least 1"),
        ("putnam_attempts", "many", "it must be a whole number"),
        ("putnam_seed", "-1", "it must be at least 0"),
        ("putnam_track", "solution", "The choices are: no-solution, with-solution."),
        ("putnam_year", "88", "'88' is neither a year nor a range; write 1988,2000-2009"),
        ("putnam_year", "2009-2000", "the range 2009-2000 is empty; did you mean 2000-2009?"),
        ("putnam_check_timeout", "0", "it must be a positive number of seconds"),
        ("putnam_check_timeout", "nan", "it must be a positive number of seconds"),
        ("putnam_check_timeout", "1m", "it must be a number of seconds"),
        ("putnam_sandbox", "docker", "The choices are: bwrap, none."),
        ("putnam_exhaustive", "maybe", "it must be yes or no"),
        ("putnam_run", "", "it is empty"),
    ],
)
def test_a_wrong_text_is_told_with_its_source_and_the_choices(
    name: str, text: str, message: str
) -> None:
    with pytest.raises(BadInput) as caught:
        chosen(name, text)
    assert str(caught.value).startswith("somewhere: ")
    assert message in str(caught.value)


def test_values_travel_to_a_worker_as_plain_data() -> None:
    plain = chosen(YEAR.name, "1988").as_plain()
    assert plain == {"putnam_year": ["somewhere", "1988"]}
    assert Chosen.from_plain(plain)[YEAR] == ((1988, 1988),)


def test_every_option_has_a_place_in_all_three() -> None:
    assert len({o.name for o in OPTIONS}) == len(OPTIONS)
    for option in OPTIONS:
        assert option.name.startswith("putnam_")
        assert option.variable.startswith("PUTNAM_")
        assert option.default_text
        assert not option.help.endswith(".")


def test_the_table_in_the_docs_is_the_codes() -> None:
    if not DOCS.is_dir():
        pytest.skip("the documentation is not in this tree")
    pages = [p for p in DOCS.rglob("*.md") if "| option | ini | environment |" in p.read_text()]
    assert len(pages) == 1
    assert markdown_table() in pages[0].read_text()


def test_a_switch_has_no_value_in_the_command_either() -> None:
    parser = argparse.ArgumentParser()
    cli_options.add_options(parser, LEAN_ALLOW_META)
    for args, value in (([], False), (["--lean-allow-meta"], True)):
        assert cli_options.chosen(parser.parse_args(args), LEAN_ALLOW_META) is value


@pytest.fixture
def one(bench: Bench) -> Bench:
    bench.problem("putnam_1988_b1")
    bench.script({"putnam_1988_b1": ["give_up"] * 9})
    return bench


def attempts_made(bench: Bench, *args: str) -> int:
    (bench.pytester.path / "calls.log").unlink(missing_ok=True)
    bench.run(*args).assert_outcomes(failed=1)
    return len(bench.calls())


@pytest.mark.real_coq
def test_the_command_line_overrules_the_environment_and_that_the_ini_file(
    one: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert attempts_made(one) == 1
    one.pytester.makeini("[pytest]\nputnam_attempts = 2\n")
    assert attempts_made(one) == 2
    monkeypatch.setenv("PUTNAM_ATTEMPTS", "3")
    assert attempts_made(one) == 3
    assert attempts_made(one, "--putnam-attempts=4") == 4


@pytest.mark.real_coq
def test_workers_hear_of_all_three(one: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    one.pytester.makeini("[pytest]\nputnam_seed = 7\n")
    monkeypatch.setenv("PUTNAM_TRACK", "no-solution")
    one.run("--putnam-attempts=3", workers=2).assert_outcomes(failed=1)
    assert one.query("SELECT count(*), min(track) FROM attempt") == [(3, "no-solution")]
    ((settings,),) = one.query("SELECT settings FROM run")
    assert '"seed": 7' in str(settings)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--putnam-attempts=x"], "--putnam-attempts=x: it must be a whole number"),
        (["--putnam-atempts=1"], "*--putnam-atempts=1. Did you mean --putnam-attempts?"),
        (["--prover=scrpted"], "unknown prover 'scrpted'. Did you mean 'scripted'?*"),
        (["--prover=nowhere:P"], "*nowhere*"),
        (["--prover-opt=colour=1"], "prover 'scripted' has no option 'colour'.*note*"),
        (["--prover-opt=colour"], "*colour*NAME=VALUE*"),
        (["--putnam-lang=lean4"], "there is no lean4 file in bench; it has coq"),
        (["--dist=each", "-n2"], "--dist each *use --dist load"),
        (["--dist=loadgroup", "-n2"], "--dist loadgroup loses items*use --dist load"),
        (["-o", "putnam_attempts=x"], "putnam_attempts = x in tox.ini: it must be*"),
    ],
)
def test_a_mistake_is_a_usage_error_before_collection(
    one: Bench, args: list[str], message: str
) -> None:
    result = one.run(*args)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {message}"])
    result.stdout.no_fnmatch_line("*collected*")
    assert not (one.pytester.path / ".putnam").exists()


def test_a_slip_in_the_environment_is_told(one: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUTNAM_ATEMPTS", "3")
    result = one.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*PUTNAM_ATEMPTS*Did you mean PUTNAM_ATTEMPTS?"])


def test_no_prover_is_a_usage_error_that_names_them(one: Bench) -> None:
    result = one.run(prover=False)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: no prover: add --prover=NAME.*coqhammer*scripted*"])


def test_a_missing_assistant_is_a_usage_error_that_says_what_to_install(one: Bench) -> None:
    result = one.run("--putnam-coq=/nonexistent")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: *no Coq at '/nonexistent'*"])


def test_several_languages_must_be_chosen_from(one: Bench) -> None:
    one.file("lean4/src/putnam_1988_b1.lean", b"theorem putnam_1988_b1 : 1 + 1 = 2 :=\nsorry\n")
    result = one.run("--co", prover=False)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: which language? Add --putnam-lang=coq|lean4 *"])
    one.run("--co", "-q").stdout.fnmatch_lines(["1 test collected*"])
    both = one.run("--co", "-q", "--putnam-lang=all", prover=False)
    both.stdout.fnmatch_lines(["2 tests collected*"])


def test_a_file_of_another_language_is_not_passed_over(one: Bench) -> None:
    result = one.run("--putnam-lang=lean4", path="bench/coq/src/putnam_1988_b1.v")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: bench/coq/src/putnam_1988_b1.v is a coq file, but*lean4*"])


@pytest.mark.parametrize("path", ["stray.v", "bench/coq/helper.v"])
def test_a_file_outside_of_a_benchmarks_layout_is_not_passed_over(one: Bench, path: str) -> None:
    (one.pytester.path / path).write_text("Theorem stray : 1 + 1 = 2.\nProof. Admitted.\n")
    result = one.run(path=path)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {path} is no problem of a benchmark: *putnam check"])


def test_a_prover_that_cannot_be_made_is_a_usage_error(one: Bench) -> None:
    one.pytester.makepyfile(
        broken="""
        from pytest_putnam.prover import Prover
        class Broken(Prover):
            name = "broken"
            def __init__(self, settings):
                raise ZeroDivisionError("in the constructor")
            def attempt(self, task, budget): ...
        """
    )
    result = one.run("--prover=broken:Broken", prover=False)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: prover 'broken' cannot be made: ZeroDivisionError*"])


def test_a_provers_hook_is_found_from_the_starting_directory(
    one: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = one.pytester.mkdir("project")
    (one.pytester.path / "conftest.py").rename(project / "conftest.py")
    monkeypatch.chdir(project)
    result = one.run("--co", "-q", path="../bench")
    result.stdout.fnmatch_lines(["*putnam_1988_b1.v::test_proved?coq-scripted?"])
    monkeypatch.setenv("PUTNAM_PROVER", "scripted")
    told = one.run("--co", "-q", path="../bench", prover=False)
    told.stdout.fnmatch_lines(["*putnam_1988_b1.v::test_proved?coq-scripted?"])
