(* problem=absurd verdict=bad_axiom *)
Module PBO. Module Orig. Module Type SPEC. End SPEC.
Module Final (X : SPEC). Definition final := I. End Final. End Orig. End PBO.
Axiom magic : forall n : nat, n = n + 1.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply magic. Qed.
