From Coq Require Import Arith Bool Lia.

(* locked k i: whether locker i is locked after the operations T_1, ..., T_k. *)
Theorem putnam_1967_b4
    (n : nat)
    (locked : nat -> nat -> bool)
    (hinit : forall i : nat, 1 <= i <= n -> locked 0 i = true)
    (hT : forall k i : nat, 1 <= k <= n -> 1 <= i <= n ->
      (Nat.divide k i -> locked k i = negb (locked (k - 1) i)) /\
      (~ Nat.divide k i -> locked k i = locked (k - 1) i))
    : forall i : nat, 1 <= i <= n ->
        (locked n i = false <-> exists m : nat, i = m ^ 2).
Proof. Admitted.
