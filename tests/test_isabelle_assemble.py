"""From a candidate to the theory that is checked: whatever its form, only the slots differ."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest
from benchmark_files import OFFICIAL
from isabelle_cases import cases, formalization, problem

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.assembled import Unusable, own_statement
from pytest_putnam.languages.isabelle import BACKEND
from pytest_putnam.languages.isabelle.assemble import assemble
from pytest_putnam.languages.isabelle.assembled import Assembled
from pytest_putnam.languages.isabelle.benchmark import UNNAMED, Reading, theorem_name
from pytest_putnam.languages.isabelle.items import items
from pytest_putnam.languages.isabelle.reference import open_theory
from pytest_putnam.languages.isabelle.symbols import BUILT_IN
from pytest_putnam.model import Candidate, Formalization, Track

BUILT_IN_PROBLEMS = Path(__file__).parent.parent / "problems"
FOLDERS = [
    root / "isabelle" for root in (BUILT_IN_PROBLEMS, OFFICIAL) if (root / "isabelle").is_dir()
]
PROOF = "proof -\n  show ?thesis\n    by simp\nqed"


def assembled(
    code: str, name: str = "comm", track: Track = Track.WITH_SOLUTION, solution: str | None = None
) -> Assembled:
    return assemble(problem(name), track, Candidate(code, solution))


def changed(before: str, after: str) -> tuple[list[str], list[str]]:
    """The lines that only one of two texts has."""
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0))[
        2:
    ]
    return (
        [line[1:].strip() for line in lines if line.startswith("-")],
        [line[1:].strip() for line in lines if line.startswith("+")],
    )


def files() -> list[Path]:
    return [path for folder in FOLDERS for path in sorted(folder.glob("*.thy"))]


@pytest.mark.parametrize("track", list(Track))
def test_only_the_slots_of_a_benchmarks_file_differ(track: Track) -> None:
    """For every file there is: proof, and in one track the solution; the rest is the file's own."""
    count = 0
    for path in files():
        try:
            formal = formalization(path.read_bytes().decode(), path.stem)
        except SplitError:
            continue
        slot = formal.solution if track is Track.NO_SOLUTION else None
        made = assemble(formal, track, Candidate(PROOF, "the_answer" if slot else None))
        theory = Reading().code(formal.text)
        if slot is None:
            theory = Reading().code(BACKEND.task_text(formal, track))
        removed, added = changed(theory, made.text)
        assert added[-4:] == ["proof -", "show ?thesis", "by simp", "qed"], path
        assert removed[-1].endswith("sorry"), path
        if slot is None:
            assert len(removed) == 1, (path, removed)
        else:
            assert all("undefined" in line or "_solution" in line for line in removed[:-1]), path
            assert len(added) == 4 + len(removed) - 1, path
            assert "(the_answer)" in added[0], path
        renamed = made.named("Other")
        assert renamed.replace("theory Other", f"theory {made.theory}", 1) == made.text, path
        count += 1
    assert count >= 60


@pytest.mark.parametrize("track", list(Track))
def test_parts_and_whole_of_every_file_agree(track: Track) -> None:
    """What is shared with the reference, and the rest, are the file; lines are the whole's."""
    for path in files():
        try:
            formal = formalization(path.read_bytes().decode(), path.stem)
        except SplitError:
            continue
        has_solution = track is Track.NO_SOLUTION and formal.solution is not None
        made = assemble(formal, track, Candidate(PROOF, "1" if has_solution else None))
        reference = open_theory(formal, track, Reading())
        assert reference.base == made.base, path
        if not made.base:
            continue
        shared, rest = made.base_text("Base"), made.upon_base("Cand", "Base")
        assert shared == reference.base_text("Base"), path
        assert rest.startswith("theory Cand imports Base"), path
        line = next(n for n, text in enumerate(made.text.splitlines()) if text.strip() == "proof -")
        assert rest.splitlines()[line].strip() == "proof -", path
        assert sum(item.keyword == "end" for item in items(rest)) == 1, path


def test_a_whole_theory_gives_its_proof_and_helpers() -> None:
    """Its header, name and end are the benchmark's."""
    case = next(case for case in cases("honest") if case.name == "whole_theory")
    made = assemble(case.formalization, case.track, case.candidate)
    assert made.text.startswith("theory comm imports Complex_Main")
    assert "lemma aux" in made.text
    assert made.text.count("theorem comm") == 1
    assert made.text.rstrip().endswith("by (rule aux)\n\nend")
    assert "Scratch" not in made.text


@pytest.mark.parametrize(
    "proof",
    ["by simp", "apply simp\ndone", "using add.commute .", "unfolding x_def ..", "proof - qed"],
)
def test_a_bare_proof_takes_the_place_of_the_open_one(proof: str) -> None:
    """In every style that begins one."""
    assert f"\n  {proof}\n\nend" in assembled(proof).text


def test_helpers_come_right_before_the_theorem() -> None:
    """After all that the benchmark declares."""
    made = assembled('definition twice where "twice x = x + (x::nat)"\n\nby simp', "doubled")
    order = [made.text.index(word) for word in ("doubled_by ::", "twice where", "theorem doubled")]
    assert order == sorted(order)


def test_what_repeats_the_benchmark_is_left_out() -> None:
    """Declared once, in the benchmark's words, even where the candidate's are others."""
    repeated = problem("doubled").text.replace("sorry", "by (simp add: doubled_by_def)")
    other = repeated.replace("n + n", "0 + n")
    for code in (repeated, other):
        made = assembled(code, "doubled")
        assert made.text.count("definition doubled_by") == 1
        assert "n + n" in made.text


def test_the_last_complete_try_counts() -> None:
    """What comes after it is left out."""
    tries = 'theorem comm: "a + b = b + (a::nat)"\n  {}\n\n'
    made = assembled(
        tries.format("oops")
        + tries.format("by one")
        + tries.format("by two")
        + "lemma x: True by simp"
    )
    assert "by two" in made.text
    assert not {"by one", "oops", "lemma x"} & set(made.text.replace("\n", "|").split("|"))


def test_a_statement_in_other_words_is_tried_too() -> None:
    """After the benchmark's; the audit compares."""
    made = assembled(
        'theorem swap:\n  assumes other: "A \\<and> B"\n  shows "B \\<and> A"\n  using other by simp',
        "swap",
    )
    assert "h: " in made.text
    theirs = own_statement(made)
    assert theirs is not None
    assert "other: " in theirs.text
    assert theirs.is_restated
    assert own_statement(assembled("by simp", "swap")) is None


def test_an_open_block_of_the_candidates_is_closed() -> None:
    """Around the theorem, where it has put one."""
    made = assembled('context\n  fixes z :: nat\nbegin\n\nlemma a: "z = z" ..\n\nby simp')
    assert made.text.count("\nend") == 2
    assert assembled("by simp\n\nend\nend").text.count("\nend") == 1


def test_a_missing_end_is_put() -> None:
    """The benchmark's, so that every candidate can be checked."""
    assert assembled("by simp", "no_end").text.rstrip().endswith("\nend")


def test_crlf_is_lf_and_lines_stay() -> None:
    """In the benchmark's file and the candidate's."""
    made = assembled('lemma a: "True"\r\n  by simp\r\n\r\nby (rule a)', "crlf")
    assert "\r" not in made.text
    line = made.text.splitlines().index("  by (rule a)") + 1
    assert made.place("here", line).line == 4


def test_unicode_is_symbols() -> None:
    """Wherever it stands; what is told is in Unicode again."""
    made = assembled("using \u2039A ∧ B\u203a by simp", "swap")
    assert r"\<open>A \<and> B\<close>" in made.text
    assert made.text.isascii()
    assert BUILT_IN.decode(made.place(r"\<and>", 7).text) == "∧"


def test_texts_for_people_are_left_out() -> None:
    """Antiquotations in them would be evaluated; lines stay lines."""
    code = (
        'text \\<open>\n@{ML "x"}\n\\<close>\n\n'
        'lemma a: "True" \\<comment> \\<open>@{ML y}\\<close>\n  by simp\n\nby (rule a)'
    )
    made = assembled(code)
    assert "@{" not in made.text
    assert "lemma a" in made.text
    assert made.place("x", made.text.splitlines().index("  by (rule a)") + 1).line == 8


def test_a_message_about_a_solution_says_so() -> None:
    """It has no line: the solution is a term."""
    made = assembled("by simp", "find_n", Track.NO_SOLUTION, "4")
    line = next(n for n, text in enumerate(made.text.splitlines(), 1) if "(4)" in text)
    placed = made.place("bad term", line)
    assert (placed.text, placed.line) == ("in the solution: bad term", None)


@pytest.mark.parametrize(
    ("solution", "code", "expected"),
    [
        ("4", "by simp", '"find_n_solution \\<equiv> (4)"'),
        ("4 \\<and> x", "by simp", '"find_n_solution \\<equiv> (4 \\<and> x)"'),
        (
            'definition find_n_solution :: nat where "find_n_solution = 4"',
            "by simp",
            '"find_n_solution = 4"',
        ),
        (
            None,
            'definition find_n_solution where "find_n_solution = (4::nat)"\n\nby simp',
            '"find_n_solution = (4::nat)"',
        ),
    ],
)
def test_a_solution_is_a_term_or_a_definition(
    solution: str | None, code: str, expected: str
) -> None:
    """Beside the proof, or in front of it."""
    made = assembled(code, "find_n", Track.NO_SOLUTION, solution)
    assert expected in made.text
    assert made.text.count("definition") == 1


def test_the_reference_answer_is_filled_in() -> None:
    """In the with-solution track, whatever the candidate defines."""
    made = assembled(
        'definition find_n_solution :: nat where "find_n_solution = 5"\n\nby simp', "find_n"
    )
    assert '"find_n_solution \\<equiv> 4"' in made.text
    assert "= 5" not in made.text


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("", "no_code"),
        ("(* nothing *)", "no_code"),
        ("lemma other: True by simp", "compile_error"),
        ('theorem comm: "a + b = b + a"', "incomplete"),
        ('by (simp add: "x)', "compile_error"),
    ],
)
def test_what_is_no_candidate_says_why(code: str, kind: str) -> None:
    """With the verdict that goes with it."""
    with pytest.raises(Unusable) as caught:
        assembled(code)
    assert caught.value.kind.value == kind
    assert str(caught.value)


def test_no_solution_is_told() -> None:
    """By the name that is asked for."""
    with pytest.raises(Unusable, match="find_n_solution"):
        assembled("by simp", "find_n", Track.NO_SOLUTION)


def test_proofs_inside_of_proofs_belong_to_it() -> None:
    """However deep, with subgoals and blocks."""
    proof = """proof (induct a)
  case 0
  show ?case
  proof -
    have "x" by simp
    then show ?thesis .
  qed
next
  case (Suc a)
  { fix y have "y = y" .. }
  then show ?case
    apply simp
    subgoal by auto
    subgoal for z by blast
    done
qed"""
    found = items(f'lemma a: "x"\n{proof}\n\nlemma b: "y" by simp')
    assert [(item.keyword, item.name, item.is_complete) for item in found] == [
        ("lemma", "a", True),
        ("lemma", "b", True),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("private lemma a: True by simp", [("lemma", "a")]),
        ("lemma (in loc) a [simp]: True by simp", [("lemma", "a")]),
        ('definition "c = 1"', [("definition", "c")]),
        ('definition c_eq: "c = 1"', [("definition", "c")]),
        ('fun f where "f 0 = 1" | "f (Suc n) = f n"', [("fun", "f")]),
        ("instance ..", [("instance", "")]),
        ('lemma "x = x" ..', [("lemma", "")]),
        ("by simp text \\<open>x\\<close> by auto", [("proof", ""), ("text", ""), ("proof", "")]),
    ],
)
def test_items_have_keywords_and_names(text: str, expected: list[tuple[str, str]]) -> None:
    """Whatever stands before the name."""
    assert [(item.keyword, item.name) for item in items(text)] == expected


def test_a_benchmark_that_cannot_be_shared_in_parts_is_told() -> None:
    """A theorem in a locale shares what comes before that."""
    text = (
        "theory T imports Main begin\n\nlemma early: True by simp\n\nlocale l = fixes x :: nat begin\n\n"
        'theorem T: "x = x"\n  sorry\n\nend\n\nend\n'
    )
    formal: Formalization = formalization(text, "T")
    made = assemble(formal, Track.WITH_SOLUTION, Candidate("by simp"))
    assert "early" in made.base_text("B")
    assert "locale" not in made.base_text("B")
    assert made.upon_base("C", "B").count("\nend") == 2


@pytest.mark.parametrize(
    ("text", "name", "within"),
    [
        ('theory T imports Main begin\ntheorem T: "x = x"\n  sorry\nend\n', "T", "T"),
        ('theory T imports Main begin\ntheorem "x = x"\n  sorry\nend\n', "", UNNAMED),
        (
            'theory T imports Main begin\ntheorem (in order) T: "x = x"\n  sorry\nend\n',
            "T",
            "order.T",
        ),
        (
            (
                "theory T imports Main begin\nlocale l = fixes x :: nat begin\n"
                'theorem T: "x = x"\n  sorry\nend\nend\n'
            ),
            "T",
            "l.T",
        ),
        (
            (
                "theory T imports Main begin\ncontext fixes x :: nat begin\n"
                'theorem T: "x = x"\n  sorry\nend\nend\n'
            ),
            "T",
            "T",
        ),
        (
            'theory T imports Main begin\nlocale l begin\nend\ntheorem T: "x = x"\n  sorry\nend\n',
            "T",
            "T",
        ),
    ],
)
def test_the_audit_knows_the_theorem_by_its_name(text: str, name: str, within: str) -> None:
    """Within its theory; one without a name is given one."""
    formal = formalization(text, "T")
    assert formal.theorem == name
    assert theorem_name(formal) == within
    made = assemble(formal, Track.WITH_SOLUTION, Candidate("by simp"))
    assert (f"theorem {UNNAMED}:" in made.text) is (name == "")
