From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.

Local Open Scope R_scope.

Definition putnam_1978_a3_solution : R := 2.

(* The exponent k ranges over the real numbers between 0 and 5. *)
Theorem putnam_1978_a3
    (p : R -> R)
    (hp : forall x : R,
      p x = 2 * (x ^ 6 + 1) + 4 * (x ^ 5 + x) + 3 * (x ^ 4 + x ^ 2) + 5 * x ^ 3)
    (I : R -> R)
    (hI : forall k : R, 0 < k < 5 ->
      is_RInt_gen (fun x => Rpower x k / p x) (at_right 0) (Rbar_locally p_infty) (I k))
    : 0 < putnam_1978_a3_solution < 5 /\
      forall k : R, 0 < k < 5 -> k <> putnam_1978_a3_solution ->
        I putnam_1978_a3_solution < I k.
Proof. Admitted.
