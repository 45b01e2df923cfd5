From Coq Require Import Reals Lra Lia.

Local Open Scope R_scope.

(* The sequence is a 1, a 2, ...; nothing is said of a 0. *)
Theorem putnam_1999_a6
    (a : nat -> R)
    (h1 : a 1%nat = 1)
    (h2 : a 2%nat = 2)
    (h3 : a 3%nat = 24)
    (ha : forall n : nat, (4 <= n)%nat ->
      a n = (6 * a (n - 1)%nat ^ 2 * a (n - 3)%nat - 8 * a (n - 1)%nat * a (n - 2)%nat ^ 2)
            / (a (n - 2)%nat * a (n - 3)%nat))
    : forall n : nat, (1 <= n)%nat -> exists k : Z, a n = IZR k * INR n.
Proof. Admitted.
