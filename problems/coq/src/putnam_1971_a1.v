From Coq Require Import Reals List.

Local Open Scope R_scope.

Theorem putnam_1971_a1
    (S : list (Z * Z * Z))
    (hdistinct : NoDup S)
    (hcard : length S = 9%nat)
    : exists p1 p2 p3 q1 q2 q3 r1 r2 r3 : Z,
        In (p1, p2, p3) S /\ In (q1, q2, q3) S /\ (p1, p2, p3) <> (q1, q2, q3) /\
        exists t : R, 0 < t < 1 /\
          IZR r1 = (1 - t) * IZR p1 + t * IZR q1 /\
          IZR r2 = (1 - t) * IZR p2 + t * IZR q2 /\
          IZR r3 = (1 - t) * IZR p3 + t * IZR q3.
Proof. Admitted.
