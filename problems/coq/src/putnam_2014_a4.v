From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.

Local Open Scope R_scope.

Definition putnam_2014_a4_solution : R := 1 / 3.

(* P n is the probability of the event X = n. *)
Theorem putnam_2014_a4
    (valid : (nat -> R) -> Prop)
    (hvalid : forall P : nat -> R, valid P <->
      (forall n : nat, 0 <= P n) /\
      is_series P 1 /\
      is_series (fun n => INR n * P n) 1 /\
      is_series (fun n => INR n ^ 2 * P n) 2 /\
      is_series (fun n => INR n ^ 3 * P n) 5)
    : (exists P : nat -> R, valid P /\ P 0%nat = putnam_2014_a4_solution) /\
      (forall P : nat -> R, valid P -> putnam_2014_a4_solution <= P 0%nat).
Proof. Admitted.
