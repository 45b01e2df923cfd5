From Coq Require Import Reals Lra Lia.

Local Open Scope R_scope.

(* Int_part is the floor; Nat.iter k is the k-th iterate. *)
Theorem putnam_1994_b5
    (f : R -> R -> R)
    (hf : forall alpha x : R, f alpha x = IZR (Int_part (alpha * x)))
    (n : nat)
    (hn : (1 <= n)%nat)
    : exists alpha : R,
        forall k : nat, (1 <= k <= n)%nat ->
          Nat.iter k (f alpha) (INR n ^ 2) = INR n ^ 2 - INR k /\
          INR n ^ 2 - INR k = f (alpha ^ k) (INR n ^ 2).
Proof. Admitted.
