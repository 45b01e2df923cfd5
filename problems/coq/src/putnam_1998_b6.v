From Coq Require Import ZArith Lia.

Local Open Scope Z_scope.

(* The square root of an integer is an integer if it is the square of one, and only then. *)
Theorem putnam_1998_b6
    (a b c : Z)
    : exists n : Z, 0 < n /\
        ~ exists m : Z, n ^ 3 + a * n ^ 2 + b * n + c = m ^ 2.
Proof. Admitted.
