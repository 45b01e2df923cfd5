"""Finding a prover by name, by a contributed mapping, or by module:attr; and its options."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar, cast

import pytest

from pytest_putnam.errors import BadInput
from pytest_putnam.model import Language
from pytest_putnam.prover import Answer, Budget, Prover, ProverOption, Task
from pytest_putnam.registry import (
    BUILT_IN,
    find_prover,
    make_settings,
    parse_options,
    prover_names,
    spelled,
)
from pytest_putnam.suggest import choices_for


class Constant(Prover):
    name = "constant"
    languages = frozenset({Language.COQ})
    options: ClassVar[tuple[ProverOption, ...]] = (
        ProverOption("code", "what to answer", required=True),
        ProverOption("times", "how often", default="1"),
        ProverOption("note", "left out unless given"),
    )

    def attempt(self, task: Task, budget: Budget) -> Answer:  # noqa: ARG002 - the same for all
        return Answer.of(self.settings.options["code"])


class Other(Constant):
    pass


MODULE_NUMBERS = itertools.count(1)


@pytest.fixture
def module(tmp_path: Path) -> Iterator[Callable[[str], str]]:
    """Writes a module into the test's directory and returns its name, never used before."""
    path, known = list(sys.path), set(sys.modules)

    def write(text: str) -> str:
        name = f"stranger_{next(MODULE_NUMBERS)}"
        (tmp_path / f"{name}.py").write_text(text)
        return name

    yield write
    sys.path[:] = path
    for name in set(sys.modules) - known:
        if name.startswith("stranger_"):
            del sys.modules[name]


STRANGER = """
from pytest_putnam.prover import Answer, Prover

class Mine(Prover):
    name = "mine"
    def attempt(self, task, budget):
        return Answer.of("Qed.")

class Half(Prover):
    name = "half"

class Outer:
    class Inner(Mine):
        pass

class Nameless(Prover):
    def attempt(self, task, budget):
        return Answer.of("Qed.")

number = 3
"""


@pytest.mark.parametrize("name", ["files", "command"])
def test_a_built_in_prover_is_found_by_its_name(name: str) -> None:
    assert find_prover(name).name == name


def test_every_built_in_name_is_listed() -> None:
    assert prover_names([{"mine": Constant}]) == tuple(sorted({*BUILT_IN, "mine"}))


def test_a_contributed_prover_is_found_by_the_name_it_is_registered_under() -> None:
    assert find_prover("mine", [{}, {"mine": Constant}]) is Constant


def test_two_packages_that_contribute_the_same_class_do_not_clash() -> None:
    assert find_prover("mine", [{"mine": Constant}, {"mine": Constant}]) is Constant


def test_two_classes_under_one_name_are_refused_naming_both() -> None:
    with pytest.raises(BadInput, match=r"'mine' is contributed twice.*:Constant and .*:Other"):
        find_prover("mine", [{"mine": Constant}, {"mine": Other}])


def test_a_clash_is_nobodys_business_unless_asked_for() -> None:
    assert find_prover("other", [{"mine": Constant, "other": Other}, {"mine": Other}]) is Other


def test_a_built_in_name_cannot_be_taken() -> None:
    with pytest.raises(BadInput, match=r"'files' is contributed by .*:Constant"):
        find_prover("files", [{"files": Constant}])


@pytest.mark.parametrize(
    ("given", "near"), [("coqhamer", "coqhammer"), ("Files", "files"), ("min", "mine")]
)
def test_an_unknown_name_gets_the_nearest_one_and_the_list(given: str, near: str) -> None:
    with pytest.raises(BadInput) as caught:
        find_prover(given, [{"mine": Constant}])
    assert f"unknown prover {given!r}. Did you mean {near!r}?" in str(caught.value)
    assert "command, copra, coqhammer, dsp, files, gpt4, mine, reprover" in str(caught.value)
    assert "putnam new-prover" in str(caught.value)


def test_a_name_like_nothing_gets_no_suggestion() -> None:
    with pytest.raises(BadInput) as caught:
        find_prover("xyzzy")
    assert "Did you mean" not in str(caught.value)
    assert "The choices are: command," in str(caught.value)


@pytest.mark.parametrize("wrong", [None, ["mine"], Constant])
def test_a_hook_that_returns_no_mapping_is_told_so(wrong: object) -> None:
    with pytest.raises(BadInput, match="pytest_putnam_provers must return a mapping"):
        find_prover("mine", [cast("dict[str, type[Prover]]", wrong)])


@pytest.mark.parametrize("wrong", [Constant.name, lambda: Constant, int])
def test_a_contributed_value_that_is_no_prover_is_told_so(wrong: object) -> None:
    with pytest.raises(BadInput, match=r"the contributed prover 'mine' is .* no subclass of"):
        find_prover("mine", [cast("dict[str, type[Prover]]", {"mine": wrong})])


def test_module_and_class_are_imported_from_the_root_directory(
    module: Callable[[str], str], tmp_path: Path
) -> None:
    name = module(STRANGER)
    found = find_prover(f"{name}:Mine", root_dir=tmp_path)
    assert (found.name, found.__module__) == ("mine", name)
    assert find_prover(f"{name}:Outer.Inner", root_dir=tmp_path).__qualname__ == "Outer.Inner"


def test_the_root_directory_does_not_shadow_packages(
    module: Callable[[str], str], tmp_path: Path
) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit")
    find_prover(f"{module(STRANGER)}:Mine", root_dir=tmp_path)
    assert sys.path[0] != str(tmp_path)
    assert sys.path[-1] == str(tmp_path)


@pytest.mark.parametrize(
    ("attr", "said"),
    [
        ("Mien", r"was imported and has no 'Mien'. Did you mean 'Mine'\?"),
        ("number", "its number is 3, which is no subclass of"),
        ("number.real.x", "has no 'x'"),
        ("Outer", "its Outer is the class Outer, which is no subclass of"),
        ("Half", "does not define attempt"),
        ("Nameless", "'name' is not set"),
        ("Prover", "does not define attempt"),
    ],
)
def test_what_is_no_prover_is_refused_saying_what_was_found(
    module: Callable[[str], str], tmp_path: Path, attr: str, said: str
) -> None:
    name = module(STRANGER)
    with pytest.raises(BadInput, match=said) as caught:
        find_prover(f"{name}:{attr}", root_dir=tmp_path)
    assert f"{name}.py" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import stranger_needs", "it imports 'stranger_needs', which is not installed"),
        ("1 +", "failed with SyntaxError"),
        ("raise ValueError('odd')", "failed with ValueError: odd"),
    ],
)
def test_a_module_that_cannot_be_imported_says_why(
    module: Callable[[str], str], tmp_path: Path, text: str, said: str
) -> None:
    with pytest.raises(BadInput, match=said):
        find_prover(f"{module(text)}:Mine", root_dir=tmp_path)


@pytest.mark.parametrize("name", ["no_such_module:Mine", "pytest_putnam.no_such:Mine"])
def test_a_module_that_is_not_there_is_named(name: str) -> None:
    with pytest.raises(BadInput, match=rf"there is no module '{name.partition(':')[0]}'"):
        find_prover(name)


@pytest.mark.parametrize("name", [":Mine", "json:", "my-module:Mine", "a..b:Mine", "./x.py:Mine"])
def test_a_malformed_import_name_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match=r"is not of the form package.module:Class"):
        find_prover(name)


def test_options_have_defaults_and_those_without_are_left_out() -> None:
    assert parse_options(Constant, ["code=Qed."]) == {"code": "Qed.", "times": "1"}


def test_a_value_may_contain_equals_signs_and_be_empty() -> None:
    given = ["code=x = y", "note="]
    assert parse_options(Constant, given) == {"code": "x = y", "times": "1", "note": ""}


def test_the_later_of_two_values_holds() -> None:
    assert parse_options(Constant, ["code=a", "code=b"])["code"] == "b"


class Lasting(Constant):
    options: ClassVar[tuple[ProverOption, ...]] = (
        ProverOption("memory-mb", "how much", default="1"),
        ProverOption("last_words", "in a stranger's spelling", default="none"),
        ProverOption("a-b", "of two that differ in it alone", required=False),
        ProverOption("a_b", "the other", required=False),
    )


def test_a_name_may_be_spelled_in_two_ways_and_is_one() -> None:
    """As it is declared in what the prover gets and the run keeps; the later of two holds all the same."""
    given = ["memory_mb=2", " memory-mb =3", "last-words=x_y=z"]
    declared = ("memory-mb=2", "memory-mb=3", "last_words=x_y=z")
    assert spelled(Lasting, given) == declared
    assert spelled(Lasting, declared) == declared
    assert parse_options(Lasting, given) == {"memory-mb": "3", "last_words": "x_y=z"}
    both = parse_options(Lasting, ["a-b=1", "a_b=2"])
    assert (both["a-b"], both["a_b"]) == ("1", "2")


@pytest.mark.parametrize("name", ["memroy_mb", "memory_md", "lastwords"])
def test_a_wrong_name_is_refused_in_either_spelling(name: str) -> None:
    right = "last_words" if name == "lastwords" else "memory-mb"
    said = f"has no option '{name}'. Did you mean '{right}'"
    with pytest.raises(BadInput, match=said):
        parse_options(Lasting, [f"{name}=1"])


@pytest.mark.parametrize("prover", BUILT_IN)
def test_built_in_provers_spell_their_options_in_one_way(prover: str) -> None:
    assert not [option.name for option in find_prover(prover).options if "_" in option.name]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["code"], "'code' is not of the form NAME=VALUE"),
        (["cod=x"], r"has no option 'cod'. Did you mean 'code'\? The choices are: code, note"),
        ([], r"needs --prover-opt code=VALUE \(what to answer\)"),
        (["code="], "needs --prover-opt code=VALUE"),
    ],
)
def test_a_wrong_option_is_refused(given: list[str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        parse_options(Constant, given)


def test_a_prover_without_options_says_so() -> None:
    class Bare(Constant):
        options: ClassVar[tuple[ProverOption, ...]] = ()

    with pytest.raises(BadInput, match="takes no options"):
        parse_options(Bare, ["a=b"])


def test_settings_carry_what_the_run_asks_for(tmp_path: Path) -> None:
    settings = make_settings(
        Constant,
        ["code=Qed."],
        root_dir=tmp_path,
        languages=[Language.COQ],
        strict=True,
        known_problems=["putnam_1988_b1"],
    )
    assert settings.options["code"] == "Qed."
    assert settings.languages == {Language.COQ}
    assert settings.known_problems == {"putnam_1988_b1"}
    assert Constant(settings).settings.strict


def test_a_language_that_the_prover_lacks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="'constant' does not work in isabelle; it works in coq"):
        make_settings(
            Constant,
            ["code=Qed."],
            root_dir=tmp_path,
            languages=[Language.COQ, Language.ISABELLE],
        )


def test_a_language_is_suggested_by_its_name() -> None:
    said = choices_for("coqq", Language)
    assert said == "Did you mean 'coq'? The choices are: coq, isabelle, lean4."
