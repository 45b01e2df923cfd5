(* problem=two verdict=bad_axiom by=audit:oracle *)
typedef some = "{x::unit. (2::nat) + 2 = 4}"
proof -
  have "(2::nat) + 2 = 4" by eval
  then show ?thesis by blast
qed

using Rep_some [of undefined] by blast
