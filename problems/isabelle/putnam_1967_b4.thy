theory putnam_1967_b4 imports Complex_Main
begin

(* locked k i: whether locker i is locked after the operations T_1, ..., T_k. *)

theorem putnam_1967_b4:
  fixes n :: nat
    and locked :: "nat \<Rightarrow> nat \<Rightarrow> bool"
  assumes hinit: "\<forall>i\<in>{1..n}. locked 0 i"
    and hT: "\<forall>k\<in>{1..n}. \<forall>i\<in>{1..n}.
      (k dvd i \<longrightarrow> locked k i = (\<not> locked (k - 1) i)) \<and>
      (\<not> k dvd i \<longrightarrow> locked k i = locked (k - 1) i)"
  shows "\<forall>i\<in>{1..n}. ((\<not> locked n i) \<longleftrightarrow> (\<exists>m. i = m ^ 2))"
  sorry

end
