"""What a journal knows of the past of a file."""

from datetime import datetime

from familiar_memory.store.journal.journal import AuditJournal


def version_at(journal: AuditJournal, path: str, moment: datetime) -> bytes | None:
    """The bytes of a file at a moment; None when there was no file, or none known."""
    past = journal.past(path, moment)
    return None if past is None or past.revision is None else journal.version(past.revision)
