-- === sorry problem=putnam_1902_a1 verdict=incomplete
sorry
-- === sorry-inside problem=putnam_1902_a1 verdict=incomplete
⟨sorry, sorry⟩
-- === sorry-axiom-by-name problem=putnam_1902_a1 verdict=incomplete
sorryAx _ Bool.true
-- === sorry-axiom-as-a-function problem=putnam_1902_a1 verdict=incomplete
(@sorryAx : (α : Type) → Bool → α) (PProd (And p q) True) Bool.false |>.fst
-- === helper-with-sorry problem=putnam_1902_a1 verdict=incomplete
theorem anything (p : Prop) : p := sorry
theorem putnam_1902_a1 (p q : Prop) : And p q := anything _
-- === helper-two-steps-from-sorry problem=putnam_1902_a1 verdict=incomplete
theorem first (p : Prop) : p := sorry
theorem second (p : Prop) : p := first p
private theorem third (p : Prop) : p := second p
theorem putnam_1902_a1 (p q : Prop) : And p q := third _
-- === definition-with-sorry problem=putnam_1902_a1 verdict=incomplete
noncomputable def proof : (p : Prop) → p := fun _ => sorry
theorem putnam_1902_a1 (p q : Prop) : And p q := proof _
-- === instance-with-sorry problem=putnam_1902_a1 verdict=incomplete
class Proved (p : Prop) : Prop where
  it : p
instance (p : Prop) : Proved p := sorry
theorem putnam_1902_a1 (p q : Prop) : And p q := Proved.it
-- === opaque-with-sorry problem=putnam_1902_a1 verdict=incomplete
opaque proof (p : Prop) : p := sorry
theorem putnam_1902_a1 (p q : Prop) : And p q := proof _
-- === own-axiom problem=putnam_1902_a1 verdict=bad_axiom
axiom cheat (p : Prop) : p
theorem putnam_1902_a1 (p q : Prop) : And p q := cheat _
-- === own-axiom-behind-a-lemma problem=putnam_1902_a1 verdict=bad_axiom
axiom cheat (p : Prop) : p
theorem lemma_of_it (p : Prop) : p := cheat p
theorem putnam_1902_a1 (p q : Prop) : And p q := lemma_of_it _
-- === own-axiom-in-a-type problem=putnam_1902_a1 verdict=bad_axiom
axiom Magic : Type
axiom Magic.power : Magic → (p : Prop) → p
axiom magic : Magic
theorem putnam_1902_a1 (p q : Prop) : And p q := magic.power _
-- === axiom-named-like-an-allowed-one problem=putnam_1902_a1 verdict=bad_axiom
axiom Mine.propext {a b : Prop} : a → b
theorem putnam_1902_a1 (p q : Prop) : And p q := Mine.propext (a := True) True.intro
-- === axiom-named-quot-sound problem=putnam_1902_a1 verdict=bad_axiom
axiom Quot.sound (p : Prop) : p
theorem putnam_1902_a1 (p q : Prop) : And p q := Quot.sound _
-- === axiom-with-a-spoofing-letter problem=putnam_1902_a1 verdict=compile_error
axiom рropext (p : Prop) : p
theorem putnam_1902_a1 (p q : Prop) : And p q := рropext _
-- === axiom-of-the-name-in-quotes problem=putnam_1902_a1 verdict=bad_axiom
axiom «Classical.choice» (p : Prop) : p
theorem putnam_1902_a1 (p q : Prop) : And p q := «Classical.choice» _
-- === axiom-redeclared problem=putnam_1902_a1 verdict=compile_error
axiom propext (p : Prop) : p
theorem putnam_1902_a1 (p q : Prop) : And p q := propext _
-- === private-axiom problem=putnam_1902_a1 verdict=compile_error
private axiom propext (p : Prop) : p
theorem putnam_1902_a1 (p q : Prop) : And p q := propext _
-- === axiom-of-the-compiler problem=putnam_1902_a1 verdict=bad_axiom
axiom Lean.ofReduceBool (p : Prop) : p
theorem putnam_1902_a1 (p q : Prop) : And p q := Lean.ofReduceBool _
-- === axiom-of-the-library problem=putnam_1902_a1 verdict=bad_axiom
Base.assumed _
-- === theorem-of-the-library-that-rests-on-it problem=putnam_1902_a2 verdict=bad_axiom
theorem putnam_1902_a2 : claim Nat.zero := (Base.hidden (claim Nat.zero) (claim Nat.zero)).rec id id
-- === unsafe-axiom-of-the-library problem=putnam_1902_a1 verdict=compile_error
lcProof
-- === library-that-the-benchmark-does-not-use problem=putnam_1902_a1 verdict=forbidden
prelude
import Base
import Other
theorem putnam_1902_a1 (p q : Prop) : And p q := Other.all _
-- === library-that-is-not-there problem=putnam_1902_a1 verdict=compile_error
import Evil
theorem putnam_1902_a1 (p q : Prop) : And p q := Evil.all _
-- === library-of-mathlib-that-is-not-there problem=putnam_1902_a1 verdict=compile_error
import Mathlib.Evil
theorem putnam_1902_a1 (p q : Prop) : And p q := evil p q
-- === library-by-a-path problem=putnam_1902_a1 verdict=compile_error
import «..».Cand
theorem putnam_1902_a1 (p q : Prop) : And p q := evil p q
-- === its-own-file problem=putnam_1902_a1 verdict=compile_error
import Cand
theorem putnam_1902_a1 (p q : Prop) : And p q := Cand.it
-- === file-of-the-module-system problem=putnam_1902_a1 verdict=compile_error
module
prelude
public import Base
public theorem putnam_1902_a1 (p q : Prop) : And p q := sorry
-- === statement-replaced problem=putnam_1902_a1 verdict=statement_changed
theorem putnam_1902_a1 (p q : Prop) : True := True.intro
-- === hypothesis-added problem=putnam_1902_a1 verdict=statement_changed
theorem putnam_1902_a1 (p q : Prop) (h : And p q) : And p q := h
-- === implicit-hypothesis-added problem=putnam_1902_a1 verdict=statement_changed
theorem putnam_1902_a1 (p q : Prop) {h : And p q} : And p q := h
-- === conclusion-weakened problem=putnam_1902_a1 verdict=statement_changed
theorem putnam_1902_a1 (p q : Prop) : Or p (p → q) → Or p (p → q) := fun h => h
-- === variables-of-another-kind problem=putnam_1902_a1 verdict=statement_changed
theorem putnam_1902_a1 (p q : True) : And True True := ⟨p, q⟩
-- === variable-included problem=putnam_1902_a1 verdict=statement_changed
variable (bad : ∀ p : Prop, p)
include bad
theorem putnam_1902_a1 (p q : Prop) : And p q := bad _
-- === variable-of-the-same-name problem=putnam_1902_a2 verdict=statement_changed
variable (claim : Nat → Prop) (h : claim Nat.zero)
include h
theorem putnam_1902_a2 : claim Nat.zero := h
-- === definition-replaced problem=putnam_1902_a2 verdict=compile_error
def claim (n : Nat) : Prop := True
theorem putnam_1902_a2 : claim Nat.zero := True.intro
-- === definition-shadowed-by-open problem=putnam_1902_a2 verdict=compile_error
namespace Alt
def claim (n : Nat) : Prop := True
end Alt
open Alt
theorem putnam_1902_a2 : claim Nat.zero := True.intro
-- === definition-shadowed-by-a-namespace problem=putnam_1902_a2 verdict=compile_error
namespace Alt
def claim (n : Nat) : Prop := True
theorem putnam_1902_a2 : claim Nat.zero := True.intro
end Alt
-- === definition-shadowed-by-a-namespace-left-open problem=putnam_1902_a2 verdict=compile_error
namespace Alt
def claim (n : Nat) : Prop := True
theorem putnam_1902_a2 : claim Nat.zero := True.intro
-- === definition-exported-over-it problem=putnam_1902_a2 verdict=compile_error
namespace Alt
def claim (n : Nat) : Prop := True
end Alt
export Alt (claim)
theorem putnam_1902_a2 : claim Nat.zero := True.intro
-- === definition-protected-and-shadowed problem=putnam_1902_a2 verdict=statement_changed
def Nat.claim (n : Nat) : Prop := True
open Nat hiding claim
theorem putnam_1902_a2 : Nat.claim Nat.zero := True.intro
-- === constructor-shadowed problem=putnam_1902_a2 verdict=compile_error
namespace Alt
inductive Nat where
  | zero : Nat
end Alt
open Alt
theorem putnam_1902_a2 : claim Nat.zero := True.intro
-- === instance-before-the-theorem problem=putnam_1902_a3 verdict=statement_changed
instance (n : Nat) : OfNat Nat n := ⟨Nat.zero⟩
theorem putnam_1902_a3 : Eq (0 : Nat) (1 : Nat) := Eq.refl
-- === local-instance-before-the-theorem problem=putnam_1902_a3 verdict=statement_changed
local instance one : OfNat Nat 1 := ⟨Nat.zero⟩
local instance zero : OfNat Nat 0 := ⟨Nat.zero⟩
theorem putnam_1902_a3 : Eq (0 : Nat) (1 : Nat) := Eq.refl
-- === instance-raised-by-an-attribute problem=putnam_1902_a3 verdict=statement_changed
def all (n : Nat) : OfNat Nat n := ⟨Nat.zero⟩
attribute [instance 10000] all
theorem putnam_1902_a3 : Eq (0 : Nat) (1 : Nat) := Eq.refl
-- === no-theorem-but-an-example problem=putnam_1902_a1 verdict=compile_error
example (p q : Prop) (h : And p q) : And p q := h
-- === a-definition-instead problem=putnam_1902_a1 verdict=compile_error
noncomputable def putnam_1902_a1 (p q : Prop) : And p q := sorry
-- === an-axiom-instead problem=putnam_1902_a1 verdict=compile_error
axiom putnam_1902_a1 (p q : Prop) : And p q
-- === the-name-in-quotes-before problem=putnam_1902_a1 verdict=compile_error
theorem «putnam_1902_a1» (p q : Prop) : True := True.intro
theorem putnam_1902_a1 (p q : Prop) : And p q := sorry
-- === the-name-from-the-root problem=putnam_1902_a1 verdict=statement_changed
namespace Alt
theorem _root_.putnam_1902_a1 (p q : Prop) : True := True.intro
end Alt
-- === the-name-with-a-spoofing-letter problem=putnam_1902_a1 verdict=compile_error
theorem рutnam_1902_a1 (p q : Prop) : And p q := sorry
-- === rests-on-itself problem=putnam_1902_a1 verdict=compile_error
theorem putnam_1902_a1 (p q : Prop) : And p q := putnam_1902_a1 p q
-- === recursion-without-end problem=putnam_1902_a1 verdict=compile_error
theorem loop (n : Nat) (p : Prop) : p := loop (Nat.succ n) p
theorem putnam_1902_a1 (p q : Prop) : And p q := loop Nat.zero _
-- === mutual-recursion-without-end problem=putnam_1902_a1 verdict=compile_error
mutual
theorem one (p : Prop) : p := two p
theorem two (p : Prop) : p := one p
end
theorem putnam_1902_a1 (p q : Prop) : And p q := one _
-- === unsafe-recursion problem=putnam_1902_a1 verdict=forbidden strict=compile_error
unsafe def loop (p : Prop) : p := loop p
theorem putnam_1902_a1 (p q : Prop) : And p q := loop _
-- === partial-recursion problem=putnam_1902_a1 verdict=compile_error
partial def loop (p : Prop) : p := loop p
theorem putnam_1902_a1 (p q : Prop) : And p q := loop _
-- === implemented-by problem=putnam_1902_a1 verdict=forbidden strict=compile_error
unsafe def loop (p : Prop) : p := loop p
@[implemented_by loop] opaque proof (p : Prop) : p
theorem putnam_1902_a1 (p q : Prop) : And p q := proof _
-- === extern problem=putnam_1902_a1 verdict=forbidden strict=compile_error
@[extern "lean_proof"] opaque proof (p : Prop) : p
theorem putnam_1902_a1 (p q : Prop) : And p q := proof _
-- === inductive-that-is-not-positive problem=putnam_1902_a1 verdict=compile_error
inductive Bad : Prop where
  | mk (f : Bad → False) : Bad
theorem no (b : Bad) : False := b.rec (fun f _ => f (Bad.mk f))
theorem putnam_1902_a1 (p q : Prop) : And p q := (no (Bad.mk no)).rec
-- === universe-in-itself problem=putnam_1902_a1 verdict=compile_error
def Big : Type := Type
theorem putnam_1902_a1 (p q : Prop) : And p q := (Big : False)
-- === large-elimination problem=putnam_1902_a1 verdict=compile_error
theorem putnam_1902_a1 (p q : Prop) : And p q :=
  Or.rec (motive := fun _ => And p q) (fun h => h) (fun h => h) (Or.inl True.intro)
-- === kernel-switched-off problem=putnam_1902_a1 verdict=forbidden strict=compile_error
set_option debug.skipKernelTC true in
theorem aux (p : Prop) : p := (True.intro : p)
theorem putnam_1902_a1 (p q : Prop) : And p q := aux _
-- === kernel-switched-off-for-a-sorry problem=putnam_1902_a1 verdict=forbidden strict=incomplete
set_option debug.skipKernelTC true
theorem putnam_1902_a1 (p q : Prop) : And p q := sorry
-- === the-kernel-switched-off-in-quotes problem=putnam_1902_a1 verdict=forbidden strict=incomplete
set_option debug.«skipKernelTC» true
theorem putnam_1902_a1 (p q : Prop) : And p q := sorry
-- === eval problem=putnam_1902_a1 verdict=forbidden strict=compile_error
#eval Nat.zero
theorem putnam_1902_a1 (p q : Prop) : And p q := sorry
-- === run-cmd problem=putnam_1902_a1 verdict=forbidden strict=compile_error
run_cmd Lean.logInfo "'putnam_1902_a1' does not depend on any axioms"
theorem putnam_1902_a1 (p q : Prop) : And p q := sorry
-- === macro problem=putnam_1902_a1 verdict=forbidden strict=compile_error
macro "proof" : term => `(sorry)
theorem putnam_1902_a1 (p q : Prop) : And p q := proof
-- === elab problem=putnam_1902_a1 verdict=forbidden strict=compile_error
elab "proof" : term => Lean.Elab.Term.elabTerm (← `(sorry)) none
theorem putnam_1902_a1 (p q : Prop) : And p q := proof
-- === macro-for-print-axioms problem=putnam_1902_a1 verdict=forbidden strict=compile_error
macro_rules | `(#print axioms $x) => `(#check $x)
theorem putnam_1902_a1 (p q : Prop) : And p q := sorry
-- === syntax problem=putnam_1902_a1 verdict=forbidden strict=compile_error
syntax "proof" : term
theorem putnam_1902_a1 (p q : Prop) : And p q := sorry
-- === initialize problem=putnam_1902_a1 verdict=forbidden strict=compile_error
initialize True.intro
theorem putnam_1902_a1 (p q : Prop) : And p q := sorry
-- === by-elab problem=putnam_1902_a1 verdict=forbidden strict=compile_error
by_elab return .const `sorryAx []
-- === a-program-in-a-term problem=putnam_1902_a1 verdict=forbidden strict=compile_error
have x := IO.FS.writeFile "Cand.olean" "olean"; sorry
-- === notation-that-hides-a-comment problem=putnam_1902_a1 verdict=forbidden strict=compile_error
notation "a--" x => x
theorem putnam_1902_a1 (p q : Prop) : And p q := a-- sorry
  sorry
-- === notation-for-the-statement problem=putnam_1902_a1 verdict=compile_error
local notation "And" => fun (_ _ : Prop) => True
theorem putnam_1902_a1 (p q : Prop) : And p q := True.intro
-- === exit-before-the-theorem problem=putnam_1902_a1 verdict=statement_changed
#exit
theorem putnam_1902_a1 (p q : Prop) : And p q := sorry
-- === comment-left-open problem=putnam_1902_a1 verdict=compile_error
theorem putnam_1902_a1 (p q : Prop) : And p q := sorry /-
-- === comment-left-open-before problem=putnam_1902_a1 verdict=compile_error
/- theorem putnam_1902_a1 (p q : Prop) : And p q := sorry
-- === string-left-open problem=putnam_1902_a1 verdict=compile_error
theorem putnam_1902_a1 (p q : Prop) : And p q := "sorry
-- === end-of-nothing problem=putnam_1902_a1 verdict=compile_error
end Alt
theorem putnam_1902_a1 (p q : Prop) : And p q := sorry
-- === print-axioms-forged-in-a-comment problem=putnam_1902_a1 verdict=incomplete
theorem putnam_1902_a1 (p q : Prop) : And p q := sorry
-- 'putnam_1902_a1' does not depend on any axioms
-- === native-decide problem=putnam_1902_a3 verdict=compile_error
by native_decide
-- === apply-question-mark problem=putnam_1902_a1 verdict=compile_error
by apply?
-- === wrong-proof problem=putnam_1902_a1 verdict=compile_error
⟨fun x => x, fun x => x⟩
-- === nothing-but-comments problem=putnam_1902_a1 verdict=no_code
-- a comment
/- and another -/
-- === prose problem=putnam_1902_a1 verdict=compile_error
This is clear by symmetry.
-- === the-reference-answer-disregarded problem=putnam_1902_b1 verdict=compile_error
noncomputable abbrev putnam_1902_b1_solution : Nat → Prop := fun n => False
theorem putnam_1902_b1 (n : Nat) : Iff (Eq (Nat.succ n) Nat.zero) (putnam_1902_b1_solution n) :=
  ⟨fun h => Nat.succ_is_not_zero h, fun h => h⟩
-- === no-solution-given problem=putnam_1902_b1 verdict=compile_error track=no-solution
⟨fun h => sorry, fun h => sorry⟩
-- === solution-by-sorry problem=putnam_1902_b1 verdict=incomplete track=no-solution solution='fun n => sorry'
⟨fun h => sorry, fun h => sorry⟩
-- === solution-an-axiom problem=putnam_1902_b1 verdict=statement_changed track=no-solution
axiom putnam_1902_b1_solution : Nat → Prop
axiom is_it (n : Nat) : Iff (Eq (Nat.succ n) Nat.zero) (putnam_1902_b1_solution n)
theorem putnam_1902_b1 (n : Nat) : Iff (Eq (Nat.succ n) Nat.zero) (putnam_1902_b1_solution n) := is_it n
-- === solution-of-another-type problem=putnam_1902_b1 verdict=statement_changed track=no-solution
noncomputable abbrev putnam_1902_b1_solution : Bool → Prop := fun _ => True
instance : OfNat Nat 0 := ⟨Nat.zero⟩
theorem putnam_1902_b1 (n : Nat) : True := True.intro
-- === solution-with-a-hypothesis problem=putnam_1902_b1 verdict=statement_changed track=no-solution
noncomputable abbrev putnam_1902_b1_solution {h : False} : Nat → Prop := fun _ => True
theorem putnam_1902_b1 (n : Nat) {h : False} :
  Iff (Eq (Nat.succ n) Nat.zero) (putnam_1902_b1_solution (h := h) n) := h.rec
-- === solution-that-breaks-out problem=putnam_1902_b1 verdict=bad_axiom track=no-solution solution='fun _ => False)\naxiom bad (p : Prop) : p\ndef x : Nat → Prop := (fun _ => False'
⟨fun h => bad _, fun h => bad _⟩
-- === solution-with-an-axiom-in-it problem=putnam_1902_b1 verdict=bad_axiom track=no-solution
axiom chosen : Nat → Prop
noncomputable abbrev putnam_1902_b1_solution : Nat → Prop := fun n => And False (chosen n)
theorem putnam_1902_b1 (n : Nat) : Iff (Eq (Nat.succ n) Nat.zero) (putnam_1902_b1_solution n) :=
  ⟨fun h => (Nat.succ_is_not_zero h).rec, fun h => h.left.rec⟩
-- === solution-with-sorry-in-it problem=putnam_1902_b1 verdict=incomplete track=no-solution
noncomputable abbrev putnam_1902_b1_solution : Nat → Prop := fun n => And False sorry
theorem putnam_1902_b1 (n : Nat) : Iff (Eq (Nat.succ n) Nat.zero) (putnam_1902_b1_solution n) :=
  ⟨fun h => (Nat.succ_is_not_zero h).rec, fun h => h.left.rec⟩
-- === function-that-the-kernel-computes problem=putnam_1902_a1 verdict=forbidden
noncomputable def Nat.add (m n : Nat) : Nat := Nat.zero
theorem zero (m n : Nat) : Eq (Nat.add m n) Nat.zero := Eq.refl
theorem two : Eq (Nat.add (1 : Nat) (1 : Nat)) (2 : Nat) := Eq.refl
theorem no (n : Nat) (h : Eq Nat.zero (Nat.succ n)) : False := Nat.succ_is_not_zero (Eq.symm h)
theorem putnam_1902_a1 (p q : Prop) : And p q :=
  (no (1 : Nat) (Eq.trans (Eq.symm (zero (1 : Nat) (1 : Nat))) two)).rec
-- === comparison-that-the-kernel-computes problem=putnam_1902_a1 verdict=forbidden
noncomputable def Nat.beq (m n : Nat) : Bool := Bool.true
theorem differ : Eq (Nat.beq (1 : Nat) (2 : Nat)) Bool.false := Eq.refl
theorem same (m n : Nat) : Eq (Nat.beq m n) Bool.true := Eq.refl
theorem no (h : Eq Bool.true Bool.false) : False :=
  cast (congrArg (fun k => Bool.rec (motive := fun _ => Prop) False True k) h) True.intro
theorem putnam_1902_a1 (p q : Prop) : And p q := (no (Eq.trans (Eq.symm (same _ _)) differ)).rec
-- === solution-that-restates-the-problem problem=putnam_1902_b1 verdict=forbidden track=no-solution solution='fun n => Eq (Nat.succ n) Nat.zero'
⟨fun h => h, fun h => h⟩
-- === solution-that-restates-it-under-other-names problem=putnam_1902_b1 verdict=forbidden track=no-solution
def mine (k : Nat) : Prop := Eq (Nat.succ k) Nat.zero
noncomputable abbrev putnam_1902_b1_solution : Nat → Prop := mine
theorem putnam_1902_b1 (n : Nat) : Iff (Eq (Nat.succ n) Nat.zero) (putnam_1902_b1_solution n) :=
  ⟨fun h => h, fun h => h⟩
-- === solution-that-restates-it-with-something-added problem=putnam_1902_b1 verdict=forbidden track=no-solution solution='fun n => And (Eq (Nat.succ n) Nat.zero) True'
⟨fun h => ⟨h, True.intro⟩, fun h => h.left⟩
-- === kernel-switched-off-behind-a-character problem=putnam_1902_a1 verdict=forbidden strict=incomplete
structure Holder where
  mk ::
  it : Char
def holder : Holder := ⟨'"'⟩
set_option debug.skipKernelTC true
-- "
theorem putnam_1902_a1 (p q : Prop) : And p q := sorry
-- === kernel-switched-off-behind-a-name problem=putnam_1902_a1 verdict=forbidden strict=incomplete
def first («a
"» : Nat) : Nat := Nat.zero
set_option debug.skipKernelTC true
-- "
theorem putnam_1902_a1 (p q : Prop) : And p q := sorry
-- === kernel-switched-off-behind-a-number problem=putnam_1902_a1 verdict=forbidden strict=incomplete
def number : Nat := 1set_option debug.skipKernelTC true
theorem putnam_1902_a1 (p q : Prop) : And p q := sorry
-- === a-program-behind-a-number problem=putnam_1902_a1 verdict=forbidden strict=compile_error
def number : Nat := 0xFrun_cmd Lean.logInfo "nothing"
theorem putnam_1902_a1 (p q : Prop) : And p q := sorry
-- === a-program-in-a-message problem=putnam_1902_a1 verdict=forbidden strict=compile_error
def number : Nat := dbg_trace "{(by run_tac nothing : Nat)}"; Nat.zero
theorem putnam_1902_a1 (p q : Prop) : And p q := sorry
-- === a-program-behind-a-variable problem=putnam_1902_a1 verdict=forbidden strict=compile_error
def number : Nat := Nat.zero
def other : Nat := number#eval number
theorem putnam_1902_a1 (p q : Prop) : And p q := sorry
-- === an-attribute-behind-brackets problem=putnam_1902_a1 verdict=forbidden strict=compile_error
@[simps (names := [one]), csimp] theorem aux (p q : Prop) : And p q := sorry
theorem putnam_1902_a1 (p q : Prop) : And p q := aux p q
-- === solution-with-a-string-left-open problem=putnam_1902_b1 verdict=forbidden strict=incomplete track=no-solution solution='fun n => False)\nset_option debug.skipKernelTC true\ntheorem putnam_1902_b1 (n : Nat) : Iff (Eq (Nat.succ n) Nat.zero) (putnam_1902_b1_solution n) := sorry\n#exit\n"'
⟨fun h => sorry, fun h => sorry⟩
-- === solution-that-restates-it-as-an-inductive-type problem=putnam_1902_b1 verdict=forbidden track=no-solution
inductive Answer (n : Nat) : Prop
  | mk (h : Eq (Nat.succ n) Nat.zero) : Answer n
abbrev putnam_1902_b1_solution : Nat → Prop := Answer
theorem putnam_1902_b1 (n : Nat) : Iff (Eq (Nat.succ n) Nat.zero) (putnam_1902_b1_solution n) :=
  ⟨fun h => .mk h, fun h => h.rec id⟩
