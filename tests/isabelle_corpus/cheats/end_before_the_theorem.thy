(* problem=absurd verdict=statement_changed by=audit:statement *)
end

theory Other imports Main begin

lemma absurd: "(2::nat) + 2 = 4" by simp

by simp
