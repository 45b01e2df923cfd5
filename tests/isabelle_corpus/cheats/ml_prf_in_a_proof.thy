(* problem=absurd verdict=forbidden by=gate *)
proof -
  ML_prf \<open>exit 0\<close>
  show ?thesis by simp
qed
