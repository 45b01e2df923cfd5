"""The role that runs items: in an xdist worker, or in the one process where there is no xdist."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Generator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import pytest

from pytest_putnam.budget import budget_of
from pytest_putnam.collect import ATTEMPT, MARKER, REPLAYED, file_of
from pytest_putnam.engine import Engine
from pytest_putnam.errors import InfraError, PutnamError
from pytest_putnam.languages import backend
from pytest_putnam.languages.base import Checker
from pytest_putnam.model import (
    ENDS_RUN,
    NEEDS_REVIEW,
    NOT_REPLAYED,
    AttemptRecord,
    Evaluation,
    Formalization,
    Language,
    Outcome,
    VerdictKind,
)
from pytest_putnam.plan import BenchmarkFile, sha256_of
from pytest_putnam.prover import Budget, Prover
from pytest_putnam.reports.junit import item_properties
from pytest_putnam.reports.lines import error_line
from pytest_putnam.resuming import KeptPart, begun_with, is_other_file, kept_part
from pytest_putnam.run import Run
from pytest_putnam.slots import slot
from pytest_putnam.wire import clean, cut, one_line, pack

SECTION_CHARACTERS: Final = 4096
"""What a prover printed in our process travels with the report no further than this."""
KEPT_EVIDENCE: Final = frozenset({NEEDS_REVIEW, NOT_REPLAYED, ENDS_RUN})
"""Names of a verdict's evidence that count at the end of an item."""


class PutnamWarning(pytest.PytestWarning):
    """Something about a benchmark file that the user should know."""


@dataclass(frozen=True, slots=True)
class Result:
    """An item's evaluation, or why there is none."""

    outcome: Outcome
    error: str = ""
    evaluation: Evaluation | None = None
    kept: int = 0
    """Attempts that were made before the run was resumed."""
    replayed: bool = False
    """Nothing was done: the item was finished before the run was resumed."""


RESULT: Final = pytest.StashKey[Result]()


class Worker:
    """Runs items and sends each attempt as it ends."""

    def __init__(
        self, config: pytest.Config, run: Run, run_dir: Path, prover: Prover | None = None
    ) -> None:
        self._config = config
        self._run = run
        self._run_dir = run_dir
        self._prover = prover
        self._checkers: dict[Language, Checker] = {}
        self._item: pytest.Item | None = None
        self._noted: set[str] = set()

    @pytest.fixture
    def evaluation(self, request: pytest.FixtureRequest) -> Evaluation:
        """All attempts of the item. It is made once: a rerun of the item sees the same again."""
        item: pytest.Item = request.node
        if RESULT not in item.stash:
            item.stash[RESULT] = self._evaluate(item)
        result = item.stash[RESULT]
        if result.evaluation is None or result.outcome is Outcome.ERROR:
            pytest.fail(result.error, pytrace=False)
        return result.evaluation

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Name the problem where pytest would name the suite, and keep what travels short."""
        report = yield
        file = file_of(item)
        if file is not None:
            report.location = _location(item, file)
            if RESULT in item.stash and item.stash[RESULT].replayed:
                report.__dict__[REPLAYED] = True
            report.sections = [
                (clean(title), cut(clean(text), SECTION_CHARACTERS))
                for title, text in report.sections
            ]
        return report

    def pytest_sessionfinish(self) -> None:
        """Release assistants and the prover."""
        for checker in self._checkers.values():
            checker.close()
        self._checkers.clear()
        if self._prover is not None:
            close(self._prover)
            self._prover = None

    def _evaluate(self, item: pytest.Item) -> Result:
        file = file_of(item)
        if file is None:
            raise RuntimeError(f"{item.nodeid} has no benchmark file")
        self._item = item
        kept = KeptPart(finished=False, records=())
        try:
            if self._run.resumed:
                kept = kept_part(self._run_dir, item.nodeid)
            evaluation = self._made(item, file, kept)
        except PutnamError as error:
            result = Result(Outcome.ERROR, one_line(f"{file.problem.name}: {error}", 500))
        else:
            error_text = ""
            if evaluation.outcome is Outcome.ERROR:
                error_text = error_line(evaluation)
            result = Result(
                evaluation.outcome,
                error_text,
                without_bulk(evaluation),
                len(kept.records),
                kept.finished,
            )
        finally:
            self._item = None
        self._tell_notes()
        item.user_properties += item_properties(
            problem=file.problem.name,
            language=file.language.value,
            prover=self._run.prover.name if self._run.prover else "",
            track=self._run.engine_settings.track.value,
            outcome=result.outcome,
            planned=self._run.attempts,
            records=result.evaluation.records if result.evaluation else (),
            kept=result.kept,
        )
        return result

    def _made(self, item: pytest.Item, file: BenchmarkFile, kept: KeptPart) -> Evaluation:
        """The item's attempts: those that are kept, and those that are made now."""
        if kept.finished:
            return Evaluation(kept.records, self._run.attempts)
        formalization = file.read()
        if is_other_file(begun_with(self._run_dir, item.nodeid), sha256_of(file.path)):
            # A program of the prover's may have written it: what it proves is another statement.
            raise InfraError(
                f"{file.path} has changed since the run began: put it back, and resume the run"
            )
        _warn(formalization)
        return self._engine(file.language).evaluate(
            formalization, budget_of(item), item.nodeid, kept.records
        )

    def _engine(self, language: Language) -> Engine:
        if self._prover is None:
            if self._run.prover is None:
                raise PutnamError("no prover was named; add --prover=NAME")
            self._prover = self._run.make_prover(self._run_dir)
        if language not in self._checkers:
            toolchain = self._run.toolchain(language)
            self._checkers[language] = toolchain.checker(self._run.checker_settings)
        return Engine(
            self._prover,
            self._checkers[language],
            backend(language),
            self._run.engine_settings,
            self._send,
            self._slot,
        )

    def _tell_notes(self) -> None:
        """Warn of what the prover learnt, which reaches the terminal from every worker."""
        for note in self._prover.notes() if self._prover is not None else ():
            if note not in self._noted:
                self._noted.add(note)
                # Warnings may be errors; no note is worth an item.
                with contextlib.suppress(PutnamWarning):
                    warnings.warn(PutnamWarning(note), stacklevel=1)

    def _slot(self, budget: Budget) -> AbstractContextManager[None]:
        settings = self._run.checker_settings
        return slot(settings.cache_dir / "slots", settings.slots, budget)

    def _send(self, record: AttemptRecord) -> None:
        """Hand an attempt to the controller, through the way of all reports."""
        item = self._item
        file = None if item is None else file_of(item)
        if item is None or file is None:
            raise RuntimeError("an attempt ended outside of its item")
        report = pytest.TestReport(
            nodeid=item.nodeid,
            location=_location(item, file),
            keywords={MARKER: 1},
            outcome="passed",
            longrepr=None,
            when=ATTEMPT,  # type: ignore[arg-type]
            duration=0.0,
            putnam_attempt=pack(record, self._run_dir),
        )
        with self._output_uncaptured():
            item.ihook.pytest_runtest_logreport(report=report)
        # The reporter of this process keeps every report to the end.
        report.__dict__.pop("putnam_attempt", None)
        reason = record.verdict.evidence.get(ENDS_RUN)
        if reason is not None:
            told = f"putnam: {one_line(reason, 500)}"
            if record.verdict.kind is VerdictKind.BUDGET_EXHAUSTED:
                item.session.shouldstop = told
            else:
                item.session.shouldfail = told

    def _output_uncaptured(self) -> contextlib.AbstractContextManager[None]:
        """An attempt is reported in the middle of its item, while pytest captures what is printed."""
        capture = self._config.pluginmanager.getplugin("capturemanager")
        if capture is None or hasattr(self._config, "workerinput"):
            return contextlib.nullcontext()
        uncaptured: contextlib.AbstractContextManager[None] = capture.global_and_fixture_disabled()
        return uncaptured


def without_bulk(evaluation: Evaluation) -> Evaluation:
    """What an item needs of its evaluation to the end of the session; the rest is stored."""
    records = tuple(
        replace(
            record,
            candidate=None,
            transcript="",
            verdict=replace(
                record.verdict,
                messages=record.verdict.messages[:1],
                evidence={n: "" for n in record.verdict.evidence if n in KEPT_EVIDENCE},
            ),
        )
        for record in evaluation.records
    )
    return Evaluation(records, evaluation.planned)


def close(prover: Prover) -> None:
    """Close a prover, which may be a stranger's."""
    try:
        prover.close()
    except Exception as error:  # noqa: BLE001 - a stranger's code must not end the session
        warnings.warn(
            PutnamWarning(f"prover {prover.name}: close() failed: {error!r}"), stacklevel=1
        )


def _location(item: pytest.Item, file: BenchmarkFile) -> tuple[str, int | None, str]:
    parameter = item.name.partition("[")[2].removesuffix("]")
    return item.nodeid.partition("::")[0], None, f"{file.problem.name}[{parameter}]"


def _warn(formalization: Formalization) -> None:
    text = formalization.text
    line = text.count("\n", 0, formalization.statement.start) + 1
    for warning in formalization.warnings:
        warnings.warn_explicit(
            PutnamWarning(f"{formalization.name}: {warning}"),
            category=None,
            filename=str(formalization.path),
            lineno=line,
        )
