From Coq Require Import ZArith Znumtheory List Lia.

Local Open Scope Z_scope.

(* h is the polynomial with the coefficients c, the constant one first. *)
Theorem putnam_2008_b4
    (p : Z)
    (hp : prime p)
    (c : list Z)
    (h : Z -> Z)
    (hh : forall x : Z, h x = fold_right (fun a s => a + x * s) 0 c)
    (hp2 : forall i j : Z, 0 <= i -> i < j -> j <= p ^ 2 - 1 ->
      h i mod p ^ 2 <> h j mod p ^ 2)
    : forall i j : Z, 0 <= i -> i < j -> j <= p ^ 3 - 1 ->
        h i mod p ^ 3 <> h j mod p ^ 3.
Proof. Admitted.
