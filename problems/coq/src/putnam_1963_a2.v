From Coq Require Import Arith Lia.

(* The sequence is f 1, f 2, ...; nothing is said of f 0. *)
Theorem putnam_1963_a2
    (f : nat -> nat)
    (hpos : forall n : nat, 1 <= n -> 1 <= f n)
    (hinc : forall m n : nat, 1 <= m -> m < n -> f m < f n)
    (h2 : f 2 = 2)
    (hmul : forall m n : nat, 1 <= m -> 1 <= n -> Nat.gcd m n = 1 ->
      f (m * n) = f m * f n)
    : forall n : nat, 1 <= n -> f n = n.
Proof. Admitted.
