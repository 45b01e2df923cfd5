"""Reading YAML, with errors that name the place."""

from __future__ import annotations

from pathlib import Path

from pytest_putnam.errors import BadInput


def read_yaml(path: Path, where: str) -> object:
    """What the file holds. Raises `BadInput`, which names it as `where`, and the place in it."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{where}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{where} cannot be read: {error}") from error
    return parse_yaml(text, where)


def parse_yaml(text: str, where: str) -> object:
    """What `text` holds. Raises `BadInput`, which names it as `where`, and the place in it."""
    import yaml  # noqa: PLC0415 (the official index is JSON; most runs never need it)

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times as fast where it is there
    try:
        parsed: object = yaml.load(text, Loader=loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        said = getattr(error, "problem", None) or error
        raise BadInput(f"{where}: {place}no valid YAML: {said}") from None
    return parsed
