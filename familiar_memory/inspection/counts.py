"""How much there is of everything, and what it takes on the disk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from familiar_memory.assembly.files import OpenFiles
from familiar_memory.assembly.parts import Parts
from familiar_memory.inspection.models import ModelUse, model_use
from familiar_memory.inspection.sizes import size_of_files
from familiar_memory.inspection.writer.writer_status import batches_put_aside, turns_waiting

__all__ = ["Counts", "counts"]

_EVERY_TURN = 2**31
"""More than any history has: no limit."""
_ROOT = "(top)"
_TOP = 5


@dataclass(frozen=True, slots=True)
class TurnCounts:
    """Turns that are kept; `deleted` are withdrawn, `silent` were never said aloud."""

    total: int
    deleted: int
    silent: int
    by_place: Mapping[str, int]
    by_role: Mapping[str, int]
    sessions: int
    people: int


@dataclass(frozen=True, slots=True)
class NoteCounts:
    """Files of the tree, by their top folder."""

    total: int
    by_folder: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SurfacedNote:
    """How often a note came up in recalls, and when last."""

    path: str
    times: int
    last: datetime


@dataclass(frozen=True, slots=True)
class SurfacedTurn:
    """How often a turn came up in recalls, and when last."""

    place: str
    ref: str | None
    times: int
    last: datetime


@dataclass(frozen=True, slots=True)
class SurfacedCounts:
    """What came up most often, as the recall log has it."""

    recalls: int
    notes: tuple[SurfacedNote, ...]
    turns: tuple[SurfacedTurn, ...]


@dataclass(frozen=True, slots=True)
class Bytes:
    """What is on the disk, in bytes."""

    notes: int
    history: int
    journal: int
    index: int


@dataclass(frozen=True, slots=True)
class Counts:
    """Everything that is counted; `not_searched` are turns too old to be searched.

    `put_aside` are batches that could not be written up.
    """

    turns: TurnCounts
    notes: NoteCounts
    passages: Mapping[str, int]
    facts: int
    links: int
    aliases: int
    waiting_for_writer: int
    put_aside: int
    not_searched: int
    models: tuple[ModelUse, ...]
    surfaced: SurfacedCounts
    bytes: Bytes


def counts(parts: Parts) -> Counts:
    """Count, to the last: no cap of a search applies here."""
    history = parts.files.history.counts()
    index = parts.files.index.stats()
    by_place: Counter[str] = Counter()
    for session in parts.files.history.sessions(_EVERY_TURN):
        by_place[session.place] += session.turn_count
    files = parts.store.scan_files().files
    folders = Counter(f.path.split("/")[0] if "/" in f.path else _ROOT for f in files)
    return Counts(
        turns=TurnCounts(
            total=history.turns,
            deleted=history.deleted,
            silent=history.silent,
            by_place=dict(sorted(by_place.items())),
            by_role=dict(sorted(history.by_role.items())),
            sessions=history.sessions,
            people=history.people,
        ),
        notes=NoteCounts(len(files), dict(sorted(folders.items()))),
        passages=dict(sorted(index.passages.items())),
        facts=index.facts,
        links=index.links,
        aliases=index.aliases,
        waiting_for_writer=turns_waiting(parts),
        put_aside=len(batches_put_aside(parts)),
        not_searched=parts.indexing.conversation.turns_left_out(),
        models=model_use(parts.models),
        surfaced=_surfaced(parts.files),
        bytes=Bytes(
            notes=sum(f.size for f in files),
            history=_size(parts.setup.paths.history),
            journal=size_of_files(parts.setup.paths.journal.rglob("*")),
            index=_size(parts.files.index.path) + _size(parts.setup.paths.register),
        ),
    )


def _surfaced(files: OpenFiles) -> SurfacedCounts:
    log = files.history.recalls
    notes = ((files.register.path_of(one.key) or one.key, one) for one in log.top_notes(_TOP))
    return SurfacedCounts(
        log.counts().recalls,
        tuple(SurfacedNote(path, one.times, one.last) for path, one in notes),
        tuple(SurfacedTurn(one.key, one.ref, one.times, one.last) for one in log.top_turns(_TOP)),
    )


def _size(file: Path) -> int:
    """Bytes of a file and its companions; 0 when it is not there."""
    return size_of_files(file.parent.glob(f"{file.name}*"))
