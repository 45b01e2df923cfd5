From Coq Require Import Reals List Lra Lia.
From Coquelicot Require Import Coquelicot.

Local Open Scope R_scope.

(* P has degree n >= 1 and coefficients c 0, ..., c n. *)
Theorem putnam_1980_a5
    (n : nat)
    (hn : (1 <= n)%nat)
    (c : nat -> R)
    (hc : c n <> 0)
    (P : R -> R)
    (hP : forall t : R, P t = sum_f_R0 (fun i => c i * t ^ i) n)
    : exists l : list R, forall x : R,
        RInt (fun t => P t * sin t) 0 x = 0 ->
        RInt (fun t => P t * cos t) 0 x = 0 ->
        In x l.
Proof. Admitted.
