"""Which record a line went into: the one rule, for whoever deletes, shows or forgets it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.domain.memory.record_name import RecordName

if TYPE_CHECKING:
    from familiar_memory.domain.memory.record import RecordFields
    from familiar_memory.notes.register.register import TreeRegister
    from familiar_memory.store.base import NoteReader

__all__ = ["notes_with_originals", "went_into"]


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
    hits = store.grep(rf"#\^{name.id}", case_insensitive=False)
    return list(dict.fromkeys((name.note, *(register.key_of(hit.path) for hit in hits))))
