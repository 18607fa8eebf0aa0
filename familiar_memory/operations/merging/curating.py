"""Curation, merged into the text of a note: only bullets of the top regions that are seen.

What a person wrote is held for them; what a program wrote is struck, and never taken out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.errors import EditError, InputError
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.audience.top_regions import TopLine, TopRegion, top_regions
from familiar_memory.markdown.change.edit import append_records
from familiar_memory.markdown.frontmatter.block import read_frontmatter
from familiar_memory.markdown.record.legend import legend_of
from familiar_memory.markdown.record.line import is_record_section
from familiar_memory.markdown.record.tail_writer import render_tail
from familiar_memory.markdown.text.kept_ids import is_kept_up
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.markdown.tree import Note, parse_note
from familiar_memory.operations.curation.proposals import (
    CurateAppend,
    CurateHeading,
    CurateRemove,
    CurateReplace,
)
from familiar_memory.operations.curation.reasons import CurationOutcome, Reason
from familiar_memory.operations.curation.wording import (
    bullet_body,
    compared,
    heading_problem,
    line_problem,
)
from familiar_memory.operations.merging.draft import Draft
from familiar_memory.operations.merging.linking import block_ids_in, linked_to
from familiar_memory.operations.merging.named.changing import write_anew
from familiar_memory.operations.merging.named.terms import check_term
from familiar_memory.operations.merging.ruled_out import RuledOutError
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.touched import Touch, TouchedLine

__all__ = ["curate_append", "curate_heading", "curate_remove", "curate_replace"]


def curate_append(draft: Draft, operation: CurateAppend) -> str | None:
    """Add a bullet to a section; None, or that it says so already.

    Raises:
        RuledOutError: with the `Reason`.
    """
    record = _worded(operation.record)
    region = _region(draft, operation.heading)
    if _says(region, record):
        return CurationOutcome.NOOP_DUP
    _put(draft, region.heading, [record], occurrence=region.occurrence)
    return None


def curate_heading(draft: Draft, operation: CurateHeading) -> str | None:
    """Add a section with its bullets, for those who may know these; None. Errors as above."""
    _refuse(heading_problem(operation.heading))
    heading = " ".join(operation.heading.split())
    if not operation.records:
        raise _refused(Reason.EMPTY_LINES)
    records = {compared(one.text): one for one in map(_worded, operation.records)}
    note = _note(draft)
    if not is_record_section(heading):
        raise _refused(Reason.NAMES_SECTION)
    if _called(_regions(draft, note), heading):
        raise _refused(Reason.HEADING_EXISTS)
    text, limit = _limited(draft, note, heading, next(iter(records.values())))
    named = f"{heading} {limit}" if limit else heading
    same = sum(one.level == 2 and one.heading == named for one in note.sections)
    draft.set_text(text)
    _put(draft, heading, list(records.values()), occurrence=same, limit=limit)
    return None


def curate_remove(draft: Draft, operation: CurateRemove) -> str | None:
    """Strike the bullet that is meant; None, or that there is none. Errors as above."""
    found = _match(draft, operation)
    if found is None:
        return CurationOutcome.NOOP_NO_MATCH
    _end(draft, found, found.standing.record, operation.until)
    return None


def curate_replace(draft: Draft, operation: CurateReplace) -> str | None:
    """Strike the bullet that is meant, and add the other; None, or why nothing is to be done.

    Where the other stands there already, the first is struck all the same. Errors as above.
    """
    record = _worded(operation.record)
    region = _region(draft, operation.heading)
    found = _match(draft, operation)
    if found is None:
        return CurationOutcome.NOOP_NO_MATCH
    old = found.standing.record
    if compared(old.text) == compared(record.text):
        return CurationOutcome.NOOP_DUP
    named: Record | None = None
    if is_new := not _says(region, record):
        record, named = linked_to(record, [old], block_ids_in(draft.text))
    _end(draft, found, named or old, operation.until)
    if is_new:
        _put(draft, region.heading, [record], occurrence=region.occurrence)
    return None


def _refused(reason: Reason) -> RuledOutError:
    return RuledOutError(Verdict.REJECTED, reason.value)


def _refuse(problem: Reason | None) -> None:
    if problem is not None:
        raise _refused(problem)


def _worded(record: Record) -> Record:
    """The record without the marker of a list that a model may have put before its words."""
    _refuse(line_problem(record.text))
    body = bullet_body(record.text)
    _refuse(line_problem(body))
    return replace(record, text=" ".join(body.split()))


def _note(draft: Draft) -> Note:
    if not draft.text.strip():
        raise _refused(Reason.NOTE_MISSING)
    return parse_note(draft.text, draft.vocabulary, draft.lines.path)


def _regions(draft: Draft, note: Note) -> tuple[TopRegion, ...]:
    return top_regions(draft.lines.path, note, draft.default_audience, draft.viewer)


def _called(regions: Sequence[TopRegion], heading: str) -> list[TopRegion]:
    """The regions of that heading, letter by letter; else those that it names without its tail."""
    exact = [one for one in regions if one.heading == heading]
    return exact or [one for one in regions if one.name == heading]


def _region(draft: Draft, heading: str) -> TopRegion:
    if not heading.strip():
        raise _refused(Reason.EMPTY_HEADING)
    if not is_record_section(heading):
        raise _refused(Reason.NAMES_SECTION)
    found = _called(_regions(draft, _note(draft)), heading.strip())
    if not found:
        raise _refused(Reason.HEADING_MISSING)
    if len(found) > 1:
        raise _refused(Reason.AMBIGUOUS_HEADING)
    return found[0]


def _says(region: TopRegion, record: Record) -> bool:
    """Whether a bullet of it says this, or said so: what was struck does not come back."""
    wanted = compared(record.text)
    return any(compared(one.standing.record.text) == wanted for one in region.lines)


def _match(draft: Draft, operation: CurateRemove | CurateReplace) -> TopLine | None:
    """The one bullet that is meant and may be struck; None where none is."""
    wanted = compared(operation.match)
    region = _region(draft, operation.heading)
    if not wanted:
        raise _refused(Reason.EMPTY_MATCH)
    found = [one for one in region.lines if _holds(one.standing.record, wanted)]
    if not found:
        return None
    if len(found) > 1:
        raise _refused(Reason.MULTIPLE_MATCHES)
    _check_free(draft, operation, found[0])
    return found[0]


def _holds(record: Record, wanted: str) -> bool:
    shown = (record.text, links_as_labels(record.text))
    return record.state is RecordState.LIVE and any(wanted in compared(one) for one in shown)


def _check_free(draft: Draft, operation: CurateRemove | CurateReplace, found: TopLine) -> None:
    standing = found.standing
    if standing.record.predicate is not None:
        raise _refused(Reason.FACT_LINE)
    if is_kept_up(standing.record):
        raise _refused(Reason.KEPT_LINE)
    if not found.is_plain:
        raise _refused(Reason.MULTI_LINE_BULLET)
    if (ruling := draft.proposer.judge_line(operation, standing)) is not None:
        line = TouchedLine(Touch.STOOD, standing.id, standing.record.text)
        raise RuledOutError(*ruling, lines=(line,))


def _end(draft: Draft, found: TopLine, named: Record, until: str) -> None:
    fields = replace(named.fields, until=until)
    try:
        check_term(fields)
        write_anew(draft, found.standing, replace(named, state=RecordState.ENDED, fields=fields))
    except (EditError, InputError):
        raise _refused(Reason.NOT_WRITABLE) from None
    draft.touched(Touch.ENDED)


def _put(
    draft: Draft, heading: str, records: Sequence[Record], *, occurrence: int, limit: str = ""
) -> None:
    """Add bullets to a section, and see that they stand there for those whom they are for."""
    path, words = draft.lines.path, draft.vocabulary
    text = draft.text
    lines: list[str] = []
    try:
        for record in records:
            completed = draft.lines.completed(text, heading, record)
            text, line = draft.lines.written(text, heading, completed, lines)
            lines.append(line)
        text = append_records(
            text,
            heading,
            lines,
            path=path,
            vocabulary=words,
            occurrence=occurrence,
            limit=limit,
        )
    except (EditError, InputError):
        raise _refused(Reason.NOT_WRITABLE) from None
    draft.set_text(text)
    named = f"{heading} {limit}" if limit else heading
    if not _stand(draft, named, occurrence, records):
        raise _refused(Reason.OTHER_AUDIENCE)
    for record in records:
        draft.touched(Touch.ADDED, record)


def _stand(draft: Draft, heading: str, occurrence: int, records: Sequence[Record]) -> bool:
    """Whether each is a bullet of that section, for the place that it says."""
    regions = _regions(draft, _note(draft))
    found = {
        (normalised(line.standing.record.text), line.standing.audience)
        for one in regions
        if (one.heading, one.occurrence) == (heading, occurrence)
        for line in one.lines
    }
    return all((normalised(one.text), one.fields.place) in found for one in records)


def _limited(draft: Draft, note: Note, heading: str, record: Record) -> tuple[str, str]:
    """The text with the label of the place, and the tail that a new heading has.

    What a section is called was said there, too: others see neither. None where the whole note is
    for that place.
    """
    place = record.fields.place
    whole = NoteAudiences(draft.lines.path, note, draft.default_audience).of_note
    if place is None or place == whole:
        return draft.text, ""
    try:
        text, _ = draft.lines.written(draft.text, heading, record)
        legend = legend_of(read_frontmatter(text).data)
        return text, render_tail(replace(_NOTHING.fields, place=place), legend)
    except InputError:
        raise _refused(Reason.NOT_WRITABLE) from None


_NOTHING = Record("")
