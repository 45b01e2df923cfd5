(* problem=absurd verdict=forbidden by=build *)
theorem absurd:
  notes [[quick_and_dirty]]
  shows "(2::nat) + 2 = 5"
  by simp
