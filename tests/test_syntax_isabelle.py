"""Isabelle's lexer tells commands apart; `split` finds the slots and the reference of a theory."""

from __future__ import annotations

import pytest
from benchmark_files import OFFICIAL, check_order, formalization, needs_official, slots
from hypothesis import given
from hypothesis import strategies as st

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.isabelle.lexer import lex
from pytest_putnam.languages.isabelle.syntax import answer_edit, split, task_text
from pytest_putnam.languages.lexing import replace
from pytest_putnam.model import Language, Track

NAME = "putnam_2030_a1"

PLAIN = r"""theory putnam_2030_a1 imports Complex_Main
"HOL-Analysis.Derivative"
begin

definition putnam_2030_a1_solution :: "nat \<Rightarrow> real" where
  "putnam_2030_a1_solution \<equiv> undefined"
(* \<lambda> n. (real n)
     / 2 *)
theorem putnam_2030_a1:
  fixes f :: "nat \<Rightarrow> real" (* a " in a comment, theorem x: sorry *)
    and g (infixl "(*)" 70)
  assumes hf: "\<forall> n. f n = n"
  defines "g \<equiv> \<lambda> x y. x"
  shows "f 2 = putnam_2030_a1_solution 4"
  sorry

end
"""


def theory(body: str, name: str = NAME) -> str:
    return f"theory {name} imports Main begin\n{body}\nend\n"


def keywords(text: str) -> list[str]:
    return [command.keyword for command in lex(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('lemma a: "b" by simp lemma c: "d" ..', "lemma lemma"),
        ('lemma a: "definition b \\" theorem" sorry', "lemma"),
        ("(* theorem (* lemma *) theorem *) definition", "definition"),
        (r"text \<open>theorem \<open>x\<close> lemma\<close> fun f", "text fun"),
        ("text \u2039theorem \u2039x\u203a lemma\u203a fun f", "text fun"),
        ("text {* theorem *} fun f", "text fun"),
        ("lemma a: `theorem \\` lemma` by simp", "lemma"),
        (
            'lemma a: "b"\nproof -\n  text \\<open>x\\<close>\n  interpretation c\nqed\nend',
            "lemma end",
        ),
        ('lemma a: "b"\n  nitpick\n  term "c"\n  sorry\nterm "d"', "lemma term"),
        ('lemma a: "b" apply (induct x) by simp_all lemmas c = a', "lemma lemmas"),
        ("lemma theorem_x: b.lemma 'lemma ?lemma definition_y", "lemma"),
        ('private lemma a: "b" \\<proof>\nend', "private lemma end"),
        ("", ""),
    ],
)
def test_commands_begin_where_isabelle_begins_them(text: str, expected: str) -> None:
    assert keywords(text) == expected.split()


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (theory("\n(* a (* b *)"), 3, "comment is never closed"),
        ('theory a imports Main begin\n\nlemma b: "c', 3, "is never closed"),
        (theory("text \\<open>a \\<open>b\\<close>"), 2, "is never closed"),
        (theory("text {* a"), 2, "is never closed"),
        (
            theory('definition a where "a = 1"\n(* 1 *)"\ntheorem b: "c" sorry'),
            3,
            "a stray quote: the string that it begins runs over 'theorem' to line 4",
        ),
    ],
)
def test_what_is_never_closed_is_an_error_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(SplitError, match=words) as caught:
        split(text, NAME)
    assert caught.value.line == line


def test_the_slots_of_a_plain_theory() -> None:
    found = split(PLAIN, NAME)
    check_order(found, PLAIN)
    assert slots(found, PLAIN) == {
        "theorem": NAME,
        "header": PLAIN[: PLAIN.index("begin") + 5],
        "statement": PLAIN[PLAIN.index("theorem putnam") : PLAIN.index("\n  sorry")],
        "proof": "sorry",
        "solution": "putnam_2030_a1_solution",
        "declaration": PLAIN[PLAIN.index("definition") : PLAIN.index("(* \\<lambda>")].rstrip(),
        "body": "undefined",
        "type": "nat \\<Rightarrow> real",
        "reference": "\\<lambda> n. (real n)\n     / 2",
    }
    assert found.warnings == ()


@pytest.mark.parametrize("ending", ["\n", "\r\n", ""])
def test_line_ends_and_a_missing_last_one_change_nothing(ending: str) -> None:
    text = PLAIN.rstrip("\n").replace("\n", ending or "\n") + ending
    found = slots(split(text, NAME), text)
    assert found["reference"] == "\\<lambda> n. (real n)\n     / 2"
    assert found == slots(split(PLAIN, NAME), PLAIN)


@pytest.mark.parametrize(
    ("declaration", "type_", "body"),
    [
        ('definition S_solution::int where "S_solution \\<equiv> 2"', "int", "2"),
        (
            'definition S_solution :: "int" where "S_solution = (if a = b then 1 else 2)"',
            "int",
            "(if a = b then 1 else 2)",
        ),
        ('definition S_solution where\n"S_solution ≡ 2"', None, "2"),
        (
            'definition S_solution :: bool where "S_solution \\<longleftrightarrow> 1 = 2"',
            "bool",
            "1 = 2",
        ),
        (
            'definition S_solution :: "nat set" where [simp]: "S_solution == {n. n = 1}"',
            "nat set",
            "{n. n = 1}",
        ),
        (
            'definition S_solution :: "nat \\<Rightarrow> nat" where S_def: "S_solution (n::nat) = n"',
            "nat \\<Rightarrow> nat",
            "n",
        ),
        ("definition (in loc) S_solution :: nat where \\<open>S_solution = 1\\<close>", "nat", "1"),
        ("definition S_solution :: nat where \u2039S_solution = 1 \u203a", "nat", "1"),
        ('definition "S_solution = (1::nat)"', None, "(1::nat)"),
        ('definition S_def: "S_solution = (1::nat)"', None, "(1::nat)"),
        ('abbreviation S_solution :: "nat" ("S") where "S_solution \\<equiv> 1"', "nat", "1"),
        (
            'definition S_solution :: "real" where "x \\<le> y ==> S_solution \\<equiv>\n  1\n  + 1"',
            "real",
            "1\n  + 1",
        ),
        (
            'fun (sequential) S_solution :: "nat \\<Rightarrow> nat" where "S_solution n = n + 1"',
            "nat \\<Rightarrow> nat",
            "n + 1",
        ),
    ],
)
def test_a_solution_that_is_filled_in(declaration: str, type_: str | None, body: str) -> None:
    text = theory(f'{declaration} (* or so *)\ntheorem S: "S_solution = x" sorry', "S")
    found = split(text, "S")
    solution = found.solution
    assert solution is not None
    assert solution.declaration.of(text) == declaration
    assert (solution.type, solution.body.of(text), solution.reference) == (type_, body, body)
    given_ = formalization(found, text, Language.ISABELLE, "S")
    assert task_text(given_, Track.WITH_SOLUTION) == text
    shown = task_text(given_, Track.NO_SOLUTION)
    assert shown == replace(text, [(solution.body, "undefined")]).replace(" (* or so *)", "")


@pytest.mark.parametrize(
    ("comments", "reference"),
    [
        ("(* 5 *)", "5"),
        ("(*5*)\r\n", "5"),
        ("(* {a.\n  a > 0} *)", "{a.\n  a > 0}"),
        ("(* 5 *) (* uses (nat) instead *)", "5"),
        ("(* Note: as stated *)\n(* 5 *)", "5"),
        ("(* (* old: 4 *) 5 *)", "(* old: 4 *) 5"),
        ("text \\<open>5\\<close>", None),
        ("", None),
    ],
)
def test_the_reference_in_the_comment_after_the_solution(
    comments: str, reference: str | None
) -> None:
    start = 'definition S_solution :: nat where "S_solution \\<equiv> undefined"'
    text = theory(f'{start}\n{comments}\ntheorem S: "S_solution = x" sorry', "S")
    found = split(text, "S")
    assert found.solution is not None
    assert found.solution.reference == reference
    missing = "the file gives no reference answer for S_solution"
    assert found.warnings == (() if reference else (missing,))
    given_ = formalization(found, text, Language.ISABELLE, "S")
    shown = task_text(given_, Track.WITH_SOLUTION)
    assert shown == text.replace("undefined", reference or "undefined")
    hidden = task_text(given_, Track.NO_SOLUTION)
    assert hidden == (text.replace("\n" + comments.rstrip(), "") if reference else text)


def test_a_reference_may_be_equations() -> None:
    given_equations = '"S_solution 0 = 1"\n  | "S_solution (Suc n) = S_solution n"'
    text = theory(
        'fun S_solution :: "nat \\<Rightarrow> nat" where "S_solution n = undefined"\n'
        f'(* {given_equations} *)\ntheorem S: "S_solution 1 = x" sorry',
        "S",
    )
    found = split(text, "S")
    assert found.solution is not None
    assert found.solution.body.of(text) == "undefined"
    assert found.solution.reference == given_equations
    given_ = formalization(found, text, Language.ISABELLE, "S")
    filled = task_text(given_, Track.WITH_SOLUTION)
    assert f"where {given_equations}\n(*" in filled
    again = split(filled, "S").solution
    assert again is not None
    assert again.reference == again.body.of(filled) == given_equations
    blanked = task_text(
        formalization(split(filled, "S"), filled, Language.ISABELLE, "S"), Track.NO_SOLUTION
    )
    assert 'where "S_solution 0 = undefined"\ntheorem S' in blanked
    term = replace(text, [answer_edit(text, found.solution, "n + 1")])
    assert '"S_solution n = n + 1"' in term


@pytest.mark.parametrize(
    ("proof", "slot"),
    [
        ("sorry", None),
        ("oops", None),
        ("\\<proof>", None),
        ("(* here *) sorry (* done *)", "sorry"),
        ("using assms\n  apply simp\n  sorry", None),
        ("proof -\n  have x sorry\n  text \\<open>y\\<close>\n  show ?thesis sorry\nqed", None),
        ("nitpick\n  sorry", None),
    ],
)
def test_the_proof_slot(proof: str, slot: str | None) -> None:
    text = theory(f'theorem {NAME}:\n  shows "a" {proof}\n\nlemma after: "b" by simp')
    found = split(text, NAME)
    expected = slot or proof.removeprefix("nitpick\n  ")
    assert found.proof.of(text) == expected
    assert found.statement.of(text).startswith("theorem")


@pytest.mark.parametrize(
    "statement",
    [
        f'theorem {NAME}: "a = b"',
        f'theorem (in loc) {NAME} [simp, intro]: "a"',
        f'lemma {NAME}: fixes x :: nat shows "a"',
        f'theorem {NAME}: assumes "a" and b: "c" obtains x where "d" | y where "e"',
        f'theorem {NAME}: includes lifting_syntax notes [simp] = x shows "a" and "b"',
        f"proposition {NAME}: \\<open>a\\<close> if \\<open>b\\<close> for c",
        f'theorem {NAME}: fixes f (infixl "sorry" 70) and g ("by _") shows "proof"',
    ],
)
def test_statements_in_every_shape(statement: str) -> None:
    text = theory(f"{statement}\n  sorry")
    found = split(text, NAME)
    assert found.statement.of(text) == statement
    assert found.warnings == ()


def test_a_forgotten_colon_is_a_warning() -> None:
    text = theory(f'theorem {NAME} "a = a" sorry')
    (warning,) = split(text, NAME).warnings
    assert warning == f"no colon after {NAME}: Isabelle reads the name as a proposition"


def test_declarations_before_between_and_after() -> None:
    text = theory(f"""\
no_notation plus (infixl "+" 65)
declare [[quick_and_dirty]]
text \\<open>theorem x\\<close>
record point = X :: real
locale loc = fixes a :: nat begin
definition "b = a"
end
fun helper where "helper (x::nat) = x" | "helper y = 0"
definition {NAME}_solution :: nat where "{NAME}_solution \\<equiv> undefined"
(* 5 *)
interpretation space: vector_space "f" sorry
lemma easy: "True"
proof -
  have "sorry" by simp
  show ?thesis ..
qed
theorem {NAME}: "{NAME}_solution = 5" sorry
theorem later: "True" by simp""")
    found = split(text, NAME)
    assert found.header.of(text).endswith("declare [[quick_and_dirty]]")
    assert found.proof.of(text) == "sorry"
    assert found.variables == ("space",)
    assert found.warnings == ("the file assumes space",)


def test_an_axiom_is_assumed() -> None:
    text = theory(f'axiomatization c :: nat where ax: "c = 1"\ntheorem {NAME}: "c = 1" sorry')
    assert split(text, NAME).variables == ("c",)


def test_a_missing_end_and_another_theorys_name_are_warnings() -> None:
    text = f'theory "Scratch" imports Main begin\ntheorem {NAME}: "True"\n  sorry\n'
    assert split(text, NAME).warnings == (
        f"the file is named {NAME}, its theory Scratch",
        "the theory has no end",
    )


@pytest.mark.parametrize("name", ["putnam_2031_b1", f"{NAME}_solution"])
def test_the_declared_name_may_differ(name: str) -> None:
    found = split(theory(f'lemma a: "b" sorry theorem {name}: "c" sorry'), NAME)
    assert found.theorem == name
    assert f"the file is named {NAME}, its theorem {name}" in found.warnings


def test_a_theorem_without_a_name_is_taken_where_it_is_the_only_one() -> None:
    text = theory('theorem fixes x :: nat shows "x = x" sorry')
    found = split(text, NAME)
    assert found.theorem == ""
    assert found.warnings == (f"the file is named {NAME}, its theorem has no name",)


def test_a_solution_that_is_never_defined_is_a_warning() -> None:
    found = split(theory(f'theorem {NAME}: "x \\<longleftrightarrow> {NAME}_solution" sorry'), NAME)
    assert found.warnings == (
        f"{NAME}_solution is used and never defined: Isabelle reads a variable",
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no theory NAME"),
        (f'theorem {NAME}: "True" sorry', "no theory NAME"),
        ("theory a imports Main", "begin is missing"),
        (theory(""), "there is no theorem"),
        (theory(f'theorem {NAME}: "True" by simp'), "has a proof already"),
        (theory(f'theorem {NAME}: "True" (* sorry *) proof - qed'), "has a proof already"),
        (theory('lemma a: "b" ..'), "there is a, which has a proof"),
        (theory(f'theorem {NAME}: "True"'), "no proof follows theorem"),
        (theory('theorem a: "b" sorry theorem c: "d" sorry'), "not clear: a, c"),
        (theory(f'theorem {NAME}: "b" sorry theorem {NAME}: "d" sorry'), "declared twice"),
        (
            theory(f'definition a_solution :: nat where "b" theorem {NAME}: "c" sorry'),
            "is no equation",
        ),
        (theory(f'consts a_solution :: nat theorem {NAME}: "c" sorry'), "without a body"),
        (theory(f'primrec a_solution :: nat theorem {NAME}: "c" sorry'), "without an equation"),
    ],
)
def test_what_cannot_be_split_says_why(text: str, words: str) -> None:
    with pytest.raises(SplitError, match=words):
        split(text, NAME)


def test_the_tracks_of_a_plain_theory() -> None:
    given_ = formalization(split(PLAIN, NAME), PLAIN, Language.ISABELLE, NAME)
    reference = "\\<lambda> n. (real n)\n     / 2"
    filled = task_text(given_, Track.WITH_SOLUTION)
    assert filled == PLAIN.replace("undefined", reference)
    assert task_text(given_, Track.NO_SOLUTION) == PLAIN.replace(f"\n(* {reference} *)", "")


COMMENTS = ['(* theorem x: "y" sorry *)', "(* (* end *) *)", '(* " *)', "(**)"]
GAPS = st.lists(st.sampled_from([" ", "\n", "\r\n", *COMMENTS]), max_size=3).map(
    lambda parts: f" {''.join(parts)} "
)


@given(st.data())
def test_comments_and_blanks_anywhere_change_no_slot(data: st.DataObject) -> None:
    pieces = ["theory", NAME, "imports", '"HOL-Library.Sorry"', "begin", "definition"]
    pieces += [f"{NAME}_solution", "::", '"nat set"', "where", f'"{NAME}_solution = {{n. n = 3}}"']
    pieces += [
        "theorem",
        NAME,
        ":",
        "fixes n :: nat",
        "shows",
        f'"m = {NAME}_solution"',
        "sorry",
        "end",
    ]
    text = pieces[0] + "".join(data.draw(GAPS) + piece for piece in pieces[1:]) + data.draw(GAPS)
    found = split(text, NAME)
    check_order(found, text)
    assert found.theorem == NAME
    assert found.header.of(text).endswith("begin")
    assert found.statement.of(text).startswith("theorem")
    assert found.statement.of(text).endswith(pieces[16])
    assert found.proof.of(text) == "sorry"
    assert found.solution is not None
    assert found.solution.body.of(text) == "{n. n = 3}"
    assert found.solution.type == "nat set"
    assert found.warnings == ()


@given(st.text(alphabet='(*)"`\\<>{}\u2039\u203a \nopencls', max_size=40))
def test_any_text_is_lexed_or_refused(text: str) -> None:
    """Commands lie in the text, in order and apart."""
    try:
        commands = lex(f"theory a {text} end")
    except SplitError:
        return
    edges = [edge for each in commands for edge in (each.start, each.end)]
    assert edges == sorted(edges)
    assert edges[:1] == [0]


@needs_official
def test_every_official_file_is_split() -> None:
    files = sorted((OFFICIAL / "isabelle").glob("*.thy"))
    assert len(files) == 304
    failures: dict[str, int | None] = {}
    for path in files:
        text = path.read_bytes().decode()
        try:
            found = split(text, path.stem)
        except SplitError as error:
            failures[path.name] = error.line
            continue
        check_order(found, text)
        assert found.proof.of(text) == "sorry"
        assert found.statement.of(text).startswith("theorem ")
        assert found.header.of(text).endswith("begin")
        if found.solution is not None:
            assert found.solution.reference
            given_ = formalization(found, text, Language.ISABELLE, path.stem)
            filled = task_text(given_, Track.WITH_SOLUTION)
            refilled = split(filled, path.stem).solution
            assert refilled is not None
            assert refilled.body.of(filled) == found.solution.reference
            hidden = task_text(given_, Track.NO_SOLUTION)
            blanked = split(hidden, path.stem).solution
            assert blanked is not None
            assert blanked.reference is None
    # A quote too many after its reference: Isabelle reads no theorem in it either.
    assert failures == {"putnam_1965_a1.thy": 13}
