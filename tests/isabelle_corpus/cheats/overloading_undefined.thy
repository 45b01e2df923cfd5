(* problem=absurd_undefined verdict=compile_error by=build *)
overloading three \<equiv> "undefined :: nat"
begin
definition three :: nat where "three = 3"
end

by (rule three_def)
