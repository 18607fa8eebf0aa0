"""Which record a line went into, and until when it stood for itself.

The one rule, for whoever deletes, shows or forgets it, or asks what was known.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.domain.tree import is_indexed
from familiar_memory.knowledge.audience import narrowest
from familiar_memory.knowledge.validity import was_right

if TYPE_CHECKING:
    from familiar_memory.domain.memory.document import Passage
    from familiar_memory.domain.memory.record import RecordFields
    from familiar_memory.notes.register.register import TreeRegister
    from familiar_memory.store.base import NoteReader

__all__ = ["notes_with_originals", "went_into", "with_merges"]


def went_into(register: TreeRegister, key: str, fields: RecordFields) -> RecordName | None:
    """The record into which a line of the note `key` says that it went; None where it did not."""
    if fields.into is None:
        return None
    note, _, block_id = fields.into.rpartition("#^")
    return RecordName(register.key_of(note) if note else key, block_id)


def notes_with_originals(store: NoteReader, register: TreeRegister, name: RecordName) -> list[str]:
    """The keys of the notes whose lines may have gone into a record: its own, and what names it.

    Raises:
        StoreError: the tree cannot be searched.
    """
    # Not what only begins so: `#^t1` would find every link to a message of ten thousand.
    hits = store.grep(rf"#\^{name.id}(?![A-Za-z0-9-])", case_insensitive=False)
    paths = [hit.path for hit in hits]
    if hits.truncated:
        # The cap is for whoever reads what a search found: any note may have the rest.
        paths = [one.path for one in store.scan_files().files if is_indexed(one.path)]
    return list(dict.fromkeys((name.note, *map(register.key_of, paths))))


def with_merges(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages of a note, each original with the moment from which its merged line speaks.

    That is when the merged line was learned: before that the original is the answer, and from then
    on that line is. It is told only where all who may know the original may know that line, and
    where that line was right itself; what was merged again is. What went into a line of another
    note has none, since the rows of a note depend on that note alone.
    """
    if not any(one.retired and one.into for one in passages):
        return tuple(passages)
    right: defaultdict[str | None, list[Passage]] = defaultdict(list)
    for one in _right(passages):
        right[one.record_id].append(one)
    since: dict[tuple[str | None, str], datetime | None] = {}
    found = list(passages)
    for at, one in enumerate(passages):
        if not (one.retired and one.into):
            continue
        which = (one.into, one.audience)
        if which not in since:
            since[which] = _first(one.audience, right[one.into])
        found[at] = replace(one, merged_at=since[which])
    return tuple(found)


def _first(audience: str, merged: Iterable[Passage]) -> datetime | None:
    """When the first of these was learned that all may know; of an id there may be copies."""
    known = (one for one in merged if narrowest((audience, one.audience)) == audience)
    return min((_aware(one.learned) for one in known if one.learned is not None), default=None)


def _right(passages: Sequence[Passage]) -> list[Passage]:
    """Those that were right: they say so, or what they went into was, or is no more."""
    originals: defaultdict[str, list[Passage]] = defaultdict(list)
    ids = {one.record_id for one in passages}
    right: list[Passage] = []
    for one in passages:
        if was_right(one.retired, one.valid_until) or (one.into and one.into not in ids):
            right.append(one)
        elif one.into:
            originals[one.into].append(one)
    for one in right:
        # What is added is looked at in its turn.
        right += originals.pop(one.record_id or "", ())
    return right


def _aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
