(* problem=find_n track=no-solution *)
theory find_n imports Main
begin

definition find_n_solution :: nat where
  "find_n_solution = 4"

theorem find_n: "(2::nat) + 2 = find_n_solution"
  unfolding find_n_solution_def by simp

end
