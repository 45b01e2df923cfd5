From Coq Require Import Arith List Lia.

(* ones n: the number of bits of n that are 1, of the bits 0, ..., log2 n that n has. *)
Theorem putnam_1992_a5
    (ones : nat -> nat)
    (hones : forall n : nat, 1 <= n ->
      ones n = length (filter (Nat.testbit n) (seq 0 (Nat.log2 n + 1))))
    (a : nat -> nat)
    (ha : forall n : nat, 1 <= n -> a n = if Nat.even (ones n) then 0 else 1)
    : ~ exists k m : nat, 1 <= k /\ 1 <= m /\
        forall j : nat, j <= m - 1 ->
          a (k + j) = a (k + m + j) /\ a (k + m + j) = a (k + 2 * m + j).
Proof. Admitted.
