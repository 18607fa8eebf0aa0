"""A chat-model server on this machine that behaves, or misbehaves, as a test tells it to.

It speaks both APIs: `/v1/chat/completions` and `/v1/messages`. Each request takes the next
`Reply` of the script; when the script is over, the last one is given again.
"""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self


@dataclass(frozen=True)
class Reply:
    """What a request gets; `body` as bytes is sent as it is, a text is what the model says."""

    said: str | Callable[[dict[str, Any]], str] = "tea"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None
    finish: str = "stop"
    """`stop`, `length` or `refusal`, as each API names it."""
    resets: bool = False
    """Break the connection instead of an answer."""
    hangs: bool = False
    """Answer nothing until the other side goes away or the server ends."""
    is_endless: bool = False
    """Send a body that does not end."""


@dataclass(frozen=True)
class Asked:
    """One request as it came."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def texts(self) -> dict[str, str]:
        """What stands in the request, by role."""
        found = {m["role"]: m["content"] for m in self.body["messages"]}
        return found | ({"system": self.body["system"]} if "system" in self.body else {})


class ModelServer:
    """`script` may be changed at any time; `asked` lists the requests."""

    def __init__(self) -> None:
        self.script: Sequence[Reply] = (Reply(),)
        self.asked: list[Asked] = []
        self.arrived = threading.Event()
        """A request that hangs has come."""
        self.abandoned = threading.Event()
        """The other side of one that hangs has gone away."""
        self._ending = threading.Event()
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def url(self, provider: str) -> str:
        """The `base_url` of a slot."""
        address = f"http://127.0.0.1:{self._server.server_address[1]}"
        return f"{address}/v1" if provider == "openai" else address

    def settings_of(self, slot: str, provider: str) -> str:
        """The settings of a slot that asks here, with the key in $OUR_KEY; no call is repeated."""
        return (
            f'[models.{slot}]\nprovider = "{provider}"\nmodel = "tiny"\n'
            f'base_url = "{self.url(provider)}"\napi_key_env = "OUR_KEY"\nmax_retries = 0\n'
        )

    def take(self, asked: Asked) -> Reply:
        """The reply to this request."""
        with self._lock:
            self.asked.append(asked)
            return self.script[min(len(self.asked), len(self.script)) - 1]

    def wait_until_left(self, connection: socket.socket) -> None:
        """Hang until the other side closes, or the server ends."""
        self.arrived.set()
        connection.settimeout(0.05)
        while not self._ending.is_set():
            try:
                if not connection.recv(1):
                    self.abandoned.set()
                    return
            except TimeoutError:
                continue
            except OSError:
                self.abandoned.set()
                return

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                size = int(self.headers["content-length"])
                body = json.loads(self.rfile.read(size))
                headers = {key.lower(): value for key, value in self.headers.items()}
                reply = server.take(Asked(self.path, headers, body))
                if reply.resets:
                    self._reset()
                elif reply.hangs:
                    server.wait_until_left(self.connection)
                    self.close_connection = True
                elif reply.is_endless:
                    self._send_for_ever()
                else:
                    self._send(reply, _body(reply, self.path, body))

            def _send(self, reply: Reply, data: bytes) -> None:
                headers = {"content-type": "application/json", "content-length": str(len(data))}
                self.send_response(reply.status)
                for key, value in (headers | reply.headers).items():
                    self.send_header(key, value)
                self.end_headers()
                self.wfile.write(data)

            def _send_for_ever(self) -> None:
                self.send_response(200)
                self.send_header("content-type", "application/json")
                self.send_header("connection", "close")
                self.end_headers()
                self.close_connection = True
                try:
                    while True:
                        self.wfile.write(b" " * 65_536)
                except OSError:
                    server.abandoned.set()

            def _reset(self) -> None:
                linger = struct.pack("ii", 1, 0)
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                self.close_connection = True
                self.connection.close()

            def log_message(self, *_: object) -> None:
                pass

        return Handler


def _body(reply: Reply, path: str, asked: dict[str, Any]) -> bytes:
    if reply.body is not None:
        return reply.body
    said = reply.said(asked) if callable(reply.said) else reply.said
    if reply.status >= 400:
        return json.dumps({"error": {"type": "some_error", "message": said}}).encode()
    return json.dumps(_openai(reply, said) if "chat" in path else _anthropic(reply, said)).encode()


def _openai(reply: Reply, said: str) -> dict[str, Any]:
    is_refusal = reply.finish == "refusal"
    message = {"role": "assistant", "content": None if is_refusal else said}
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "tiny-1",
        "choices": [
            {
                "index": 0,
                "message": message | ({"refusal": said} if is_refusal else {}),
                "finish_reason": "stop" if is_refusal else reply.finish,
            }
        ],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    }


def _anthropic(reply: Reply, said: str) -> dict[str, Any]:
    reasons = {"stop": "end_turn", "length": "max_tokens", "refusal": "refusal"}
    return {
        "id": "m1",
        "type": "message",
        "role": "assistant",
        "model": "tiny-1",
        "content": [{"type": "text", "text": said}],
        "stop_reason": reasons[reply.finish],
        "stop_sequence": None,
        "usage": {"input_tokens": 11, "output_tokens": 7},
    }
