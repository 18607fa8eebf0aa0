"""The embedder that comes along: wordllama's static word vectors, no download.

A text's vector is the mean of the vectors of the tokens of its content words: words
of grammar only blur a mean (alone, these vectors find 57 % of the answers of LoCoMo
so, and 24 % with every word). The weights ship in the package's wheel (256
dimensions); they are read from there, and its code is never imported: it would bring a
client for downloads, and widen all of the weights for the few words of a question.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from familiar_memory.embeddings.base import STATIC_WEIGHT, EmbedderId, Vectors
from familiar_memory.embeddings.models.quiet import import_model_package
from familiar_memory.embeddings.models.vectors import encodable, unit_length
from familiar_memory.errors import EmbedderError
from familiar_memory.knowledge.words import content_words, words

if TYPE_CHECKING:
    # Its space is asked for by many who embed nothing.
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["STATIC_ACCEPTED", "StaticEmbedder", "static_model_problem"]

DIMENSION = 256
"""What ships in the wheel."""
_CONFIG = "l2_supercat"
_FILES = (
    f"weights/{_CONFIG}_{DIMENSION}.safetensors",
    f"tokenizers/{_CONFIG}_tokenizer_config.json",
)
_CONTENT = "content-words-1"
_MAX_TOKENS = 1200
"""As long as a section that stays one chunk (`sync/notes/chunk.py`)."""
_FEW = 64
"""New words that are looked up one after another; more of them by all cores at once."""
_KEPT_WORDS = 20_000
"""Whose tokens are remembered, since looking them up costs more than all the rest."""
_TENSOR = "embedding.weight"
STATIC_ACCEPTED = (
    "`pip install wordllama`; where it has no wheel: `pip install 'familiar-memory[minilm]'` and"
    " the embedder 'minilm', or 'fastembed', or 'none', which is recall by words"
)


def static_model_problem() -> str | None:
    """Why the static model cannot be used, without importing it; None when it can."""
    spec = importlib.util.find_spec("wordllama")
    if spec is None or not spec.submodule_search_locations:
        return "the package wordllama is not installed"
    folder = Path(spec.submodule_search_locations[0])
    missing = [name for name in _FILES if not (folder / name).is_file()]
    return f"the package wordllama lacks {', '.join(missing)}" if missing else None


class StaticEmbedder:
    """Mean of static token vectors, 256 dimensions; the same for documents and queries."""

    def __init__(self) -> None:
        """Load nothing yet."""
        self._lock = threading.Lock()
        self._model: tuple[NDArray[np.float16], Any] | None = None
        self._word_ids: dict[str, list[int]] = {}

    @property
    def folder(self) -> Path | None:
        """Where the weights are: in the package that brings them."""
        spec = importlib.util.find_spec("wordllama")
        places = None if spec is None else spec.submodule_search_locations
        return Path(places[0]) if places else None

    @cached_property  # asking for a package's version opens its metadata each time
    def id(self) -> EmbedderId:
        """The space of this version of the weights.

        Raises:
            EmbedderError: the package is not installed.
        """
        try:
            version = importlib.metadata.version("wordllama")
        except importlib.metadata.PackageNotFoundError as exc:
            raise EmbedderError("the package wordllama is not installed", STATIC_ACCEPTED) from exc
        model = f"wordllama-{version}/{_CONFIG}/{_CONTENT}"
        return EmbedderId("static", model, DIMENSION, weight=STATIC_WEIGHT)

    @property
    def max_tokens(self) -> int:
        """Any length could be averaged; beyond this a mean stands for nothing any more."""
        return _MAX_TOKENS

    @property
    def is_quick(self) -> bool:
        """As soon as the weights are loaded: see `Embedder`."""
        return self._model is not None

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """One row a text; see `Embedder`."""
        import numpy as np

        rows = np.zeros((len(texts), DIMENSION), np.float32)
        weights, tokenizer = self._load()
        said = [content_words(text) or words(text) for text in texts]
        ids_of = self._ids_of(
            {word for text in said for word in text},
            lambda new: _encoded(tokenizer, new),
        )
        for row, text in enumerate(said):
            # Each text is summed alone and never padded, so that its vector has the
            # same bits whatever stands beside it.
            if ids := [token for word in text for token in ids_of[word]]:
                taken = weights.take(ids, axis=0, mode="clip")
                rows[row] = taken.astype(np.float32).sum(axis=0)
        return unit_length(rows)

    def _ids_of(
        self, wanted: set[str], encode: Callable[[list[str]], Sequence[Any]]
    ) -> dict[str, list[int]]:
        """The tokens of each word; no token of this model reaches over the end of a word."""
        known = self._word_ids
        new = [word for word in wanted if word not in known]
        if new:
            encoded = encode(new)
            # A new mapping, never a changed one: other threads may be reading the old.
            if len(known) + len(new) > _KEPT_WORDS:
                known = {word: known[word] for word in wanted & known.keys()}
            known = known | {word: tokens.ids for word, tokens in zip(new, encoded, strict=True)}
            self._word_ids = known
        return known

    def embed_query(self, text: str) -> Vectors:
        """The vector of a question; see `Embedder`."""
        row: Vectors = self.embed_documents((text,))[0]
        return row

    def count_tokens(self, text: str) -> int:
        """The length of a text in tokens; see `Embedder`."""
        _, tokenizer = self._load()
        return len(tokenizer.encode(encodable(text), add_special_tokens=False).ids) if text else 0

    def close(self) -> None:
        """Let go of the weights."""
        with self._lock:
            self._model = None
            self._word_ids = {}

    def _load(self) -> tuple[NDArray[np.float16], Any]:
        with self._lock:
            if self._model is None:
                self._model = _load_model()
            return self._model


def _encoded(tokenizer: Any, texts: list[str]) -> Sequence[Any]:  # noqa: ANN401 - a model's
    if len(texts) > _FEW:
        found: Sequence[Any] = tokenizer.encode_batch(texts, add_special_tokens=False)
        return found
    # A batch wakes up as many threads as there are cores: for a question that is most of it.
    return [tokenizer.encode(text, add_special_tokens=False) for text in texts]


def _load_model() -> tuple[NDArray[np.float16], Any]:
    """The weights as they are stored, shape (tokens, DIMENSION), and what cuts words up."""
    if problem := static_model_problem():
        raise EmbedderError(problem, STATIC_ACCEPTED)
    folder = StaticEmbedder().folder or Path()
    weights, words = (folder / name for name in _FILES)
    safetensors = import_model_package("safetensors", STATIC_ACCEPTED)
    tokenizers = import_model_package("tokenizers", STATIC_ACCEPTED)
    try:
        with safetensors.safe_open(weights, framework="np") as tensors:
            embedding = tensors.get_tensor(_TENSOR)
        tokenizer = tokenizers.Tokenizer.from_file(str(words))
    except Exception as exc:
        raise EmbedderError(f"the static model cannot be loaded: {exc}", STATIC_ACCEPTED) from exc
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return embedding, tokenizer
