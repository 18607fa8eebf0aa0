"""Lines stand for themselves again, before what they were merged into is forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from familiar_memory.assembly.wiring.writing import note_rules
from familiar_memory.errors import StoreError
from familiar_memory.operations.named.proposals import RestoreRecord
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.policies.owner import OwnerPolicy
from familiar_memory.operations.several_notes import NotesAtOnce
from familiar_memory.store.base import Cause
from familiar_memory.store.erasing import ERASING
from familiar_memory.store.journal.entry import new_entry_id

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.maintenance.belongings.wanted import FreedOriginal

__all__ = ["free_originals"]


def free_originals(parts: Parts, freed: Sequence[FreedOriginal]) -> None:
    """Take their strike away, as a deletion of what they went into would.

    Raises:
        StoreError: a note cannot be written.
    """
    if not freed:
        return
    lines = [RestoreRecord(one.name.note, one.name.id, one.into) for one in freed]
    files = parts.files
    rules = note_rules(parts.setup, files.history, files.register)
    cause = Cause(ERASING, batch=new_entry_id())
    notes = NotesAtOnce(parts.store, files.register, OwnerPolicy(), rules, cause)
    report = notes.apply(lines)
    for one in report.outcomes:
        if one.verdict is Verdict.FAILED:
            raise StoreError(f"{one.note}: {one.reason}")
