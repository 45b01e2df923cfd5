From mathcomp Require Import all_ssreflect all_algebra.
Import GRing.Theory Num.Theory.

Local Open Scope ring_scope.

(* The matrix with the rows (3, 2) and (4, 3). *)
Theorem putnam_1994_b4
    (A : 'M[int]_2)
    (hA : A 0 0 = 3%:Z /\ A 0 1 = 2%:Z /\ A 1 0 = 4%:Z /\ A 1 1 = 3%:Z)
    (d : nat -> nat)
    (hd : forall n : nat, (1 <= n)%N ->
      d n = \big[gcdn/0%N]_(i < 2) \big[gcdn/0%N]_(j < 2) absz ((A ^+ n - 1%:M)%R i j))
    : forall M : nat, exists N : nat, forall n : nat, (N <= n)%N -> (M <= d n)%N.
Proof. Admitted.
