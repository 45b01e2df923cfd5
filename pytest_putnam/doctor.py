"""``putnam doctor``: what of this machine can be used, tried out rather than looked up."""

from __future__ import annotations

import argparse
import enum
import importlib.metadata
import os
import platform
import tempfile
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from pytest_putnam.cli_options import add_options, chosen
from pytest_putnam.errors import ApiError, AssistantMissing, PutnamError
from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.languages import backend
from pytest_putnam.languages.base import Checker, CheckerSettings
from pytest_putnam.llm import NO_KEY, OFFICIAL_URL, Endpoint, probe
from pytest_putnam.machine import default_cache_dir
from pytest_putnam.model import Formalization, Language, Track, VerdictKind
from pytest_putnam.options import INSTALLATIONS, LANG, SANDBOX
from pytest_putnam.process import sandbox_problem
from pytest_putnam.prover import Budget, ProverSettings
from pytest_putnam.registry import BUILT_IN, find_prover
from pytest_putnam.terminal import Terminal
from pytest_putnam.warmup import known_proof, problem

ABOUT: Final = """\
Try out what is installed: the sandbox, the proof assistants, the provers.
Exit status: 0 if every language of --lang works, or without --lang one does and none is broken; else 1.
"""
PATIENCE_S: Final = 300.0
"""For each of the checks; the first one may have to load a library from a slow disk."""


SAMPLE: Final = "warmup_three_coins"
"""A warm-up problem that needs no library."""
CASE: Final[Mapping[Language, str]] = {
    Language.COQ: r" \/ a = c",
    Language.LEAN4: " ∨ a = c",  # noqa: RUF001 - Lean's own sign
    Language.ISABELLE: r" \<or> a = c",
}
"""Without this part of its statement it is false."""


def sample(language: Language, *, true: bool) -> Formalization:
    """The sample as it is, or its false variant."""
    formalization = problem(SAMPLE, language)
    if true:
        return formalization
    text = formalization.text.replace(CASE[language], "")
    parts = backend(language).split(text, SAMPLE)
    return replace(
        formalization,
        text=text,
        header=parts.header,
        statement=parts.statement,
        proof=parts.proof,
    )


class State(enum.Enum):
    """What a language is good for on this machine, with its style."""

    WORKS = "good"
    ABSENT = "note"
    BROKEN = "bad"


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_options(parser, LANG, SANDBOX, *INSTALLATIONS.values())


def run(args: argparse.Namespace, terminal: Terminal) -> ExitStatus:
    """Examine and report. Raises `BadInput`."""
    asked = chosen(args, LANG)
    doctor = Doctor(
        terminal,
        sandbox=chosen(args, SANDBOX),
        installations={language: chosen(args, o) for language, o in INSTALLATIONS.items()},
    )
    well = doctor.examine(sorted(asked or Language), required=asked is not None)
    return ExitStatus.PROVED if well else ExitStatus.NOT_PROVED


class Doctor:
    """Looks at one thing after the other and says what it finds."""

    def __init__(
        self, terminal: Terminal, *, sandbox: str, installations: Mapping[Language, str | None]
    ) -> None:
        """`installations` are to be looked at first; `sandbox` is ``bwrap`` or ``none``."""
        self._terminal = terminal
        self._sandbox = sandbox
        self._installations = installations

    def examine(self, languages: Iterable[Language], *, required: bool) -> bool:
        """Report on everything. True if it will do.

        Where `required`, each of `languages` must work; else one must, and none may be broken.
        """
        self._packages()
        sandbox_works = self._sandboxing()
        states = {language: self._language(language) for language in languages}
        self._models()
        self._provers(states)
        if required:
            return sandbox_works and all(s is State.WORKS for s in states.values())
        found = set(states.values())
        return sandbox_works and State.WORKS in found and State.BROKEN not in found

    def _say(self, what: str, state: State, *details: str) -> None:
        first, *more = details or ("",)
        self._terminal.line((f"{what:<9} ", "strong"), (first, state.value))
        for detail in more:
            self._terminal.line(" " * 10, detail)

    def _packages(self) -> None:
        names = ("pytest-putnam", "pytest", "pytest-xdist", "pytest-timeout")
        versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in names)
        self._say("packages", State.WORKS, f"{versions}, Python {platform.python_version()}")

    def _sandboxing(self) -> bool:
        problem = sandbox_problem()
        if problem is None:
            self._say("sandbox", State.WORKS, "bubblewrap runs")
            return True
        chosen = self._sandbox == "none"
        self._say("sandbox", State.ABSENT if chosen else State.BROKEN, problem)
        return chosen

    def _language(self, language: Language) -> State:
        try:
            toolchain = backend(language).find(self._installations.get(language))
        except AssistantMissing as missing:
            self._say(language, State.ABSENT, "not usable", *str(missing).splitlines())
            return State.ABSENT
        except PutnamError as error:
            self._say(language, State.BROKEN, "broken", *str(error).splitlines())
            return State.BROKEN
        versions = ", ".join(f"{name} {version}" for name, version in toolchain.versions.items())
        findings: list[str] = []
        works = True
        # Sessions that are kept warm only ever reject, so the false theorem is theirs as well.
        for warm in (False, True):
            with tempfile.TemporaryDirectory(prefix="putnam-doctor-") as scratch:
                checker = toolchain.checker(
                    CheckerSettings(
                        sandbox=self._sandbox,
                        cache_dir=Path(scratch),
                        warm=warm,
                        isabelle_heaps=default_cache_dir(),
                    )
                )
                try:
                    for true in (True, False):
                        finding, right = _try_out(language, checker, true=true)
                        findings.append(f"{finding}{', with warm sessions' * warm}")
                        works = works and right
                finally:
                    checker.close()
        state, word = (State.WORKS, "works") if works else (State.BROKEN, "broken")
        self._say(language, state, word, toolchain.executable, versions, *findings)
        return state

    def _models(self) -> None:
        """The server that provers query by default, where one is configured."""
        key, url = os.environ.get("OPENAI_API_KEY"), os.environ.get("OPENAI_BASE_URL")
        if not key and not url:
            self._say(
                "models",
                State.ABSENT,
                "no server is configured",
                "provers that query a model need OPENAI_API_KEY, or --prover-opt base-url=URL",
            )
            return
        endpoint = Endpoint(url or OFFICIAL_URL, key or NO_KEY)
        started = time.monotonic()
        try:
            offered = probe(endpoint)
        except ApiError as error:
            self._say("models", State.BROKEN, f"{endpoint.base_url} is not usable", str(error))
            return
        shown = ", ".join(sorted(offered)[:10]) + (", …" if len(offered) > 10 else "")
        took = f"answered in {time.monotonic() - started:.1f} s"
        self._say("models", State.WORKS, f"{endpoint.base_url} {took}", f"offers {shown or 'none'}")

    def _provers(self, states: Mapping[Language, State]) -> None:
        usable = frozenset(language for language, s in states.items() if s is State.WORKS)
        for name in BUILT_IN:
            try:
                cls = find_prover(name)
                needs = [f"{o.name}=…" for o in cls.options if o.required]
                if needs:
                    self._say(name, State.WORKS, f"with --prover-opt {' '.join(needs)}")
                    continue
                prover = cls(
                    ProverSettings(
                        options={o.name: o.default for o in cls.options if o.default is not None},
                        root_dir=Path.cwd(),
                        languages=cls.languages & usable,
                        sandbox=self._sandbox,
                    )
                )
                try:
                    versions = [f"{what} {v}" for what, v in prover.versions().items()]
                    self._say(name, State.WORKS, "ready", *versions, *prover.warnings())
                finally:
                    prover.close()
            except PutnamError as error:
                self._say(name, State.ABSENT, "not usable", *str(error).splitlines())


def _try_out(language: Language, checker: Checker, *, true: bool) -> tuple[str, bool]:
    """What the checker says of the sample or its false variant, and whether that is right."""
    what, expected = (
        (f"{SAMPLE}, with its proof", VerdictKind.PROVED)
        if true
        else ("a false variant of it", VerdictKind.COMPILE_ERROR)
    )
    started = time.monotonic()
    track = Track.WITH_SOLUTION
    try:
        formalization = sample(language, true=true)
        candidate = known_proof(SAMPLE, language)
        checker.prepare(formalization, track)
        verdict = checker.check(formalization, track, candidate, Budget(PATIENCE_S))
    except PutnamError as error:
        return f"{what} cannot be checked: {error}", False
    said = f"{what}: {verdict.kind} in {time.monotonic() - started:.1f} s"
    if verdict.kind is not expected:
        return f"{said}, which is wrong: {verdict.reason or 'no reason is given'}", False
    return said, True
