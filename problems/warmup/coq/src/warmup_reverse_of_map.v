From Coq Require Import List.

Theorem warmup_reverse_of_map
    (A B : Type)
    (f : A -> B)
    (l : list A)
    : rev (map f l) = map f (rev l).
Proof. Admitted.
