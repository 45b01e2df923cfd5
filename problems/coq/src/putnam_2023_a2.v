From Coq Require Import Reals List Lra Lia.
Import ListNotations.

Local Open Scope R_scope.

(* All such x. *)
Definition putnam_2023_a2_solution : nat -> list R :=
  fun n => [1 / INR (fact n); - (1 / INR (fact n))].

Theorem putnam_2023_a2
    (n : nat)
    (hn : (1 <= n)%nat)
    (heven : Nat.even n = true)
    (a : nat -> R)
    (p : R -> R)
    (hp : forall x : R, p x = x ^ (2 * n) + sum_f_R0 (fun i => a i * x ^ i) (2 * n - 1))
    (hpk : forall k : Z, (1 <= Z.abs k <= Z.of_nat n)%Z -> p (1 / IZR k) = IZR k ^ 2)
    : forall x : R,
        (x <> 0 /\
         (forall k : Z, (1 <= Z.abs k <= Z.of_nat n)%Z -> x <> IZR k) /\
         p (1 / x) = x ^ 2) <->
        In x (putnam_2023_a2_solution n).
Proof. Admitted.
