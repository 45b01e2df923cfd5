theory warmup_reverse_of_map imports Main
begin

theorem warmup_reverse_of_map:
  fixes f :: "'a \<Rightarrow> 'b"
    and l :: "'a list"
  shows "rev (map f l) = map f (rev l)"
  sorry

end
