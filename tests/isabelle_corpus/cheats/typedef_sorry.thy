(* problem=absurd verdict=incomplete by=gate *)
typedef empty = "{x::nat. x \<noteq> x}"
  sorry

using Rep_empty by auto
