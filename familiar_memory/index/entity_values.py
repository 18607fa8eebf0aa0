"""What notes say of entities, as values: who states what of whom, and who is linked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from familiar_memory.domain.memory.source import Origin

__all__ = ["EntityLine", "EntityNote", "StatedEdge", "entity_lines"]


class StatedEdge(NamedTuple):
    """What a line states: a fact, or a relation.

    `subject` is the stem of a note or what a line's tail names, `target` the path of the note
    that a link means; `seen` counts how often it was said, 1 where nothing counts.
    """

    subject: str
    label: str
    object: str
    target: str | None
    seen: int
    is_fact: bool


class EntityLine(NamedTuple):
    """A line of a note, by what it says of entities; dates as they are written.

    `merged_at` = from when on another line speaks, into which this one went.

    `targets` are the paths of the notes that its links mean. Lines that state nothing, and are
    alike in all that is told here, are one value that stands for so many (`times`): it has no
    `record_id`.
    """

    line: int
    record_id: str
    audience: str
    retired: bool
    learned: str | None
    valid_since: str | None
    valid_until: str | None
    expires: str | None
    edges: tuple[StatedEdge, ...] = ()
    targets: tuple[str, ...] = ()
    times: int = 1
    merged_at: str | None = None


class EntityNote(NamedTuple):
    """A note with what it says of entities, and from which state of it that was read.

    `kind` and `names` are what the note says of what it is about. Of a note of somebody or
    something all lines are here; who may know none of them may not know that there is the note.
    """

    key: str
    title: str
    kind: str | None
    names: tuple[str, ...]
    lines: tuple[EntityLine, ...]
    origin: Origin


def entity_lines(lines: Iterable[EntityLine]) -> tuple[EntityLine, ...]:
    """Lines that state nothing and are alike as one, after those that state something."""
    stating: list[EntityLine] = []
    alike: Counter[EntityLine] = Counter()
    for one in lines:
        if one.edges:
            stating.append(one)
        else:
            alike[one._replace(line=0, record_id="")] += 1
    return (*stating, *(one._replace(times=times) for one, times in alike.items()))
