(* problem=comm *)
proof (cases "a = 0")
  case True
  then show ?thesis by simp
next
  case False
  then obtain k where k: "a = Suc k" using not0_implies_Suc by blast
  show ?thesis unfolding k by simp
qed
