(* problem=absurd verdict=forbidden by=gate *)
consts c :: "'a"
overloading c_bool \<equiv> "c :: bool" (unchecked)
begin
definition c_bool :: bool where "c_bool = (\<not> c)"
end

by (metis c_bool_def)
