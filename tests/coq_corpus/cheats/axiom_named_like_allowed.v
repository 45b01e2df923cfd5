(* problem=absurd verdict=bad_axiom *)
Module Coq. Module Logic. Module Classical_Prop.
  Axiom classic : forall P : Prop, P.
End Classical_Prop. End Logic. End Coq.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply Coq.Logic.Classical_Prop.classic. Qed.
