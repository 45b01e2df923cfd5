r"""Whether a given solution is the reference's: asked of Isabelle, by cheap methods in a fresh process.

The reference and the candidate are built once more, and a theory that imports both states that their two
constants are equal, and tries methods on it. They work in the reference's context, so that nothing the
candidate declares is in force: no rule, no notation, no method. What comes of it is written as the audit's
findings are, and counts where the theorem is the equation, without hypotheses and without an oracle.

It is not needed for a proof to be accepted, and finding no proof says nothing: such a verdict is
marked for review by people.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.languages.isabelle.assembled import Assembled
from pytest_putnam.languages.isabelle.audit import Names, checked_name, checked_path, lines_between
from pytest_putnam.languages.isabelle.benchmark import Reading
from pytest_putnam.languages.isabelle.heaps import Heap
from pytest_putnam.languages.isabelle.output import is_finished
from pytest_putnam.languages.isabelle.session_files import SessionFiles
from pytest_putnam.languages.isabelle.workshop import Workshop
from pytest_putnam.languages.workshops import Spent, check_disk
from pytest_putnam.model import Formalization
from pytest_putnam.process import Ended
from pytest_putnam.prover import Budget

METHOD_S: Final = 3
"""For each method."""
METHODS: Final = (
    "rule HOL.refl",
    "simp",
    "auto",
    "arith",
    "simp add: algebra_simps",
    "simp add: field_simps",
    "simp add: power2_eq_square power3_eq_cube algebra_simps",
    "rule HOL.ext, simp",
    "rule HOL.ext, arith",
    "(rule HOL.ext)+, simp add: algebra_simps",
    "auto simp: fun_eq_iff algebra_simps",
    "rule Set.set_eqI, simp, arith",
    "rule Set.set_eqI, simp, presburger",
    "auto simp: set_eq_iff, (arith | presburger)+",
    "fastforce simp: fun_eq_iff set_eq_iff",
    "force simp: fun_eq_iff set_eq_iff field_simps",
    "auto simp: fun_eq_iff set_eq_iff field_simps power2_eq_square",
    "simp add: eval_nat_numeral",
    "blast",
)
"""Tried in this order, after both definitions are unfolded. One that this release or the benchmark's imports
do not know hinders no other."""

_PROGRAM: Final = r"""theory {same} imports {reference} {candidate} begin

ML \<open>
let
  val secret = "{secret}";
  val thy = \<^theory>;
  val ref_thy = \<^theory>\<open>{reference}\<close>;
  val ref_prefix = "{reference}.";
  val cand_prefix = "{candidate}.";
  val ref_const = ref_prefix ^ "{solution}";
  val cand_const = cand_prefix ^ "{solution}";
  val ref_ctxt = Proof_Context.transfer thy (Proof_Context.init_global ref_thy);

  (* how constants of the two theories are defined, with those that the definitions name *)
  fun definitions c =
    Defs.specifications_of (Theory.defs_of thy) (Defs.Const, c)
    |> map_filter (fn {{def, ...}} => Option.mapPartial (try (Thm.axiom thy)) def)
    |> filter (can (Logic.dest_equals o Thm.prop_of));
  fun is_own c = String.isPrefix ref_prefix c orelse String.isPrefix cand_prefix c;
  fun collect c (seen, ths) =
    if Symtab.defined seen c orelse not (is_own c) then (seen, ths)
    else
      let val found = definitions c
      in
        (Symtab.update (c, ()) seen, found @ ths)
        |> fold collect (fold (Term.add_const_names o Thm.prop_of) found [])
      end;
  val (_, defs) = fold collect [ref_const, cand_const] (Symtab.empty, []);

  (* only for the same type without type variables *)
  val typ = try (Sign.the_const_type thy);
  val prop =
    (case (typ ref_const, typ cand_const) of
      (SOME T, SOME U) =>
        if T = U andalso null (Term.add_tvarsT T [])
        then SOME (HOLogic.mk_Trueprop (HOLogic.mk_eq (Const (ref_const, T), Const (cand_const, T))))
        else NONE
    | _ => NONE);

  fun prove prop source =
    let
      val (text, _) = Method.read_closure_input ref_ctxt (Input.string ("(" ^ source ^ ")"));
      fun tac {{context = goal_ctxt, prems = _}} =
        rewrite_goals_tac goal_ctxt defs THEN
        NO_CONTEXT_TACTIC goal_ctxt (Method.evaluate text goal_ctxt []);
    in Goal.prove ref_ctxt [] [] prop tac end;
  fun attempt prop (i, source) =
    try (Timeout.apply (Time.fromSeconds {seconds}) (prove prop)) source
    |> Option.map (pair i);
  val methods = map_index I [{methods}];
  val shown = Option.mapPartial (fn prop => get_first (attempt prop) methods) prop;

  val ctxt = Config.put Name_Space.names_long true (Proof_Context.init_global thy);
  fun oracles_of th =
    Thm_Deps.pretty_thm_oracles ctxt [th]
    |> Pretty.string_of |> YXML.parse_body |> XML.content_of |> split_lines;
  fun is_exact th =
    null (Thm.hyps_of th) andalso null (Thm.extra_shyps th) andalso
    (case prop of SOME t => Thm.full_prop_of th aconv t | NONE => false);
  val about =
    (case shown of
      NONE => ["shown none"]
    | SOME (i, th) =>
        ["shown " ^ string_of_int i, "exact " ^ Bool.toString (is_exact th)] @
        map (prefix "oracle ") (oracles_of th));
  val lines = ["begin {reference} {candidate}"] @ about @ ["end"];
in
  File.write (Path.explode "{file}")
    (implode (map (fn line => secret ^ " " ^ line ^ "\n") lines))
end
\<close>

end
"""


@dataclass(frozen=True, slots=True)
class Given:
    """An accepted proof with a solution of its own, and what it is compared with."""

    workshop: Workshop
    reading: Reading
    formalization: Formalization
    theory: Assembled
    """The benchmark's, its proof left open."""
    candidate: Assembled
    heap: Heap
    spent: Spent
    """The check's; the build is added to it."""


def shown_equal(given: Given, budget: Budget) -> str | None:
    """``by`` and the method by which the solution is the reference's; None where none is found.

    Raises `InfraError` where Isabelle cannot be started, `BudgetExhausted`, `Rejected` for a full disk.
    """
    workshop, slot = given.workshop, given.formalization.solution
    if slot is None or slot.reference is None:
        return None
    with workshop.scratch() as folder:
        workshop.prepare_home(folder, given.heap)
        files = SessionFiles.new(folder)
        files.write_with(
            same_theory(files.names, slot.name, files.report),
            given.theory,
            given.candidate,
            given.heap,
            commands=given.reading.commands,
        )
        wall_s = workshop.settings.check_timeout_s + METHOD_S * len(METHODS)
        built = workshop.build(folder, files.session, given.heap, budget, wall_s=wall_s)
        given.spent.add(built.cpu_s, check_s=built.wall_s)
        check_disk(folder)
        if built.status != 0 or built.ended is not Ended.EXIT:
            return None
        written = files.written() if is_finished(built.output, files.session) else None
    method = None if written is None else method_of(written, files.names)
    return None if method is None else f"by ({method})"


def same_theory(names: Names, solution: str, file: Path) -> str:
    """The text of the theory that tries the methods, and writes to `file`.

    Raises `InfraError` for names and paths that cannot stand in it.
    """
    return _PROGRAM.format(
        same=names.audit,
        reference=names.reference,
        candidate=names.candidate,
        secret=names.secret,
        solution=checked_name(solution),
        seconds=METHOD_S,
        methods=", ".join(f'"{method}"' for method in METHODS),
        file=checked_path(file),
    )


def method_of(written: str, names: Names) -> str | None:
    """The method that the theory wrote of; None where there is none, or what is written is not whole."""
    lines = lines_between(written, names)
    found = re.fullmatch(r"shown (\d+)\nexact true\noracle oracles:", "\n".join(lines or ()))
    at = int(found[1]) if found else len(METHODS)
    return METHODS[at] if at < len(METHODS) else None
