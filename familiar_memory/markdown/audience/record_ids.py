"""Which id each record of a note has: its own, else one that follows from what it says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Protocol, TypeVar

from familiar_memory.domain.memory.record import Record

__all__ = ["RecordIds", "lines_called"]


class _Line(Protocol):
    @property
    def record(self) -> Record: ...
    @property
    def audience(self) -> str: ...


_AnyLine = TypeVar("_AnyLine", bound=_Line)


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
        derived = _derived(record, audience)
        self._met[derived] += 1
        count = self._met[derived]
        return derived if count == 1 else f"{derived}-{count}"


def lines_called(
    name: str, lines: Iterable[_AnyLine], id_of: Callable[[_AnyLine], str]
) -> list[_AnyLine]:
    """The lines of that id; if none has it, those that had it before they were given a block id.

    A line gets one when another takes its place, and what somebody noted of it before still
    names it.
    """
    lines = list(lines)
    found = [one for one in lines if id_of(one) == name]
    return found or [one for one in lines if _derived(one.record, one.audience) == name]


def _derived(record: Record, audience: str) -> str:
    said = f"{audience}\n{record.text}".encode("utf-8", "surrogatepass")
    return f"~{blake2b(said, digest_size=4).hexdigest()}"
