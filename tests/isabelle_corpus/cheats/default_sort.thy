(* problem=absurd_poly verdict=statement_changed by=audit:statement *)
class single =
  assumes single: "(x::'a) = y"
default_sort single

by (rule single)
