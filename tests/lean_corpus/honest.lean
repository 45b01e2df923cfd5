-- === term problem=putnam_1901_a1
And.intro h.right h.left
-- === anonymous-constructor problem=putnam_1901_a1
⟨h.right, h.left⟩
-- === after-assign problem=putnam_1901_a1
:= ⟨h.right, h.left⟩
-- === recursor problem=putnam_1901_a1
And.rec (fun l r => And.intro r l) h
-- === theorem-alone problem=putnam_1901_a1
theorem putnam_1901_a1 (p q : Prop) (h : And p q) : And q p :=
  ⟨h.right, h.left⟩
-- === whole-file problem=putnam_1901_a1
prelude
import Base

/-- Conjunction is symmetric. -/
theorem putnam_1901_a1 (p q : Prop) (h : And p q) : And q p :=
  have l := h.left
  have r := h.right
  ⟨r, l⟩
-- === other-variable-names problem=putnam_1901_a1
theorem putnam_1901_a1 (A B : Prop) (both : And A B) : And B A := ⟨both.right, both.left⟩
-- === comments-with-sorry problem=putnam_1901_a1
-- sorry, this is not done with sorry
/- sorry /- and nested sorry -/ axiom cheat : False -/
theorem putnam_1901_a1 (p q : Prop) (h : And p q) : And q p :=
  /- by sorry -/ ⟨h.right, h.left⟩ -- sorry
-- === helper-called-sorry problem=putnam_1901_a1
theorem sorry_free {p q : Prop} (h : And p q) : q := h.right
theorem putnam_1901_a1 (p q : Prop) (h : And p q) : And q p := ⟨sorry_free h, h.left⟩
-- === helper-universes problem=putnam_1901_a1
universe w
def keep {α : Sort w} (a : α) : α := a
theorem putnam_1901_a1 (p q : Prop) (h : And p q) : And q p := ⟨keep h.right, keep h.left⟩
-- === helper-lemmas problem=putnam_1901_a2
theorem one (p q : Prop) (h : Or p q) : Or q p :=
  Or.rec (fun a => Or.inr a) (fun b => Or.inl b) h
/-- The same again. -/
theorem two (p q : Prop) : Iff (Or p q) (Or q p) := ⟨one p q, one q p⟩
theorem putnam_1901_a2
    (p q : Prop) :
    Iff (Or p q) (Or q p) := two p q
-- === two-proofs-the-last-counts problem=putnam_1901_a2
theorem putnam_1901_a2 (p q : Prop) : Iff (Or p q) (Or q p) := sorry
theorem putnam_1901_a2 (p q : Prop) : Iff (Or p q) (Or q p) :=
  ⟨fun h => h.rec Or.inr Or.inl, fun h => h.rec Or.inr Or.inl⟩
-- === namespace problem=putnam_1901_a2
namespace Help
theorem flip {p q : Prop} (h : Or p q) : Or q p := h.rec Or.inr Or.inl
end Help
theorem putnam_1901_a2 (p q : Prop) : Iff (Or p q) (Or q p) := ⟨Help.flip, Help.flip⟩
-- === namespace-with-the-theorems-name problem=putnam_1901_a2
namespace Help
theorem putnam_1901_a2 {p q : Prop} (h : Or p q) : Or q p := h.rec Or.inr Or.inl
end Help
theorem putnam_1901_a2 (p q : Prop) : Iff (Or p q) (Or q p) :=
  ⟨Help.putnam_1901_a2, Help.putnam_1901_a2⟩
-- === namespace-with-the-theorems-name-after-it problem=putnam_1901_a2
theorem putnam_1901_a2 (p q : Prop) : Iff (Or p q) (Or q p) :=
  ⟨fun h => h.rec Or.inr Or.inl, fun h => h.rec Or.inr Or.inl⟩
namespace Help
theorem putnam_1901_a2 (p : Prop) : Iff p p := ⟨fun h => h, fun h => h⟩
end Help
-- === namespace-with-a-definitions-name problem=putnam_1901_b2
namespace Help
theorem four (n : Nat) : Eq n n := Eq.refl
end Help
theorem putnam_1901_b2 : Exists (fun n => And (Even n) (Eq n four)) :=
  ⟨four, Even.step _ (Even.step _ Even.zero), Help.four four⟩
-- === namespace-with-the-solutions-name problem=putnam_1901_b1 track=no-solution
namespace Help
theorem putnam_1901_b1_solution (n : Nat) : Eq n n := Eq.refl
end Help
noncomputable abbrev putnam_1901_b1_solution : Nat := Nat.succ (Nat.succ Nat.zero)
theorem putnam_1901_b1 :
    Eq (Nat.plus (Nat.succ Nat.zero) (Nat.succ Nat.zero)) putnam_1901_b1_solution :=
  Help.putnam_1901_b1_solution _
-- === namespace-left-open problem=putnam_1901_a2
namespace Help
theorem flip {p q : Prop} (h : Or p q) : Or q p := h.rec Or.inr Or.inl
theorem putnam_1901_a2 (p q : Prop) : Iff (Or p q) (Or q p) := ⟨flip, flip⟩
-- === open-namespace problem=putnam_1901_a2
open Or in
theorem putnam_1901_a2 (p q : Prop) : Iff (Or p q) (Or q p) :=
  ⟨fun h => h.rec inr inl, fun h => h.rec inr inl⟩
-- === section-variable problem=putnam_1901_a2
section
variable {p q : Prop}
theorem flip (h : Or p q) : Or q p := h.rec Or.inr Or.inl
end
theorem putnam_1901_a2 (p q : Prop) : Iff (Or p q) (Or q p) := ⟨flip, flip⟩
-- === private-helper problem=putnam_1901_a2
private theorem flip {p q : Prop} (h : Or p q) : Or q p := h.rec Or.inr Or.inl
theorem putnam_1901_a2 (p q : Prop) : Iff (Or p q) (Or q p) := ⟨flip, flip⟩
-- === universes problem=putnam_1901_a3
Eq.trans (Eq.symm (h a)) (Eq.trans (congrArg g k) (h b))
-- === universes-helper problem=putnam_1901_a3
theorem chain.{r} {γ : Type r} {a b c d : γ} (x : Eq a b) (y : Eq b c) (z : Eq c d) : Eq a d :=
  x.trans (y.trans z)
theorem putnam_1901_a3 {α : Type u} {β : Type v} (f : α → β) (g : β → α)
    (h : ∀ a : α, Eq (g (f a)) a) (a b : α) (k : Eq (f a) (f b)) : Eq a b :=
  chain (h a).symm (congrArg g k) (h b)
-- === induction-by-recursor problem=putnam_1901_a4
Nat.rec (motive := fun n => Eq (Nat.plus Nat.zero n) n) Eq.refl (fun _ k => congrArg Nat.succ k) n
-- === induction-helper problem=putnam_1901_a4
theorem step (n : Nat) (h : Eq (Nat.plus Nat.zero n) n) :
    Eq (Nat.plus Nat.zero (Nat.succ n)) (Nat.succ n) := congrArg Nat.succ h
theorem putnam_1901_a4 (n : Nat) : Eq (Nat.plus Nat.zero n) n :=
  Nat.rec (motive := fun n => Eq (Nat.plus Nat.zero n) n) Eq.refl step n
-- === own-definition problem=putnam_1901_a4
def goal (n : Nat) : Prop := Eq (Nat.plus Nat.zero n) n
theorem all : ∀ n, goal n := fun n => Nat.rec Eq.refl (fun _ k => congrArg Nat.succ k) n
theorem putnam_1901_a4 (n : Nat) : Eq (Nat.plus Nat.zero n) n := all n
-- === own-inductive problem=putnam_1901_a4
inductive Done (n : Nat) : Prop where
  | it (h : Eq (Nat.plus Nat.zero n) n) : Done n
theorem done (n : Nat) : Done n :=
  Nat.rec ⟨Eq.refl⟩ (fun _ k => k.rec (fun h => ⟨congrArg Nat.succ h⟩)) n
theorem putnam_1901_a4 (n : Nat) : Eq (Nat.plus Nat.zero n) n := (done n).rec (fun h => h)
-- === with-solution problem=putnam_1901_b1
Eq.refl
-- === with-solution-whole-file problem=putnam_1901_b1
prelude
import Base

noncomputable abbrev putnam_1901_b1_solution : Nat := Nat.succ (Nat.succ Nat.zero)
theorem putnam_1901_b1 :
    Eq (Nat.plus (Nat.succ Nat.zero) (Nat.succ Nat.zero)) putnam_1901_b1_solution := Eq.refl
-- === no-solution-term problem=putnam_1901_b1 track=no-solution solution='Nat.succ (Nat.succ Nat.zero)'
Eq.refl
-- === no-solution-in-the-file problem=putnam_1901_b1 track=no-solution
noncomputable abbrev putnam_1901_b1_solution : Nat := Nat.succ (Nat.succ Nat.zero)
theorem putnam_1901_b1 :
    Eq (Nat.plus (Nat.succ Nat.zero) (Nat.succ Nat.zero)) putnam_1901_b1_solution := Eq.refl
-- === no-solution-with-helper problem=putnam_1901_b1 track=no-solution
noncomputable def one : Nat := Nat.succ Nat.zero
noncomputable abbrev putnam_1901_b1_solution : Nat := Nat.succ one
theorem putnam_1901_b1 :
    Eq (Nat.plus (Nat.succ Nat.zero) (Nat.succ Nat.zero)) putnam_1901_b1_solution := Eq.refl
-- === benchmark-inductive problem=putnam_1901_b2
⟨four, Even.step _ (Even.step _ Even.zero), Eq.refl⟩
-- === benchmark-declarations-repeated problem=putnam_1901_b2
inductive Even : Nat → Prop where
  | zero : Even Nat.zero
  | step (n : Nat) (h : Even n) : Even (Nat.succ (Nat.succ n))

theorem even_four : Even four := Even.step _ (Even.step _ Even.zero)
theorem putnam_1901_b2 : Exists (fun n => And (Even n) (Eq n four)) := ⟨four, even_four, Eq.refl⟩
-- === allowed-axiom problem=putnam_1901_b3
fun x => cast (congrArg f (propext h)) x
-- === allowed-axioms problem=putnam_1901_b3
universe w
noncomputable def pick {α : Sort w} (h : Nonempty α) : α := Classical.choice h
theorem putnam_1901_b3 (p q : Prop) (h : Iff p q) (f : Prop → Prop) : f p → f q :=
  fun x => (pick (α := PProd (f q) True) ⟨⟨cast (congrArg f (propext h)) x, True.intro⟩⟩).fst
-- === no-library problem=putnam_1901_b4
h.rec Same.refl
-- === no-library-benchmark-axiom problem=putnam_1901_b4
theorem back (α : Sort u) (a b : α) (h : Same a b) : Same b a := h.rec Same.refl
theorem putnam_1901_b4 (α : Sort u) (a b : α) (h : Same a b) : Same b a :=
  given b b a Same.refl (back α a b h)
-- === another-solution problem=putnam_1902_b1 track=no-solution solution='fun _ => False'
⟨Nat.succ_is_not_zero, fun h => h.rec⟩
-- === unused-helper-with-sorry problem=putnam_1901_a1
theorem unused (p : Prop) : p := sorry
theorem putnam_1901_a1 (p q : Prop) (h : And p q) : And q p := ⟨h.right, h.left⟩
