(* problem=absurd_section verdict=compile_error *)
Let A := unit.
Let P := fun _ : unit => True.
Theorem absurd_section (a : A) : P a.
Proof. exact I. Qed.
