"""A record that comes from elsewhere, and stays for those whom it was for."""

from __future__ import annotations

from dataclasses import replace

from familiar_memory.errors import EditError
from familiar_memory.knowledge.audience import EVERYONE, narrowest
from familiar_memory.operations.merging.draft import Draft
from familiar_memory.operations.merging.linking import block_ids_in
from familiar_memory.operations.merging.named.finding import named_lines
from familiar_memory.operations.named.proposals import PutRecord
from familiar_memory.operations.touched import Touch

__all__ = ["put_record"]


def put_record(draft: Draft, operation: PutRecord) -> str | None:
    """Add the record as it is; None, or that it stands there.

    Raises:
        EditError: its id is taken, or it would be known to more people there.
    """
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
    before = draft.text
    draft.append(operation.title, operation.section, record)
    draft.settle()
    found = [one.audience for one in named_lines(draft) if one.record.text == record.text]
    if found and all(narrowest((audience, one)) == one for one in found[-1:]):
        return None
    draft.set_text(before)
    raise EditError("it would be known to others there", "a note or section for the same people")
