(* problem=comm *)
context
begin

private lemma aux: "(a::nat) + b = b + a"
  by simp

lemma aux_shown: "(a::nat) + b = b + a"
  by (rule aux)

end

by (rule aux_shown)
