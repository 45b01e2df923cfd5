(* problem=comm *)
proof -
  have "a + b = b + (a::nat)" by (rule add.commute)
  also have "\<dots> = 0 + (b + a)" by simp
  finally show ?thesis by simp
qed
