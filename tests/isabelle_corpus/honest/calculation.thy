(* problem=comm *)
proof -
  have "a + b = b + (a::nat)" by (rule add.commute)
  also have "\<dots> = b + a" ..
  finally show ?thesis .
qed
