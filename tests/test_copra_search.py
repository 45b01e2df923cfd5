"""What holds of every search of copra on real Coq, whatever is proposed; and when a state is circular."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from coq_cases import formalization, make_checker, shared_cache
from pytest_putnam.provers import copra_search
from pytest_putnam.provers.compared_goals import at_least_as_hard, key_of
from pytest_putnam.provers.copra_answers import Unmarked
from pytest_putnam.provers.copra_lemmas import Lemmas, read_lemmas
from pytest_putnam.provers.copra_search import Search, View
from session_cases import coq_session

from pytest_putnam.errors import BadInput
from pytest_putnam.languages.coq.checker import CoqChecker
from pytest_putnam.model import Track, VerdictKind
from pytest_putnam.proof_session import Goal, Hypothesis, ProofState, TacticError
from pytest_putnam.prover import Budget
from pytest_putnam.search_record import SearchNode

STATEMENT = (
    "Theorem problem (p q r : Prop) (hp : p) (h : p -> q) (k : q -> r) : (p /\\ q) /\\ (r \\/ ~ p)."
)
POOL = [
    *["split.", "left.", "right.", "apply k.", "apply h.", "exact hp.", "intros x.", "apply k, h."],
    *[
        "clear h.",
        "idtac.",
        "pose (y := 0).",
        "assumption.",
        "admit.",
        "destruct hp.",
        "-",
        "{",
        "}",
    ],
    *[
        "Qed.",
        "split. split.",
        "revert hp.",
        "exfalso.",
        "generalize hp.",
        "nonsense.",
        "constructor.",
    ],
]


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CoqChecker]:
    made = make_checker(shared_cache(tmp_path_factory))
    yield made
    made.close()


GOOD = {
    "(p /\\ q) /\\ (r \\/ ~ p)": "split.",
    "p /\\ q": "split.",
    "p": "exact hp.",
    "q": "apply h.",
    "r \\/ ~ p": "left.",
    "r": "apply k.",
}


def guessing(seed: int) -> Callable[[View], str | Unmarked]:
    """Proposes anything, sometimes what is right, and sometimes says only words."""
    dice = random.Random(seed)

    def propose(view: View) -> str | Unmarked:
        chance = dice.random()
        if chance < 0.1:
            return Unmarked("well", "no tactic")
        goals = [goal.conclusion for goal in view.state.goals[:1]]
        good = GOOD.get(goals[0]) if goals else None
        return good if good and chance < 0.4 else dice.choice(POOL)

    return propose


@pytest.mark.real_coq
@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_proposed_the_search_keeps_its_word(
    seed: int, checker: CoqChecker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No step is given to Coq twice for the same goals, none that is kept is circular, no query is lost."""
    given: list[tuple[object, str]] = []
    with coq_session(STATEMENT) as session:
        apply = session.apply

        def noted(state: ProofState, tactic: str) -> ProofState | TacticError:
            given.append((key_of(state), tactic.rstrip(".")))
            return apply(state, tactic)

        monkeypatch.setattr(session, "apply", noted)
        search = Search(session, guessing(seed), queries=150, tries=6)
        closed = search.run()
        assert len(given) == len(set(given))
        told = search.statistics
        nodes = list(below(search.root))
        assert told.queries == len(nodes) <= 150
        by = {kind: sum(n.outcome == kind for n in nodes) for kind in copra_search.Outcome}
        assert by["wasted"] == told.wasted > 0
        assert by["repeated"] == told.repeated
        assert by["circular"] == told.circular
        assert by["error"] + by["given up"] == told.failed
        assert by["closed"] == (closed is not None)
        if closed is None:
            assert search.ended
            return
        way = [session.root]
        for tactic in closed.path:
            after = apply(way[-1], tactic)
            assert isinstance(after, ProofState)
            assert not any(at_least_as_hard(after, each) for each in way)
            way.append(after)
        formal = formalization(f"{STATEMENT}\nProof. Admitted.\n")
        code = session.candidate(closed)
        verdict = checker.check(formal, Track.WITH_SOLUTION, code, Budget(None))
    assert verdict.kind is VerdictKind.PROVED, verdict.reason


def below(node: SearchNode) -> Iterator[SearchNode]:
    for child in node.children:
        yield child
        yield from below(child)


@pytest.mark.real_coq
def test_a_proof_that_grows_without_end_is_turned_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copra_search, "LONGEST_PROOF", 3)
    names = (f"pose (x{n} := 0)." for n in range(99))
    with coq_session("Theorem problem (p : Prop) : p.") as session:
        search = Search(session, lambda _: next(names), queries=30, tries=2)
        assert search.run() is None
    depths = [line.count("  ") for line in outline(search.root)]
    assert max(depths) == 4
    assert search.statistics.backtracks > 2


def outline(node: SearchNode, depth: int = 0) -> list[str]:
    return ["  " * depth, *(line for child in node.children for line in outline(child, depth + 1))]


def state(*goals: tuple[str, str], hidden: int = 0, closed: bool = False) -> ProofState:
    """Goals as hypotheses ``n m : nat, h : n = m`` and conclusion."""
    made = []
    for context, conclusion in goals:
        parts = [each.split(" : ") for each in context.split(", ") if each]
        known = tuple(Hypothesis(tuple(names.split()), kind) for names, kind in parts)
        made.append(Goal(known, conclusion, ""))
    return ProofState((), tuple(made), hidden, closed)


@pytest.mark.parametrize(
    ("after", "before", "expected"),
    [
        (state(("", "p")), state(("", "p")), True),
        (state(("h : q", "p")), state(("", "p")), False),
        (state(("", "p")), state(("h : q", "p")), True),
        (state(("n m : nat", "p")), state(("n : nat, m : nat", "p")), True),
        (state(("n : nat", "p")), state(("n : bool", "p")), False),
        (state(("", "q"), ("", "p")), state(("", "p"), ("", "q")), True),
        (state(("", "p")), state(("", "p"), ("", "p")), False),
        (state(("", "p"), ("", "q")), state(("", "p"), ("", "p")), False),
        (state(("", "p"), ("", "r")), state(("", "p")), True),
        (state(("", "p")), state(("", "p"), hidden=1), False),
        (state(hidden=1), state(("", "p"), hidden=1), False),
        (state(closed=True), state(), False),
    ],
)
def test_when_a_state_is_at_least_as_hard(
    after: ProofState, before: ProofState, expected: bool
) -> None:
    assert at_least_as_hard(after, before) is expected


def test_rare_words_in_common_rank_a_lemma_first() -> None:
    lemmas = Lemmas(["add_comm : n + m = m + n", "add_0 : n + 0 = n", "gcd_mul : gcd n m"])
    assert lemmas.best(["gcd (a + b) c"], 2) == ("gcd_mul : gcd n m", "add_comm : n + m = m + n")
    assert lemmas.best(["q"], 2) == ()
    assert lemmas.best(["gcd a"], 0) == ()


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("l.txt", "\n \n", "has no lemma"),
        ("l.jsonl", '{"name": "a", "statement": "b"}\n{', "line 2: it is no JSON"),
        ("l.jsonl", '["a"]', "line 1: it must be a JSON object"),
        ("l.jsonl", '{"name": "a"}', "line 1: it must be a JSON object"),
    ],
)
def test_a_file_of_lemmas_that_cannot_be_used_is_told(
    name: str, text: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(BadInput, match=said):
        read_lemmas(tmp_path / name)


def test_lemmas_one_a_line_and_as_json(tmp_path: Path) -> None:
    (tmp_path / "l.txt").write_text("a : p\n\nb : q\n")
    (tmp_path / "l.jsonl").write_text(json.dumps({"name": "a", "statement": "p\n  -> q"}))
    assert read_lemmas(tmp_path / "l.txt").lemmas == ("a : p", "b : q")
    assert read_lemmas(tmp_path / "l.jsonl").lemmas == ("a : p -> q",)
