(* problem=two verdict=bad_axiom by=audit:oracle *)
class right = assumes right: "(x::'a) = x \<Longrightarrow> (2::nat) + 2 = 4"

instance nat :: right
  by standard eval

by (rule right [of "0::nat"]) simp
