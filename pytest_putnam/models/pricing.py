"""What a completion costs, by a price table that the user gives.

    # prices.yaml: USD per million tokens
    gpt-4o: {input: 2.50, cached_input: 1.25, output: 10.00}
    "my-model*": {input: 0, output: 0}

There is no table of our own: prices change, and a wrong cost is worse than an unknown one.
"""

from __future__ import annotations

import fnmatch
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import BadInput
from pytest_putnam.model import Usage
from pytest_putnam.yaml_text import read_yaml

PER_TOKENS: Final = 1_000_000
_FIELDS: Final = frozenset({"input", "cached_input", "output"})


@dataclass(frozen=True, slots=True)
class Price:
    """USD per million tokens."""

    input: float
    output: float
    cached_input: float | None = None
    """For prompt tokens that the server had cached; None: as `input`."""

    def cost_usd(self, prompt: int, completion: int, cached: int = 0) -> float:
        """The cost of so many tokens; `cached` are a part of `prompt`."""
        cached = min(cached, prompt)
        cached_rate = self.input if self.cached_input is None else self.cached_input
        total = (prompt - cached) * self.input + cached * cached_rate + completion * self.output
        return total / PER_TOKENS


@dataclass(frozen=True, slots=True)
class PriceTable:
    """Prices by model: an exact name wins, then the first pattern that matches."""

    prices: Mapping[str, Price]

    def price(self, model: str) -> Price | None:
        """The price of `model`; None where it is not known."""
        if model in self.prices:
            return self.prices[model]
        matching = (p for name, p in self.prices.items() if fnmatch.fnmatchcase(model, name))
        return next(matching, None)

    def cost_usd(self, model: str, usage: Usage) -> float | None:
        """The cost of `usage`; None where the price or the tokens are not known, never zero for that."""
        price = self.price(model)
        if price is None or usage.prompt_tokens is None or usage.completion_tokens is None:
            return None
        return price.cost_usd(
            usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens or 0
        )


NO_PRICES: Final = PriceTable({})


def read_prices(path: Path) -> PriceTable:
    """The table of a YAML or JSON file. Raises `BadInput` naming the file and the entry."""
    data = read_yaml(path, f"price table {path}")
    if not isinstance(data, Mapping):
        raise BadInput(f"price table {path}: expected a mapping of model names to prices")
    return PriceTable({str(name): _price(path, str(name), entry) for name, entry in data.items()})


def _price(path: Path, name: str, entry: object) -> Price:
    where = f"price table {path}, model {name!r}"
    if not isinstance(entry, Mapping) or not {"input", "output"} <= set(entry) <= _FIELDS:
        raise BadInput(
            f"{where}: expected {{input: USD, output: USD}} and maybe cached_input, per million "
            f"tokens, not {entry!r}"
        )
    numbers: dict[str, float] = {}
    for key, value in entry.items():
        good = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not good or not math.isfinite(value) or value < 0:
            raise BadInput(f"{where}: {key} is {value!r}, not a price in USD per million tokens")
        numbers[str(key)] = float(value)
    return Price(**numbers)
