"""A record that comes from elsewhere, and stays for those whom it was for."""

from __future__ import annotations

from dataclasses import replace

from familiar_memory.errors import EditError
from familiar_memory.knowledge.audience import EVERYONE
from familiar_memory.markdown.record.line import is_record_section
from familiar_memory.operations.merging.draft import Draft
from familiar_memory.operations.merging.linking import block_ids_in
from familiar_memory.operations.named.proposals import PutRecord
from familiar_memory.operations.touched import Touch

__all__ = ["put_record"]


def put_record(draft: Draft, operation: PutRecord) -> str | None:
    """Add the record as it is; None, or that it stands there. It says itself for whom it is.

    Raises:
        EditError: its id is taken, or what stands in that section is no memory.
    """
    if not is_record_section(operation.section or ""):
        raise EditError(f"what stands under {operation.section} is no memory", "another section")
    record, audience = operation.record, operation.audience
    if audience != EVERYONE:
        record = replace(record, fields=replace(record.fields, place=audience))
    draft.settle()
    record = draft.lines.completed(draft.text, operation.section or "", record)
    if record.id is not None and record.id in block_ids_in(draft.text):
        there = next((k.record for k in draft.known if k.record.id == record.id), None)
        if there is not None and (there.text, there.fields) == (record.text, record.fields):
            draft.touched(Touch.STOOD, there)
            return "it is already there"
        raise EditError(f"the note has a block with the id ^{record.id} already", "another id")
    draft.append(operation.title, operation.section, record)
    return None
