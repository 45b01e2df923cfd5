(* problem=absurd_twice verdict=compile_error by=build *)
hide_const twice
context
begin
qualified definition fifteen :: "nat \<Rightarrow> nat" where "fifteen n = 15"
alias twice = fifteen
end

unfolding fifteen_def ..
