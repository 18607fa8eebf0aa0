"""Which notes of `topics/` a text may speak of: by the names that such notes would have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from familiar_memory.domain.text.slugs import LONGEST_SLUG, title_slug
from familiar_memory.domain.text.tokens import is_dense_script
from familiar_memory.knowledge.words import STOP_WORDS, words

__all__ = ["possible_subjects"]

_MOST_WORDS = 256
"""Of a message: each start is looked up with each length, so the work grows by the product."""
_MOST_CHARACTERS = 8_000
"""Of a message, which may be a megabyte without a space: so many words take no more."""
_LONGEST_NAME = 4
"""Words of a title that is recognised."""
_SHORTEST = 3
"""A note called "go" is not meant by everybody who goes somewhere."""
_DENSE_RUN = 120
"""Characters of an unbroken run of Chinese or Japanese, where each may begin a name."""
_LONGEST_DENSE = 10
"""Characters of such a name; one character alone would be found everywhere."""


def possible_subjects(text: str) -> Counter[str]:
    """Stems of notes that a text may name, with how often; whether there are any is not asked.

    Asking for the notes that exist would have to leave out those which the viewer may not
    know of; names out of the text itself give nothing away.
    """
    text = text[:_MOST_CHARACTERS]
    said = words(text)[:_MOST_WORDS]
    stems = map(_stem, _runs(said))
    return Counter(stem for stem in (*stems, *_dense_runs(text)) if stem)


def _stem(run: list[str]) -> str:
    """What a note of these words would be called."""
    title = " ".join(run)
    # Hundreds of runs a recall, nearly all of them plain: their slug is no more than this.
    if title.isascii() and "".join(run).isalnum() and title.islower():
        return "-".join(run)[:LONGEST_SLUG].strip("-")
    return title_slug(title)


def _runs(said: list[str]) -> Iterator[list[str]]:
    for start in range(len(said)):
        for size in range(1, _LONGEST_NAME + 1):
            run = said[start : start + size]
            if len(run) < size:
                break
            if run[0] in STOP_WORDS or run[-1] in STOP_WORDS:
                continue
            if size > 1 or len(run[0]) >= _SHORTEST:
                yield run


def _dense_runs(text: str) -> Iterator[str]:
    """Stretches of a script without spaces, where any may be a name."""
    if text.isascii():
        return
    dense = "".join(c if is_dense_script(c) else " " for c in text).split()
    for run in islice(dense, _MOST_WORDS):
        for start in range(min(len(run), _DENSE_RUN)):
            for size in range(2, _LONGEST_DENSE + 1):
                if start + size <= len(run):
                    yield run[start : start + size]
