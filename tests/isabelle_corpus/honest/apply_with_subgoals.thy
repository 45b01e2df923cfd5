(* problem=swap *)
apply (rule conjI)
  subgoal using h by simp
  subgoal using h by simp
  done
