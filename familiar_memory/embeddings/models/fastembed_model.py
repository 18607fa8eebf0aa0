"""The production embedder: bge-small through fastembed, from files that are on the disk.

The folder is found beforehand and given to fastembed as such: left to itself it asks
the network, and without one it tries again for about forty seconds.
"""

from __future__ import annotations

import json
import threading
from collections.abc import MutableMapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from familiar_memory.embeddings.base import MODEL_WEIGHT, EmbedderId, Vectors
from familiar_memory.embeddings.model_files import (
    MODEL_FILE,
    MODEL_NAME,
    find_model,
    fingerprint,
    how_to_seed,
)
from familiar_memory.embeddings.models.quiet import import_model_package
from familiar_memory.embeddings.models.telemetry import telemetry_off
from familiar_memory.embeddings.models.vectors import encodable, unit_length
from familiar_memory.errors import EmbedderError

__all__ = ["FastembedEmbedder"]

DIMENSION = 384
"""Given by the model."""
_QUERY_PREFIX = "Represent this sentence for searching relevant passages: "
_UNRELATED = 0.4
"""What this family of models gives to texts that have nothing in common. Taken from what is
known of it and not measured here, where the model cannot be had: docs/embedders.md."""
_DEFAULT_CONTEXT = 512
"""Tokens that the model takes, where its files do not say."""
_MARKS = 2
"""The tokens that the model puts around each text."""
_BATCH = 32
"""Texts at once; a batch is padded to its longest, so more of them cost memory."""
_INSTALL = "`pip install fastembed`, or the embedder 'static' or 'none'"


class FastembedEmbedder:
    """BAAI/bge-small-en-v1.5, 384 dimensions; questions carry the model's own prefix."""

    def __init__(
        self,
        *,
        environment: MutableMapping[str, str],
        cache_dir: Path | None = None,
        model_path: Path | None = None,
        threads: int | None = None,
    ) -> None:
        """Find the model in `model_path`, else under `cache_dir`; load nothing yet.

        `environment` is the process's own, `os.environ`: see `telemetry_off`.

        Raises:
            EmbedderError: it is not there; the message says how to bring it.
        """
        folder = find_model(cache_dir, model_path)
        if folder is None:
            place = model_path or cache_dir or "no folder was named"
            raise EmbedderError(
                f"the model {MODEL_NAME} is not on the disk ({place})", how_to_seed(cache_dir)
            )
        self._environment = environment
        self._folder = folder
        self._threads = threads
        self._lock = threading.Lock()
        self._model: tuple[Any, Any] | None = None

    @property
    def folder(self) -> Path:
        """Where the files of the model are."""
        return self._folder

    @cached_property
    def id(self) -> EmbedderId:
        """The space of exactly these weights, wherever they lie."""
        weights = fingerprint(self._folder / MODEL_FILE, how_to_seed(None))
        model = f"{MODEL_NAME}@{weights}"
        return EmbedderId(
            "fastembed",
            model,
            DIMENSION,
            query_prefix=_QUERY_PREFIX,
            weight=MODEL_WEIGHT,
            unrelated=_UNRELATED,
        )

    @cached_property
    def max_tokens(self) -> int:
        """What the tokenizer's configuration allows, less the marks for start and end."""
        try:
            settings = json.loads((self._folder / "tokenizer_config.json").read_text("utf-8"))
        except (OSError, ValueError) as exc:
            raise EmbedderError(
                f"tokenizer_config.json in {self._folder} cannot be read: {exc}", how_to_seed(None)
            ) from exc
        stated = (settings.get("model_max_length"), settings.get("max_length"))
        lengths = [n for n in stated if isinstance(n, int) and n > _MARKS]
        return min([_DEFAULT_CONTEXT, *lengths]) - _MARKS

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """One row a text; what lies beyond `max_tokens` of a text is not read."""
        rows = np.zeros((len(texts), DIMENSION), np.float32)
        # Texts of like length together: less padding, so faster and less rounding.
        order = sorted(
            (i for i, text in enumerate(texts) if text.strip()), key=lambda i: len(texts[i])
        )
        if order:
            rows[order] = self._run([encodable(texts[i]) for i in order])
        return unit_length(rows)

    def embed_query(self, text: str) -> Vectors:
        """The vector of a question; see `Embedder`."""
        row: Vectors = self.embed_documents((f"{_QUERY_PREFIX}{text}" if text.strip() else "",))[0]
        return row

    def count_tokens(self, text: str) -> int:
        """The length of a text in tokens; see `Embedder`."""
        _, tokenizer = self._load()
        return len(tokenizer.encode(encodable(text), add_special_tokens=False).ids)

    def close(self) -> None:
        """Let go of the model."""
        with self._lock:
            self._model = None

    def _run(self, texts: list[str]) -> Vectors:
        model, _ = self._load()
        try:
            return np.stack(list(model.embed(texts, batch_size=_BATCH))).astype(np.float32)
        except Exception as exc:
            raise EmbedderError(
                f"the model {MODEL_NAME} fails: {type(exc).__name__}", _INSTALL
            ) from exc

    def _load(self) -> tuple[Any, Any]:
        with self._lock:
            if self._model is None:
                with telemetry_off(self._environment):
                    self._model = _load_model(self._folder, self._threads)
            return self._model


def _load_model(folder: Path, threads: int | None) -> tuple[Any, Any]:
    package = import_model_package("fastembed", _INSTALL)
    tokenizers = import_model_package("tokenizers", _INSTALL)
    try:
        model = package.TextEmbedding(
            MODEL_NAME,
            cache_dir=str(folder.parent),
            threads=threads,
            local_files_only=True,
            specific_model_path=str(folder),
        )
        # A tokenizer of our own: fastembed's stops counting where the model stops reading.
        tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
    except Exception as exc:
        raise EmbedderError(
            f"the model in {folder} cannot be loaded: {exc}", how_to_seed(None)
        ) from exc
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return model, tokenizer
