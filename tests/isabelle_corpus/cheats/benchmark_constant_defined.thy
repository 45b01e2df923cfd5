(* problem=absurd_const verdict=statement_changed by=audit:redefined *)
overloading mystery_three \<equiv> mystery
begin
definition mystery_three :: nat where "mystery_three = 3"
end

by (rule mystery_three_def)
