Require Import Arith List.
Import ListNotations.
Definition all_squares_solution (n k : nat) := n = k * k.
Theorem all_squares
    (n k : nat)
    : In n [k * k] <-> all_squares_solution n k.
Proof. Admitted.
