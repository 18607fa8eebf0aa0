"""The model is downloaded by fastembed itself, watched from outside."""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from familiar_memory.embeddings.fetch import EXPECTED_BYTES, fetch_model
from familiar_memory.embeddings.model_files import find_model
from familiar_memory.embeddings.models.fastembed_model import FastembedEmbedder
from familiar_memory.errors import EmbedderError

COMMIT = "0123456789abcdef0123456789abcdef01234567"
NOWHERE = "http://127.0.0.1:9"
"""The discard port: nobody listens."""


class Hub(BaseHTTPRequestHandler):
    """As much of a model hub as fastembed asks for, over a folder of files."""

    folder: Path
    silent = False

    def do_HEAD(self) -> None:
        """What a file is."""
        self._answer(body=False)

    def do_GET(self) -> None:
        """A file, or what there is."""
        self._answer(body=True)

    def log_message(self, *_: object) -> None:
        """Keep quiet."""

    def _answer(self, *, body: bool) -> None:
        if self.silent:
            # As a network that swallows everything: until the other side hangs up.
            self.connection.recv(1)
            return
        path = self.path.partition("?")[0]
        if path.startswith("/api/"):
            self._send(json.dumps(self._listing(path)).encode(), {}, "application/json", body)
            return
        data = (self.folder / path.rsplit("/", 1)[1]).read_bytes()
        marks = {"ETag": f'"{hashlib.sha1(data).hexdigest()}"', "X-Repo-Commit": COMMIT}
        self._send(data, marks, "application/octet-stream", body)

    def _listing(self, path: str) -> object:
        files = sorted(self.folder.iterdir())
        if "/tree/" in path:
            return [
                {
                    "type": "file",
                    "path": file.name,
                    "size": file.stat().st_size,
                    "oid": hashlib.sha1(file.read_bytes()).hexdigest(),
                }
                for file in files
            ]
        return {
            "id": "qdrant/bge-small-en-v1.5-onnx-q",
            "sha": COMMIT,
            "siblings": [{"rfilename": file.name} for file in files],
        }

    def _send(self, data: bytes, headers: dict[str, str], kind: str, body: bool) -> None:
        self.send_response(200)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if body:
            self.wfile.write(data)


@pytest.fixture
def hub(tiny_model: Path) -> Iterator[tuple[str, type[Hub]]]:
    """A hub on this machine that has the tiny model."""
    handler = type("TinyHub", (Hub,), {"folder": tiny_model})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", handler
    server.shutdown()
    server.server_close()
    thread.join()


def alone(endpoint: str, home: Path) -> dict[str, str]:
    """The environment of a child that knows no other hub and no proxy."""
    kept = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}
    return {**kept, "HF_ENDPOINT": endpoint, "HOME": str(home), "HF_HOME": str(home / "hf")}


@pytest.mark.long
def test_the_model_is_downloaded_once(hub, tmp_path):
    """It can be used then; the second time nothing is asked for."""
    endpoint, _ = hub
    cache = tmp_path / "cache"
    seen: list[tuple[int, int]] = []
    folder = fetch_model(
        cache,
        environment=alone(endpoint, tmp_path),
        progress=lambda done, total: seen.append((done, total)),
    )
    assert folder == find_model(cache)
    assert {total for _, total in seen} == {EXPECTED_BYTES}
    embedder = FastembedEmbedder(environment=os.environ, cache_dir=cache, threads=1)
    assert embedder.embed_query("tea").any()
    assert fetch_model(cache, environment=alone(NOWHERE, tmp_path)) == folder


@pytest.mark.long
def test_without_a_network_it_says_so_and_how_to_seed(tmp_path):
    """At fastembed's first complaint, not after its last."""
    cache = tmp_path / "cache"
    with pytest.raises(EmbedderError) as caught:
        fetch_model(cache, environment=alone(NOWHERE, tmp_path))
    assert "cannot be downloaded: " in caught.value.problem
    for advice in ("model_optimized.onnx", "tokenizer.json", f"{cache}/fast-bge-small-en-v1.5/"):
        assert advice in caught.value.accepted


@pytest.mark.long
def test_a_network_that_swallows_everything_is_given_up(hub, tmp_path):
    """After the time in which nothing came."""
    endpoint, handler = hub
    handler.silent = True
    with pytest.raises(EmbedderError, match=r"nothing has come for 0\.5 s"):
        fetch_model(tmp_path / "cache", environment=alone(endpoint, tmp_path), patience_s=0.5)


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    """Before anything is started."""
    (tmp_path / "file").write_text("")
    with pytest.raises(EmbedderError, match="cannot be made"):
        fetch_model(tmp_path / "file" / "cache", environment=alone(NOWHERE, tmp_path))
