"""The axioms that a proof may rest on.

They are classical logic, choice and extensionality as Coq's library, Coquelicot's users and
mathcomp-analysis take them; together they are consistent with Coq's logic. Names are fully
qualified, because a candidate may declare another axiom of the same short name. Users add more by
`CheckerSettings.allowed_axioms`.

Not allowed, on purpose: ``Coq.Compat.AdmitAxiom.proof_admitted`` (which is False), and the primitive
integers, floats, arrays and strings with their axioms (``Coq.Numbers.Cyclic.Int63.*``,
``Coq.Floats.*``, ``Coq.Array.*``): what they compute is trusted code beside the kernel's rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

STDLIB: Final = (
    "Reals.ClassicalDedekindReals.sig_forall_dec",
    "Reals.ClassicalDedekindReals.sig_not_dec",
    "Logic.FunctionalExtensionality.functional_extensionality_dep",
    "Logic.PropExtensionality.propositional_extensionality",
    "Logic.ProofIrrelevance.proof_irrelevance",
    "Logic.Eqdep.Eq_rect_eq.eq_rect_eq",
    "Logic.JMeq.JMeq_eq",
    "Logic.Classical_Prop.classic",
    "Logic.ClassicalEpsilon.constructive_indefinite_description",
    "Logic.ClassicalUniqueChoice.dependent_unique_choice",
    "Logic.Description.constructive_definite_description",
    "Logic.IndefiniteDescription.constructive_indefinite_description",
    "Logic.RelationalChoice.relational_choice",
    "Logic.Epsilon.epsilon_statement",
    "Sets.Ensembles.Extensionality_Ensembles",
)
"""Of Coq's standard library, without its root: ``Coq`` up to 8.20, ``Stdlib`` or ``Corelib`` since 9."""

STDLIB_ROOTS: Final = ("Coq", "Stdlib", "Corelib")

MATHCOMP: Final = (
    "mathcomp.classical.boolp.functional_extensionality_dep",
    "mathcomp.classical.boolp.propositional_extensionality",
    "mathcomp.classical.boolp.constructive_indefinite_description",
    # before mathcomp-analysis 0.6
    "mathcomp.analysis.boolp.functional_extensionality_dep",
    "mathcomp.analysis.boolp.propositional_extensionality",
    "mathcomp.analysis.boolp.constructive_indefinite_description",
)

ALLOWED: Final = frozenset(
    [f"{root}.{name}" for root in STDLIB_ROOTS for name in STDLIB] + list(MATHCOMP)
)
"""What the checker allows by itself."""


def not_allowed(
    printed: Iterable[str], declared: frozenset[str], allowed: frozenset[str]
) -> Iterator[str]:
    """Those of the `printed` short names that do not surely mean an allowed axiom.

    `declared` are the fully qualified axioms of everything that is loaded, as coqchk lists them. A
    short name is allowed only if every axiom that it could stand for is; one that coqchk does not
    know (a primitive, for instance) is not.
    """
    for name in printed:
        meant = {axiom for axiom in declared if axiom == name or axiom.endswith(f".{name}")}
        if not meant or not meant <= allowed:
            yield min(meant - allowed, default=name)
