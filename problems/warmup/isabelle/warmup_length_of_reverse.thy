theory warmup_length_of_reverse imports Main
begin

theorem warmup_length_of_reverse:
  fixes l :: "'a list"
  shows "length (rev l) = length l"
  sorry

end
