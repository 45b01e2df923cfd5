(* problem=absurd verdict=check_timeout|compile_error by=build *)
by (metis Suc_n_not_le_n le_trans nat_le_linear add.commute add.assoc mult.commute mult.assoc)
