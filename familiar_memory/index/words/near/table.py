"""The table as it lies beside this module, read once a process."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from familiar_memory.index.words.tokens import TOKENIZER_VERSION, term_hash

__all__ = [
    "LEAST",
    "NEAREST",
    "TABLE",
    "WHOLE",
    "NearWords",
    "near_terms",
    "read_table",
    "shipped_table",
]

NEAREST = 20
"""How many near words a term has at most."""

LEAST = 0.45
"""The cosine at which a word begins to be near: below it, most pairs have little in common."""

WHOLE = 255
"""A share is kept in eight bits: this is a word that means the same, a cosine of 1."""

TABLE = Path(__file__).with_name("near.npz")
"""The table that comes along."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class NearWords:
    """Terms by their hash, each with its near terms, the nearest first.

    `terms` ascends; the near terms of `terms[n]` are `terms[near[starts[n] : starts[n + 1]]]`,
    near by `shares` at the same places, of 255.
    """

    terms: NDArray[np.uint64]
    starts: NDArray[np.uint32]
    near: NDArray[np.uint16]
    shares: NDArray[np.uint8]

    def __post_init__(self) -> None:
        """Check that every place that is named is there, and let nobody write.

        Raises:
            ValueError: the arrays do not belong together.
        """
        count = len(self.terms)
        whole = (
            len(self.starts) == count + 1
            and len(self.near) == len(self.shares)
            and (int(self.starts[0]), int(self.starts[-1])) == (0, len(self.near))
            and bool((np.diff(self.starts.astype(np.int64)) >= 0).all())
            and int(self.near.max(initial=0)) < max(count, 1)
            and bool((self.terms[1:] > self.terms[:-1]).all())
        )
        if not whole:
            raise ValueError("the arrays of the table of near words do not belong together")
        for array in (self.terms, self.starts, self.near, self.shares):
            array.flags.writeable = False

    def of(self, term: str) -> tuple[tuple[int, float], ...]:
        """The near terms of one: see `near_terms`."""
        named = np.uint64(term_hash(term))
        at = int(self.terms.searchsorted(named))
        if at == len(self.terms) or self.terms[at] != named:
            return ()
        span = slice(int(self.starts[at]), int(self.starts[at + 1]))
        hashes = self.terms[self.near[span]].tolist()
        shares = (self.shares[span] / WHOLE).tolist()
        return tuple(zip(hashes, shares, strict=True))


def near_terms(term: str) -> tuple[tuple[int, float], ...]:
    """The terms that mean nearly the same as one, as they are stored in the index.

    Args:
        term: as `terms_of` gives it.

    Returns:
        Up to `NEAREST` pairs of a term's hash (`term_hash`) and how near it is, from 0 (hardly)
        to 1 (the same); the nearest first, equally near ones in the order of their letters.
        The term itself is never among them. Nothing for a term that the table does not know.
    """
    return shipped_table().of(term)


def read_table(path: Path) -> NearWords:
    """Read a table.

    Raises:
        OSError: it cannot be read.
        ValueError: it is no table of near words, or one for another tokenizer.
    """
    try:
        # Opened here: numpy leaves a file open that it cannot make sense of.
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
    except (BadZipFile, EOFError) as exc:
        raise ValueError(f"not a file of arrays: {exc}") from exc
    tokenizer = str(arrays.pop("tokenizer", "unknown"))
    if tokenizer != TOKENIZER_VERSION:
        raise ValueError(f"it is for tokenizer {tokenizer}, and this is {TOKENIZER_VERSION}")
    return _checked(arrays)


def shipped_table() -> NearWords:
    """The table that comes along, read when it is first asked for; empty if it is unusable.

    Near words are a help: without them what was said is still found by its own words.
    """
    with _lock:  # or several threads would read it, and warn, at once
        return _read_shipped()


_lock = threading.Lock()


@lru_cache(maxsize=1)
def _read_shipped() -> NearWords:
    try:
        return read_table(TABLE)
    except (OSError, ValueError) as exc:
        _log.warning("words that mean the same are not looked for: %s: %s", TABLE, exc)
        return _empty()


def _checked(arrays: Mapping[str, NDArray[Any]]) -> NearWords:
    kinds = {"terms": np.uint64, "starts": np.uint32, "near": np.uint16, "shares": np.uint8}
    wrong = sorted(
        kinds.keys() ^ arrays.keys()
        | {name for name, of in arrays.items() if of.ndim != 1 or of.dtype != kinds.get(name)}
    )
    if wrong:
        raise ValueError(f"{', '.join(wrong)}: not the arrays of a table of near words")
    return NearWords(**arrays)


def _empty() -> NearWords:
    return NearWords(
        np.zeros(0, np.uint64),
        np.zeros(1, np.uint32),
        np.zeros(0, np.uint16),
        np.zeros(0, np.uint8),
    )
