(* problem=fixed_twice *)
Set Default Proof Using "Type".
Lemma once (a : A) : f a = a.
Proof using fixed. apply fixed. Qed.
Theorem fixed_twice (a : A) : f (f a) = a.
Proof using fixed. now rewrite !once. Qed.
