(* problem=mean_bound *)
Require Import Lra Psatz.
Theorem mean_bound (x y : R) (hx : 0 <= x) (hy : 0 <= y) : x * y <= ((x + y) / 2) ^ 2.
Proof.
  assert (0 <= (x - y) ^ 2) by apply pow2_ge_0.
  nra.
Qed.
