theory putnam_2001_a1 imports Complex_Main
begin

(* m is the operation; S is the type 'a. *)

theorem putnam_2001_a1:
  fixes m :: "'a \<Rightarrow> 'a \<Rightarrow> 'a"
  assumes hop: "\<forall>a b. m (m a b) a = b"
  shows "\<forall>a b. m a (m b a) = b"
  sorry

end
