(* What the sanity lemmas share. They are about the statements as compiled: an instance is the
   admitted theorem applied to concrete arguments, so its hypotheses are what must be proved. *)

(* The statement of a theorem with another solution in the place of its own. *)
Ltac with_solution theorem solution other :=
  let statement := type of theorem in
  match eval pattern solution in statement with
  | ?abstracted _ => let filled := eval cbv beta in (abstracted other) in exact filled
  end.
