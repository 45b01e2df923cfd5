(* problem=comm *)
(**) lemma one: "True" (* a (* nested *) one **) ..
by simp
