(* problem=doubled *)
unfolding doubled_by_def by simp
