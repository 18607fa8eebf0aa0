"""The link between a record and the one that took its place: `replaces:^id`.

The old line gets a block id when it has none: that, and that it ends, is all that changes of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.domain.memory.short_ids import short_id
from familiar_memory.knowledge.audience import EVERYONE
from familiar_memory.knowledge.reconcile.verdict import FactVerdict

__all__ = ["block_ids_in", "linked", "linked_to"]

_BLOCK_ID = re.compile(r"(?:^|[ \t])\^([A-Za-z0-9-]+)[ \t]*\r?$", re.MULTILINE)


def block_ids_in(text: str) -> frozenset[str]:
    """Every block id that a note gives, to whatever block."""
    return frozenset(_BLOCK_ID.findall(text))


def linked(verdict: FactVerdict, taken: Collection[str]) -> tuple[Record, Mapping[Record, Record]]:
    """The new record of a verdict with its id and link, and the others that change, by the old.

    The lines of its slot are linked as their times follow one another, so in whichever order they
    come; where nothing of the slot ends where the new one begins, it is linked to what it ends.
    """
    new = verdict.record
    if new is None:
        return Record(""), {}
    changed: dict[Record, Record] = {}
    ids = set(taken)

    def named(record: Record) -> Record:
        one = changed.get(record, record)
        if one.id is None:
            one = replace(one, id=short_id(one, ids))
            ids.add(one.id or "")
        changed[record] = one
        return one

    for link in verdict.links:
        before = None if link.before is None else named(link.before).id
        one = changed.get(link.record, link.record)
        changed[link.record] = replace(one, fields=replace(one.fields, replaces=before))
    first = changed.pop(new, new)
    if first.fields.replaces is None:
        ended = [one.record for one in verdict.ends]
        first, old = linked_to(first, ended, ids)
        for record in ended:
            if old is not None and replace(old, id=record.id) == record:
                changed[record] = replace(changed.get(record, record), id=old.id)
    return first, changed


def linked_to(
    new: Record, ended: Iterable[Record], taken: Collection[str]
) -> tuple[Record, Record | None]:
    """The new record with a link to the first that it ends, and that one with the id.

    Only to a line that holds until then, and that everybody may know who may know the new one: a
    link would tell the others that there was something. Without such a line nothing changes.
    """
    if new.fields.replaces is not None:
        return new, None
    allowed = (None, EVERYONE, new.fields.place)
    old = next(
        (r for r in ended if r.state is RecordState.LIVE and r.fields.place in allowed), None
    )
    if old is None:
        return new, None
    named = old if old.id is not None else replace(old, id=short_id(old, taken))
    return replace(new, fields=replace(new.fields, replaces=named.id)), named
