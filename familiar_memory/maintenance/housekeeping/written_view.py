"""A view of a note as plain values for a file, and back.

What was written is known to be as it was (`store.disk.derived_file`), so nothing is checked here;
what cannot be read raises `TypeError`, `ValueError`, `KeyError` or `AttributeError`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from datetime import date, datetime
from typing import Any, Final

from familiar_memory.domain.memory.record import Moment, Record, RecordFields, RecordState
from familiar_memory.maintenance.housekeeping.view import NoteView
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.markdown.links import Link, LinkKind

__all__ = ["view_of", "written_view"]

_MOMENTS: Final = frozenset({"learned", "expires"})
_LISTS: Final = frozenset({"refs", "tags"})
_SAYING_NOTHING: Final = {
    one.name: getattr(RecordFields(), one.name) for one in fields(RecordFields)
}


def written_view(view: NoteView) -> list[Any]:
    """What is to be written."""
    return [
        view.title,
        view.aliases,
        view.heard,
        [_written_line(line) for line in view.lines],
        [(link.target, link.line, link.kind.value) for link in view.links],
        view.of_note,
        view.name_audience,
        view.has_words,
    ]


def view_of(
    title: str,
    aliases: list[str],
    heard: list[list[str]],
    lines: list[list[Any]],
    links: list[list[Any]],
    *rest: Any,  # noqa: ANN401 - whatever JSON holds
) -> NoteView:
    """The view that was written so."""
    return NoteView(
        title,
        tuple(aliases),
        tuple((name, audience) for name, audience in heard),
        tuple(_line(*one) for one in lines),
        tuple(Link(target, line, target, LinkKind(kind)) for target, line, kind in links),
        *rest,
    )


def _written_line(line: StandingLine) -> list[Any]:
    standing = [line.id, line.audience, line.line, line.ordinal, line.section]
    record = line.record
    said = {
        name: value
        for name, usual in _SAYING_NOTHING.items()
        if (value := getattr(record.fields, name)) != usual
    }
    for name in said.keys() & _MOMENTS:
        said[name] = said[name].isoformat()
    told = [record.text, record.state.value, record.id, record.predicate, record.object]
    return [*standing, said, *told, record.task, record.damaged, record.relation]


def _line(
    id_: str,
    audience: str,
    line: int,
    ordinal: int,
    section: str | None,
    said: dict[str, Any],
    text: str,
    state: str,
    *rest: Any,  # noqa: ANN401 - as above
) -> StandingLine:
    record = Record(text, RecordFields(**_fields(said)), RecordState(state), *rest)
    return StandingLine(id_, record, audience, line, ordinal, section)


def _fields(said: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(said)
    for name in found.keys() & _MOMENTS:
        found[name] = _moment(found[name])
    for name in found.keys() & _LISTS:
        found[name] = tuple(found[name])
    return found


def _moment(written: str) -> Moment:
    return datetime.fromisoformat(written) if "T" in written else date.fromisoformat(written)
