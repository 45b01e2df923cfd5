"""The checker of Lean: limits, faults of the machine, replay, and what a candidate could leave behind."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from formalizations import check
from lean_cases import (
    find_toolchain,
    formalization,
    make_checker,
    problem,
    shared,
    with_replayer,
)
from lean_program import run_lean

from pytest_putnam.errors import AssistantMissing, InfraError
from pytest_putnam.languages.lean4 import library as library_module
from pytest_putnam.languages.lean4 import toolchain as toolchain_module
from pytest_putnam.languages.lean4.checker import LeanChecker
from pytest_putnam.languages.lean4.library import read_library
from pytest_putnam.languages.lean4.olean import Name
from pytest_putnam.languages.lean4.strict import Strict
from pytest_putnam.languages.lean4.terms import Terms
from pytest_putnam.languages.lean4.toolchain import LeanToolchain, find, own_project
from pytest_putnam.languages.lean4.workshop import Workshop
from pytest_putnam.languages.rejections import Rejected
from pytest_putnam.model import NEEDS_REVIEW, Track, VerdictKind
from pytest_putnam.prover import Budget
from pytest_putnam.scratch import scratch

pytestmark = pytest.mark.real_lean4
RIGHT = "⟨h.right, h.left⟩"
SLOW = """theorem putnam_1901_a1 (p q : Prop) (h : And p q) : And q p :=
  have slow : Eq (grow (grow (grow (grow four)))) Nat.zero := Eq.refl
  ⟨h.right, h.left⟩
"""
GROWING = """noncomputable def twice (n : Nat) : Nat := Nat.rec Nat.zero (fun _ k => Nat.succ (Nat.succ k)) n
noncomputable def grow (n : Nat) : Nat := Nat.rec (Nat.succ Nat.zero) (fun _ k => twice k) n
noncomputable def four : Nat := Nat.succ (Nat.succ (Nat.succ (Nat.succ Nat.zero)))
set_option maxRecDepth 1000000
set_option maxHeartbeats 0
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory)


@pytest.fixture(scope="module")
def found(folder: Path) -> LeanToolchain:
    return find_toolchain(folder)


def test_a_proof_that_takes_too_long(folder: Path) -> None:
    """The clock that fired is named, and nothing is said of the machine."""
    checker = make_checker(folder, warm=False, check_timeout_s=2.0)
    verdict = check(checker, problem("putnam_1901_a1"), GROWING + SLOW)
    assert verdict.kind in {VerdictKind.CHECK_TIMEOUT, VerdictKind.CHECK_MEMORY}
    assert verdict.clock in {"wall", "cpu", "memory"}


def test_memory_is_resident_memory(folder: Path) -> None:
    """A limit that Lean's address space is far above is enough; one that it cannot live in is met."""
    checker = make_checker(folder, warm=False, memory_mb=300)
    assert check(checker, problem("putnam_1901_a1"), RIGHT).kind is VerdictKind.PROVED
    small = make_checker(folder, warm=False, memory_mb=300, check_timeout_s=30.0)
    verdict = check(small, problem("putnam_1901_a1"), GROWING + SLOW)
    assert verdict.kind is VerdictKind.CHECK_MEMORY
    assert "300 MiB" in verdict.reason


def test_heartbeats_as_the_user_sets_them(folder: Path) -> None:
    code = "theorem putnam_1901_a1 (p q : Prop) (h : And p q) : And q p := ⟨h.right, h.left⟩"
    checker = make_checker(folder, warm=False, heartbeats=400_000)
    assert check(checker, problem("putnam_1901_a1"), code).kind is VerdictKind.PROVED
    assert checker._workshop.options == ("-DmaxHeartbeats=400000",)


def test_a_budget_that_runs_out(folder: Path) -> None:
    checker = make_checker(folder, warm=False)
    verdict = check(checker, problem("putnam_1901_a1"), GROWING + SLOW, budget_s=1.0)
    assert (verdict.kind, verdict.clock) == (VerdictKind.BUDGET_EXHAUSTED, "item")


def test_a_statement_that_does_not_compile_is_not_the_provers(folder: Path) -> None:
    formal = formalization("prelude\nimport Base\ntheorem x (p : Prp) : p :=\nsorry\n", "x")
    checker = make_checker(folder)
    verdict = check(checker, formal, "trivial")
    assert verdict.kind is VerdictKind.INFRA_ERROR
    assert "the statement does not compile with Lean 4.35.0" in verdict.reason
    with pytest.raises(InfraError, match="line 3: "):
        checker.prepare(formal, Track.WITH_SOLUTION)


def test_files_of_the_module_system_are_refused_by_name(folder: Path) -> None:
    """The benchmark's is the machine's fault, a candidate's its own; the line of the word is told."""
    checker = make_checker(folder)
    text = "module\nprelude\npublic import Base\ntheorem x (p : Prop) (h : p) : p :=\nsorry\n"
    verdict = check(checker, formalization(text, "x"), "h")
    assert verdict.kind is VerdictKind.INFRA_ERROR
    assert "x: x.lean begins with the word module" in verdict.reason
    code = "-- as in Mathlib\nmodule\npublic import Base\ntheorem putnam_1901_a1 := h"
    verdict = check(checker, problem("putnam_1901_a1"), code)
    assert verdict.kind is VerdictKind.COMPILE_ERROR
    assert "take that word away" in verdict.reason
    assert verdict.messages[0].line == 2


def test_a_release_that_is_not_known_is_refused_by_name(folder: Path, found: LeanToolchain) -> None:
    """Before anything of it is read."""
    settings = make_checker(folder, warm=False).settings
    for version in ("4.36.0", "4.8.0", "5.1.0"):
        checker = LeanChecker(replace(found, version=version), settings)
        checker._references._identity = version
        verdict = check(checker, problem("putnam_1901_a1"), RIGHT)
        assert verdict.kind is VerdictKind.INFRA_ERROR
        assert f"compiled files of Lean {version} are not known here" in verdict.reason


def test_a_missing_import_says_what_to_run(folder: Path) -> None:
    formal = formalization("prelude\nimport Mathlib\ntheorem x : True :=\nsorry\n", "x")
    with pytest.raises(InfraError, match="imports Mathlib, which Lean does not find: run `lake"):
        make_checker(folder).prepare(formal, Track.WITH_SOLUTION)


def test_a_replay_that_confirms_is_evidence(
    folder: Path, found: LeanToolchain, tmp_path: Path
) -> None:
    """It is given the compiled file under the module's name, in a folder on the search path."""
    script = 'test "$1" = Cand && test -s Cand.olean && test ! -e Cand.lean'
    settings = make_checker(folder, warm=False, replay="required").settings
    checker = LeanChecker(with_replayer(found, tmp_path, script), settings)
    verdict = check(checker, problem("putnam_1901_a1"), RIGHT)
    assert verdict.kind is VerdictKind.PROVED, verdict.reason
    assert verdict.evidence["replay"] == "leanchecker: the kernel accepts every constant again"
    assert not verdict.is_unreplayed


def test_a_replay_that_does_not_confirm_is_no_proof(
    folder: Path, found: LeanToolchain, tmp_path: Path
) -> None:
    script = "echo 'uncaught exception: (kernel) declaration type mismatch' >&2; exit 1"
    settings = make_checker(folder, warm=False).settings
    checker = LeanChecker(with_replayer(found, tmp_path, script), settings)
    verdict = check(checker, problem("putnam_1901_a1"), RIGHT)
    assert verdict.kind is VerdictKind.COMPILE_ERROR
    assert "declaration type mismatch" in verdict.reason


def test_a_replay_that_is_required_and_absent_is_the_machines_fault(folder: Path) -> None:
    checker = make_checker(folder, warm=False, replay="required")
    verdict = check(checker, problem("putnam_1901_a1"), RIGHT)
    assert verdict.kind is VerdictKind.INFRA_ERROR
    assert "leanchecker" in verdict.reason


def test_without_a_replayer_the_evidence_says_so(folder: Path) -> None:
    verdict = check(make_checker(folder, warm=False), problem("putnam_1901_a1"), RIGHT)
    assert verdict.evidence["replay"].startswith("not done: neither leanchecker")
    verdict = check(
        make_checker(folder, warm=False, replay="off"), problem("putnam_1901_a1"), RIGHT
    )
    assert verdict.evidence["replay"] == "not asked for"
    assert verdict.is_unreplayed


def test_programs_that_are_let_through_need_a_replay(folder: Path) -> None:
    """What the gate would refuse could have gone round the kernel."""
    settings = make_checker(folder, warm=False, replay="off").settings
    checker = LeanChecker(find_toolchain(folder), replace(settings, lean_allow_meta=True))
    code = (
        "set_option debug.skipKernelTC true\n"
        "theorem putnam_1901_a1 (p q : Prop) (h : And p q) : And q p := ⟨h.right, h.left⟩"
    )
    verdict = check(checker, problem("putnam_1901_a1"), code)
    assert verdict.kind is VerdictKind.INFRA_ERROR
    assert "replayed" in verdict.reason


def test_programs_that_are_let_through_count_where_they_are_replayed(
    folder: Path, found: LeanToolchain, tmp_path: Path
) -> None:
    """Even where replaying is switched off; a replay that fails is no proof."""
    settings = replace(
        make_checker(folder, warm=False, replay="off").settings, lean_allow_meta=True
    )
    code = (
        "set_option debug.skipKernelTC true\n"
        "theorem putnam_1901_a1 (p q : Prop) (h : And p q) : And q p := ⟨h.right, h.left⟩"
    )
    for script, kind in (("exit 0", VerdictKind.PROVED), ("exit 1", VerdictKind.COMPILE_ERROR)):
        checker = LeanChecker(with_replayer(found, tmp_path, script), settings)
        assert check(checker, problem("putnam_1901_a1"), code).kind is kind


@pytest.mark.parametrize(
    ("script", "kind"),
    [
        ("kill -ABRT $$", VerdictKind.COMPILE_ERROR),
        ("while :; do :; done", VerdictKind.CHECK_TIMEOUT),
        ("yes | head -c 40000000", VerdictKind.COMPILE_ERROR),
    ],
)
def test_a_replay_that_breaks_is_no_proof(
    folder: Path, found: LeanToolchain, tmp_path: Path, script: str, kind: VerdictKind
) -> None:
    """One that dies, hangs, or floods."""
    settings = make_checker(folder, warm=False, check_timeout_s=0.5, startup_timeout_s=1.5).settings
    workshop = Workshop(with_replayer(found, tmp_path, script), settings)
    strict = Strict(workshop, problem("putnam_1901_a1"), Track.WITH_SOLUTION, Budget(None))
    with pytest.raises(Rejected) as caught:
        strict._replay(b"compiled")
    assert caught.value.kind is kind


def test_small_libraries_are_read_and_large_ones_trusted(found: LeanToolchain) -> None:
    imports: list[Name] = [("Other",), ("Mathlib", "Tactic"), ("Nowhere", "At")]
    library = read_library(imports, found.search_path, Terms())
    assert library.read == ("Base", "Other")
    assert library.trusted == ("Mathlib", "Nowhere.At")
    assert library.constants["Base", "hidden"].kind == "theorem"


def test_what_was_read_is_in_the_evidence(folder: Path) -> None:
    checker = make_checker(folder, warm=False)
    assert check(checker, problem("putnam_1901_a1"), RIGHT).evidence["libraries"] == "read: Base"
    alone = check(checker, problem("putnam_1901_b4"), "h.rec Same.refl")
    assert alone.evidence["libraries"] == "none"


@pytest.fixture
def extended(found: LeanToolchain, tmp_path: Path) -> LeanToolchain:
    """A project with one more module below a root that the benchmark imports."""
    library = tmp_path / "library"
    (library / "Base").mkdir(parents=True)
    source = library / "Base" / "Extra.lean"
    source.write_text(
        "prelude\nimport Base\ntheorem Base.swap {p q : Prop} (h : And p q) : And q p := sorry\n"
    )
    run_lean(library, "-o", "Base/Extra.olean", str(source), path=found.search_path[0])
    for module in ("Base", "Tactics"):
        shutil.copy(found.search_path[0] / f"{module}.olean", library)
    return replace(found, search_path=(library,), readable=(*found.readable, library))


EXTRA = "import Base.Extra\ntheorem putnam_1901_a1 (p q : Prop) (h : And p q) : And q p := {proof}"


def test_a_module_below_the_benchmarks_roots_is_read_through(
    extended: LeanToolchain, folder: Path
) -> None:
    """It may be imported; what it rests on counts."""
    checker = LeanChecker(extended, make_checker(folder, warm=False).settings)
    formal = problem("putnam_1901_a1")
    verdict = check(checker, formal, EXTRA.format(proof="⟨h.right, h.left⟩"))
    assert verdict.kind is VerdictKind.PROVED, verdict.reason
    assert verdict.evidence["libraries"] == "read: Base, Base.Extra"
    verdict = check(checker, formal, EXTRA.format(proof="Base.swap h"))
    assert verdict.kind is VerdictKind.INCOMPLETE


def test_a_module_that_only_the_candidate_imports_must_be_readable(
    extended: LeanToolchain, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The benchmark's own are trusted where they are too large to read, another is not."""
    checker = LeanChecker(extended, make_checker(folder, warm=False).settings)
    monkeypatch.setattr(library_module, "MOST_MB", 0)
    formal = problem("putnam_1901_a1")
    verdict = check(checker, formal, RIGHT)
    assert verdict.kind is VerdictKind.PROVED, verdict.reason
    assert verdict.evidence["libraries"] == "trusted: Base"
    for proof in ("⟨h.right, h.left⟩", "Base.swap h"):
        verdict = check(checker, formal, EXTRA.format(proof=proof))
        assert verdict.kind is VerdictKind.FORBIDDEN
        assert "brings in Base.Extra, which the benchmark does not" in verdict.reason


def test_nothing_is_imported_from_a_candidates_folder(found: LeanToolchain, folder: Path) -> None:
    """Neither under a name of its own nor under a library's; replays and comparisons do."""
    workshop = make_checker(folder, warm=False)._workshop
    compiled = workshop.compile("prelude\n", wall_s=60.0, budget=Budget(None)).olean
    assert compiled is not None
    for module in ("Other", "Mathlib"):
        text = f"prelude\nimport {module}.Own\n"
        with scratch("putnam-lean-") as own:
            (own / module).mkdir()
            (own / module / "Own.olean").write_bytes(compiled)
            (own / "Cand.lean").write_text(text)
            argv = [str(found.lean), "--json", "Cand.lean"]
            for imports_own in (False, True):
                done = workshop._run(argv, own, 60.0, Budget(None), imports_own=imports_own)
                assert (done.status == 0) is imports_own, done.stdout


def test_another_solution_is_marked_for_review(folder: Path) -> None:
    """Only the reference's own term is known to be right."""
    checker = make_checker(folder, warm=False)
    formal = problem("putnam_1901_b1")
    same = check(
        checker, formal, "Eq.refl", solution="Nat.succ (Nat.succ .zero)", track=Track.NO_SOLUTION
    )
    assert same.kind is VerdictKind.PROVED
    assert same.evidence["solution"] == "it is the reference's, term by term"
    other = check(
        checker,
        formal,
        "Eq.refl",
        solution="Nat.plus (Nat.succ .zero) (Nat.succ .zero)",
        track=Track.NO_SOLUTION,
    )
    assert NEEDS_REVIEW in other.evidence or other.kind is VerdictKind.FORBIDDEN


def test_references_are_kept_across_checkers(folder: Path) -> None:
    """In a file that is not used once it is damaged."""
    checker = make_checker(folder, warm=False)
    formal = problem("putnam_1901_a2")
    first = checker._references.get(formal, Budget(None))
    again = make_checker(folder, warm=False)._references
    assert again._read(first.key) == first
    file = again._folder / f"{first.key}.ref"
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    assert again._read(first.key) is None
    assert again.get(formal, Budget(None)).compiled == first.compiled


def test_the_projects_lean_must_be_the_one_that_runs(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "lean-toolchain").write_text("leanprover/lean4:v4.9.0\n")
    with pytest.MonkeyPatch.context() as patch:
        lean = find_toolchain(folder).lean
        patch.setenv("PATH", f"{lean.parent}:/usr/bin:/bin")
        with pytest.raises(
            AssistantMissing, match=r"asks for leanprover/lean4:v4.9.0, but .* 4.35.0"
        ):
            find(str(tmp_path))
        (tmp_path / "lean-toolchain").write_text("leanprover/lean4:v4.35.0\n")
        assert find(str(tmp_path)).project == tmp_path
        (tmp_path / "lake-manifest.json").write_text(
            '{"packages": [{"name": "mathlib", "inputRev": "v4.35.0"}]}'
        )
        with pytest.raises(AssistantMissing, match="lake exe cache get"):
            find(str(tmp_path))
        library = tmp_path / ".lake/packages/mathlib/.lake/build/lib/lean"
        library.mkdir(parents=True)
        (library / "Mathlib.olean").touch()
        assert find(str(tmp_path)).versions == {"lean": "4.35.0", "mathlib": "v4.35.0"}
        (tmp_path / "lake-manifest.json").write_text("[]")
        with pytest.raises(AssistantMissing, match="lake update"):
            find(str(tmp_path))


def test_a_machine_without_lean_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    monkeypatch.setenv("ELAN_HOME", "/nonexistent")
    with pytest.raises(AssistantMissing, match="install elan"):
        toolchain_module.find(None)


def test_the_benchmarks_own_project_is_found(tmp_path: Path) -> None:
    (tmp_path / "lean4" / "src").mkdir(parents=True)
    assert own_project([tmp_path / "nothing" / "at" / "all"]) is None
    (tmp_path / "lean4" / "lakefile.lean").touch()
    for root in (tmp_path, tmp_path / "lean4", tmp_path / "lean4" / "src"):
        assert own_project([root]) == str(tmp_path / "lean4")
