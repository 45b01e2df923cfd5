(* problem=fixed_twice *)
Proof using Type fixed.
  now rewrite !fixed.
Qed.
