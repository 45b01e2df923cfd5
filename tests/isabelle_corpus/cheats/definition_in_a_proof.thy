(* problem=absurd verdict=compile_error by=build *)
proof -
  define five :: nat where "five = 2 + 2"
  interpret wrong: semiring_1 "(+) :: nat \<Rightarrow> nat \<Rightarrow> nat" by standard
  show ?thesis by simp
qed
