"""The line of a record in one note: without what the note says, with the labels of places.

A label that is new to the note is explained in its property `places`, with the first line that
needs it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.talk.place import parse_place_slug
from familiar_memory.errors import EditError
from familiar_memory.markdown.frontmatter.block import read_frontmatter
from familiar_memory.markdown.frontmatter.edit import add_items
from familiar_memory.markdown.heading import heading_source
from familiar_memory.markdown.inheritance import surroundings_of
from familiar_memory.markdown.record.legend import legend_entry
from familiar_memory.markdown.record.line import is_record_section, render_record
from familiar_memory.markdown.record.short_ref import block_id
from familiar_memory.markdown.record.surroundings import (
    Surroundings,
    completed,
    is_said,
    linked_line,
)
from familiar_memory.operations.place_labels import Labels

__all__ = ["LineWriting"]

_SECTION = 2
_PROPERTY = "places"


@dataclass(frozen=True, slots=True)
class LineWriting:
    """How lines of the note at a path are written; without `labels` places are told by slug."""

    path: str
    labels: Labels | None = None

    def completed(self, text: str, section: str, record: Record) -> Record:
        """A record as it will be read in that H2 section of the note.

        It has what it inherits. Who spoke is left to the link with which a line of a session
        begins, and to the line that another is a link to.
        """
        where = self._where(text, section)
        is_linked = linked_line(record.text) is not None
        if is_linked or (where.is_transcript and is_said(record.text, by_link=True)):
            record = replace(record, fields=replace(record.fields, by=None))
        return completed(record, where, has_bare_ref=False)

    def written(
        self, text: str, section: str, record: Record, waiting: Iterable[str] = ()
    ) -> tuple[str, str]:
        """The text of the note, with what the line needs, and the line to be added.

        `waiting` are lines that will stand in the note as well. Of two rooms that number their
        messages alike one has the turn as its block id: an id stands once in a file.

        Raises:
            InputError: the record cannot be written.
        """
        where = self._where(text, section)
        is_id_taken = where.is_transcript and _has_line_of(record.fields.refs, text, waiting)
        line = render_record(record, where=where, is_id_taken=is_id_taken)
        place = record.fields.place
        label = None if place == where.place else self._new_label(where, place)
        if place is None or label is None:
            return text, line
        legend = where.legend.with_label(label, place)
        if legend is None:
            return text, line
        where = replace(where, legend=legend)
        labelled = render_record(record, where=where, is_id_taken=is_id_taken)
        if labelled == line:
            return text, line
        try:
            return add_items(text, _PROPERTY, (legend_entry(label, place),)), labelled
        except EditError:
            # Its properties are nothing that we may change for sure.
            return text, line

    def _new_label(self, where: Surroundings, place: str | None) -> str | None:
        """The label of a place that the note does not explain yet."""
        if self.labels is None or place is None or parse_place_slug(place) is None:
            return None
        return None if where.legend.label(place) is not None else self.labels.label(place)

    def _where(self, text: str, section: str) -> Surroundings:
        where = surroundings_of(self.path, _properties(text), _SECTION, heading_source(section))
        if is_record_section(section):
            return where
        # A name inherits nothing, and a label may stand behind it by itself.
        return Surroundings(where.legend.strictly())


def _has_line_of(refs: Sequence[str], text: str, waiting: Iterable[str]) -> bool:
    """Whether a line of the note ends in the block id of one of these turns."""
    ends = tuple(f" ^{one}" for ref in refs if (one := block_id(ref)) is not None)
    if not ends:
        return False
    written = any(one in text for one in ends) and any(
        line.rstrip().endswith(ends) for line in text.splitlines()
    )
    return written or any(line.endswith(ends) for line in waiting)


@lru_cache(maxsize=8)  # many lines are added to one text
def _properties(text: str) -> Mapping[str, Any]:
    return read_frontmatter(text).data
