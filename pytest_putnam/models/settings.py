"""How a run uses models: its store of completions, its limits, its prices."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from pytest_putnam.errors import BadInput
from pytest_putnam.models.completions import CacheMode
from pytest_putnam.models.pricing import NO_PRICES, PriceTable
from pytest_putnam.models.rates import RateLimits
from pytest_putnam.models.spending import SpendingLimits


@dataclass(frozen=True, slots=True)
class LlmSettings:
    """The same for every prover of a run, and for all its workers."""

    run: str = ""
    """The run's name; a resumed run keeps it."""
    cache: CacheMode = CacheMode.OFF
    cache_file: Path | None = None
    """Must be there unless the cache is off."""
    ledger_file: Path | None = None
    """Where the workers keep the run's account; None: nothing is accounted, no limit holds."""
    spending: SpendingLimits = field(default_factory=SpendingLimits)
    rates: RateLimits = field(default_factory=RateLimits)
    rates_dir: Path | None = None
    """Where the machine's processes meet; None: a directory of the user's in the temporary one."""
    prices: PriceTable = NO_PRICES
    tries: int = 8
    """How often a request is sent in all before the attempt is given up."""
    backoff_s: float = 0.5
    """The wait after the first fault; it doubles with each."""

    def require_price(self, model: str) -> None:
        """Raise `BadInput` where the run's cost is limited and cannot be known for `model`."""
        limit = self.spending.cost_usd
        if limit is not None and self.prices.price(model) is None:
            raise BadInput(
                f"--putnam-max-cost={limit:g} cannot hold: the price of {model} is not known; give "
                f"it by --llm-prices=FILE, or limit the tokens by --putnam-max-tokens"
            )
