"""Where an Isabelle is found: sledgehammer and dsp for real, their proofs checked for real."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from isabelle_provers import formalization
from model_requests import FAST
from model_server import Script as Reply
from model_server import Seen, answer, serving

from pytest_putnam.languages import backend
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.machine import default_cache_dir
from pytest_putnam.model import Candidate, Formalization, Language, Track, Verdict, VerdictKind
from pytest_putnam.prover import Answer, Budget, Prover, Task
from pytest_putnam.registry import find_prover, make_settings
from pytest_putnam.theories import NotLoaded, open_theories

pytestmark = pytest.mark.real_isabelle

LIMITS = CheckerSettings(cache_dir=default_cache_dir(), memory_mb=8192)
SKETCH = """theorem small:
  fixes x :: real
  assumes h: "x = 1"
  shows "x + x = small_solution"
proof -
  have s1: "x + x = 2"
    using h
    sorry
  show ?thesis
    using s1
    sorry
qed"""


@contextmanager
def making(name: str, tmp_path: Path, *options: str) -> Iterator[Prover]:
    cls = find_prover(name)
    made = cls(
        make_settings(
            cls,
            options,
            root_dir=tmp_path,
            languages={Language.ISABELLE},
            llm=FAST,
            limits=LIMITS,
        )
    )
    try:
        yield made
    finally:
        made.close()


def task_of(formal: Formalization, tmp_path: Path) -> Task:
    text = backend(Language.ISABELLE).task_text(formal, Track.WITH_SOLUTION)
    return Task(formal, Track.WITH_SOLUTION, 1, 1, seed=7, text=text, work_dir=tmp_path)


def judged(formal: Formalization, candidates: tuple[Candidate, ...]) -> list[Verdict]:
    checker = backend(Language.ISABELLE).find(None).checker(LIMITS)
    try:
        return [
            checker.check(formal, Track.WITH_SOLUTION, candidate, Budget(600))
            for candidate in candidates
        ]
    finally:
        checker.close()


@pytest.mark.parametrize(
    "code",
    [
        "by simp",
        "by (simp add: nope)",
        "by nonsense",
        "apply auto\n  done",
        "using nope\n  by simp",
        'proof -\n  have a: "x = 2"\n    by simp\n  show ?thesis\n    by (metis a)\nqed',
        'proof -\n  show "x = 3"\n    using h by simp\nqed',
        'proof -\n  have "x +" by simp\nqed',
        (
            'lemma aux: "rev xs = xs" by simp\n'
            'theorem small: fixes x :: real assumes h: "x = 1" shows "x + x = small_solution"\n  by simp'
        ),
    ],
)
def test_a_session_rejects_in_the_words_of_a_build(code: str) -> None:
    """Where it says something; it never says less than the truth."""
    verdicts = []
    for warm in (True, False):
        settings = replace(LIMITS, warm=warm)
        checker = backend(Language.ISABELLE).find(None).checker(settings)
        formal = formalization()
        verdicts.append(checker.check(formal, Track.WITH_SOLUTION, Candidate(code), Budget(600)))
        checker.close()
    warm_verdict, cold = verdicts
    assert cold.path == "strict"
    assert (warm_verdict.kind, warm_verdict.reason) == (cold.kind, cold.reason)


@pytest.mark.parametrize("name", ["putnam_1971_b1", "putnam_2012_a2"])
def test_sledgehammer_solves_problems_of_the_benchmark(
    name: str, benchmark_dir: Path, tmp_path: Path
) -> None:
    text = (benchmark_dir / "isabelle" / f"{name}.thy").read_bytes().decode()
    formal = formalization(text, name)
    with making("sledgehammer", tmp_path) as prover:
        answers = [prover.attempt(task_of(formal, tmp_path), Budget(600))]
        assert "installed" in prover.versions()["sledgehammer's provers"]
    assert answers[0].candidates, answers[0].reason
    kinds = [verdict.kind for verdict in judged(formal, answers[0].candidates)]
    assert VerdictKind.PROVED in kinds


def test_a_sketch_is_completed_and_proved(tmp_path: Path) -> None:
    def respond(seen: Seen) -> Reply:
        is_sketch = "The proof in words:" in seen.prompt
        return answer(f"```isabelle\n{SKETCH}\n```" if is_sketch else "1. Put x in.")

    formal = formalization()
    with (
        serving(respond) as server,
        making("dsp", tmp_path, f"base-url={server.url}", "model=m", "gap-cache=off") as prover,
    ):
        got: Answer = prover.attempt(task_of(formal, tmp_path), Budget(900))
    assert len(got.candidates) == 1, got.transcript
    assert "sorry" not in got.candidates[0].code
    (verdict,) = judged(formal, got.candidates)
    assert verdict.kind is VerdictKind.PROVED, verdict


def test_a_loop_is_ended_and_the_next_theory_loads(tmp_path: Path) -> None:
    cls = find_prover("sledgehammer")
    settings = make_settings(
        cls, [], root_dir=tmp_path, languages={Language.ISABELLE}, limits=LIMITS
    )
    theories = open_theories(settings)
    task = task_of(formalization(), tmp_path)
    loop = Candidate(
        'lemma loops: assumes "\\<And>x::nat. f x = f (Suc x)" shows "f 0 = (1::nat)"\n'
        f"  using assms by simp\n{SKETCH}"
    )
    try:
        with pytest.raises(NotLoaded) as caught:
            theories.load(task, loop, limit_s=10.0, budget=Budget(600))
        assert caught.value.timed_out
        good = theories.load(task, Candidate(SKETCH), limit_s=60.0, budget=Budget(600))
        assert good.errors == ()
    finally:
        theories.close()
