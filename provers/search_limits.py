"""The limits of every prover that searches tactic by tactic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pytest_putnam.prover import ProverOption

from .option_values import number

LONGEST_PROOF: Final = 150
"""Steps; no search goes deeper: its tree could not be kept as nested JSON."""
TACTIC_TIMEOUT_S: Final = 30.0
TACTIC_TIMEOUT: Final = ProverOption(
    "tactic-timeout", "seconds for one tactic", f"{TACTIC_TIMEOUT_S:g}"
)


def read_tactic_timeout(options: Mapping[str, str]) -> float:
    """Seconds for one tactic. Raises `BadInput`."""
    return number(options, TACTIC_TIMEOUT.name, TACTIC_TIMEOUT_S, 0.1, 3600.0)
