(* problem=square_bound *)
by (rule sum_squares_bound)
