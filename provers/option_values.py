"""Values of provers' options: numbers in their bounds, switches."""

from __future__ import annotations

import math
from collections.abc import Mapping

from pytest_putnam.errors import BadInput


def number(
    options: Mapping[str, str], name: str, default: float, least: float, most: float
) -> float:
    """A number in its bounds, `default` where it is not given. Raises `BadInput`."""
    text = options.get(name, "")
    if not text:
        return default
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not least <= value <= most:
        raise BadInput(f"{name}={text}: it must be a number from {least:g} to {most:g}")
    return value


def whole(
    options: Mapping[str, str], name: str, default: int, least: int, most: int | None = None
) -> int:
    """A whole number in its bounds, `default` where it is not given. Raises `BadInput`."""
    text = options.get(name, "").strip()
    if not text:
        return default
    value = int(text) if text.isascii() and text.isdigit() else None
    if value is None or value < least or (most is not None and value > most):
        bounds = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise BadInput(f"{name}={text}: it must be a whole number {bounds}")
    return value


def on_or_off(options: Mapping[str, str], name: str, *, default: bool) -> bool:
    """A switch, `default` where it is not given. Raises `BadInput`."""
    text = options.get(name, "on" if default else "off")
    if text not in {"on", "off"}:
        raise BadInput(f"{name}={text}: it must be on or off")
    return text == "on"
