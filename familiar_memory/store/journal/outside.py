"""A change that the store did not make, as an entry: seen late, and as one. Pure."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from familiar_memory.store.journal.derived.tables import Head
from familiar_memory.store.journal.entry import (
    BASELINE_SOURCE,
    HUMAN_SOURCE,
    ChangeState,
    JournalEntry,
    Operation,
    new_entry_id,
)

__all__ = ["Seen", "outside_change", "outside_move"]


class Seen(NamedTuple):
    """A file as someone saw it: its bytes (None: it is gone), and when."""

    path: str
    data: bytes | None
    time: datetime


def outside_change(
    path: str,
    head: Head | None,
    revision: str | None,
    size: int,
    time: datetime,
    has_baseline: bool,
) -> JournalEntry | None:
    """The entry from what was last known of a file to what it is; None when it is that.

    The first sight of a file is the baseline, until the tree was once seen whole; then
    it is a file that a person has made.
    """
    known = None if head is None else head.revision
    if revision == known:
        return None
    is_baseline = head is None and not has_baseline
    return JournalEntry(
        id=new_entry_id(),
        time=time,
        operation=_operation(known, revision),
        path=path,
        source=BASELINE_SOURCE if is_baseline else HUMAN_SOURCE,
        refs=(),
        before=known,
        after=revision,
        before_bytes=0 if head is None else head.size,
        after_bytes=size,
        state=ChangeState.DONE,
    )


def outside_move(
    source: str, target: str, head: Head, time: datetime, batch: str | None
) -> JournalEntry:
    """The entry of a file that a person has given another name, its bytes as last known."""
    return JournalEntry(
        id=new_entry_id(),
        time=time,
        operation=Operation.MOVE,
        path=source,
        source=HUMAN_SOURCE,
        refs=(),
        before=head.revision,
        after=head.revision,
        before_bytes=head.size,
        after_bytes=head.size,
        moved_to=target,
        state=ChangeState.DONE,
        batch=batch,
    )


def _operation(before: str | None, after: str | None) -> Operation:
    if after is None:
        return Operation.DELETE
    return Operation.WRITE if before is None else Operation.EDIT
