(* problem=chosen_subset *)
destruct h as [a ha]; exists a; exact (inside a ha).
