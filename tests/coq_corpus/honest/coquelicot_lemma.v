(* problem=flat_integral *)
Theorem flat_integral
    (a b c : R)
    : RInt (fun _ : R => c) a b = (b - a) * c.
Proof.
  rewrite RInt_const. reflexivity.
Qed.
