"""What the journal is told of a change while it is made."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from familiar_memory.errors import StoreError
from familiar_memory.store.journal import Journal
from familiar_memory.store.journal_entry import (
    ChangeState,
    JournalEntry,
    Operation,
    new_entry_id,
)
from familiar_memory.store.revision import revision_of

__all__ = ["Cause", "noted"]

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a change is made: by what operation, for whom, from which turns, in which batch."""

    operation: Operation
    source: str
    refs: tuple[str, ...] = ()
    batch: str | None = None

    def entry(
        self,
        rel_path: str,
        old: bytes | None,
        new: bytes | None,
        time: datetime,
        moved_to: str | None = None,
    ) -> JournalEntry:
        """The intent to change a file from these bytes to those."""
        return JournalEntry(
            id=new_entry_id(),
            time=time,
            operation=self.operation,
            path=rel_path,
            source=self.source,
            refs=self.refs,
            before=None if old is None else revision_of(old),
            after=None if new is None else revision_of(new),
            before_bytes=len(old or b""),
            after_bytes=len(new or b""),
            moved_to=moved_to,
            batch=self.batch,
        )


@contextmanager
def noted(
    journal: Journal | None, entry: JournalEntry, old: bytes | None, new: bytes | None
) -> Iterator[None]:
    """Note the intent, then how it ended. What is cut off by a crash has no outcome."""
    if journal is None:
        yield
        return
    journal.intend(entry, old, new)
    try:
        yield
    except Exception:
        _settle(journal, entry, ChangeState.ABORTED)
        raise
    _settle(journal, entry, ChangeState.DONE)


def _settle(journal: Journal, entry: JournalEntry, state: ChangeState) -> None:
    # The file is already as it is: a missing outcome can be found out from the
    # intent, while an error here would deny a change that was made.
    try:
        journal.settle(entry, state)
    except StoreError as error:
        _LOG.warning("the outcome of change %s was not noted: %s", entry.id, error)
