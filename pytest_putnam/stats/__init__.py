"""The numbers of a run: rates with their intervals, pass@k, effort, and two runs compared.

Every formula names its source; docs/concepts/statistics.md has them on one page.
"""

from pytest_putnam.stats.bootstrap import (
    BOOTSTRAP_SEED,
    RESAMPLES,
    bootstrap_mean,
    bootstrap_means,
)
from pytest_putnam.stats.effort import (
    ItemEffort,
    PerSolve,
    attempts_to_first_proof,
    eta_s,
    per_solve,
)
from pytest_putnam.stats.intervals import Z_95, Interval, clopper_pearson, wilson
from pytest_putnam.stats.paired import Certainty, PairedTable, mcnemar_exact
from pytest_putnam.stats.passing import (
    AttemptCounts,
    PassAt,
    pass_at_k,
    pass_curve,
    pass_values,
    shown_ks,
)
from pytest_putnam.stats.rates import Rate, RateRange

__all__ = [
    "BOOTSTRAP_SEED",
    "RESAMPLES",
    "Z_95",
    "AttemptCounts",
    "Certainty",
    "Interval",
    "ItemEffort",
    "PairedTable",
    "PassAt",
    "PerSolve",
    "Rate",
    "RateRange",
    "attempts_to_first_proof",
    "bootstrap_mean",
    "bootstrap_means",
    "clopper_pearson",
    "eta_s",
    "mcnemar_exact",
    "pass_at_k",
    "pass_curve",
    "pass_values",
    "per_solve",
    "shown_ks",
    "wilson",
]
