(* problem=comm *)
interpretation maxima: semilattice "max :: nat \<Rightarrow> nat \<Rightarrow> nat"
  by unfold_locales simp_all

by (rule add.commute)
