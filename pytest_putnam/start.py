"""Beginning a run: everything that can be wrong is found out here, before collection."""

from __future__ import annotations

import dataclasses
import functools
import importlib.metadata
import os
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pytest_putnam import options
from pytest_putnam.budget import ItemBudget, item_timeout_s
from pytest_putnam.chosen import Chosen, choose, on_command_line
from pytest_putnam.collect import Collection, place_of_nodeid
from pytest_putnam.controller import Controller
from pytest_putnam.errors import BadInput
from pytest_putnam.expected import ExpectedFailures
from pytest_putnam.kept import FILE_NAME, open_run
from pytest_putnam.languages.base import Toolchain
from pytest_putnam.model import Language
from pytest_putnam.notes import Notes, unlisted
from pytest_putnam.on_gate import OnGate
from pytest_putnam.on_junit import OnJUnit
from pytest_putnam.on_terminal import OnTerminal
from pytest_putnam.plan import (
    Argument,
    benchmark_arguments,
    make_plan,
    reject_strays,
    root_argument,
    sha256_of,
)
from pytest_putnam.process import sandbox_problem
from pytest_putnam.prover import Prover
from pytest_putnam.registry import find_prover, prover_names
from pytest_putnam.reports.terminal import Facts
from pytest_putnam.resumed import open_kept
from pytest_putnam.resuming import FOLDER, find_unfinished, is_unfinished
from pytest_putnam.run import Run
from pytest_putnam.selection import Selection
from pytest_putnam.suggest import choices_for
from pytest_putnam.worker import Worker, close


def start(config: pytest.Config) -> None:
    """Register the roles of a run. Raises `BadInput` for everything that cannot be used.

    Where items are only collected nothing is started, and neither a prover nor an installed
    assistant is needed.
    """
    told: dict[str, Any] | None = getattr(config, "workerinput", {}).get("putnam")
    chosen = Chosen.from_plain(told["chosen"]) if told else choose(config, os.environ)
    run = _make_run(config, chosen)
    if run is None:
        return
    register = config.pluginmanager.register
    prover_name = run.prover.name if run.prover else None
    register(Collection(config, run.plan, prover_name, chosen[options.SHARD]), "putnam-collection")
    if told is not None:
        run = dataclasses.replace(run, made_attempts=told["attempts"], resumed=told["resumed"])
        register(Worker(config, run, Path(told["run_dir"])), "putnam-worker")
        register(ItemBudget(), "putnam-budget")
        _expect_failures(config)
        return
    register(Notes(config, run.plan), "putnam-notes")
    if _only_collects(config):
        return
    distributed = _distribute(config)
    run_dir, resumed = _place(run)
    run = dataclasses.replace(run, resumed=resumed)
    prover = _ready(config, run, run_dir)
    if prover is not None:
        run = dataclasses.replace(run, made_attempts=prover.default_attempts)
    facts = _facts(config, run, prover)
    kept = None
    if resumed:
        kept = open_kept(
            run_dir,
            facts,
            attempts=run.attempts,
            exhaustive=chosen[options.EXHAUSTIVE],
            anyway=chosen[options.RESUME_ANYWAY],
            sha256_now=_hashes(config, run),
        )
    controller = Controller(config, run, run_dir, facts, kept)
    # The controller reads an item's properties before the other takes them away: of two hooks that
    # want to be first, the one that is registered last is.
    register(OnJUnit(config, facts, chosen[options.JUNIT]), "putnam-junit")
    register(controller, "putnam-controller")
    register(
        OnTerminal(config, run, run_dir, facts, controller.tally, plan=kept.plan if kept else None),
        "putnam-terminal",
    )
    _register_gate(OnGate.of(config, run, run_dir, controller.tally), config, distributed)
    if not distributed:
        register(Worker(config, run, run_dir, prover), "putnam-worker")
        register(ItemBudget(), "putnam-budget")
    elif prover is not None:
        close(prover)


def _expect_failures(config: pytest.Config) -> None:
    """In a worker, where the controller has a baseline."""
    must_be_proved = getattr(config, "workerinput", {}).get("putnam_baseline")
    if must_be_proved is not None:
        pairs = {(problem, language) for problem, language in must_be_proved}
        config.pluginmanager.register(ExpectedFailures(pairs), "putnam-expected")


def _register_gate(gate: OnGate | None, config: pytest.Config, distributed: bool) -> None:
    """Comes after JUnit's role, which moves the properties that this one adds."""
    if gate is None:
        return
    config.pluginmanager.register(gate, "putnam-gate")
    if not distributed:
        config.pluginmanager.register(ExpectedFailures(gate.must_be_proved), "putnam-expected")


def _make_run(config: pytest.Config, chosen: Chosen) -> Run | None:
    """The run; None where a positional argument only looked like a benchmark's."""
    start_dir = config.invocation_params.dir
    from_root = config.args_source is not pytest.Config.ArgsSource.ARGS
    layout = chosen[options.LAYOUT]
    arguments: tuple[Argument, ...]
    if from_root:
        arguments = (root_argument(chosen[options.ROOT], start_dir, layout),)
    else:
        arguments = benchmark_arguments(config.args, start_dir, layout)
        if not arguments and not on_command_line(config) and not hasattr(config, "workerinput"):
            return None
        reject_strays(config.args, start_dir, layout)
    name = chosen[options.PROVER]
    prover = None
    if name is not None:
        prover = find_prover(name, config.hook.pytest_putnam_provers(), root_dir=start_dir)
    plan = make_plan(
        arguments,
        asked=chosen[options.LANG],
        able=prover.languages if prover else frozenset(Language),
        selection=Selection(chosen[options.YEAR], chosen[options.TAG], chosen[options.PROBLEM]),
        from_root=from_root,
        layout=layout,
    )
    if plan.positional is not None:
        config.args[:] = plan.positional
    return Run(chosen, plan, prover, start_dir)


def _only_collects(config: pytest.Config) -> bool:
    return any(
        config.getoption(name, False)
        for name in ("collectonly", "markers", "showfixtures", "show_fixtures_per_test")
    )


def _distribute(config: pytest.Config) -> bool:
    """Whether xdist runs the items; let it hand them out one by one. Raises `BadInput`."""
    mode = config.getoption("dist", "no")
    if mode == "no" or not config.getoption("tx", None):
        return False
    if mode == "each":
        raise BadInput("--dist each makes every attempt once per worker; use --dist load")
    if mode in ("loadscope", "loadfile", "loadgroup"):
        raise BadInput(
            f"--dist {mode} loses items, or hangs, when a worker dies (pytest-xdist 3.8); "
            f"use --dist load"
        )
    if config.option.maxschedchunk is None:
        config.option.maxschedchunk = 1
    return True


def _ready(config: pytest.Config, run: Run, run_dir: Path) -> Prover | None:
    """The prover, made; None where the arguments name no benchmark. Raises `BadInput`."""
    if run.prover is None:
        if not run.plan.arguments:
            return None
        names = prover_names(config.hook.pytest_putnam_provers())
        raise BadInput(
            f"no prover: add --prover=NAME. {choices_for('', names)} "
            f"Or package.module:Class for one of your own"
        )
    if run.chosen[options.SANDBOX] == "bwrap":
        problem = sandbox_problem()
        if problem is not None:
            raise BadInput(
                f"the sandbox cannot be used: {problem}. --putnam-sandbox=none runs without it, "
                f"with all rights of this user for every candidate"
            )
    return run.make_prover(run_dir)


def _place(run: Run) -> tuple[Path, bool]:
    """The run's folder, and whether a run is there that is gone on with. Raises `BadInput`."""
    given, resume = run.chosen[options.RUN], run.chosen[options.RESUME]
    if given is None:
        if resume:
            return find_unfinished(run.start_dir), True
        name = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}"
        return run.start_dir / FOLDER / name, False
    run_dir = run.start_dir / given
    there = next(path for path in (run_dir, *run_dir.parents) if path.exists())
    if not there.is_dir():
        raise BadInput(f"--putnam-run={given}: {there} is a file; name a folder")
    if not (run_dir / FILE_NAME).exists():
        if resume:
            raise BadInput(
                f"--putnam-resume: there is no run in {run_dir}; leave it out for a new one"
            )
        return run_dir, False
    if not resume:
        with open_run(run_dir) as kept:
            if not is_unfinished(kept):
                raise BadInput(
                    f"--putnam-run={given} holds the store of another run, which is finished; name "
                    f"a new folder. --putnam-resume --putnam-resume-anyway goes on with it, to more "
                    f"attempts for instance"
                )
    return run_dir, True


def _hashes(config: pytest.Config, run: Run) -> Callable[[str], str]:
    """The hash of the file of each item that is selected, by its node id; else nothing."""
    places = {(file.path, file.theorem) for file in run.plan.selected}
    sha256 = functools.cache(sha256_of)  # a file may hold a whole benchmark

    def sha256_now(nodeid: str) -> str:
        place = place_of_nodeid(nodeid, config.rootpath)
        return sha256(place[0]) if place in places else ""

    return sha256_now


def _facts(config: pytest.Config, run: Run, prover: Prover | None) -> Facts:
    toolchains = _toolchains(run)
    versions = {"pytest-putnam": importlib.metadata.version("pytest-putnam")}
    for toolchain in toolchains.values():
        versions |= toolchain.versions
    warnings: list[str] = []
    if prover is not None:
        try:
            versions |= prover.versions()
            warnings += prover.warnings()
        except Exception as error:
            raise BadInput(f"prover {prover.name!r} cannot tell its versions: {error!r}") from error
    if config.getoption("reruns", None):
        warnings.append(
            "--reruns repeats an item's verdict, not its attempts; for more attempts "
            "there is --putnam-attempts"
        )
    datasets: list[dict[str, str | int]] = []
    for root in {argument.dataset.root: None for argument in run.plan.arguments}:
        available = [file for file in run.plan.available if file.dataset.root == root]
        selected = [file for file in run.plan.selected if file.dataset.root == root]
        commit = available[0].dataset.commit
        datasets.append(
            {
                "path": str(root),
                "commit": f"commit {commit}" if commit else "no checkout",
                "files": len(available),
                "selected": len(selected),
                "unchecked": sum(file.language in file.problem.unchecked for file in selected),
            }
        )
        warnings += unlisted(selected, in_full=config.get_verbosity() > 0)
    settings = {**run.as_plain(), "item_timeout_s": item_timeout_s(config)}
    return Facts(settings, versions, datasets, warnings)


def _toolchains(run: Run) -> dict[Language, Toolchain]:
    """The assistants that the run will need. Raises `AssistantMissing`."""
    if not run.plan.arguments and run.chosen[options.LANG] is None:
        return {}
    return {language: run.toolchain(language) for language in run.languages_with_files}
