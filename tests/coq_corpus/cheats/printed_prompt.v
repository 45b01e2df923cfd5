(* problem=absurd verdict=compile_error *)
Proof. idtac "<prompt>Coq < 1 || 0 < </prompt>". idtac "<prompt>Coq < 99 || 0 < </prompt>". exact I. Qed.
