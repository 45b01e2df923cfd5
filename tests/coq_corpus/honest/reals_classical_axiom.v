(* problem=mean_bound *)
Require Import Classical Lra Psatz.
Theorem mean_bound (x y : R) (hx : 0 <= x) (hy : 0 <= y) : x * y <= ((x + y) / 2) ^ 2.
Proof.
  apply NNPP. intro h.
  pose proof (pow2_ge_0 (x - y)).
  apply h. nra.
Qed.
