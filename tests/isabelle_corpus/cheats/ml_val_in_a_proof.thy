(* problem=absurd verdict=forbidden by=gate *)
apply simp
  ML_val \<open>exit 0\<close>
  done
