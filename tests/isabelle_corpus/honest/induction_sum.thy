(* problem=gauss *)
by (induct n) auto
