(* problem=absurd_answer verdict=statement_changed by=audit:missing track=no-solution *)
unfolding twice_def join_def ..
