"""Real English words, the commonest first, as the tokenizer of the static embedder has them."""

from __future__ import annotations

import orjson

from benchmarks.corpora.vocabulary import Vocabulary
from familiar_memory.embeddings.models.static import StaticEmbedder
from familiar_memory.knowledge.words import STOP_WORDS

__all__ = ["english_vocabulary"]

_TOKENS = "tokenizers/l2_supercat_tokenizer_config.json"
_WORD_START = "▁"
_LEAST = 4
"""Shorter tokens are mostly pieces of words."""


def english_vocabulary(size: int, seed: int) -> Vocabulary:
    """So many words: some 9,000 real ones, then made-up ones, as rare as names and typos are.

    Real words have near ones, made-up words have none: a search among these looks up as much
    as it does in real talk.

    Raises:
        FileNotFoundError: the package wordllama is not installed.
    """
    folder = StaticEmbedder().folder
    if folder is None:
        raise FileNotFoundError("the words are read from the package wordllama: install it")
    tokens: dict[str, int] = orjson.loads((folder / _TOKENS).read_bytes())["model"]["vocab"]
    begun = (
        token[1:] for token in sorted(tokens, key=tokens.__getitem__) if token[0] == _WORD_START
    )
    words = [word for word in begun if word.isascii() and word.isalpha() and word.islower()]
    real = [word for word in words if len(word) >= _LEAST and word not in STOP_WORDS]
    return Vocabulary(size, seed, begin=real)
