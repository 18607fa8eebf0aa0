"""A proposal read from its lines in `review.md`, or why it cannot be carried out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.knowledge.audience import EVERYONE, is_audience, narrowest
from familiar_memory.markdown.tree import Block
from familiar_memory.operations.review.details import (
    AUDIENCE,
    OF_THE_LIST,
    SAID,
    WHY,
    Detail,
    detail_of,
)
from familiar_memory.operations.review.item import (
    INSTEAD_OF,
    IT_SAYS,
    OF_BEFORE,
    QUOTING,
    WITH,
    ReviewItem,
)
from familiar_memory.operations.review.kinds.table import KINDS
from familiar_memory.operations.review.wording import line_in_words

__all__ = ["read_proposal"]

_KNOWN = frozenset(kind.does for kind in KINDS)


def read_proposal(
    record: Record, inner: Sequence[Block], *, is_ended: bool
) -> tuple[ReviewItem | None, str]:
    """What a first line and the blocks below it propose; None and why where that is not whole.

    `is_ended`: the last of the lines has an end, so the file was not cut off there.
    """
    below = [detail for one in inner if (detail := detail_of(one)) is not None]
    said = {one.name: one.value for one in below}
    own = [(one.name, one.value) for one in below if one.name not in OF_THE_LIST]
    if problem := _not_whole(record, said, own, is_ended=is_ended):
        return None, problem
    does, note = _action(own)
    quoting = QUOTING.get(does)
    if quoting is not None and (problem := _unlike(record.text, said, quoting)):
        return None, problem
    title = record.text if quoting is not None else ""
    told = next((one.record for one in below if one.name == quoting), record)
    item = ReviewItem(
        does,
        note,
        _bare(told, said[AUDIENCE]),
        tuple(pair for pair in own if pair != (does, note)),
        said.get(WHY, ""),
        said.get(SAID, ""),
        title,
        tuple((one.name, one.record) for one in below if one.has_tail),
        _files(below),
    )
    return (replace(item, audience=said[AUDIENCE]) if title else item), ""


def _not_whole(
    record: Record, said: Mapping[str, str], own: Sequence[tuple[str, str]], *, is_ended: bool
) -> str:
    if record.damaged:
        return "what stands in its last brackets cannot be read"
    if not record.text.strip():
        return "it says nothing"
    if (audience := said.get(AUDIENCE)) is None:
        return "the line `audience: …` below it is missing"
    if not is_audience(audience) or not is_ended:
        return f"{audience!r} is no audience, or the file was cut off"
    return "" if own else "the line that says what would be done is missing"


def _action(own: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """What is done to which note: people may have put another line above that names one too."""
    of_notes = [pair for pair in own if pair[1].endswith(".md")]
    known = (pair for pair in of_notes if pair[0] in _KNOWN or pair[0] in OF_BEFORE)
    return next(known, (of_notes or own)[0])


def _unlike(title: str, said: Mapping[str, str], quoting: str) -> str:
    """Why a first line is not what the lines below it do; "" where it is."""
    if quoting not in said:
        return f"the line `{quoting}: …` below it is missing"
    for name in (IT_SAYS, INSTEAD_OF, WITH):
        if (line := said.get(name)) is not None and line_in_words(line) not in title:
            return f"its first line does not say what stands below (`{name}: {line}`)"
    return ""


def _bare(told: Record, audience: str) -> Record:
    """The record by itself, for those whom both it and the list allow."""
    place = narrowest((told.fields.place or EVERYONE, audience))
    fields = replace(told.fields, place=None if place == EVERYONE else place)
    return replace(told, fields=fields, id=None, task=None, state=RecordState.LIVE)


def _files(below: Sequence[Detail]) -> tuple[tuple[str, str], ...]:
    return tuple((one.value.partition("#")[0], one.file) for one in below if one.file)
