theory own_open imports Main
begin

lemma of_the_benchmark: "rev (rev xs) = xs"
  sorry

theorem own_open: "length (rev (rev xs)) = length xs"
  sorry

end
