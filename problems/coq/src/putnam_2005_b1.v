From Coq Require Import Reals List Lra.
Import ListNotations.

Local Open Scope R_scope.

(* A polynomial in x and y: entry j of row i is the coefficient of x^i y^j. *)
Definition putnam_2005_b1_solution : list (list R) := [[0; -1; 1]; [2; -4]; [4]].
(* (y - 2x)(y - 2x - 1) = (-y + y^2) + x (2 - 4y) + x^2 4. *)

(* Int_part is the floor. *)
Theorem putnam_2005_b1
    (eval : list (list R) -> R -> R -> R)
    (heval : forall (P : list (list R)) (x y : R),
      eval P x y =
      fold_right (fun row s => fold_right (fun c t => c + y * t) 0 row + x * s) 0 P)
    : (exists (row : list R) (c : R),
        In row putnam_2005_b1_solution /\ In c row /\ c <> 0) /\
      (forall a : R,
        eval putnam_2005_b1_solution (IZR (Int_part a)) (IZR (Int_part (2 * a))) = 0).
Proof. Admitted.
