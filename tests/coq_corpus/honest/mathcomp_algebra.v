(* problem=ring_square *)
Theorem ring_square
    (R : comRingType)
    (x y : R)
    : (x + y) * (x - y) = x * x - y * y.
Proof.
rewrite mulrDl !mulrBr [y * x]mulrC addrA.
by rewrite subrK.
Qed.
