(* problem=absurd verdict=incomplete *)
Proof. assert (H : n = n + 1); [shelve | exact H]. Qed.
