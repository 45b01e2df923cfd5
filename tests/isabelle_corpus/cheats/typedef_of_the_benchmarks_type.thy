(* problem=absurd_type verdict=statement_changed by=audit:statement *)
typedef point = "UNIV :: nat set" ..

by (metis Rep_point_inverse Abs_point_inverse UNIV_I n_not_Suc_n)
