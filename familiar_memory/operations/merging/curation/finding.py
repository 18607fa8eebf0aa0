"""The section that an operation of curation names, and the one bullet of it that it means.

Both are looked for among those that its reach may see: what is hidden does not exist.
"""

from __future__ import annotations

from collections.abc import Sequence

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.knowledge.standing import SECTIONS, StandingKind
from familiar_memory.markdown.audience.top_regions import TopLine, TopRegion, top_regions
from familiar_memory.markdown.record.line import is_record_section
from familiar_memory.markdown.text.kept_ids import ARC, SHARED, SUMMARY, is_kept_up
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.markdown.tree import Note, parse_note
from familiar_memory.operations.curation.proposals import CurateRemove, CurateReplace
from familiar_memory.operations.curation.reasons import CurationReason
from familiar_memory.operations.curation.wording import compared
from familiar_memory.operations.merging.draft import Draft
from familiar_memory.operations.merging.ruled_out import RuledOutError
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.touched import Touch, TouchedLine

__all__ = [
    "curated_note",
    "find_bullet",
    "find_region",
    "is_curated_section",
    "refuse",
    "curation_refusal",
    "regions_called",
    "regions_in",
    "region_says",
    "names_its_audience",
]

_INSTRUCTIONS = SECTIONS[StandingKind.INSTRUCTION].casefold()


def curation_refusal(reason: CurationReason) -> RuledOutError:
    """What ends an operation for this reason."""
    return RuledOutError(Verdict.REJECTED, reason.value)


def refuse(problem: CurationReason | None) -> None:
    """End an operation where there is a problem.

    Raises:
        RuledOutError: there is one.
    """
    if problem is not None:
        raise curation_refusal(problem)


def curated_note(draft: Draft) -> Note:
    """The note as it stands; `RuledOutError` where there is none, since a person has deleted it."""
    if not draft.text.strip():
        raise curation_refusal(CurationReason.NOTE_MISSING)
    return parse_note(draft.text, draft.vocabulary, draft.lines.path)


def regions_in(draft: Draft, note: Note) -> tuple[TopRegion, ...]:
    """The top regions that the reach knows of."""
    return top_regions(draft.lines.path, note, draft.default_audience, draft.viewer)


def regions_called(regions: Sequence[TopRegion], heading: str) -> list[TopRegion]:
    """The regions of that heading, letter by letter; else those that it names without its tail."""
    exact = [one for one in regions if one.heading == heading]
    return exact or [one for one in regions if one.name == heading]


def is_curated_section(heading: str) -> bool:
    """Whether a section is open to curation: not the names, nor what people have asked for.

    A standing instruction is the sentence of whoever gave it, and no program words one.
    """
    name = heading.partition(" (")[0].strip().casefold()
    return is_record_section(heading) and name != _INSTRUCTIONS


def names_its_audience(heading: str) -> bool:
    """Whether a heading could be read as for whom its section is: a link, or a tail."""
    return "[" in heading or heading.rstrip().endswith(")")


def find_region(draft: Draft, heading: str) -> TopRegion:
    """The one region of that heading.

    Raises:
        RuledOutError: there is none, there are several, or it lists names.
    """
    if not heading.strip():
        raise curation_refusal(CurationReason.EMPTY_HEADING)
    if not is_curated_section(heading):
        raise curation_refusal(CurationReason.NAMES_SECTION)
    found = regions_called(regions_in(draft, curated_note(draft)), heading.strip())
    if not found:
        raise curation_refusal(CurationReason.HEADING_MISSING)
    if len(found) > 1:
        raise curation_refusal(CurationReason.AMBIGUOUS_HEADING)
    return found[0]


def region_says(region: TopRegion, record: Record) -> bool:
    """Whether a bullet of it says this, or said so: what was struck does not come back."""
    wanted = compared(record.text)
    return any(compared(one.standing.record.text) == wanted for one in region.lines)


def find_bullet(
    draft: Draft, region: TopRegion, operation: CurateRemove | CurateReplace
) -> TopLine | None:
    """The one bullet that is meant and may be struck; None where none is meant.

    Raises:
        RuledOutError: several are, or it is not for curation to strike.
    """
    wanted = compared(operation.match)
    if not wanted:
        raise curation_refusal(CurationReason.EMPTY_MATCH)
    found = [one for one in region.lines if _holds(one.standing.record, wanted)]
    if not found:
        return None
    if len(found) > 1:
        raise curation_refusal(CurationReason.MULTIPLE_MATCHES)
    _check_free(draft, operation, found[0])
    return found[0]


def _holds(record: Record, wanted: str) -> bool:
    shown = (record.text, links_as_labels(record.text))
    return record.state is RecordState.LIVE and any(wanted in compared(one) for one in shown)


def _check_free(draft: Draft, operation: CurateRemove | CurateReplace, found: TopLine) -> None:
    standing = found.standing
    if standing.record.predicate is not None:
        raise curation_refusal(CurationReason.FACT_LINE)
    if is_kept_up(standing.record, SUMMARY, ARC, SHARED):
        raise curation_refusal(CurationReason.KEPT_LINE)
    if not found.is_plain:
        raise curation_refusal(CurationReason.MULTI_LINE_BULLET)
    if (ruling := draft.proposer.judge_line(operation, standing)) is not None:
        line = TouchedLine(Touch.STOOD, standing.id, standing.record.text)
        raise RuledOutError(*ruling, lines=(line,))
