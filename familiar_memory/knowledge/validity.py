"""When a memory holds: from `since` on, until just before `until`, and not once it has expired.

A date is its first instant in UTC, a month or a year that of its first day; so a fact that
ends `until 2026-01` and the one that holds `since 2026-01` never hold at once. What is no
date limits nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.memory.record import PartialDate

__all__ = [
    "ends_before_it_begins",
    "has_begun",
    "has_ended",
    "has_faded",
    "holds",
    "is_expired",
    "stood",
    "told_term",
    "was_known",
    "was_right",
]


def holds(
    since: PartialDate | None,
    until: PartialDate | None,
    expires: datetime | str | None,
    moment: datetime,
) -> bool:
    """Whether what is not struck is so at an (aware) moment."""
    return (
        has_begun(since, moment)
        and not has_ended(until, moment)
        and not is_expired(expires, moment)
    )


def has_begun(since: PartialDate | None, moment: datetime) -> bool:
    """Whether it is so by a moment, or was so before."""
    begin = instant_of(since) if since else None
    return begin is None or begin <= moment


def has_ended(until: PartialDate | None, moment: datetime) -> bool:
    """Whether it is no more so at a moment."""
    end = instant_of(until) if until else None
    return end is not None and end <= moment


def ends_before_it_begins(since: PartialDate | None, until: PartialDate | None) -> bool:
    """Whether what says both could never hold."""
    begin = instant_of(since) if since else None
    end = instant_of(until) if until else None
    return begin is not None and end is not None and end < begin


def is_expired(expires: datetime | str | None, moment: datetime) -> bool:
    """Whether it was to be known only until before a moment; `expires` may be in ISO form."""
    end = instant_of(expires) if isinstance(expires, str) else expires
    return end is not None and end <= moment


def has_faded(learned: datetime | None, after_days: int | None, moment: datetime) -> bool:
    """Whether it was news for so many days, and is no more: left out of a prompt, still known.

    `after_days` is that of its predicate (`Predicate.fades_after`); None never fades, and
    neither does what has no date.
    """
    if learned is None or after_days is None:
        return False
    return moment - learned >= timedelta(days=after_days)


def was_right(
    retired: bool, until: PartialDate | None, merged_at: datetime | str | None = None
) -> bool:
    """Whether it ever held: what is struck and does not say when it ended was wrong.

    What went into another line was right, until that one spoke for it (`merged_at`).
    """
    has_end = until is not None and instant_of(until) is not None
    return not retired or has_end or merged_at is not None


def was_known(learned: datetime | None, moment: datetime, *, is_attested: bool) -> bool:
    """Whether it was known by a moment: by its date, else by having stood then (`is_attested`)."""
    return is_attested if learned is None else learned <= moment


def stood(
    learned: datetime | None,
    since: PartialDate | None,
    until: PartialDate | None,
    retired: bool,
    moment: datetime,
    *,
    is_attested: bool,
    merged_at: datetime | None = None,
) -> bool:
    """Whether it was known by an earlier moment and was so then, struck since or not.

    From `merged_at` on it is another line that says so.

    `recall/ranking/masks/table.py` says the same of whole columns.
    """
    is_told_elsewhere = merged_at is not None and merged_at <= moment
    was_so = has_begun(since, moment) and not (has_ended(until, moment) or is_told_elsewhere)
    is_known = was_known(learned, moment, is_attested=is_attested)
    return is_known and was_so and was_right(retired, until, merged_at)


def told_term(since: PartialDate | None, until: PartialDate | None, moment: datetime) -> str:
    """What a reader has to know of the term: `from 2099`, `until 2025-01-28`; else empty.

    That it began is no news to anybody.
    """
    begins = f"from {since}" if since and not has_begun(since, moment) else ""
    ends = f"until {until}" if until else ""
    return ", ".join(filter(None, (begins, ends)))
