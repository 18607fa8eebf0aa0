"""What a request to forget means: whom, which subject, line, message, place, time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.inspection.wanted.people import wanted_person
from familiar_memory.inspection.wanted.places import wanted_place
from familiar_memory.inspection.wanted.records import WantedLine, wanted_record
from familiar_memory.inspection.wanted.topics import wanted_topic
from familiar_memory.maintenance.belongings.wanted import WantedGone

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.inspection.wanted.request import ForgetRequest

__all__ = ["wanted_gone"]


def wanted_gone(parts: Parts, request: ForgetRequest) -> WantedGone:
    """Find what a request means.

    Raises:
        NotFoundError: there is no such thing.
        UsageError: several are called so.
        HistoryError: the conversation cannot be read.
    """
    people = () if request.person is None else (wanted_person(parts, request.person),)
    topics = () if request.topic is None else wanted_topic(parts, request.topic)
    places = () if request.place is None else (wanted_place(parts, request.place),)
    line = WantedLine()
    if request.record is not None:
        line = wanted_record(parts, request.record.strip())
    return WantedGone(
        people,
        topics,
        places,
        line.turns,
        line.records,
        line.texts,
        request.since,
        request.until,
    )
