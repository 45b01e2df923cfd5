From Coq Require Import Arith List Lia.

(* All such n. *)
Definition putnam_1994_b1_solution : list nat := seq 315 11 ++ seq 332 19.

Theorem putnam_1994_b1
    : forall n : nat,
        (1 <= n /\
         exists squares : list nat,
           NoDup squares /\ length squares = 15 /\
           forall s : nat, In s squares <->
             (exists m : nat, s = m ^ 2) /\ s <= n + 250 /\ n <= s + 250) <->
        In n putnam_1994_b1_solution.
Proof. Admitted.
