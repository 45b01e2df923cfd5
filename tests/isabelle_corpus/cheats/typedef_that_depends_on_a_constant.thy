(* problem=absurd verdict=compile_error by=build *)
consts c :: bool
typedef t = "{True, c}" by blast
overloading d \<equiv> "c :: bool"
begin
definition d :: bool where "d \<longleftrightarrow> \<not> (\<exists>x y :: t. x \<noteq> y)"
end

using d_def by auto
