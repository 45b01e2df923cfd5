(* problem=absurd verdict=bad_axiom by=gate *)
axiomatization where cheat: "(1::nat) = 0"

using cheat by simp
