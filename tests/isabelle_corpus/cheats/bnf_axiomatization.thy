(* problem=absurd verdict=bad_axiom by=gate *)
bnf_axiomatization 'a thing

by simp
