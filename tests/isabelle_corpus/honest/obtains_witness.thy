(* problem=witness *)
proof -
  obtain x where x: "P x \<and> Q x" using h by (rule exE)
  then have "Q x" by (rule conjunct2)
  then show ?thesis by (rule exI)
qed
