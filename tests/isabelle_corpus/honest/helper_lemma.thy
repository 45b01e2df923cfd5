(* problem=rev_twice *)
lemma twice_aux: "rev (rev ys) = (ys :: 'b list)"
  by (rule rev_rev_ident)

by (rule twice_aux)
