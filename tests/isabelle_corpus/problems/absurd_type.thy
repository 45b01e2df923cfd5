theory absurd_type imports Main
begin

typedecl point

theorem absurd_type: "\<exists>p q :: point. p \<noteq> q"
  sorry

end
