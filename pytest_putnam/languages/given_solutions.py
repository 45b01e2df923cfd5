"""What is said of the solution of an accepted proof, whatever the language.

A solution counts where the assistant shows it equal to the reference's and it does not look copied from the
statement; every other one is marked for review by people. How it is shown equal, and what looks copied, is
the language's.
"""

from __future__ import annotations

from collections.abc import Callable

from pytest_putnam.errors import BudgetExhausted, InfraError, SplitError
from pytest_putnam.languages.rejections import Rejected
from pytest_putnam.model import NEEDS_REVIEW


def solution_evidence(
    assistant: str,
    *,
    shown_equal: Callable[[], str | None],
    looks_copied: Callable[[], str | None],
) -> dict[str, str]:
    """What is known of a solution that is not the reference's to the letter.

    `shown_equal` is the way by which `assistant` shows it, None where it shows nothing; `looks_copied` what
    the solution repeats, None where it speaks for itself. The proof stands whatever comes of this: what
    `shown_equal` raises, running out of time too, is why people are to look.
    """
    why = "the solution is not shown equal to the reference's"
    try:
        way = shown_equal()
    except (BudgetExhausted, InfraError, Rejected, SplitError) as error:
        return {NEEDS_REVIEW: f"{why}: {error}"}
    if way is None:
        return {NEEDS_REVIEW: why}
    evidence = {"solution": f"{assistant} shows it equal to the reference's: {way}"}
    copied = looks_copied()
    if copied is not None:
        why = "the solution equals the reference's, but may restate the problem"
        evidence[NEEDS_REVIEW] = f"{why}: {copied}"
    return evidence
