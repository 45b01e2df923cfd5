(* problem=absurd_set verdict=forbidden by=gate track=no-solution *)
theory absurd_set imports Main
begin

definition wanted :: "nat set" where "wanted = {k::nat. k * k + 6 = 5 * k \<and> k < 9}"
definition absurd_set_solution :: "nat set" where "absurd_set_solution = wanted"

theorem absurd_set: "{n::nat. n * n + 6 = 5 * n \<and> n < 9} = absurd_set_solution"
  unfolding absurd_set_solution_def wanted_def ..

end
