(* problem=geometric_sum *)
Require Import Nat Reals Coquelicot.Coquelicot.
Require Import Lra.
Local Coercion INR : nat >-> R.
Open Scope R_scope.
Fixpoint total (f : nat -> R) (n : nat) : R :=
  match n with
  | O => 0
  | S m => total f m + f m
  end.

Lemma total_step (f : nat -> R) (m : nat) : total f (S m) = total f m + f m.
Proof. reflexivity. Qed.

Theorem geometric_sum
    (n : nat)
    : total (fun k : nat => 2 ^ k) n = 2 ^ n - 1.
Proof.
  induction n as [|n IH].
  - simpl. ring.
  - rewrite total_step, IH. simpl. lra.
Qed.
