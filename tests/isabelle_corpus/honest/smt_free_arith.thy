(* problem=square_bound *)
proof -
  have "(x - y)\<^sup>2 \<ge> 0" by simp
  then show ?thesis by (simp add: power2_diff)
qed
