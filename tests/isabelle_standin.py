"""The program behind `isabelle_server`; it runs by itself, with the standard library alone."""

from __future__ import annotations

import contextlib
import json
import os
import re
import runpy
import socket
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol


class Stream(Protocol):
    """Where messages go."""

    def write(self, data: bytes, /) -> int: ...

    def flush(self) -> None: ...


HERE = Path(__file__).resolve().parent
SCRIPT: dict[str, Any] = json.loads((HERE / "script.json").read_text())
PASSWORD = "secret-password-of-the-server"


def send(out: Stream, text: str) -> None:
    """As the real one: a long message is announced by its length."""
    data = text.encode()
    if len(data) > 100 or b"\n" in data:
        out.write(b"%d\n" % (len(data) + 1))
    out.write(data + b"\n")
    out.flush()


def say(out: Stream, name: str, argument: object = None) -> None:
    send(out, name if argument is None else f"{name} {json.dumps(argument)}")


def log(command: str, argument: object) -> None:
    # in a sandbox that does not let it, nothing is noted
    with contextlib.suppress(OSError), (HERE / "log" / "requests").open("a") as file:
        file.write(json.dumps([command, argument]) + "\n")


def act(what: str, out: Stream) -> None:
    if what == "hang":
        time.sleep(3600)
    elif what == "crash":
        os._exit(3)
    elif what == "flood":
        while True:
            say(out, "NOTE", {"kind": "writeln", "message": "x" * 100_000})
    elif what == "eat":
        kept = []
        while True:
            kept.append(bytearray(b"x" * (16 << 20)))
    elif what == "slow":
        time.sleep(0.3)


def messages(text: str, file: str, out: Stream) -> Iterator[dict[str, Any] | str]:
    """What the rules say of a theory; a word where something is to be done about the task."""
    offset = 1
    for number, line in enumerate(text.split("\n"), 1):
        for rule in SCRIPT["rules"]:
            if not re.search(rule["line"], line) or not re.search(rule["theory"], text):
                continue
            if rule["do"] in {"fail", "watchdog"}:
                yield str(rule["do"])
            elif rule["do"]:
                act(rule["do"], out)
            if rule["message"]:
                at = offset + len(line) - len(line.lstrip())
                position = {"line": number, "offset": at, "end_offset": at + 1, "file": file}
                yield {"kind": rule["kind"], "message": rule["message"], "pos": position}
        offset += len(re.sub(r"\\<\^?\w+>", "x", line)) + 1  # in symbols


def use_theories(arguments: dict[str, Any], task: str, out: Stream) -> None:
    nodes, errors, running = [], [], 0
    say(out, "NOTE", {"kind": "writeln", "message": "Loading ...", "task": task})
    for name in arguments["theories"]:
        file = Path(arguments["master_dir"]) / f"{name}.thy"
        said = list(messages(file.read_text(), str(file), out))
        if "fail" in said:
            say(out, "FAILED", {"kind": "error", "message": "it failed", "task": task})
            return
        if "watchdog" in said:
            time.sleep(arguments["watchdog_timeout"])
            running = 1
        found = [each for each in said if isinstance(each, dict)]
        errors += [each for each in found if each["kind"] == "error"]
        status = {"unprocessed": 0, "running": running, "finished": 5, "failed": len(errors)}
        status |= {"consolidated": True, "canceled": False, "ok": not errors, "total": 5}
        node = {"theory_name": f"Draft.{name}", "node_name": str(file), "exports": []}
        nodes.append({**node, "messages": found, "status": status})
        note = {"percentage": 100, "theory": f"Draft.{name}", "kind": "writeln", "message": ""}
        say(out, "NOTE", {**note, "task": task})
    result = {"ok": not errors, "errors": errors, "nodes": nodes, "task": task}
    say(out, "FINISHED", result)


def replay(command: str, arguments: dict[str, Any], out: Stream) -> bool:
    """Say what a real server said to the same command; False where none was recorded."""
    place = arguments.get("master_dir", "")
    asked = False
    for line in (HERE / "replay.log").read_text().splitlines():
        if line.startswith("> "):
            asked = line[2:].split()[0] == command
        elif line.startswith("< ") and asked and line != "< OK":
            send(out, re.sub(r"^< (\[[\d.]+s\] )?", "", line).replace("$DIR", place))
    return command in {"session_start", "session_stop", "use_theories"}


def answer(command: str, arguments: Any, out: Stream) -> None:
    log(command, arguments)
    if SCRIPT["replay"] and replay(command, arguments, out):
        return
    task = str(uuid.uuid4())
    if command == "session_start":
        act(SCRIPT["start"], out)
        say(out, "OK", {"task": task})
        if SCRIPT["start"] == "fail":
            note = {"kind": "error", "message": "HOL FAILED", "task": task}
            say(out, "NOTE", note)
            say(
                out, "FAILED", {"kind": "error", "message": "Session build failed: 1", "task": task}
            )
            return
        say(out, "FINISHED", {"session_id": str(uuid.uuid4()), "tmp_dir": "/tmp", "task": task})
    elif command == "use_theories":
        say(out, "OK", {"task": task})
        use_theories(arguments, task, out)
    elif command == "session_stop":
        say(out, "OK", {"task": task})
        say(out, "FINISHED", {"ok": True, "return_code": 0, "task": task})
    elif command == "purge_theories":
        say(out, "OK", {"purged": [], "retained": []})
    else:
        say(out, "ERROR", f"Bad command '{command}'")


def serve(listener: socket.socket) -> None:
    connection, _ = listener.accept()
    with connection, connection.makefile("rwb") as stream:
        if stream.readline().decode().strip() != PASSWORD:
            return
        say(stream, "OK", {"isabelle_id": "0123456789ab", "isabelle_name": "Isabelle2024"})
        while line := stream.readline().decode():
            command, _, argument = line.strip().partition(" ")
            answer(command, json.loads(argument) if argument else None, stream)


def server() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    threading.Thread(target=serve, args=(listener,), daemon=True).start()
    sys.stderr.write("Picked up JAVA_TOOL_OPTIONS: -Xmx2g\n")
    sys.stderr.flush()
    sys.stdout.write(f'server "putnam" = 127.0.0.1:{port} (password "{PASSWORD}")\n')
    sys.stdout.flush()
    console = socket.create_connection(("127.0.0.1", port))
    console.sendall(f"{PASSWORD}\n".encode())

    def read() -> None:
        while data := sys.stdin.buffer.readline():
            console.sendall(data)
        console.shutdown(socket.SHUT_WR)

    threading.Thread(target=read, daemon=True).start()
    while data := console.recv(4096):
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def distribution() -> dict[str, str]:
    """The settings of a distribution."""
    home = os.environ.get("USER_HOME") or os.environ.get("HOME") or "/"
    return {
        "ISABELLE_HOME": str(HERE),
        "ISABELLE_IDENTIFIER": "Isabelle2024",
        "ISABELLE_HOME_USER": f"{home}/.isabelle/Isabelle2024",
        "ISABELLE_HEAPS_SYSTEM": str(HERE / "heaps"),
        "ML_IDENTIFIER": next((HERE / "heaps").iterdir()).name,
    }


def main() -> None:
    match sys.argv[1:]:
        case ["server", *_]:
            server()
        case ["version", *_]:
            sys.stdout.write("Isabelle2024\n")
        case ["getenv", *names]:
            known = {**distribution(), **SCRIPT["settings"]}
            sys.stdout.writelines(f"{name}={known.get(name, '')}\n" for name in names)
        case ["build", *_]:
            runpy.run_path(str(HERE / "builds.py"), run_name="__main__")
        case _:
            sys.exit(f"*** no {sys.argv[1:]}")


if __name__ == "__main__":
    main()
