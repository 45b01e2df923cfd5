From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.

Local Open Scope R_scope.

Definition putnam_2022_a6_solution : nat -> nat := fun n => n.

(* The numbers are x 1, ..., x (2 n). *)
Theorem putnam_2022_a6
    (n : nat)
    (hn : (1 <= n)%nat)
    (possible : nat -> Prop)
    (hpossible : forall m : nat, possible m <->
      exists x : nat -> R,
        -1 < x 1%nat /\ x (2 * n)%nat < 1 /\
        (forall i : nat, (1 <= i < 2 * n)%nat -> x i < x (i + 1)%nat) /\
        (forall k : nat, (1 <= k <= m)%nat ->
          sum_n_m (fun i => x (2 * i)%nat ^ (2 * k - 1) - x (2 * i - 1)%nat ^ (2 * k - 1))
            1 n = 1))
    : possible (putnam_2022_a6_solution n) /\
      forall m : nat, possible m -> (m <= putnam_2022_a6_solution n)%nat.
Proof. Admitted.
