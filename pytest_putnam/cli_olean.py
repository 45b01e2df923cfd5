"""``putnam olean``: what a compilation of Lean really produced."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from pytest_putnam.errors import BadInput
from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.languages.lean4.axioms import axioms_of
from pytest_putnam.languages.lean4.module import Module, read_module
from pytest_putnam.languages.lean4.olean import OleanError, shown
from pytest_putnam.languages.lean4.terms import Terms
from pytest_putnam.terminal import Terminal

ABOUT = """\
Show what is in a compiled Lean file: its constants, with the axioms that each rests on.
Nothing of the file is run. Axioms of imported modules are told as far as constants name them.
Exit status: 0 shown, 2 the file cannot be read.
"""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("action", choices=["show"], help="show: a table of the constants")
    parser.add_argument("file", metavar="FILE", type=Path, help="a compiled file, Candidate.olean")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace, terminal: Terminal) -> ExitStatus:
    """Read and print. Raises `BadInput`."""
    terms = Terms()
    try:
        module = read_module(args.file.read_bytes(), terms)
    except OSError as error:
        raise BadInput(f"{args.file} cannot be read: {error.strerror or error}") from error
    except OleanError as error:
        raise BadInput(f"{args.file}: {error}") from error
    table = rows(module, terms)
    header = module.header
    if args.json:
        about = {
            "lean": header.version,
            "githash": header.githash,
            "format": header.format,
            "imports": [shown(name) for name in module.imports],
            "hashes_agree": module.hashes_agree,
            "extensions": {shown(name): count for name, count in module.extensions.items()},
            "constants": [
                dict(zip(("kind", "safety", "name", "universes", "axioms"), row, strict=True))
                for row in table
            ],
        }
        terminal.line(json.dumps(about))
        return ExitStatus.PROVED
    version = (
        f"Lean {header.version}" if header.version else "a Lean that does not tell its version"
    )
    terminal.line((str(args.file), "strong"), f": {version}, format {header.format}")
    imports = ", ".join(map(shown, module.imports)) or "nothing"
    terminal.line(f"imports {imports}; {len(table)} constants")
    if not module.hashes_agree:
        terminal.line(("the stored hashes are not those that this reader computes", "note"))
    widths = [max((len(row[at]) for row in table), default=0) for at in range(2)]
    for kind, safety, name, universes, axioms in table:
        levels = f".{{{universes}}}" if universes else ""
        style = "bad" if "sorryAx" in axioms or safety != "safe" else "dim"
        rests = (f"  rests on {axioms}", style) if axioms else ""
        line = f"{kind:<{widths[0]}}  {safety:<{widths[1]}}  {name}{levels}"
        terminal.line(line, rests) if rests else terminal.line(line)
    return ExitStatus.PROVED


def rows(module: Module, terms: Terms) -> list[tuple[str, str, str, str, str]]:
    """Kind, safety, name, universes and axioms of each constant, by name."""
    axioms = axioms_of(module, terms)
    return [
        (
            constant.kind,
            constant.safety,
            shown(name),
            ", ".join(map(shown, constant.levels)),
            ", ".join(sorted(axioms[name])) if constant.kind != "axiom" else "",
        )
        for name, constant in sorted(module.constants.items(), key=lambda item: shown(item[0]))
    ]
