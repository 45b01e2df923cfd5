Require Import Nat Reals Coquelicot.Coquelicot.
Local Coercion INR : nat >-> R.
Open Scope R_scope.
Fixpoint total (f : nat -> R) (n : nat) : R :=
  match n with
  | O => 0
  | S m => total f m + f m
  end.
Theorem geometric_sum
    (n : nat)
    : total (fun k : nat => 2 ^ k) n = 2 ^ n - 1.
Proof. Admitted.
