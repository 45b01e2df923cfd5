Require Import Reals Coquelicot.Coquelicot.
Open Scope R_scope.
Theorem flat_integral
    (a b c : R)
    : RInt (fun _ : R => c) a b = (b - a) * c.
Proof. Admitted.
