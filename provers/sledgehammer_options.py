"""Options that say how sledgehammer is called, and which of its provers are installed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from pytest_putnam.errors import BadInput
from pytest_putnam.prover import ProverOption
from pytest_putnam.theories import Theories

from .option_values import whole

MEMORY_MB: Final = 8192
LEAST_MEMORY_MB: Final = 1024
LONGEST_S: Final = 24 * 3600
HAMMER_OPTIONS: Final = (
    ProverOption(
        "provers",
        "sledgehammer's provers, such as 'cvc5 verit e' (default: its own choice of those installed)",
    ),
    ProverOption(
        "memory-mb", "MiB for a session of Isabelle and the provers that it runs", str(MEMORY_MB)
    ),
)
VARIABLES: Final[Mapping[str, tuple[str, ...]]] = {
    "cvc4": ("CVC4_SOLVER",),
    "cvc5": ("CVC5_SOLVER",),
    "verit": ("ISABELLE_VERIT", "VERIT_SOLVER"),
    "z3": ("Z3_SOLVER",),
    "e": ("E_HOME",),
    "spass": ("SPASS_HOME",),
    "vampire": ("VAMPIRE_HOME",),
    "zipperposition": ("ZIPPERPOSITION_HOME",),
}
"""A prover is installed where one of these settings of Isabelle says where it is."""
_NAMES: Final = re.compile(r"[a-z][\w-]*(?:\s+[a-z][\w-]*)*")


def read_provers(options: Mapping[str, str]) -> str:
    """The provers that were asked for, by blanks; empty for none. Raises `BadInput`."""
    text = " ".join(options.get("provers", "").replace(",", " ").split())
    if text and not _NAMES.fullmatch(text):
        raise BadInput(f"provers={text}: it must be names of provers, such as 'cvc5 verit e'")
    if remote := [name for name in text.split() if name.startswith("remote_")]:
        raise BadInput(
            f"provers={text}: {remote[0]} runs on a server elsewhere, and there is no network in the "
            f"sandbox; name provers that are installed"
        )
    return text


def read_memory(options: Mapping[str, str]) -> int:
    """The session's memory, MiB. Raises `BadInput`."""
    return whole(options, "memory-mb", MEMORY_MB, LEAST_MEMORY_MB)


def installed(theories: Theories) -> tuple[str, ...]:
    """The provers of sledgehammer that Isabelle's settings know. Raises `InfraError`."""
    known = theories.getenv([name for names in VARIABLES.values() for name in names])
    return tuple(prover for prover, names in VARIABLES.items() if any(map(known.get, names)))


def described(theories: Theories, asked: str) -> str:
    """Which provers sledgehammer uses, and which of them are missing, for the header.

    Raises `BadInput` where none of those that were asked for is installed.
    """
    here = installed(theories)
    if not asked:
        return f"{' '.join(here) or 'NONE'} (installed)"
    missing = [name for name in asked.split() if name in VARIABLES and name not in here]
    if len(missing) == len(asked.split()):
        raise BadInput(
            f"provers={asked}: Isabelle has none of them; it has {', '.join(here) or 'no prover'}"
        )
    return asked + (f" (not installed: {', '.join(missing)})" if missing else "")
