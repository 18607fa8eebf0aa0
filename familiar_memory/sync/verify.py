"""Prove that the live index is what a fresh build of the same sources would be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

import numpy as np

from familiar_memory.domain.memory.source import DocumentSource, Stamp
from familiar_memory.domain.progress import Progress
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.embeddings.models.none import NoEmbedder
from familiar_memory.index.array_types import F32
from familiar_memory.index.base import Index
from familiar_memory.index.rows.digest import IndexDigest
from familiar_memory.sync.update import build_if_stale

__all__ = ["TableComparison", "VerifyReport", "verify"]

_MINIMUM_COSINE = 0.999
"""Models may differ in their last bits between two runs; another text is far below this."""

_MOST_ROUNDS = 20
"""Each takes as long as both are compared, and somebody may say something in that time: of a room
in which a turn comes every few milliseconds some rounds fail, and hardly ever all."""


@dataclass(frozen=True, slots=True)
class TableComparison:
    """One table: rows and digest of the live index and of the fresh one."""

    table: str
    live_rows: int
    fresh_rows: int
    same: bool


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """Whether both indexes answer alike, table by table.

    `vectors` were compared by content; `differing` of them were closer to another
    direction than a cosine of 0.999 allows. None were where the index answers from an
    embedder that this process does not have (`unchecked` says so).
    """

    tables: tuple[TableComparison, ...]
    vectors: int
    differing: int
    unchecked: str | None = None
    held: tuple[str, ...] = ()
    """Notes that vanished all at once: the index still has them, until a person agrees."""

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return self.differing == 0 and all(table.same for table in self.tables)


def verify(
    live: Index,
    sources: Sequence[DocumentSource],
    embedders: Embedders,
    *,
    catch_up: Callable[[], object],
    progress: Progress | None = None,
) -> VerifyReport:
    """Build a second index beside the live one, embed everything anew, and compare.

    What is said or saved while the second one is made is no difference between them: only then
    `catch_up` brings the live one up to date. What it had missed before is one.

    Raises:
        IndexUnavailableError: the live index cannot be read.
    """
    standing, asked = live.spaces.standing(), live.spaces.asked()
    identity = replace(live.identity, embedder=asked.key, dimension=asked.dimension)
    embedder = embedders.of(asked.key) or NoEmbedder()
    seen = _stamps(sources)
    with closing(live.another(identity)) as fresh:
        build_if_stale(fresh, sources, embedder, progress=progress)
        report = _compare(live.digest(asked.key), fresh.digest(asked.key))
        for _ in range(_MOST_ROUNDS):
            if report.same or (now := _stamps(sources)) == seen:
                break
            seen = now
            catch_up()
            build_if_stale(fresh, sources, embedder)
            report = _compare(live.digest(asked.key), fresh.digest(asked.key))
    if asked.key or standing.is_ready or not standing.last:
        return report
    return replace(report, unchecked=f"the vectors of {standing.last}")


def _stamps(sources: Sequence[DocumentSource]) -> list[tuple[Stamp, ...]]:
    return [source.scan().stamps for source in sources]


def _compare(live: IndexDigest, fresh: IndexDigest) -> VerifyReport:
    tables = []
    for name, (digest, rows) in fresh.tables.items():
        live_digest, live_rows = live.tables[name]
        tables.append(TableComparison(name, live_rows, rows, digest == live_digest))
    missing = live.vectors.keys() ^ fresh.vectors.keys()
    differing = sum(
        _cosine(vector, live.vectors[key]) < _MINIMUM_COSINE
        for key, vector in fresh.vectors.items()
        if key in live.vectors
    )
    return VerifyReport(tuple(tables), len(fresh.vectors), differing + len(missing))


def _cosine(one: F32, other: F32) -> float:
    if len(one) != len(other):
        return 0.0
    # In 64 bits, where no square of what 32 hold is nothing, or infinite.
    wide, beside = one.astype(np.float64), other.astype(np.float64)
    lengths = float(np.linalg.norm(wide) * np.linalg.norm(beside))
    return float(wide @ beside) / lengths if lengths else float(not one.any() and not other.any())
