From Coq Require Import Reals List Lra Lia.
From Coquelicot Require Import Coquelicot.
Import ListNotations.

Local Open Scope R_scope.

(* All such m. *)
Definition putnam_1985_a5_solution : list nat := [3; 4; 7; 8]%nat.

Theorem putnam_1985_a5
    (I : nat -> R)
    (hI : forall m : nat,
      I m = RInt (fun x =>
        fold_right Rmult 1 (map (fun k => cos (INR k * x)) (seq 1 m))) 0 (2 * PI))
    : forall m : nat,
        (1 <= m <= 10)%nat /\ I m <> 0 <-> In m putnam_1985_a5_solution.
Proof. Admitted.
