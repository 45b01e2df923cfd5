From mathcomp Require Import all_ssreflect all_fingroup.

Local Open Scope group_scope.

Theorem putnam_1968_b2
    (G : finGroupType)
    (A : {set G})
    (hA : (#|G| < 2 * #|A|)%N)
    : forall g : G, exists a b : G, a \in A /\ b \in A /\ g = a * b.
Proof. Admitted.
