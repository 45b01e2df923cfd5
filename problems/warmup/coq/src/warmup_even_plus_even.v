From Coq Require Import ZArith Lia.

Local Open Scope Z_scope.

Theorem warmup_even_plus_even
    (a b : Z)
    (ha : exists k : Z, a = 2 * k)
    (hb : exists k : Z, b = 2 * k)
    : exists k : Z, a + b = 2 * k.
Proof. Admitted.
