Require Import Ensembles Finite_sets.
Theorem set_meet
    (U : Type)
    (A B : Ensemble U)
    : Intersection U A B = Intersection U B A.
Proof. Admitted.
