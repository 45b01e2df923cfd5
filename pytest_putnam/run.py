"""A run: what it was asked for, and the makings that follow from it."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path

from pytest_putnam import options
from pytest_putnam.chosen import Chosen
from pytest_putnam.engine import EngineSettings
from pytest_putnam.errors import BadInput
from pytest_putnam.languages import backend
from pytest_putnam.languages.base import CheckerSettings, Toolchain
from pytest_putnam.languages.lean4.toolchain import own_project
from pytest_putnam.machine import default_cache_dir, default_slots
from pytest_putnam.model import Language
from pytest_putnam.models.completions import CacheMode
from pytest_putnam.models.pricing import PriceTable, read_prices
from pytest_putnam.models.rates import RateLimits
from pytest_putnam.models.settings import LlmSettings
from pytest_putnam.models.spending import SpendingLimits
from pytest_putnam.plan import Plan
from pytest_putnam.prover import Prover, ProverSettings
from pytest_putnam.registry import make_settings, spelled


@dataclass(frozen=True, slots=True)
class Run:
    """The same in the controller and in every worker."""

    chosen: Chosen
    plan: Plan
    prover: type[Prover] | None
    """None where none was named, which is enough for collecting."""
    start_dir: Path
    """Where pytest was started; relative paths in options are relative to it."""
    made_attempts: int | None = None
    """What the prover, once made, has for n: a file of proofs knows how many it holds."""
    resumed: bool = False
    """Its folder has the store of a run that this one goes on with."""

    @property
    def attempts(self) -> int:
        """How many are planned per item (n)."""
        own = self.prover.default_attempts if self.prover else 1
        return self.chosen[options.ATTEMPTS] or self.made_attempts or own

    @property
    def engine_settings(self) -> EngineSettings:
        """How an item is attempted."""
        timeout_s = self.chosen[options.ATTEMPT_TIMEOUT]
        if timeout_s is None and self.prover is not None:
            timeout_s = self.prover.default_attempt_timeout_s
        return EngineSettings(
            attempts=self.attempts,
            exhaustive=self.chosen[options.EXHAUSTIVE],
            seed=self.chosen[options.SEED],
            track=self.chosen[options.TRACK],
            attempt_timeout_s=timeout_s,
            concurrency=self.chosen[options.CONCURRENCY],
        )

    @property
    def checker_settings(self) -> CheckerSettings:
        """Limits and policies of the checkers."""
        cache_dir = self.chosen[options.CACHE]
        return CheckerSettings(
            sandbox=self.chosen[options.SANDBOX],
            check_timeout_s=self.chosen[options.CHECK_TIMEOUT],
            startup_timeout_s=self.chosen[options.STARTUP_TIMEOUT],
            memory_mb=self.chosen[options.CHECK_MEMORY],
            allowed_axioms=frozenset(self.chosen[options.ALLOW_AXIOM]),
            slots=self.chosen[options.SLOTS] or default_slots(),
            slots_are_chosen=self.chosen[options.SLOTS] is not None,
            cache_dir=self.start_dir / cache_dir if cache_dir else default_cache_dir(),
            warm=self.chosen[options.WARM],
            lean_replay=self.chosen[options.LEAN_REPLAY],
            lean_heartbeats=self.chosen[options.LEAN_HEARTBEATS],
            lean_allow_meta=self.chosen[options.LEAN_ALLOW_META],
            isabelle_commands=frozenset(self.chosen[options.ISABELLE_ALLOW]),
        )

    @property
    def languages_with_files(self) -> tuple[Language, ...]:
        """Those that have an item, where the plan knows; else all that are asked for."""
        if not self.plan.arguments:
            return tuple(sorted(self.plan.languages))
        return tuple(sorted({file.language for file in self.plan.selected}))

    def llm_settings(self, run_dir: Path) -> LlmSettings:
        """How the run uses models; `run_dir` is its folder. Raises `BadInput`."""
        chosen = self.chosen
        mode = CacheMode(chosen[options.LLM_CACHE])
        file, prices = chosen[options.LLM_CACHE_FILE], chosen[options.LLM_PRICES]
        own_file = run_dir / "completions.sqlite"
        empty = not own_file.is_file()
        if file is None and empty and mode in {CacheMode.REPLAY, CacheMode.REFRESH}:
            raise BadInput(
                f"--llm-cache={mode} needs --llm-cache-file=FILE: a new run has kept nothing yet. "
                f"An earlier run's file is completions.sqlite in its folder"
            )
        return LlmSettings(
            run=run_dir.name,
            cache=mode,
            cache_file=self.start_dir / file if file else own_file,
            ledger_file=run_dir / "spending.sqlite",
            spending=SpendingLimits(chosen[options.MAX_COST], chosen[options.MAX_TOKENS]),
            rates=RateLimits(
                chosen[options.LLM_CONCURRENCY], chosen[options.LLM_RPM], chosen[options.LLM_TPM]
            ),
            prices=read_prices(self.start_dir / prices) if prices else PriceTable({}),
        )

    def prover_settings(self, run_dir: Path) -> ProverSettings:
        """What the prover is made from. Raises `BadInput`."""
        if self.prover is None:
            raise RuntimeError("there is no prover in this run")
        return make_settings(
            self.prover,
            self.chosen[options.PROVER_OPT],
            root_dir=self.start_dir,
            languages=self.languages_with_files,
            sandbox=self.chosen[options.SANDBOX],
            strict=self.chosen[options.STRICT],
            known_problems={file.problem.name for file in self.plan.available},
            llm=self.llm_settings(run_dir),
            toolchains=self.toolchain,
            limits=self.checker_settings,
        )

    def make_prover(self, run_dir: Path) -> Prover:
        """The prover. Raises `BadInput`, also for whatever a stranger's prover raises."""
        settings = self.prover_settings(run_dir)
        if self.prover is None:
            raise RuntimeError("there is no prover in this run")
        try:
            return self.prover(settings)
        except BadInput:
            raise
        except Exception as error:
            raise BadInput(f"prover {self.prover.name!r} cannot be made: {error!r}") from error

    def toolchain(self, language: Language) -> Toolchain:
        """The installation that checks `language`. Raises `AssistantMissing`."""
        option = options.INSTALLATIONS.get(language)
        explicit = self.chosen[option] if option else None
        if explicit is None and language is Language.LEAN4:
            explicit = own_project(argument.dataset.root for argument in self.plan.arguments)
        return backend(language).find(explicit)

    def as_plain(self) -> dict[str, str | int | float | bool | None]:
        """The settings, for people and the store."""
        engine, checker = self.engine_settings, self.checker_settings
        shard, given = self.chosen[options.SHARD], self.chosen[options.PROVER_OPT]
        if self.prover is not None:
            given = spelled(self.prover, given)
        plain: dict[str, str | int | float | bool | None] = {
            "prover": self.prover.name if self.prover else None,
            "prover_options": ", ".join(given),
            "languages": ",".join(sorted(self.plan.languages)),
            "shard": None if shard is None else str(shard),
        }
        for settings in (engine, checker):
            for field in dataclasses.fields(settings):
                value = getattr(settings, field.name)
                if isinstance(value, frozenset):
                    value = ",".join(sorted(value))
                elif isinstance(value, (str, Path)):
                    value = str(value)
                plain[field.name] = value
        return plain
