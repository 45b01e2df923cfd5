(* problem=comm *)
proof -
  define s where "s = a + b"
  let ?t = "b + a"
  have "s = ?t" unfolding s_def by (rule add.commute)
  then show ?thesis unfolding s_def .
qed
