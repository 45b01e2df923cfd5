From Coq Require Import List.

Theorem warmup_length_of_reverse
    (A : Type)
    (l : list A)
    : length (rev l) = length l.
Proof. Admitted.
