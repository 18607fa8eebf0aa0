"""The embedder: its model, the vectors that are kept, and what lacks them."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.assembly.embedder import better_embedder, model_path
from familiar_memory.assembly.files import OpenFiles
from familiar_memory.assembly.parts import Parts
from familiar_memory.embeddings.base import space_name
from familiar_memory.inspection.sizes import size_text

__all__ = [
    "ChunkCounts",
    "EmbedderState",
    "KeptVectors",
    "Preparing",
    "better_row",
    "embedder_state",
]


@dataclass(frozen=True, slots=True)
class Preparing:
    """An embedder that is whose vectors are being made, while those of another answer."""

    embedder: str
    chunks_left: int


@dataclass(frozen=True, slots=True)
class ChunkCounts:
    """Chunks of the index; `without_vectors` in the space in use, None where nothing has any."""

    all: int
    without_vectors: int | None


@dataclass(frozen=True, slots=True)
class KeptVectors:
    """The vectors of one embedder; `bytes` on the disk."""

    embedder: str
    model: str
    vectors: int
    bytes: int
    live: bool


@dataclass(frozen=True, slots=True)
class EmbedderState:
    """Everything about the embedder and its vectors.

    `embedder` is the one that the index answers from, or `none`; `of_this_process` the one
    that was loaded here, `settled_in` the one that the settings name. `problem` says why
    it cannot be used.
    """

    embedder: str
    model: str
    dimension: int
    model_folder: str | None
    of_this_process: str
    problem: str | None
    settled_in: str
    being_prepared: Preparing | None
    chunks: ChunkCounts
    kept: tuple[KeptVectors, ...]

    def rows(self) -> list[tuple[str, str]]:
        """The same for people: a name and what there is to say."""
        rows = [("embedder", self._embedder_text()), ("chunks", self._chunks_text())]
        rows += [
            (
                "in use" if one.live else "kept",
                f"{one.vectors} vectors of {one.embedder}  ({size_text(one.bytes)})",
            )
            for one in self.kept
        ]
        if coming := self.being_prepared:
            rows.append(("on its way", f"{coming.embedder}, {coming.chunks_left} chunks left"))
        if self.problem:
            rows.append(("problem", self.problem))
        return rows

    def _embedder_text(self) -> str:
        if not self.dimension:
            return f"{self.embedder}: recall uses words only"
        folder = f", in {self.model_folder}" if self.model_folder else ""
        return f"{self.embedder}  ({self.model}, {self.dimension} dimensions{folder})"

    def _chunks_text(self) -> str:
        chunks = self.chunks
        if chunks.without_vectors is None:
            return f"{chunks.all} without vectors"
        return f"{chunks.all - chunks.without_vectors} of {chunks.all} have vectors"


def embedder_state(parts: Parts) -> EmbedderState:
    """Look at the embedder of this process, and at the vectors of the index."""
    spaces = parts.files.index.spaces
    standing = spaces.standing()
    live = standing.told
    rows = spaces.sizes()
    used = parts.files.embedders.own.id
    dimension = next((row.dimension for row in rows if row.key == live), 0)
    return EmbedderState(
        embedder=space_name(live) if live else "none",
        model=live.split("|")[1] if live.count("|") else "",
        dimension=dimension,
        model_folder=_folder(parts.files) if live == used.key else None,
        of_this_process=used.name,
        problem=parts.indexing.switch.problem,
        settled_in=parts.setup.settings.index.embedder,
        being_prepared=(
            None
            if standing.is_ready or not standing.own
            else Preparing(used.name, spaces.count_wanting(standing.own))
        ),
        chunks=ChunkCounts(
            parts.files.index.stats().chunks, spaces.count_wanting(live) if dimension else None
        ),
        kept=tuple(
            KeptVectors(
                space_name(row.key),
                row.key.split("|")[1] if "|" in row.key else "",
                row.vectors,
                row.size_bytes,
                row.key == live,
            )
            for row in rows
            if row.vectors
        ),
    )


def better_row(parts: Parts) -> list[tuple[str, str]]:
    """What could be used instead of static word vectors, and how; nothing where nothing can."""
    own = parts.files.embedders.own.id.name
    better = better_embedder(own, model_path(parts.setup.settings))
    if better is None:
        return []
    how = (
        f"`familiar index embedder {better.name}` builds its vectors while the current ones keep"
        " answering"
    )
    return [("better", f"{better.name} ({better.reason}): {how}")]


def _folder(files: OpenFiles) -> str | None:
    """Where the files of the model are; None when it has none."""
    folder = getattr(files.embedders.own, "folder", None)
    return None if folder is None else str(folder)
