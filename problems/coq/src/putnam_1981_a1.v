From Coq Require Import Reals List Arith Lra Lia.
From Coquelicot Require Import Coquelicot.

Local Open Scope R_scope.

Definition putnam_1981_a1_solution : R := 1 / 8.

(* N n is the product 1^1 2^2 ... n^n. *)
Theorem putnam_1981_a1
    (N : nat -> nat)
    (hN : forall n : nat,
      N n = fold_right Nat.mul 1%nat (map (fun i => i ^ i)%nat (seq 1 n)))
    (E : nat -> nat)
    (hE : forall n : nat, (1 <= n)%nat ->
      Nat.divide (5 ^ E n) (N n) /\
      forall k : nat, Nat.divide (5 ^ k) (N n) -> (k <= E n)%nat)
    : is_lim_seq (fun n => INR (E n) / INR n ^ 2) putnam_1981_a1_solution.
Proof. Admitted.
