"""A scripted server of chat completions for tests: real sockets, any bytes, any fault."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True)
class Seen:
    """A request as it arrived."""

    number: int
    """Counts from 1, completions only."""
    body: Mapping[str, Any]
    headers: Mapping[str, str]
    at: float
    """Monotonic seconds."""

    @property
    def prompt(self) -> str:
        """The last message."""
        return str(self.body["messages"][-1]["content"])


@dataclass(frozen=True)
class Script:
    """What is sent back, and how badly."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    cut_at: int | None = None
    """After so many bytes of the body the connection is reset."""
    piece: int = 0
    """The body comes in pieces of this size …"""
    pause_s: float = 0.0
    """… with this pause before each."""
    hang: bool = False
    """Nothing is ever sent."""

    def late(self, delay_s: float) -> Script:
        return replace(self, delay_s=delay_s)


def answer(
    *contents: str | None,
    finish: str | None = "stop",
    usage: Mapping[str, Any] | bool | None = True,
    message: Mapping[str, Any] | None = None,
    model: str = "test-model",
) -> Script:
    """A chat completion with one choice per content; `message` adds fields to each message."""
    choices = [
        {
            "index": i,
            "finish_reason": finish,
            "message": {"role": "assistant", "content": content} | dict(message or {}),
        }
        for i, content in enumerate(contents)
    ]
    data: dict[str, Any] = {"id": "x", "object": "chat.completion", "created": 1, "model": model}
    data["choices"] = choices
    if usage is True:
        usage = {"prompt_tokens": 100, "completion_tokens": 10 * len(contents), "total_tokens": 0}
    if usage:
        data["usage"] = usage
    return Script(json.dumps(data).encode())


def error(
    status: int,
    message: str = "it did not work",
    *,
    headers: Mapping[str, str] | None = None,
    **fields: Any,
) -> Script:
    """An error as OpenAI writes it."""
    body = json.dumps({"error": {"message": message, "type": "x", **fields}}).encode()
    return Script(body, status, dict(headers or {}))


Responder = Callable[[Seen], Script]


def in_order(scripts: Sequence[Script], then: Script | Responder | None = None) -> Responder:
    """The scripts one after the other, and `then` for all later requests (the last, if None)."""

    def respond(seen: Seen) -> Script:
        if seen.number <= len(scripts):
            return scripts[seen.number - 1]
        later = scripts[-1] if then is None else then
        return later if isinstance(later, Script) else later(seen)

    return respond


class ModelServer:
    """Serves until closed, in a thread of its own."""

    def __init__(
        self,
        respond: Responder | Script,
        *,
        models: Sequence[str] = ("test-model",),
        at_once: int | None = None,
    ) -> None:
        """`at_once`: so many requests are worked at, the others wait in the server."""
        self._respond = respond
        self._models = models
        self._at_once = at_once
        self.seen: list[Seen] = []
        self.in_flight = 0
        self.most_in_flight = 0
        self.loop = asyncio.new_event_loop()
        self._gate: asyncio.Semaphore | None = None
        started = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(started,), daemon=True)
        self._thread.start()
        assert started.wait(10)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(10)

    def _run(self, started: threading.Event) -> None:
        asyncio.set_event_loop(self.loop)
        if self._at_once is not None:
            self._gate = asyncio.Semaphore(self._at_once)
        start = asyncio.start_server(self._serve, "127.0.0.1", 0, backlog=4096)
        server = self.loop.run_until_complete(start)
        self.port: int = server.sockets[0].getsockname()[1]
        started.set()
        self.loop.run_forever()
        server.close()
        tasks = asyncio.all_tasks(self.loop)
        for task in tasks:
            task.cancel()
        self.loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self.loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._request(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def _request(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Serve one request; returns whether the connection goes on."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.strip().split("\r\n")
        headers = {k.lower(): v.strip() for k, v in (line.split(":", 1) for line in lines)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        if first.split()[1].endswith("/models"):
            listed = json.dumps({"object": "list", "data": [{"id": m} for m in self._models]})
            return await _send(writer, Script(listed.encode()))
        seen = Seen(len(self.seen) + 1, json.loads(body), headers, time.monotonic())
        self.seen.append(seen)
        script = self._respond if isinstance(self._respond, Script) else self._respond(seen)
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            if self._gate is None:
                await asyncio.sleep(script.delay_s)
            else:
                async with self._gate:
                    await asyncio.sleep(script.delay_s)
        finally:
            self.in_flight -= 1
        return await _send(writer, script)


async def _send(writer: asyncio.StreamWriter, script: Script) -> bool:
    if script.hang:
        await asyncio.sleep(3600)
    headers = {"content-type": "application/json", "content-length": str(len(script.body))}
    headers |= {k.lower(): v for k, v in script.headers.items()}
    lines = [f"HTTP/1.1 {script.status} Said", *(f"{k}: {v}" for k, v in headers.items())]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    sent = script.body if script.cut_at is None else script.body[: script.cut_at]
    step = script.piece or max(1, len(sent))
    for start in range(0, len(sent), step):
        if script.piece:
            await asyncio.sleep(script.pause_s)
        writer.write(sent[start : start + step])
        await writer.drain()
    if script.cut_at is None:
        return True
    # a lingering time of zero makes the system send a reset
    raw = writer.get_extra_info("socket")
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
    return False


@contextmanager
def serving(
    respond: Responder | Script,
    *,
    models: Sequence[str] = ("test-model",),
    at_once: int | None = None,
) -> Iterator[ModelServer]:
    """A server for the length of a with statement."""
    server = ModelServer(respond, models=models, at_once=at_once)
    try:
        yield server
    finally:
        server.close()


def unused_url() -> str:
    """An address at which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}/v1"
