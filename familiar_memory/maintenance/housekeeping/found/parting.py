"""Notes to be divided: a section of `notes.md` that has outgrown it, and what fills its file."""

from __future__ import annotations

import posixpath
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from familiar_memory.domain.text.file_names import file_name, free_name, spelling_key
from familiar_memory.domain.text.slugs import title_slug
from familiar_memory.domain.tree import TOPICS, is_below, note_of_topic
from familiar_memory.errors import FamiliarError
from familiar_memory.knowledge.audience import EVERYONE, reach_of
from familiar_memory.knowledge.names import folded_name
from familiar_memory.maintenance.housekeeping.context import HousekeepingContext, proposed
from familiar_memory.maintenance.housekeeping.found.loose import LOOSE, UNLINKED
from familiar_memory.maintenance.housekeeping.survey import SurveyedNote
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.audience.sizes import audience_sizes, size_for
from familiar_memory.markdown.change.parting import leading_name
from familiar_memory.markdown.record.line import is_record_section
from familiar_memory.markdown.tree import Block, Section
from familiar_memory.operations.review.item import ReviewItem
from familiar_memory.operations.rewriting.requests import (
    MoveRecordsAbout,
    MoveRecordsUpTo,
    MoveSections,
)

__all__ = ["full_notes", "outgrown_sections"]

_SECTION = 2
_OF_ALL = frozenset({"facts", "memories", "notes", "relations", "see also", UNLINKED.casefold()})
"""Sections of `notes.md` that hold what is about anything: none of them is a name."""
_RUN = 5
"""Lines of one name in a section of others that make a note."""
_OUTGROWN = "{} {:,} characters long and there is no note of that name; a link is left in {} place"


def outgrown_sections(context: HousekeepingContext) -> Iterator[ReviewItem]:
    """Sections of `notes.md` that are long enough, of a name that has no note."""
    loose = context.survey.notes.get(LOOSE)
    if loose is None:
        return
    long = list(_long_sections(context, loose))
    taken = _names_taken(context) if long else set()
    for section, length in long:
        is_name = folded_name(section.heading) not in {*taken, *_OF_ALL}
        if runs := list(_runs(context, loose, section, taken)):
            yield from runs
        elif is_name and (new := _new_note(section.heading)) is not None:
            request = MoveSections(LOOSE, (section.heading,), *new, keeps_heading=True)
            yield proposed(request, _OUTGROWN.format("the section is", length, "its"), EVERYONE)


def _long_sections(
    context: HousekeepingContext, loose: SurveyedNote
) -> Iterator[tuple[Section, int]]:
    """Those that everybody may know of, each with its length."""
    if len(loose.text) < context.settings.promote_chars:
        return
    audiences = NoteAudiences(loose.key, loose.note, loose.rules.default_audience)
    for section in loose.note.sections:
        # The name of a file is seen by everybody who is given the folder.
        is_open = audiences.limit == EVERYONE and audiences.of_heading(section.line) is None
        if section.level != _SECTION or not is_open or not is_record_section(section.heading):
            continue
        length = len(loose.text[section.char_start : section.char_end].strip())
        if length >= context.settings.promote_chars:
            yield section, length


def _runs(
    context: HousekeepingContext, loose: SurveyedNote, section: Section, taken: set[str]
) -> Iterator[ReviewItem]:
    """The lines of one name, in a section of several, where they are long enough by themselves."""
    runs: dict[str, list[Block]] = defaultdict(list)
    for block in section.blocks:
        name = folded_name(leading_name(block)) if block.parent is None else ""
        if name and loose.audience_at(block.line) == EVERYONE:
            runs[name].append(block)
    for name, blocks in runs.items():
        length, about = sum(len(one.text) for one in blocks), leading_name(blocks[0])
        is_long = length >= context.settings.promote_chars and len(blocks) >= _RUN
        is_new = name not in {*taken, folded_name(section.heading)}
        if is_long and is_new and (new := _new_note(about)):
            request = MoveRecordsAbout(LOOSE, section.heading, about, *new)
            told = f"{len(blocks)} lines begin with that name; they are"
            yield proposed(request, _OUTGROWN.format(told, length, "their"), EVERYONE)


def _new_note(called: str) -> tuple[str, str] | None:
    """The key of a note of that name, and what its file is called; None where that is no name."""
    name, slug = file_name(called), title_slug(called)
    return (note_of_topic(slug), name) if name and slug else None


def _names_taken(context: HousekeepingContext) -> set[str]:
    """What any note is called, of a person or a thing."""
    found = set(context.names.claims)
    for note in context.survey.notes.values():
        found.update(folded_name(name) for name in note.titles)
    return found


def full_notes(context: HousekeepingContext) -> Iterator[ReviewItem]:
    """Notes near the bound of a file, counted as the writer counts: by who may know the lines."""
    most = context.settings.split_at * context.max_file_bytes
    for note in context.survey.notes.values():
        # A character has a byte at least, and most notes are far from it.
        if len(note.text) * 4 < most or not note.is_topic:
            continue
        if (size := _size(context, note)) < most:
            continue
        if (item := _divided(context, note, size)) is not None:
            yield item


def _size(context: HousekeepingContext, one: SurveyedNote) -> int:
    sizes = audience_sizes(one.key, one.note, one.rules.default_audience)
    policy = context.rules.readers
    reaches = {reach_of(place, policy) for place in sizes if place != EVERYONE} or {""}
    return max(
        size_for(sizes, lambda place, reach=reach: reach_of(place, policy) == reach)  # type: ignore[misc]
        for reach in reaches
    )


def _divided(context: HousekeepingContext, one: SurveyedNote, size: int) -> ReviewItem | None:
    to, name = _second_of(context, one)
    sections = [s for s in one.note.sections if s.level == _SECTION]
    requests: list[MoveSections | MoveRecordsUpTo] = []
    if (last := _last_half(one, sections)) is not None:
        requests.append(MoveSections(one.key, last, to, name))
    requests += _by_years(one, sections, to, name)
    bound = f"{size:,} bytes of {context.max_file_bytes:,} that a file may have are used"
    for request in requests:
        if _can_be(context, request):
            return proposed(request, f"{bound}; a link is left in their place", one.audience)
    return None


def _last_half(one: SurveyedNote, sections: Sequence[Section]) -> tuple[str, ...] | None:
    """The headings from the end that hold up to half of the note; None where there are none."""
    half, taken = len(one.text) / 2, []
    for section in reversed(sections):
        half -= section.char_end - section.char_start
        if half < 0:
            break
        if not is_record_section(section.heading):
            continue
        taken.append(section.heading)
    return tuple(reversed(taken)) if taken else None


def _by_years(
    one: SurveyedNote, sections: Sequence[Section], to: str, name: str
) -> Iterator[MoveRecordsUpTo]:
    """The records of the longest section up to the year by which half of them were learned."""
    longest = max(sections, key=lambda s: s.char_end - s.char_start, default=None)
    if longest is None:
        return
    years: Counter[int] = Counter()
    for block in longest.blocks:
        learned = None if block.record is None else block.record.fields.learned
        if learned is not None and block.parent is None:
            years[learned.year] += 1
    so_far = 0
    for year in sorted(years)[:-1]:
        so_far += years[year]
        if 2 * so_far >= years.total() or year == sorted(years)[-2]:
            yield MoveRecordsUpTo(one.key, longest.heading, year, to, name)
            return


def _second_of(context: HousekeepingContext, one: SurveyedNote) -> tuple[str, str]:
    """The key of the note that takes the other half, and what its file is called."""
    folder, _, file = one.path.rpartition("/")
    taken = {spelling_key(posixpath.basename(path)[:-3]) for path in context.survey.notes}
    name = free_name(f"{file[:-3]} (2)", taken, file[:-3])
    if is_below(one.key, TOPICS):
        return note_of_topic(title_slug(name)), name
    return f"{folder}/{name}.md" if folder else f"{name}.md", name


def _can_be(context: HousekeepingContext, request: MoveSections | MoveRecordsUpTo) -> bool:
    try:
        made = context.rewritten.proposals(request)
    except FamiliarError:
        return False
    return all(
        len(one.now.encode("utf-8", "replace")) <= context.max_file_bytes for one in made[:1]
    )
