theory putnam_1962_b2 imports Complex_Main
begin

(* The inclusion is strict. *)

theorem putnam_1962_b2:
  shows "\<exists>f :: real \<Rightarrow> nat set. \<forall>a b. a < b \<longrightarrow> f a \<subset> f b"
  sorry

end
