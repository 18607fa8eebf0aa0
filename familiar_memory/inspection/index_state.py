"""What is in the index, what it is built with, and what it lacks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from familiar_memory.assembly.parts import Parts
from familiar_memory.index.spaces.base import VectorStore
from familiar_memory.sync.diff import compare

__all__ = ["IndexSizes", "IndexState", "Lag", "index_state"]


@dataclass(frozen=True, slots=True)
class IndexSizes:
    """Bytes on the disk, and rows; documents and passages by source.

    `vectors` are the chunks that have theirs: windows of long ones, and what no text has any
    more, are not counted.
    """

    bytes: int
    documents: Mapping[str, int]
    passages: Mapping[str, int]
    chunks: int
    vectors: int
    facts: int
    links: int
    aliases: int


@dataclass(frozen=True, slots=True)
class Lag:
    """How many documents of a source the index does not reflect yet."""

    added: int
    changed: int
    removed: int


@dataclass(frozen=True, slots=True)
class IndexState:
    """The index as it stands; `embedder` is the space it answers from, or `none`.

    `lag` is by source. `not_searched` are turns too old to be searched, `problems` what
    could not be indexed.
    """

    file: str
    embedder: str
    embedder_problem: str | None
    replaced_because: str | None
    sizes: IndexSizes
    lag: Mapping[str, Lag]
    not_searched: int
    problems: int


def index_state(parts: Parts) -> IndexState:
    """Look at the index, and compare it with its sources; nothing is brought up to date."""
    index = parts.files.index
    stats = index.stats()
    lag = {}
    for source in (parts.indexing.notes, parts.indexing.conversation):
        found = compare(source.scan(), index.known(source.name))
        lag[source.name] = Lag(len(found.added), len(found.changed), len(found.removed))
    return IndexState(
        file=str(index.path),
        embedder=index.spaces.standing().told or "none",
        embedder_problem=parts.indexing.switch.problem,
        replaced_because=index.replaced_because,
        sizes=IndexSizes(
            bytes=stats.size_bytes,
            documents=stats.documents,
            passages=stats.passages,
            chunks=stats.chunks,
            vectors=_covered(index.spaces, stats.chunks),
            facts=stats.facts,
            links=stats.links,
            aliases=stats.aliases,
        ),
        lag=lag,
        not_searched=parts.indexing.conversation.turns_left_out(),
        problems=len(index.problems()),
    )


def _covered(spaces: VectorStore, chunks: int) -> int:
    """How many chunks can be asked for by their vectors, as doctor counts them."""
    live = spaces.standing().told
    has_vectors = any(row.key == live and row.dimension for row in spaces.sizes())
    return chunks - spaces.count_wanting(live) if has_vectors else 0
