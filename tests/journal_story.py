"""The story that a journal tells, checked: whole, and each version of it kept."""

from __future__ import annotations

from familiar_memory.store import AuditJournal, ChangeState

__all__ = ["check_story"]


def check_story(journal: AuditJournal) -> None:
    """Each change begins with what the one before it left; every version is there."""
    last: dict[str, str | None] = {}
    for entry in journal.entries():
        for revision in (entry.before, entry.after):
            assert revision is None or journal.kept(revision) is not None
        if entry.state is not ChangeState.ABORTED:
            assert entry.path not in last or last[entry.path] == entry.before
            last[entry.path] = entry.after
