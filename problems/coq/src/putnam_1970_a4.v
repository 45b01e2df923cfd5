From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.

Local Open Scope R_scope.

Theorem putnam_1970_a4
    (x : nat -> R)
    (hx : is_lim_seq (fun n => x (n + 2)%nat - x n) 0)
    : is_lim_seq (fun n => (x (n + 1)%nat - x n) / INR (n + 1)) 0.
Proof. Admitted.
