(* problem=swap *)
proof
  from h show B ..
  from h show A ..
qed
