"""Bullets that go: what a program wrote is struck, never taken out; a person's is held for them."""

from __future__ import annotations

from dataclasses import replace

from familiar_memory.domain.memory.record import PartialDate, Record, RecordState
from familiar_memory.errors import EditError, InputError
from familiar_memory.markdown.audience.top_regions import TopLine
from familiar_memory.operations.curation.proposals import CurateRemove, CurateReplace
from familiar_memory.operations.curation.reasons import CurationOutcome, CurationReason
from familiar_memory.operations.curation.wording import compared
from familiar_memory.operations.merging.curation.adding import put_bullets, worded_bullet
from familiar_memory.operations.merging.curation.finding import (
    curation_refusal,
    find_bullet,
    find_region,
    region_says,
)
from familiar_memory.operations.merging.curation.struck import was_struck
from familiar_memory.operations.merging.draft import Draft
from familiar_memory.operations.merging.linking import block_ids_in, linked_to
from familiar_memory.operations.merging.named.changing import write_anew
from familiar_memory.operations.merging.named.terms import check_term
from familiar_memory.operations.touched import Touch

__all__ = ["curate_remove", "curate_replace"]


def curate_remove(draft: Draft, operation: CurateRemove) -> str | None:
    """Strike the bullet that is meant; None, or that there is none.

    Raises:
        RuledOutError: with the `CurationReason`.
    """
    found = find_bullet(draft, find_region(draft, operation.heading), operation)
    if found is None:
        return CurationOutcome.NOOP_NO_MATCH
    _end(draft, found, found.standing.record, operation.until)
    return None


def curate_replace(draft: Draft, operation: CurateReplace) -> str | None:
    """Strike the bullet that is meant, and add the other; None, or why nothing is to be done.

    Where the other stands there already, the first is struck all the same. Errors as above.
    """
    record = worded_bullet(operation.record)
    region = find_region(draft, operation.heading)
    found = find_bullet(draft, region, operation)
    if found is None:
        return CurationOutcome.NOOP_NO_MATCH
    old = found.standing.record
    if compared(old.text) == compared(record.text) or was_struck(draft, record):
        return CurationOutcome.NOOP_DUP
    named: Record | None = None
    if is_new := not region_says(region, record):
        record, named = linked_to(record, [old], block_ids_in(draft.text))
    _end(draft, found, named or old, operation.until)
    if is_new:
        put_bullets(draft, region.heading, [record], occurrence=region.occurrence)
    return None


def _end(draft: Draft, found: TopLine, named: Record, until: PartialDate) -> None:
    fields = replace(named.fields, until=until)
    try:
        check_term(fields)
        write_anew(draft, found.standing, replace(named, state=RecordState.ENDED, fields=fields))
    except (EditError, InputError):
        raise curation_refusal(CurationReason.NOT_WRITABLE) from None
    draft.touched(Touch.ENDED)
