(* problem=reversed_sum *)
Require Import Lia.
Set Universe Polymorphism.
Record pair (A B : Type) := both { one : A; other : B }.
Definition swapped (A B : Type) (p : pair A B) := both B A (other A B p) (one A B p).
Theorem reversed_sum (a b c : nat) : a + b + c = c + b + a.
Proof. destruct (swapped nat nat (both nat nat a c)). lia. Qed.
