(* problem=swap *)
proof -
  have "A ∧ B" by (rule h)
  then have ‹B ∧ A› by (rule conj_commute[THEN iffD1])
  then show ?thesis .
qed
