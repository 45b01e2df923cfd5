(* problem=swap *)
proof -
  {
    fix P Q
    assume "P \<and> Q"
    then have "Q \<and> P" by blast
  }
  with h show ?thesis by blast
qed
