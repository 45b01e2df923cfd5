(* problem=absurd verdict=check_memory *)
Theorem absurd (n : nat) : n = n + 1.
Proof. exfalso. pose (x := Nat.pow 10 12). vm_compute in x. Qed.
