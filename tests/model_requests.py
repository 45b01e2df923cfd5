"""Samplers, requests and budgets for tests of the model layer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from pytest_putnam.llm import (
    CacheMode,
    Endpoint,
    LlmSettings,
    Request,
    Role,
    Sampler,
    Sampling,
    Turn,
    open_sampler,
)
from pytest_putnam.model import Usage
from pytest_putnam.models.chat import Completion
from pytest_putnam.prover import Budget

KEY = "sk-very-secret-key"
FAST = LlmSettings(tries=4, backoff_s=0.01)


def ask_for(prompt: str = "prove it", **sampling: Any) -> Request:
    """A request of one message."""
    model = sampling.pop("model", "test-model")
    return Request((Turn(Role.USER, prompt),), Sampling(model, **sampling))


@contextmanager
def sampler(
    url: str,
    tmp_path: Path,
    *,
    cache: CacheMode = CacheMode.OFF,
    timeout_s: float = 20.0,
    **changes: Any,
) -> Iterator[Sampler]:
    """A sampler whose files are below `tmp_path`; `changes` are fields of its settings."""
    settings = replace(
        FAST,
        cache=cache,
        cache_file=changes.pop("cache_file", tmp_path / "completions.sqlite"),
        rates_dir=tmp_path / "rates",
        **changes,
    )
    made = open_sampler(Endpoint(url, KEY, timeout_s), settings)
    try:
        yield made
    finally:
        made.close()


def complete(
    from_: Sampler, request: Request | None = None, *, sample: int = 1, seconds: float = 20.0
) -> Completion:
    """One completion."""
    return from_.complete(request or ask_for(), sample=sample, budget=Budget(seconds))


def tokens(usage: Usage) -> tuple[int | None, int | None]:
    """Prompt and completion."""
    return usage.prompt_tokens, usage.completion_tokens
