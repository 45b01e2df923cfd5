From mathcomp Require Import all_algebra all_ssreflect.
Import GRing.Theory.
Local Open Scope ring_scope.
Theorem ring_square
    (R : comRingType)
    (x y : R)
    : (x + y) * (x - y) = x * x - y * y.
Proof. Admitted.
