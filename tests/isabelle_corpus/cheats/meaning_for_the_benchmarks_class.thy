(* problem=absurd_class verdict=statement_changed by=audit:redefined *)
overloading nat_mark \<equiv> "marked_nat_inst.mark_nat"
begin
definition nat_mark :: nat where "nat_mark = 3"
end

by (simp add: marked_nat_inst.mark_nat nat_mark_def)
