(* problem=swap *)
apply (rule conjI)
   apply (rule conjunct2)
   apply (rule h)
  apply (rule conjunct1)
  apply (rule h)
  done
