From Coq Require Import Classical.

Theorem warmup_peirce
    (P Q : Prop)
    : ((P -> Q) -> P) -> P.
Proof. Admitted.
