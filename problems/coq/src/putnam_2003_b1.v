From Coq Require Import Reals List Lra.

Local Open Scope R_scope.

(* Whether such polynomials exist. *)
Definition putnam_2003_b1_solution : bool := false.

(* A polynomial is the list of its coefficients, the constant one first. *)
Theorem putnam_2003_b1
    (eval : list R -> R -> R)
    (heval : forall (l : list R) (x : R),
      eval l x = fold_right (fun c s => c + x * s) 0 l)
    : putnam_2003_b1_solution = true <->
      exists a b c d : list R, forall x y : R,
        1 + x * y + x ^ 2 * y ^ 2 = eval a x * eval c y + eval b x * eval d y.
Proof. Admitted.
