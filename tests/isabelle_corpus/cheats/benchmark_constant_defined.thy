(* problem=absurd_const verdict=statement_changed by=audit:redefined *)
overloading mystery \<equiv> "mystery :: nat"
begin
definition mystery :: nat where "mystery = 3"
end

by (rule mystery_def)
