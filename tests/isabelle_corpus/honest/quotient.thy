(* problem=comm *)
quotient_type parity = nat / "\<lambda>x y. x mod 2 = y mod 2"
  by (rule equivpI) (auto simp: reflp_def symp_def transp_def)

by simp
