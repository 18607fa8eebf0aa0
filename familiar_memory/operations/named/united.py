"""What the fields of several records come to in the one that takes their place."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.memory.record import Moment, RecordFields
from familiar_memory.knowledge.names import folded_name

__all__ = ["united"]


def united(all_fields: Sequence[RecordFields]) -> RecordFields:
    """What is true of all: the highest importance, the earliest expiry, every tag and turn.

    It has been said as often as they were together, each turn counted once.
    """
    return RecordFields(
        learned=max((f.learned for f in all_fields if f.learned), key=_instant, default=None),
        since=_common(all_fields, lambda one: one.since),
        until=_common(all_fields, lambda one: one.until),
        refs=tuple(dict.fromkeys(ref for f in all_fields for ref in f.refs)),
        by=_common(all_fields, lambda one: one.by),
        type=_common(all_fields, lambda one: one.type),
        subject=_subject(all_fields),
        category=_common(all_fields, lambda one: one.category),
        topic=_common(all_fields, lambda one: one.topic),
        importance=max(f.importance for f in all_fields),
        confidence=min(
            (f.confidence for f in all_fields if f.confidence is not None), default=None
        ),
        source="consolidation",
        tags=tuple(dict.fromkeys(tag for f in all_fields for tag in f.tags)),
        quote=_only({f.quote for f in all_fields if f.quote is not None}),
        seen=_times_said(all_fields),
        temporary=all(f.temporary for f in all_fields),
        expires=min((f.expires for f in all_fields if f.expires), key=_instant, default=None),
    )


def _times_said(all_fields: Sequence[RecordFields]) -> int | None:
    """How often it was said; None for once, as of a line that says nothing of it.

    What comes of no turn cannot be told from other such lines, and counts.
    """
    counted: set[tuple[str | None, str]] = set()
    times = 0
    # Those of most turns first: what they were made of says nothing more.
    for one in sorted(all_fields, key=lambda one: -len(one.refs)):
        fresh = {(one.place, ref) for ref in one.refs} - counted
        said = one.seen or 1
        times += said if len(fresh) == len(one.refs) else min(said, len(fresh))
        counted |= fresh
    return times if times > 1 else None


def _common(
    all_fields: Sequence[RecordFields], field: Callable[[RecordFields], str | None]
) -> str | None:
    """What all say alike; None where they differ."""
    return _only({field(one) for one in all_fields})


def _only(values: Collection[str | None]) -> str | None:
    return next(iter(values)) if len(values) == 1 else None


def _subject(all_fields: Sequence[RecordFields]) -> str | None:
    """What all are about, as the newest spells it."""
    names = {None if one.subject is None else folded_name(one.subject) for one in all_fields}
    if len(names) != 1:
        return None
    newest = max(all_fields, key=lambda one: _instant(one.learned) if one.learned else "")
    return newest.subject


def _instant(moment: Moment) -> str:
    found = instant_of(moment.isoformat())
    return moment.isoformat() if found is None else found.isoformat()
