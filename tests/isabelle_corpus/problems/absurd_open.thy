theory absurd_open imports Main
begin

lemma of_the_benchmark: "rev (rev xs) = xs"
  sorry

theorem absurd_open: "(2::nat) + 2 = 5"
  sorry

end
