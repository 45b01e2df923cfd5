(* problem=rev_twice *)
proof (induct xs)
  case Nil
  show ?case by simp
next
  case (Cons x xs)
  then show ?case by simp
qed
