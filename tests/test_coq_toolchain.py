"""Coq is found by path, by $COQBIN and on PATH, under its old and its new name."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_putnam.errors import AssistantMissing
from pytest_putnam.languages.coq.toolchain import OCAML_5_RUNTIME, find


def install(folder: Path, *names: str, version: str = "8.16.1", ocaml: str = "4.14.1") -> Path:
    """A folder with programs that answer like Coq's."""
    programs, library = folder / "bin", folder / "lib" / "coq"
    programs.mkdir(parents=True)
    for part in ("theories/Init", "user-contrib/Coquelicot", "user-contrib/mathcomp/algebra"):
        (library / part).mkdir(parents=True)
    for name in names:
        path = programs / name
        path.write_text(
            "#!/bin/sh\n"
            f'for a in "$@"; do case "$a" in --print-version) echo {version} {ocaml};; '
            f"-where) echo {library};; esac; done\n",
            encoding="utf-8",
        )
        path.chmod(0o755)
    return programs


OLD = ("coqc", "coqtop", "coqchk")


def test_an_explicit_executable_or_folder(tmp_path: Path) -> None:
    """Both name the same installation, with what the sandbox must show of it."""
    programs = install(tmp_path, *OLD)
    for explicit in (programs, programs / "coqc"):
        found = find(str(explicit))
        assert found.coqc == (str(programs / "coqc"),)
        assert found.coqtop == (str(programs / "coqtop"),)
        assert found.coqchk == (str(programs / "coqchk"),)
        assert found.version == (8, 16, 1)
        assert found.readable == (tmp_path,)
        assert found.environment["PATH"].startswith(f"{programs}:")


def test_rocq(tmp_path: Path) -> None:
    """Since version 9 one program has all commands."""
    programs = install(tmp_path, "rocq", "rocqchk", version="9.0.0")
    found = find(str(programs))
    assert found.coqc == (str(programs / "rocq"), "compile")
    assert found.coqtop == (str(programs / "rocq"), "repl")
    assert found.coqchk == (str(programs / "rocqchk"),)


def test_ocaml_5_reserves_less_address_space(tmp_path: Path) -> None:
    """Or no memory limit would let it start."""
    old = find(str(install(tmp_path / "old", *OLD)))
    new = find(str(install(tmp_path / "new", *OLD, version="8.20.1", ocaml="5.3.0")))
    assert "OCAMLRUNPARAM" not in old.environment
    assert new.environment["OCAMLRUNPARAM"] == OCAML_5_RUNTIME


def test_coqbin_comes_before_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And an explicit path before both."""
    first, second = install(tmp_path / "1", *OLD), install(tmp_path / "2", *OLD)
    monkeypatch.setenv("PATH", f"{second}:/usr/bin:/bin")
    monkeypatch.delenv("COQBIN", raising=False)
    assert find(None).coqc == (str(second / "coqc"),)
    monkeypatch.setenv("COQBIN", str(first))
    assert find(None).coqc == (str(first / "coqc"),)
    assert find(str(second)).coqc == (str(second / "coqc"),)


def test_without_coq_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command to type."""
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.delenv("COQBIN", raising=False)
    with pytest.raises(AssistantMissing, match=r"apt-get install .*coq.*bubblewrap"):
        find(None)


def test_a_wrong_path_is_named(tmp_path: Path) -> None:
    """With what to give instead."""
    with pytest.raises(AssistantMissing, match=r"no-such-coqc.*give the path of coqc or rocq"):
        find(str(tmp_path / "no-such-coqc"))


def test_without_its_checker_coq_is_of_no_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said which part is missing."""
    programs = install(tmp_path, "coqc", "coqtop")
    monkeypatch.setenv("PATH", "/bin/nowhere")
    with pytest.raises(AssistantMissing, match="coqchk"):
        find(str(programs))


def test_a_program_that_is_no_coq(tmp_path: Path) -> None:
    """It fails, or it tells no version."""
    programs = install(tmp_path, *OLD)
    (programs / "coqc").write_text("#!/bin/sh\necho broken >&2\nexit 3\n", encoding="utf-8")
    with pytest.raises(AssistantMissing, match="status 3: broken"):
        find(str(programs))
    (programs / "coqc").write_text("#!/bin/sh\n", encoding="utf-8")
    with pytest.raises(AssistantMissing, match="does not tell its version"):
        find(str(programs))


def test_versions_of_libraries_from_opam(tmp_path: Path) -> None:
    """Only of those that are there; without a record it says that they are."""
    programs = install(tmp_path, *OLD)
    assert dict(find(str(programs)).versions) == {
        "coq": "8.16.1",
        "coquelicot": "installed",
        "mathcomp-algebra": "installed",
    }
    packages = tmp_path / ".opam-switch" / "packages"
    for package in ("coq.8.16.1", "coq-coquelicot.3.4.3", "coq-mathcomp-analysis.1.9.0"):
        (packages / package).mkdir(parents=True)
    assert find(str(programs)).versions["coquelicot"] == "3.4.3"
    assert "mathcomp-analysis" not in find(str(programs)).versions


def test_another_installation_has_another_identity(tmp_path: Path) -> None:
    """So that compiled files of one are not taken for the other's."""
    first, second = install(tmp_path / "1", *OLD), install(tmp_path / "2", *OLD)
    assert find(str(first)).identity == find(str(first)).identity
    assert find(str(first)).identity != find(str(second)).identity


@pytest.mark.real_coq
def test_the_installed_coq() -> None:
    """It tells its version and at least one library's."""
    found = find(None)
    assert found.version >= (8, 16)
    assert found.versions["coq"].startswith(".".join(map(str, found.version[:2])))
    assert (found.coqlib / "theories/Init/Prelude.vo").is_file()
