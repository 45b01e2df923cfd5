From mathcomp Require Import all_ssreflect all_algebra.
Import GRing.Theory.

Local Open Scope ring_scope.

Definition putnam_1963_b1_solution : int := 2%:Z.

Theorem putnam_1963_b1
    (a : int)
    : (exists q : {poly int}, 'X^13 + 'X + 90%:R = q * ('X^2 - 'X + a%:P)) <->
      a = putnam_1963_b1_solution.
Proof. Admitted.
