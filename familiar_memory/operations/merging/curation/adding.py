"""Bullets that come: into the top region of a section, or under a heading of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.errors import EditError, InputError
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.change.edit import append_records
from familiar_memory.markdown.frontmatter.block import read_frontmatter
from familiar_memory.markdown.record.legend import legend_of
from familiar_memory.markdown.record.tail_writer import render_tail
from familiar_memory.markdown.tree import Note
from familiar_memory.operations.curation.proposals import CurateAppend, CurateHeading
from familiar_memory.operations.curation.reasons import CurationOutcome, CurationReason
from familiar_memory.operations.curation.wording import (
    bullet_body,
    compared,
    heading_problem,
    line_problem,
)
from familiar_memory.operations.merging.curation.finding import (
    curated_note,
    curation_refusal,
    find_region,
    is_curated_section,
    names_its_audience,
    refuse,
    region_says,
    regions_called,
    regions_in,
)
from familiar_memory.operations.merging.curation.struck import was_struck
from familiar_memory.operations.merging.draft import Draft
from familiar_memory.operations.touched import Touch

__all__ = ["curate_append", "curate_heading", "put_bullets", "worded_bullet"]

_SECTION = 2


def curate_append(draft: Draft, operation: CurateAppend) -> str | None:
    """Add a bullet to a section; None, or that it says so already, or that it was struck.

    Raises:
        RuledOutError: with the `CurationReason`.
    """
    record = worded_bullet(operation.record)
    region = find_region(draft, operation.heading)
    if region_says(region, record) or was_struck(draft, record):
        return CurationOutcome.NOOP_DUP
    put_bullets(draft, region.heading, [record], occurrence=region.occurrence)
    return None


def curate_heading(draft: Draft, operation: CurateHeading) -> str | None:
    """Add a section with its bullets, for those who may know these.

    None, or that all of them were struck. Errors as above.
    """
    refuse(heading_problem(operation.heading))
    heading = " ".join(operation.heading.split())
    if not operation.records:
        raise curation_refusal(CurationReason.EMPTY_LINES)
    records = list(
        {compared(one.text): one for one in map(worded_bullet, operation.records)}.values()
    )
    note = curated_note(draft)
    if not is_curated_section(heading) or names_its_audience(heading):
        raise curation_refusal(CurationReason.NAMES_SECTION)
    if regions_called(regions_in(draft, note), heading):
        raise curation_refusal(CurationReason.HEADING_EXISTS)
    records = [one for one in records if not was_struck(draft, one)]
    if not records:
        return CurationOutcome.NOOP_DUP
    text, limit = _limited(draft, note, heading, records[0])
    named = _named(heading, limit)
    same = sum(one.level == _SECTION and one.heading == named for one in note.sections)
    draft.set_text(text)
    put_bullets(draft, heading, records, occurrence=same, limit=limit)
    return None


def worded_bullet(record: Record) -> Record:
    """The record without the marker of a list that a model may have put before its words.

    Raises:
        RuledOutError: no bullet may say this.
    """
    refuse(line_problem(record.text))
    body = bullet_body(record.text)
    refuse(line_problem(body))
    return replace(record, text=" ".join(body.split()))


def put_bullets(
    draft: Draft, heading: str, records: Sequence[Record], *, occurrence: int, limit: str = ""
) -> None:
    """Add bullets to a section, and see that they stand there for those whom they are for.

    Raises:
        RuledOutError: the note does not allow it.
    """
    try:
        text, lines = _lines(draft, heading, records)
        text = append_records(
            text,
            heading,
            lines,
            path=draft.lines.path,
            vocabulary=draft.vocabulary,
            occurrence=occurrence,
            limit=limit,
        )
    except (EditError, InputError):
        raise curation_refusal(CurationReason.NOT_WRITABLE) from None
    draft.set_text(text)
    if not _stand(draft, _named(heading, limit), occurrence, records):
        raise curation_refusal(CurationReason.OTHER_AUDIENCE)
    for record in records:
        draft.touched(Touch.ADDED, record)


def _lines(draft: Draft, heading: str, records: Sequence[Record]) -> tuple[str, list[str]]:
    """The text with the labels that the lines need, and the lines."""
    text = draft.text
    lines: list[str] = []
    for record in records:
        completed = draft.lines.completed(text, heading, record)
        text, line = draft.lines.written(text, heading, completed, lines)
        lines.append(line)
    return text, lines


def _stand(draft: Draft, heading: str, occurrence: int, records: Sequence[Record]) -> bool:
    """Whether each is a bullet of that section, for the place that it says."""
    found = {
        (line.standing.record.text, line.standing.audience)
        for one in regions_in(draft, curated_note(draft))
        if (one.heading, one.occurrence) == (heading, occurrence)
        for line in one.lines
    }
    return all((one.text, one.fields.place) in found for one in records)


def _limited(draft: Draft, note: Note, heading: str, record: Record) -> tuple[str, str]:
    """The text with the label of the place, and the tail that a new heading has.

    What a section is called was said there, too: others see neither. It is "" where the whole
    note is for that place.
    """
    place = record.fields.place
    whole = NoteAudiences(draft.lines.path, note, draft.default_audience).of_note
    if place is None or place == whole:
        return draft.text, ""
    try:
        text, _ = draft.lines.written(draft.text, heading, record)
        legend = legend_of(read_frontmatter(text).data)
        return text, render_tail(RecordFields(place=place), legend)
    except InputError:
        raise curation_refusal(CurationReason.NOT_WRITABLE) from None


def _named(heading: str, limit: str) -> str:
    return f"{heading} {limit}" if limit else heading
