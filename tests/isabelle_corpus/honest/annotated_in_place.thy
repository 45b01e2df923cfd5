(* problem=comm *)
theorem comm: "(a::nat) + b = b + a"
  by (rule add.commute)
