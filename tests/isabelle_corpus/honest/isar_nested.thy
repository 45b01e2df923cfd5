(* problem=swap *)
proof -
  have "B"
  proof (rule conjunct2)
    show "A \<and> B" by (rule h)
  qed
  moreover have "A" using h by (rule conjunct1)
  ultimately show ?thesis by (rule conjI)
qed
