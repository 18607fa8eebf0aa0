"""Every record of the tree as a line of JSON, for programs; `docs/exporting.md` has the keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import date
from typing import Any

import orjson

from familiar_importers.exports.tree_notes import ExportLine, TreeNote, read_notes
from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.tree import subject_of
from familiar_memory.errors import UsageError
from familiar_memory.markdown.record.moments import format_moment
from familiar_memory.transfer.exporter import Export, ExportOptions, TreeReader
from familiar_memory.transfer.importer import Remark

__all__ = ["RecordsExporter"]

_ENDINGS = (".jsonl", ".ndjson")
_PLACE = "place"


@dataclass(frozen=True, slots=True)
class RecordsExporter:
    """One object a record, in the order of paths and lines, retired ones too.

    Prose and damaged lines are no records; the damaged ones are remarked.
    """

    name = "records"
    text_ending = ".jsonl"
    describe = "every record, with its tail and its audience, as JSON lines (.jsonl)"

    def export(self, tree: TreeReader, options: ExportOptions) -> Export:
        """The lines, note by note.

        Raises:
            UsageError: the file is called neither .jsonl nor .ndjson.
        """
        if options.output.suffix.lower() not in _ENDINGS:
            raise UsageError(f"{options.output} is not a .jsonl", "a name such as records.jsonl")
        remarks: list[Remark] = []
        for note in read_notes(tree, remarks.append, options):
            remarks += _damaged(note)
        notes = read_notes(tree, lambda _: None, options)
        return Export((piece for note in notes if (piece := _piece(note))), tuple(remarks))


def _piece(note: TreeNote) -> bytes:
    return b"".join(
        orjson.dumps(_value(note, line, line.block.record), option=orjson.OPT_APPEND_NEWLINE)
        for line in note.lines
        if line.is_record and line.block.record is not None and line.audience is not None
    )


def _value(note: TreeNote, line: ExportLine, record: Record) -> dict[str, Any]:
    return {
        "path": note.path,
        "line": line.block.line,
        "section": line.section.heading if line.section.level == 2 else "",
        "id": record.id,
        "text": record.text,
        "state": record.state.value,
        "audience": line.audience,
        "predicate": record.predicate,
        "object": record.object,
        "about": record.fields.subject or subject_of(note.key),
        "task": record.task,
        **_tail(record.fields),
    }


def _tail(tail: RecordFields) -> dict[str, Any]:
    """What the tail says, by the words that stand in it; `in` is what was written there."""
    given = {field.name: getattr(tail, field.name) for field in fields(tail)}
    return {"in" if key == _PLACE else key: _plain(value) for key, value in given.items()}


def _plain(value: object) -> object:
    if isinstance(value, date):
        return format_moment(value)
    return list(value) if isinstance(value, tuple) else value


def _damaged(note: TreeNote) -> Iterator[Remark]:
    for line in note.lines:
        if line.is_record and line.audience is None:
            yield Remark(
                f"{note.path}:{line.block.line}",
                "left out: its tail does not parse, so nobody knows for whom it is",
            )
