(* problem=absurd_const verdict=statement_changed by=audit:redefined *)
overloading mystery3 \<equiv> mystery
begin
definition mystery3 :: nat where "mystery3 = 3"

by (rule mystery3_def)
