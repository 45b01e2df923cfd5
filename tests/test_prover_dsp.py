"""The prover dsp from the model's words to the candidate: a scripted model, recorded gap results."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import isabelle_cases
import pytest
from isabelle_provers import TEXT, asked, make_task, making
from isabelle_server import Rule, Script
from model_server import ModelServer, Responder, Seen, answer, serving
from model_server import Script as Reply

from provers.dsp_gaps import METHODS
from provers.dsp_sketch import read_sketch
from pytest_putnam.answers import candidate_of, fences
from pytest_putnam.errors import BadInput, BudgetExhausted
from pytest_putnam.languages.isabelle.assemble import assemble
from pytest_putnam.llm import CacheMode, LlmSettings
from pytest_putnam.model import Candidate, Language, Track, VerdictKind
from pytest_putnam.prover import Answer, Budget
from pytest_putnam.registry import find_prover

PROMPTS = Path(__file__).resolve().parent.parent / "provers" / "prompts" / "dsp"
THEOREM = TEXT[TEXT.index("theorem small:") : TEXT.index("  sorry")]
SKETCH = f"""{THEOREM}proof -
  (* 1. Put x in. *)
  have s1: "x + x = 2"
    using h
    sorry
  (* 2. The answer. *)
  show ?thesis
    using s1
    sorry
qed"""
HERE = {"CVC5_SOLVER": "/x/cvc5"}
NO = "Failed to apply proof method\\<^here>:\ngoal (1 subgoal):\n 1. x + x = 2"


def fails(*methods: str, at: str = "") -> list[Rule]:
    """The methods fail at a gap, in whatever way they are tried."""
    return [Rule(rf"(apply \({method}; fail\)|^by {method}$)", NO, theory=at) for method in methods]


def all_fail(at: str = "") -> list[Rule]:
    return fails(*map(re.escape, METHODS), at=at)


FIRST = r"using h\n\s*(apply|by|sledgehammer)"
SECOND = r"using s1\n\s*(apply|by|sledgehammer)"
"""Which gap a theory probes."""


def hammer(message: str, at: str = "", kind: str = "writeln") -> Rule:
    return Rule(r"^\s*sledgehammer \[", message, kind, theory=at)


def model(*sketches: str, draft: str = "1. Put x in.") -> Responder:
    """Answers drafts with a draft, and sketches in turn."""
    fenced = [answer(f"Here:\n```isabelle\n{sketch}\n```") for sketch in sketches]
    made: list[Seen] = []

    def respond(seen: Seen) -> Reply:
        if "The proof in words:" not in seen.prompt:
            return answer(draft)
        made.append(seen)
        return fenced[min(len(made), len(fenced)) - 1]

    return respond


def prove(
    tmp_path: Path,
    rules: Sequence[Rule],
    *options: str,
    respond: Responder | Reply | None = None,
    budget: Budget | None = None,
    **task: Any,
) -> tuple[Answer, ModelServer]:
    script = Script(rules, settings=HERE)
    with (
        serving(respond or model(SKETCH)) as server,
        making(
            "dsp", tmp_path, script, f"base-url={server.url}", "model=test-model", *options
        ) as prover,
    ):
        return prover.attempt(make_task(tmp_path, **task), budget or Budget(60)), server


def loads() -> int:
    return sum(command == "use_theories" for command, _ in asked())


def test_all_gaps_closed_make_the_candidate(tmp_path: Path) -> None:
    got, server = prove(
        tmp_path,
        [
            *fails("auto", "simp", at=FIRST),
            *all_fail(at=SECOND),
            hammer("cvc5: Try this: by (metis s1 small_solution_def) (12 ms)"),
        ],
    )
    assert got.candidates == (
        Candidate(
            SKETCH.replace("h\n    sorry", "h\n    by blast").replace(
                "s1\n    sorry", "s1\n    by (metis s1 small_solution_def)"
            )
        ),
    )
    assert got.usage is not None
    assert (got.usage.requests, got.usage.prompt_tokens) == (2, 200)
    assert "closed by method: by blast" in got.transcript
    assert "closed by sledgehammer (cvc5): by (metis s1 small_solution_def)" in got.transcript
    assert 'gap 1, line 7: have s1: "x + x = 2" using h' in got.transcript
    assert [seen.body["temperature"] for seen in server.seen] == [0.1, 0.1]
    started = [a["options"] for command, a in asked() if command == "session_start"]
    assert all("quick_and_dirty=true" in str(options) for options in started)


def test_the_prompts_show_problem_answer_and_draft(tmp_path: Path) -> None:
    _, server = prove(tmp_path, [])
    draft, sketch = server.seen
    assert "The problem in words: Double one." in draft.prompt
    assert "The answer: It is two." in draft.prompt
    assert THEOREM.strip() in draft.prompt
    assert sketch.prompt.endswith("The proof in words:\n1. Put x in.")
    assert [m["role"] for m in draft.body["messages"]] == [
        "system",
        *["user", "assistant"] * 2,
        "user",
    ]
    assert [m["role"] for m in sketch.body["messages"]] == [
        "system",
        *["user", "assistant"] * 3,
        "user",
    ]


@pytest.mark.parametrize("track", list(Track))
def test_the_examples_are_sketches_of_their_theorems(track: Track, tmp_path: Path) -> None:
    """Each goes into its theory, and all that it states is left as gaps."""
    _, server = prove(tmp_path, [], track=track)
    messages = [m["content"] for m in server.seen[1].body["messages"]]
    for question, shown in zip(messages[1:-1:2], messages[2:-1:2], strict=True):
        (theory,) = [fence.text for fence in fences(question)]
        name = theory.split()[1]
        example = isabelle_cases.formalization(theory, name)
        candidate = candidate_of(shown, Language.ISABELLE, name)
        assert candidate is not None
        sketch = read_sketch(candidate.code)
        assert len(sketch.gaps) >= 4
        assert sketch.steps == ()
        assembled = assemble(example, track, candidate)
        assert not assembled.is_restated, "it is stated in the theory's words"
        assert example.statement.of(theory) in assembled.text


def test_without_the_solution_neither_answer_is_shown(tmp_path: Path) -> None:
    _, server = prove(tmp_path, [], track=Track.NO_SOLUTION)
    for seen in server.seen:
        assert "It is two" not in seen.prompt
        assert '"small_solution \\<equiv> undefined"' in seen.prompt
        assert "leaves an answer open: small_solution" in seen.body["messages"][0]["content"]
    assert "sum_of_cubes_solution" in server.seen[1].body["messages"][-3]["content"]


def test_a_gap_that_stays_open_is_named_with_all_that_was_tried(tmp_path: Path) -> None:
    got, _ = prove(tmp_path, [*all_fail(at=SECOND), hammer("No proof found")])
    assert (got.candidates, got.ended) == ((), VerdictKind.GAVE_UP)
    assert got.reason == "1 of 2 gaps stay open, the first in line 11: show ?thesis using s1"
    assert "OPEN: no method works, and sledgehammer found no proof" in got.transcript
    assert "closed by method: by auto" in got.transcript
    assert "sledgehammer: none" in got.transcript
    assert " s of 180 s)" in got.transcript, "the limit is recorded as it was used"


def test_methods_that_loop_are_tried_one_by_one(tmp_path: Path) -> None:
    """`blast` loops: what comes after it in the order is found all the same."""
    rules = [
        *fails("auto", "simp", "fastforce"),
        Rule(r"(apply \(blast; fail\)|^by blast$)", do="watchdog"),
    ]
    got, _ = prove(tmp_path, rules, "method-timeout=0.2", "hammer-timeout=0")
    assert [c.code.count("by force") for c in got.candidates] == [2]
    assert "methods: ended after 0.4 s" in got.transcript
    assert "blast: ended after 0.2 s" in got.transcript
    assert "simp: fails" in got.transcript


def test_a_method_must_close_the_gap_as_it_will_stand_there(tmp_path: Path) -> None:
    """A gap may have several goals, of which a method closed the first."""
    got, _ = prove(tmp_path, [Rule(r"^by (auto|simp)$", NO)], "hammer-timeout=0")
    assert [c.code.count("by blast") for c in got.candidates] == [2]
    assert "methods: auto is the first" in got.transcript
    assert "auto: fails" in got.transcript


def test_a_gap_has_a_budget_of_its_own(tmp_path: Path) -> None:
    rules = [Rule(r"apply \(auto; fail\)", do="hang", theory=SECOND)]
    got, _ = prove(tmp_path, rules, "gap-timeout=0.6")
    assert "OPEN: timed out after 0.6 s" in got.transcript
    assert "1 of 2 gaps stay open" in got.reason


def test_the_attempts_time_ends_everything(tmp_path: Path) -> None:
    rules = [Rule(r"apply \(auto; fail\)", do="hang")]
    with pytest.raises(BudgetExhausted) as caught:
        prove(tmp_path, rules, budget=Budget(2.0))
    assert caught.value.usage is not None
    assert caught.value.usage.requests == 2, "what was paid for is told"


def test_a_proof_that_was_not_replayed_is_tried(tmp_path: Path) -> None:
    rules = [
        *all_fail(),
        hammer("e: Try this: by (metis slow) (> 1.0 s, timed out)"),
        hammer("e: Try this: by (metis wrong) (> 1.0 s, timed out)"),
        Rule(r"by \(metis wrong\)", NO),
    ]
    got, _ = prove(tmp_path, rules)
    assert [c.code.count("by (metis slow)") for c in got.candidates] == [2]


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        (
            Rule("have s1", "Inner syntax error\\<^here>\nFailed to parse prop"),
            "the sketch does not parse: line 7: Inner syntax error",
        ),
        (
            Rule("have s1", "Outer syntax error\\<^here>: command expected"),
            "the sketch does not parse: line 7: Outer syntax error",
        ),
        (
            Rule("show .thesis", "Failed to refine any pending goal"),
            "the sketch does not hold together: line 11: Failed to refine any pending goal",
        ),
        (
            Rule("using s1", 'Undefined fact: "s1"\\<^here>'),
            "the sketch does not hold together: line 12: Undefined fact",
        ),
    ],
)
def test_a_sketch_that_isabelle_does_not_take_has_a_reason_of_its_own(
    rule: Rule, reason: str, tmp_path: Path
) -> None:
    got, _ = prove(tmp_path, [rule])
    assert got.ended is VerdictKind.GAVE_UP
    assert got.reason.startswith(reason)
    assert loads() == 1, "no gap of it was tried"


def test_a_sketch_without_code_or_cut_off_says_so(tmp_path: Path) -> None:
    def respond(reply: Reply) -> Responder:
        return lambda seen: reply if "in words:\n1." in seen.prompt else answer("1. By magic.")

    got, _ = prove(tmp_path, [], respond=respond(answer("I cannot.")))
    assert (got.ended, got.reason) == (VerdictKind.NO_CODE, "the sketch has no code")
    got, _ = prove(tmp_path, [], respond=respond(answer("```isabelle\nthm", finish="length")))
    assert got.ended is VerdictKind.TRUNCATED
    assert got.reason.startswith("the sketch: ")
    got, _ = prove(tmp_path, [], respond=answer("1. By", finish="length"))
    assert got.ended is VerdictKind.TRUNCATED
    assert got.reason.startswith("the draft: ")
    assert loads() == 0


def test_a_sketch_without_gaps_is_the_candidate(tmp_path: Path) -> None:
    whole = SKETCH.replace("sorry", "by simp")
    got, _ = prove(tmp_path, [], respond=model(whole))
    assert got.candidates == (Candidate(whole),)
    assert loads() == 1


def test_a_step_of_the_models_own_that_fails_becomes_a_gap(tmp_path: Path) -> None:
    whole = SKETCH.replace("h\n    sorry", "h\n    by simp").replace(
        "s1\n    sorry", "s1\n    by (metis s1)"
    )
    rules = [Rule(r"by \(metis s1\)", NO), *fails("auto", at=SECOND)]
    got, _ = prove(tmp_path, rules, respond=model(whole))
    assert got.candidates == (Candidate(whole.replace("by (metis s1)", "by simp")),)
    assert "show ?thesis using s1 (the model's own by (metis s1) fails)" in got.transcript
    assert got.transcript.count("\ngap ") == 1, "steps that hold are left alone"


def test_a_step_of_the_models_own_that_loops_makes_all_of_them_gaps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pytest_putnam.provers.dsp.SKETCH_LIMIT_S", 0.2)
    whole = SKETCH.replace("h\n    sorry", "h\n    by simp").replace(
        "s1\n    sorry", "s1\n    by loop"
    )
    got, _ = prove(tmp_path, [Rule("by loop", do="watchdog")], respond=model(whole))
    assert got.candidates[0].code.count("by auto") == 2


def test_an_own_step_that_does_not_parse_is_no_gap(tmp_path: Path) -> None:
    whole = SKETCH.replace("sorry", "by )simp(")
    rules = [Rule(r"by \)simp", "Outer syntax error\\<^here>: method expected")]
    got, _ = prove(tmp_path, rules, respond=model(whole))
    assert got.reason == "the sketch does not parse: line 9: Outer syntax error: method expected"


def test_a_server_that_breaks_once_costs_nothing(tmp_path: Path) -> None:
    rules = [Rule(r"apply \(arith; fail\)", do="crash"), *all_fail(), hammer("No proof found")]
    got, _ = prove(tmp_path, rules)
    assert "gaps stay open" in got.reason
    assert "ended (exit, status 3)" in got.transcript


def test_what_became_of_a_gap_is_kept(tmp_path: Path) -> None:
    """The second sketch has the first gap again, with other comments, and another second one."""
    other = SKETCH.replace("(* 1. Put x in. *)", "(* As x is 1: *)").replace(
        "using s1\n", "using s1 h\n"
    )
    rules = [*all_fail(), hammer("cvc5: Try this: by (metis h) (12 ms)")]
    script = Script(rules, settings=HERE)
    with (
        serving(model(SKETCH, other)) as server,
        making(
            "dsp", tmp_path, script, f"base-url={server.url}", "model=test-model", slots=1
        ) as prover,
    ):
        first = prover.attempt(make_task(tmp_path, attempt=1), Budget(60))
        before = loads()
        second = prover.attempt(make_task(tmp_path, attempt=2), Budget(60))
    assert before == 1 + 2 * 2
    assert loads() == before + 1 + 2
    assert first.transcript.count("known from before") == 0
    assert second.transcript.count("known from before") == 1
    assert second.candidates[0].code.count("by (metis h)") == 2


def test_gaps_left_open_are_known_too_but_not_where_isabelle_broke(tmp_path: Path) -> None:
    rules = [*all_fail(), hammer("No proof found", at=FIRST), hammer("x", at=SECOND)]
    prove(tmp_path, rules, "gap-cache=kept.sqlite")
    before = loads()
    again, _ = prove(tmp_path, rules, "gap-cache=kept.sqlite")
    assert "known from before" in again.transcript
    assert loads() < 2 * before
    broken = [*all_fail(), Rule(r"^\s*sledgehammer \[", do="crash")]
    for _ in range(2):
        got, _ = prove(tmp_path, broken, "gap-cache=other.sqlite")
        assert "known from before" not in got.transcript


def test_drafts_from_a_file(tmp_path: Path) -> None:
    lines = [{"name": "small", "draft": f"{n}. Mine."} for n in (1, 2)]
    (tmp_path / "drafts.jsonl").write_text("\n".join(map(json.dumps, lines)))
    prompts = []
    for attempt in (1, 2, 3):
        _, server = prove(tmp_path, [], "drafts=drafts.jsonl", attempt=attempt)
        (seen,) = server.seen
        prompts.append(seen.prompt.split("\n")[-1])
    assert prompts == ["1. Mine.", "2. Mine.", "1. Mine."]


def test_a_problem_without_a_draft_in_the_file_is_drafted_by_the_model(tmp_path: Path) -> None:
    (tmp_path / "drafts.jsonl").write_text('{"name": "other", "draft": "x"}\n')
    _, server = prove(tmp_path, [], "drafts=drafts.jsonl")
    assert len(server.seen) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "line 1: it is no JSON"),
        ("[]", "must be a JSON object"),
        ('{"name": "a"}', "texts that are not empty"),
        ('{"name": "a", "draft": "x", "attempt": 0}', "attempt=0"),
        (
            '{"name": "a", "draft": "x", "attempt": 1}\n{"name": "a", "draft": "y", "attempt": 1}',
            "line 2: attempt 1 at a is there already",
        ),
        ("", "has no draft"),
    ],
)
def test_a_bad_file_of_drafts_is_told_with_its_line(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "drafts.jsonl").write_text(text)
    with pytest.raises(BadInput, match=said):
        prove(tmp_path, [], "drafts=drafts.jsonl")


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("temperature=hot", "temperature=hot"),
        ("shots=4", "from 0 to 3"),
        ("gap-timeout=0", "gap-timeout=0"),
        ("hammer-timeout=x", "hammer-timeout=x"),
        ("prompts=nowhere", "cannot be read"),
        ("drafts=nowhere", "cannot be read"),
        ("provers=remote_e", "no network"),
    ],
)
def test_a_wrong_option_is_told_before_the_run(option: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=said):
        prove(tmp_path, [], option)


def test_the_run_records_model_prompts_limits_and_provers(tmp_path: Path) -> None:
    folder = tmp_path / "prompts"
    shutil.copytree(PROMPTS, folder)
    (folder / "sketch.j2").write_text((folder / "sketch.j2").read_text() + "!\n")
    told = []
    for options in ([], ["prompts=prompts"]):
        with making(
            "dsp", tmp_path, Script(settings=HERE), "base-url=http://x/v1", *options
        ) as prover:
            told.append(dict(prover.versions()))
    first, second = told
    assert first["sampling"] == "temperature=0.1, max_tokens=4096"
    assert first["gaps"] == "methods 10 s / sledgehammer 120 s / each gap 300 s"
    assert first["sledgehammer's provers"] == "cvc5 (installed)"
    assert first["prompt"] != second["prompt"], "the prompts' hashes are part of the run"
    assert first["prompt"].split(",")[0] == second["prompt"].split(",")[0]


def test_completions_are_samples_and_are_kept(tmp_path: Path) -> None:
    llm = LlmSettings(cache=CacheMode.READ_WRITE, cache_file=tmp_path / "c.sqlite")
    script = Script(settings=HERE)
    with serving(model(SKETCH)) as server:
        for attempts in ((1, 2), (1, 2)):
            with making(
                "dsp", tmp_path, script, f"base-url={server.url}", "model=m", llm=llm
            ) as prover:
                for attempt in attempts:
                    prover.attempt(make_task(tmp_path, attempt=attempt), Budget(60))
    assert len(server.seen) == 4


def test_it_makes_ten_attempts_in_isabelle_alone() -> None:
    cls = find_prover("dsp")
    assert cls.default_attempts == 10
    assert [language.value for language in cls.languages] == ["isabelle"]


def test_gaps_run_at_once_within_the_slots(tmp_path: Path) -> None:
    """With two slots two servers are started, with one only one."""
    rules = [Rule(r"apply \(auto; fail\)", do="slow")]
    started = {}
    for slots in (1, 2):
        place = tmp_path / str(slots)
        with (
            serving(model(SKETCH)) as server,
            making(
                "dsp", place, Script(rules), f"base-url={server.url}", "model=m", slots=slots
            ) as prover,
        ):
            assert prover.attempt(make_task(tmp_path), Budget(60)).candidates
            commands = [command for command, _ in asked()]
            started[slots] = commands.count("session_start")
    assert started == {1: 1, 2: 2}


def test_collecting_needs_neither_isabelle_nor_a_key(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "ISABELLE_HOME", "PUTNAM_ISABELLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", "/nonexistent")
    result = pytester.runpytest("--co", "-q", "--putnam-lang=isabelle", "--prover=dsp")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["*putnam_1988_b1.thy::test_proved*isabelle-dsp*"])
