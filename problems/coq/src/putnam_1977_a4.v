From Coq Require Import Reals List Lra Lia.
From Coquelicot Require Import Coquelicot.
Import ListNotations.

Local Open Scope R_scope.

(* Numerator and denominator of the rational function, by their coefficients: [c0; c1; ...] stands
   for c0 + c1 x + ... *)
Definition putnam_1977_a4_solution : list R * list R := ([0; 1], [1; -1]).

Theorem putnam_1977_a4
    (x : R)
    (hx : 0 < x < 1)
    (eval : list R -> R)
    (heval : forall l : list R, eval l = fold_right (fun c s => c + x * s) 0 l)
    : is_series (fun n : nat => x ^ (2 ^ n) / (1 - x ^ (2 ^ (n + 1))))
        (eval (fst putnam_1977_a4_solution) / eval (snd putnam_1977_a4_solution)).
Proof. Admitted.
