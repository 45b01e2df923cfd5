theory absurd_class imports Main
begin

class marked =
  fixes mark :: 'a

instance nat :: marked ..

theorem absurd_class: "(mark::nat) = 3"
  sorry

end
