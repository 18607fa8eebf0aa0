"""Which id each record of a note has: its own, else one that follows from what it says."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

from familiar_memory.domain.memory.record import Record

__all__ = ["RecordIds"]


class RecordIds:
    """Gives ids to the records of one note, taken in order.

    A line without an id has one by its text and by whom it is for, so that it stays the same when
    the line moves or its tail changes, and says nothing of lines for others. Of several that say
    the same the second has a number behind it.
    """

    def __init__(self) -> None:
        self._met: Counter[str] = Counter()

    def id_of(self, record: Record, audience: str) -> str:
        """The id of the next record, which is for this audience."""
        if record.id is not None:
            return record.id
        said = f"{audience}\n{record.text}".encode("utf-8", "surrogatepass")
        derived = f"~{blake2b(said, digest_size=4).hexdigest()}"
        self._met[derived] += 1
        count = self._met[derived]
        return derived if count == 1 else f"{derived}-{count}"
