(* problem=least_point *)
theorem least_point:
  fixes f :: "real \<Rightarrow> real" and c :: real
  assumes hc: "c > 0"
    and hf: "\<forall>x. f x = c * x"
  shows "f 0 = 0 \<and> (\<forall>x>0. f x > 0)"
proof (intro conjI allI impI)
  show "f 0 = 0" using hf by simp
next
  fix x :: real
  assume "x > 0"
  then have "c * x > 0" using hc by (rule mult_pos_pos [rotated])
  then show "f x > 0" using hf by simp
qed
