theory putnam_1972_a2 imports Complex_Main
begin

(* m is the operation; the set of the example is the type nat. *)

theorem putnam_1972_a2:
  shows "(\<forall>m :: 'a \<Rightarrow> 'a \<Rightarrow> 'a.
      (\<forall>x y. m x (m x y) = y) \<and> (\<forall>x y. m (m y x) x = y) \<longrightarrow> (\<forall>x y. m x y = m y x)) \<and>
    (\<exists>m :: nat \<Rightarrow> nat \<Rightarrow> nat.
      (\<forall>x y. m x (m x y) = y) \<and> (\<forall>x y. m (m y x) x = y) \<and>
      \<not> (\<forall>x y z. m (m x y) z = m x (m y z)))"
  sorry

end
