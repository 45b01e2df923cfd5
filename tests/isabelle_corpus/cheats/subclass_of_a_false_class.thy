(* problem=absurd verdict=compile_error by=build *)
class wrong = assumes wrong: "\<exists>x::'a. x \<noteq> x"
class fine = fixes thing :: 'a
subclass (in fine) wrong ..
instantiation nat :: fine
begin
definition thing_nat :: nat where "thing_nat = 0"
instance ..
end

using wrong by blast
