(* problem=absurd verdict=compile_error by=build *)
typedef empty = "{x::nat. x \<noteq> x}"
  by auto

using Rep_empty by auto
