theory putnam_1972_a2 imports Complex_Main
begin

(* m is the operation; the set of the example is a set of natural numbers. *)

theorem putnam_1972_a2:
  shows "(\<forall>m :: 'a \<Rightarrow> 'a \<Rightarrow> 'a.
      (\<forall>x y. m x (m x y) = y) \<and> (\<forall>x y. m (m y x) x = y) \<longrightarrow> (\<forall>x y. m x y = m y x)) \<and>
    (\<exists>S :: nat set. \<exists>m :: nat \<Rightarrow> nat \<Rightarrow> nat.
      (\<forall>x\<in>S. \<forall>y\<in>S. m x y \<in> S) \<and>
      (\<forall>x\<in>S. \<forall>y\<in>S. m x (m x y) = y) \<and> (\<forall>x\<in>S. \<forall>y\<in>S. m (m y x) x = y) \<and>
      \<not> (\<forall>x\<in>S. \<forall>y\<in>S. \<forall>z\<in>S. m (m x y) z = m x (m y z)))"
  sorry

end
