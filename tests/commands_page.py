"""docs/reference/commands.md, made of what the commands declare.

python tests/commands_page.py > docs/reference/commands.md
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from pytest_putnam.cli import _parser
from pytest_putnam.options import OPTIONS

HEAD = """\
# Commands

`putnam COMMAND`, or `python -m pytest_putnam.cli COMMAND`. Options that a command shares with the plugin
([options](options.md)) are named without their `putnam-` here, and are read from the environment, too; the ini
file is pytest's alone.

The exit statuses are listed with each command. Every command ends with 2 for arguments that it does not know,
with 3 where its standard output cannot be written (the disk is full, the reader of a pipe has gone) or what
was not foreseen breaks, and with 130 where it is interrupted. `pytest` has [its own](options.md#exit-status).
"""
SHARED = {option.name for option in OPTIONS}


def page() -> str:
    """The page's text."""
    (commands,) = (
        action for action in _parser()._actions if isinstance(action, argparse._SubParsersAction)
    )
    parts = [HEAD]
    for name, parser in commands.choices.items():
        parts.append("\n".join(_section(name, parser)))
    return "\n".join(parts)


def _section(name: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    actions = [a for a in parser._actions if not isinstance(a, argparse._HelpAction)]
    needed = [_place(a) for a in actions if a.required or not a.option_strings]
    yield f"## putnam {' '.join([name, *needed])}\n"
    yield from (parser.description or "").splitlines()
    yield from (parser.epilog or "").splitlines()
    own = [action for action in actions if action.dest not in SHARED]
    if own:
        yield "\n| | |\n|---|---|"
        yield from (f"| `{_named(action)}` | {action.help or ''} |" for action in own)
    shared = [f"`{a.option_strings[0]}`" for a in actions if a.dest in SHARED]
    if shared:
        yield f"\nShared options: {', '.join(shared)}."
    yield ""


def _place(action: argparse.Action) -> str:
    """An argument that has its place, or an option that must be given."""
    if action.option_strings:
        return f"{action.option_strings[-1]}={_value(action)}"
    return {"?": f"[{_value(action)}]", "+": f"{_value(action)}..."}.get(
        str(action.nargs), _value(action)
    )


def _named(action: argparse.Action) -> str:
    name = ", ".join(action.option_strings)
    if not name:
        name = _value(action)
    elif action.nargs != 0:
        name += f"={_value(action)}"
    return name.replace("|", "\\|")


def _value(action: argparse.Action) -> str:
    if action.choices:
        return "|".join(map(str, action.choices))
    return str(action.metavar or action.dest.upper())


if __name__ == "__main__":
    sys.stdout.write(page())
