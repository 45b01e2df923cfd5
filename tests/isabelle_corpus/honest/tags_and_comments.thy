(* problem=comm *)
lemma %invisible truth: "True \<comment> \<open>obvious\<close>"
  by simp \<comment> \<open>done\<close>

proof - ― ‹we go›
  show ?thesis by (simp add: ac_simps)
qed
