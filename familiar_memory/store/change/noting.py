"""What the journal records of a change while it is made."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from familiar_memory.errors import StoreError
from familiar_memory.store.base import Cause
from familiar_memory.store.journal.base import Journal
from familiar_memory.store.journal.entry import (
    ChangeState,
    JournalEntry,
    Operation,
    new_entry_id,
)
from familiar_memory.store.revision import revision_of

__all__ = ["conclude", "intent_of", "noted"]

_LOG = logging.getLogger(__name__)


def intent_of(
    operation: Operation,
    cause: Cause,
    rel_path: str,
    old: bytes | None,
    new: bytes | None,
    time: datetime,
    *,
    moved_to: str | None = None,
) -> JournalEntry:
    """The intent to change a file from these bytes to those."""
    return JournalEntry(
        id=new_entry_id(),
        time=time,
        operation=operation,
        path=rel_path,
        source=cause.source,
        refs=cause.refs,
        before=None if old is None else revision_of(old),
        after=None if new is None else revision_of(new),
        before_bytes=len(old or b""),
        after_bytes=len(new or b""),
        moved_to=moved_to,
        batch=cause.batch,
    )


@contextmanager
def noted(
    journal: Journal | None, entries: Sequence[JournalEntry], versions: Collection[bytes]
) -> Iterator[None]:
    """Note the intents, then how they ended. What is cut off by a crash has no outcome.

    `versions` are the bytes before and after.
    """
    if journal is None:
        yield
        return
    journal.intend(entries, versions)
    try:
        yield
    except Exception:
        conclude(journal, entries, ChangeState.ABORTED)
        raise
    conclude(journal, entries, ChangeState.DONE)


def conclude(journal: Journal, entries: Sequence[JournalEntry], state: ChangeState) -> None:
    """Note how changes ended; a journal that cannot be written is logged."""
    # The files are already as they are: a missing outcome can be found out from the
    # intent, while an error here would deny a change that was made.
    try:
        journal.conclude(entries, state)
    except StoreError as error:
        _LOG.warning("the outcome of change %s was not noted: %s", entries[0].id, error)
