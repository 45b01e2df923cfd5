(* problem=absurd verdict=bad_axiom by=gate *)
axiomatization five :: nat where five: "five = 4" and also: "five = 5"

using five also by simp
