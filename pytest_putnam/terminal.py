"""Lines on the terminal for the command ``putnam``: colours where they are wanted, nothing unsafe."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Final, TextIO

STYLES: Final = {"good": "32", "bad": "31", "note": "33", "dim": "2", "strong": "1"}


def safe(text: str) -> str:
    """`text` with what could steer a terminal escaped; line ends and tabs stay."""
    return "".join(
        c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text
    )


class Terminal:
    """Writes lines to a stream; a part of a line may be a pair of text and style."""

    def __init__(self, stream: TextIO | None = None) -> None:
        """`stream` is standard output if not given."""
        self._stream = sys.stdout if stream is None else stream
        self._interactive = self._stream.isatty()
        self._coloured = self._interactive and not os.environ.get("NO_COLOR")
        self._shown = 0

    def line(self, *parts: str | tuple[str, str]) -> None:
        """Write the parts, escaped, as one line."""
        self.progress("")
        for part in parts:
            text, style = (part, None) if isinstance(part, str) else part
            if style is not None and self._coloured:
                self._stream.write(f"\x1b[{STYLES[style]}m{safe(text)}\x1b[0m")
            else:
                self._stream.write(safe(text))
        self._stream.write("\n")
        self._stream.flush()

    def progress(self, text: str) -> None:
        """Show `text` in place of the last progress, if someone is looking."""
        if not self._interactive or not (text or self._shown):
            return
        shown = safe(text)[: shutil.get_terminal_size().columns - 1]
        self._stream.write(f"\r{' ' * self._shown}\r{shown}")
        self._stream.flush()
        self._shown = len(shown)
