From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.

Local Open Scope R_scope.

(* Only the values of f at nonnegative numbers matter. *)
Theorem putnam_2010_a6
    (f : R -> R)
    (hdecreasing : forall x y : R, 0 <= x -> x < y -> f y < f x)
    (hcontinuous : continuous_on (fun x => 0 <= x) f)
    (hlim : is_lim f p_infty 0)
    : ~ exists l : R,
          is_lim (fun t => RInt (fun x => (f x - f (x + 1)) / f x) 0 t) p_infty l.
Proof. Admitted.
