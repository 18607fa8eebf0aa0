"""Block ids of lines that a writer keeps up to date: of a session, and of what a place settled.

    - **Open, Bex**: when does the ferry go on Sunday? (t12, by:discord-7) ^arc-1f0c22aa4d

Behind the kind stands a digest of the words and the place, so a line that a person has changed is
known as theirs.
"""

from __future__ import annotations

from hashlib import blake2b

from familiar_memory.domain.memory.record import Record

__all__ = ["ARC", "SHARED", "SUMMARY", "is_as_written", "is_kept_up", "kept_id"]

SUMMARY = "summary-"
ARC = "arc-"
SHARED = "shared-"
"""What a place has settled: a line of a message, as any other, until something else is settled."""
_DIGEST_BYTES = 5


def kept_id(kind: str, text: str, place: str) -> str:
    """The id of a line of that kind, of a place (its slug)."""
    said = f"{place}\n{' '.join(text.split())}".encode("utf-8", "surrogatepass")
    return f"{kind}{blake2b(said, digest_size=_DIGEST_BYTES).hexdigest()}"


def is_kept_up(record: Record, *kinds: str) -> bool:
    """Whether a line is of one of these kinds, whoever has changed it since.

    None of them is any that says what became of a talk, and is not the line of a message.
    """
    return record.id is not None and record.id.startswith(kinds or (SUMMARY, ARC))


def is_as_written(record: Record, kind: str, place: str) -> bool:
    """Whether a line of that kind has the words that a writer gave it."""
    return record.id == kept_id(kind, record.text, place)
