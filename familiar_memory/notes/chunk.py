"""Cut a note's passages into chunks for embedding, along its own headings.

A short note is one chunk. A longer one is cut per H2, with H1 and H2 put before the
text; what stands before the first H2 is a chunk under the H1 alone. A section that
is still too long becomes overlapping windows. Each audience is cut as if the passages of
the others were not there, and no chunk ever mixes two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from familiar_memory.domain.memory.document import Chunk, Passage

__all__ = ["CHUNKER_VERSION", "cut_chunks"]

CHUNKER_VERSION = "9"
"""Part of the index's identity: another chunker, or reader of notes, means a rebuild."""

_SHORT_NOTE_TOKENS = 400
"""About 300 words of English."""
_LONG_SECTION_TOKENS = 1_200
"""Half as much again as a window: just above one, a section would have a tail of a few words."""
_WINDOW_TOKENS = 800
"""Windows of a long section, about 600 words; an embedder whose context is smaller cuts them
further (`embeddings/models/windows.py`)."""
_OVERLAP_TOKENS = 200
"""What two windows share, so that no thought is cut in both."""

CountTokens = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class _Placed:
    """A passage with its position in the document."""

    position: int
    passage: Passage
    tokens: int


def cut_chunks(
    title_for: Callable[[str], str], passages: Sequence[Passage], count_tokens: CountTokens
) -> tuple[Chunk, ...]:
    """Chunks in document order; every passage is in at least one.

    `title_for` says what the note is called, to the audience of a chunk.
    """
    placed = [_Placed(i, p, count_tokens(p.text)) for i, p in enumerate(passages)]
    chunks = [
        _chunk(title_for(window[0].passage.audience), heading, window)
        for members in _by_audience(placed)
        for heading, section in _sections(members)
        for window in _windows(section)
    ]
    return tuple(sorted(chunks, key=lambda c: (c.first, c.last, c.audience)))


def _by_audience(placed: Sequence[_Placed]) -> list[list[_Placed]]:
    """Apart from the start, so that what one reader gets does not depend on what others may."""
    runs: dict[str, list[_Placed]] = {}
    for member in placed:
        runs.setdefault(member.passage.audience, []).append(member)
    return list(runs.values())


def _sections(members: list[_Placed]) -> list[tuple[str, list[_Placed]]]:
    if sum(p.tokens for p in members) < _SHORT_NOTE_TOKENS:
        return [("", members)]
    return [(h, list(g)) for h, g in groupby(members, key=lambda p: p.passage.heading)]


def _windows(run: list[_Placed]) -> Iterator[list[_Placed]]:
    """Cut a long run at passage borders into windows that overlap."""
    if sum(p.tokens for p in run) <= _LONG_SECTION_TOKENS:
        yield run
        return
    start = 0
    while start < len(run):
        end, size = start, 0
        while end < len(run) and (end == start or size + run[end].tokens <= _WINDOW_TOKENS):
            size += run[end].tokens
            end += 1
        yield run[start:end]
        if end == len(run):
            return
        start = _overlapping_start(run, start, end)


def _overlapping_start(run: list[_Placed], start: int, end: int) -> int:
    """Step back from a window's end, but always beyond its start."""
    back, size = end, 0
    while back - 1 > start and size + run[back - 1].tokens <= _OVERLAP_TOKENS:
        back -= 1
        size += run[back].tokens
    return back


def _chunk(title: str, heading: str, members: Sequence[_Placed]) -> Chunk:
    path = " > ".join(filter(None, (title, heading)))
    body = "\n".join(member.passage.text for member in members)
    return Chunk(
        heading_path=path,
        char_start=members[0].passage.char_start,
        char_end=members[-1].passage.char_end,
        token_count=sum(member.tokens for member in members),
        embedding_text=f"{path}\n\n{body}" if path else body,
        audience=members[0].passage.audience,
        first=members[0].position,
        last=members[-1].position,
    )
