(* problem=absurd verdict=compile_error by=build *)
definition c :: bool where "c = (\<forall>x y :: 'a. x = y)"

using c_def [where 'a = unit] c_def [where 'a = nat] by auto
