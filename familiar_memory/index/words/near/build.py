"""Making the table: which words lie near each other in wordllama's static vectors."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from familiar_memory.embeddings.models.static import StaticEmbedder
from familiar_memory.index.words.near.likeness import is_solid, may_be_near
from familiar_memory.index.words.near.table import LEAST, NEAREST, WHOLE, NearWords
from familiar_memory.index.words.tokens import TOKENIZER_VERSION, term_hash, terms_of

__all__ = ["Near", "StaticWords", "nearest", "to_table", "vocabulary", "write_table"]

_BLOCK = 512
"""Words compared at once with all the others: 512 by 20,000 numbers are 40 MB."""
_DECIMALS = 4
"""To which cosines are compared: their last bits differ between machines and between the two
directions of a pair, and neither the order nor who is near whom may."""
_WORD_BEGINS = "▁"
"""What stands before a piece that begins a word."""

Near = dict[str, dict[str, float]]
"""Of each term, its near terms with their cosine, the nearest first."""


@dataclass(frozen=True, slots=True)
class StaticWords:
    """Words with their unit vectors, shape (words, dimensions), and the pieces of each."""

    words: tuple[str, ...]
    vectors: NDArray[np.float32]
    pieces: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, words: Sequence[str]) -> StaticWords:
        """The words among these whose vector says what they mean.

        Raises:
            EmbedderError: the package wordllama is not installed.
        """
        embedder = StaticEmbedder()
        _, tokenizer = embedder._load()
        encoded = tokenizer.encode_batch(list(words), add_special_tokens=False)
        cut = [tuple(p.removeprefix(_WORD_BEGINS) for p in one.tokens) for one in encoded]
        known = frozenset(words)
        solid = [n for n, pieces in enumerate(cut) if is_solid(pieces, known)]
        kept = tuple(words[n] for n in solid)
        return cls(kept, embedder.embed_documents(kept), tuple(cut[n] for n in solid))


def vocabulary() -> list[str]:
    """The whole words that the static model has a vector of their own for."""
    _, tokenizer = StaticEmbedder()._load()
    pieces = tokenizer.get_vocab()
    return [piece.removeprefix(_WORD_BEGINS) for piece in pieces if piece[0] == _WORD_BEGINS]


def nearest(said: StaticWords, terms: Collection[str] | None = None) -> Near:
    """The near terms of each term, or of the `terms` named.

    If one is near another, that is near it, unless it has `NEAREST` nearer ones.
    Two terms are as near as the nearest two of their words that `may_be_near` each other.
    """
    found: Near = {}
    known = frozenset(said.words)
    term_of = [next(terms_of((word,))) for word in said.words]
    asked = [n for n, term in enumerate(term_of) if terms is None or term in terms]
    for one, other, cosine in _pairs(said.vectors, asked):
        term, near = term_of[one], term_of[other]
        if term == near or cosine <= found.get(term, {}).get(near, 0):
            continue
        shares = not set(said.pieces[one]).isdisjoint(said.pieces[other])
        if may_be_near(said.words[one], said.words[other], known, shares_piece=shares):
            found.setdefault(term, {})[near] = cosine
    return {term: _nearest_of(near) for term, near in sorted(found.items())}


def to_table(near: Near) -> NearWords:
    """Put near terms into arrays, by hash; equally near ones in the order of their letters."""
    names = sorted(near, key=term_hash)
    number = {term: n for n, term in enumerate(names)}
    shares: list[int] = []
    places: list[int] = []
    starts = [0]
    for term in names:
        rounded = [(_share(cosine), other) for other, cosine in near[term].items()]
        for share, other in sorted(rounded, key=lambda pair: (-pair[0], pair[1])):
            if share:
                shares.append(share)
                places.append(number[other])
        starts.append(len(places))
    return NearWords(
        np.array([term_hash(term) for term in names], np.uint64),
        np.array(starts, np.uint32),
        np.array(places, np.uint16),
        np.array(shares, np.uint8),
    )


def write_table(table: NearWords, path: Path) -> None:
    """Write a table for `read_table`."""
    np.savez(
        path,
        terms=table.terms,
        starts=table.starts,
        near=table.near,
        shares=table.shares,
        tokenizer=np.array(TOKENIZER_VERSION),
    )


def _pairs(vectors: NDArray[np.float32], asked: Sequence[int]) -> Iterator[tuple[int, int, float]]:
    """Each asked word with each that lies nearer than `LEAST`, by number, with their cosine."""
    for begin in range(0, len(asked), _BLOCK):
        rows = asked[begin : begin + _BLOCK]
        cosines = np.round(vectors[rows] @ vectors.T, _DECIMALS)
        for row, column in zip(*np.nonzero(cosines > LEAST), strict=True):
            yield rows[row], int(column), float(cosines[row, column])


def _nearest_of(near: dict[str, float]) -> dict[str, float]:
    return dict(sorted(near.items(), key=lambda pair: (-pair[1], pair[0]))[:NEAREST])


def _share(cosine: float) -> int:
    return round(WHOLE * min(1.0, (cosine - LEAST) / (1 - LEAST)))
