"""Whether Coq wrote a compiled file: what a candidate runs could have written anything."""

from __future__ import annotations

from pytest_putnam.errors import InfraError
from pytest_putnam.languages.coq.compiled import Malformed, repeated_names
from pytest_putnam.languages.coq.reference import Reference
from pytest_putnam.languages.rejections import Rejected
from pytest_putnam.model import VerdictKind


def refuse_forged(compiled: bytes, reference: Reference) -> None:
    """Raise `Rejected` for a compiled file that Coq would not have written."""
    try:
        repeated = repeated_names(compiled)
    except Malformed as error:
        try:
            repeated_names(reference.compiled)
        except Malformed:
            text = f"the compiled files of this version of Coq have an unknown form: {error}"
            raise InfraError(text) from error
        text = f"the compiled candidate is no file of Coq's: {error}"
        raise Rejected(VerdictKind.COMPILE_ERROR, text) from error
    if repeated:
        text = f"the compiled candidate declares twice: {', '.join(sorted(repeated))}"
        raise Rejected(VerdictKind.COMPILE_ERROR, text)
