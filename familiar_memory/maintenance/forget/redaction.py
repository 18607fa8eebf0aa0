"""What a note loses when something is forgotten: pure, from bytes to bytes.

Whole blocks go that were said by somebody who goes, that cite a turn which goes, or that stand
in a place which goes; with them what is nested below, which has its audience from them. Of
everything else only ids and links to notes that go are replaced, in the middle of a line. The
same rule reads every version that the journal keeps, so a line is found in the past as well,
under whatever name the note, or the person, had then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from familiar_memory.domain.erasure import Erasure, Redaction, holds_any
from familiar_memory.domain.sought import Sought
from familiar_memory.domain.tree import DAYS, SESSIONS, TOPICS, is_below, is_review_list
from familiar_memory.maintenance.belongings.kept_names import NamesElsewhere
from familiar_memory.maintenance.belongings.links import LinksTo
from familiar_memory.maintenance.forget.blocks import GoneBlocks
from familiar_memory.maintenance.forget.encodings import SoughtForms
from familiar_memory.maintenance.forget.other_files import OtherFiles, ReadText
from familiar_memory.maintenance.forget.properties import without_items
from familiar_memory.maintenance.forget.proposals import GoneProposals
from familiar_memory.markdown.source import lines_of, read_source
from familiar_memory.markdown.tree import Note, Section, parse_note

__all__ = ["NoteRedaction", "has_head_alone", "note_redaction", "version_redaction"]

_NOTE = ".md"
_WORDS = re.compile(r"[\w-]+")
_ROUNDS = 5


def note_redaction(what: Erasure) -> Redaction:
    """What files lose of which an erasure speaks; see `plain_redaction` for its texts."""
    return NoteRedaction(what)


def version_redaction(what: Erasure) -> Redaction:
    """What versions in the journal lose: nobody can take anything out of them later.

    So one that still holds some of it in whatever reading (base64, say) goes as a whole; the file,
    as it stands, is left to whoever is shown where it is.
    """
    redaction = NoteRedaction(what)
    forms = SoughtForms((*what.texts, *what.traces.said), what.traces.ids)

    def without(path: str, data: bytes) -> bytes | None:
        rest = redaction(path, data)
        return None if rest is None or forms.reading_of(rest) is not None else rest

    return without


class NoteRedaction:
    """Takes what an erasure names out of the bytes of one file after the other."""

    def __init__(self, what: Erasure) -> None:
        self._what = what
        self._sought = Sought.of(what)
        self._links = LinksTo(what.traces.links, what.paths)
        self._others = OtherFiles(what, self._links)
        self._blocks = GoneBlocks(what, self._links)
        self._proposals = GoneProposals(what, self._sought)
        self._names = NamesElsewhere(what.traces.names, what.places)
        refs = {ref for _, ref in what.turns} | what.traces.refs
        self._cited = frozenset(one for ref in refs for one in self._blocks.spelled(ref))

    def __call__(self, path: str, data: bytes) -> bytes | None:
        """The file without it; None where nothing is left, or no part can be taken."""
        read = ReadText.of(data)
        if read is None:
            # A picture, an archive: no part of it can be taken.
            return None if self._others.is_in_bytes(data) else data
        is_note = PurePosixPath(path).suffix.casefold() == _NOTE and read.is_unicode
        text = self._of_note(path, read) if is_note else self._others.redacted(read)
        return data if text == read.text else None if text is None else read.written(text)

    def _of_note(self, path: str, read: ReadText) -> str | None:
        text = read.text
        for _ in range(_ROUNDS):
            # What went may have been the fence around what is left.
            new = self._once(path, read, text)
            if new is None or new == text:
                return new
            text = new
        return text

    def lines_gone(self, path: str, text: str) -> frozenset[int]:
        """The numbers (from 1) of the lines that go, not of those that lose something."""
        gone: frozenset[int] = frozenset()
        if self._may_lose(path, text):
            gone, _ = self._gone_lines(path, parse_note(text, path=path))
        if not holds_any(text.encode(), self._sought.spelled):
            return gone
        lines = enumerate(lines_of(text), 1)
        return gone | {at for at, line in lines if holds_any(line.encode(), self._sought.spelled)}

    def records_gone(self, path: str, data: bytes) -> frozenset[str]:
        """The texts of the records that go from a version of a note."""
        read = ReadText.of(data)
        if read is None or not (gone := self.lines_gone(path, read.text)):
            return frozenset()
        blocks = parse_note(read.text, path=path).blocks
        return frozenset(one.record.text for one in blocks if one.record and one.line in gone)

    def _once(self, path: str, read: ReadText, text: str) -> str | None:
        rest, is_less = text, False
        if self._may_lose(path, text):
            note = parse_note(text, path=path)
            gone, instead = self._gone_lines(path, note)
            is_less = bool(gone)
            rest = _without_lines(text, gone, instead)
            rest = without_items(rest, self._is_gone_item)
            rest = self._links.replaced(rest)
            rest = self._sought.ids.replaced(rest)
        rest = read.without_lines(rest, self._sought.spelled)
        if rest == text or not has_head_alone(path, rest):
            return rest
        return None if is_less or not has_head_alone(path, text) else rest

    def _may_lose(self, path: str, text: str) -> bool:
        """Whether it is worth parsing: most notes hold nothing of it, and are only looked at."""
        what = self._what
        if (
            what.traces.spans
            or what.traces.records
            or self._sought.ids.found_in(text)
            or self._links.may_be_in(text)
        ):
            return True
        if is_review_list(path) and (what.traces.proposals or self._proposals.may_be_in(text)):
            return True
        if what.places and any(place in text or place in path for place in what.places):
            return True
        if (what.traces.leads or what.traces.called) and "^lead-" in text:
            return True
        if " more" in text and any(f"{stem}]]" in text for stem, _ in what.traces.leads):
            # Where mentions are counted.
            return True
        if what.traces.words and self._blocks.name_subject(text):
            return True
        return not self._cited.isdisjoint(_WORDS.findall(text))

    def _gone_lines(
        self, path: str, note: Note
    ) -> tuple[frozenset[int], dict[int, tuple[str, ...]]]:
        """The numbers (from 1) of the lines that go, with sections in which nothing is left.

        With them the lines that come in the place of one.
        """
        gone: set[int] = set()
        instead: dict[int, tuple[str, ...]] = {}
        ends = _ends(note)
        for section in note.sections:
            if self._blocks.section_goes(note, section):
                gone.update(range(section.line, ends[section]))
                continue
            lost: set[int] = set()
            for block in section.blocks:
                if block.parent in lost or self._blocks.goes(path, note, section, block):
                    lost.add(block.ordinal)
                    gone.update(range(block.line, block.line_end + 1))
                    if kept := self._names.instead(path, note, section, block):
                        instead[block.line] = kept
                        lost.discard(block.ordinal)
            if lost and _loses_all(section, lost):
                gone.update(range(section.line, ends[section]))
        if is_review_list(path):
            gone |= self._proposals.lines(note, frozenset(gone))
        return frozenset(gone), instead

    def _is_gone_item(self, item: str) -> bool:
        """Whether an item of a list of properties goes: a link to what goes, a place, an id."""
        return self._links.is_in(item) or self._sought.ids.found_in(item)


def _ends(note: Note) -> dict[Section, int]:
    """The line behind each section."""
    lines = read_source(note.text).line_count + 1
    starts = [section.line for section in note.sections]
    return dict(zip(note.sections, [*starts, lines][1:], strict=True))


def _loses_all(section: Section, lost: Iterable[int]) -> bool:
    """Whether nothing but headings is left of an H2: the heading says whose words stood there."""
    kept = {block.ordinal for block in section.blocks if block.kind != "heading"} - set(lost)
    return section.level == 2 and not kept


def _without_lines(text: str, gone: frozenset[int], instead: Mapping[int, tuple[str, ...]]) -> str:
    """The text without these lines; of blank lines on both sides those behind go too.

    `instead` are lines that come in the place of some.
    """
    if not gone:
        return text
    source = read_source(text)
    kept: list[str] = []
    is_after_gap = False
    for number in range(source.line_count):
        line = text[source.starts[number] : source.starts[number + 1]]
        if other := instead.get(number + 1):
            kept.append(_in_place_of(line, other))
            is_after_gap = False
            continue
        if number + 1 in gone:
            is_after_gap = True
            continue
        is_blank = not line.strip()
        if is_after_gap and is_blank and (not kept or not kept[-1].strip()):
            continue
        is_after_gap = is_after_gap and is_blank
        kept.append(line)
    return "".join(kept)


def _in_place_of(line: str, others: tuple[str, ...]) -> str:
    """Lines that end as this one does."""
    end = line[len(line.rstrip("\r\n")) :]
    return (end or "\n").join(others) + end


def has_head_alone(path: str, text: str) -> bool:
    """Whether a note of a session, a day or a topic has nothing (left) but its head."""
    if not any(is_below(path, folder) for folder in (SESSIONS, DAYS, TOPICS)):
        return False
    note = parse_note(text, path=path)
    return all(block.kind == "heading" for block in note.blocks) and bool(
        PurePosixPath(path).suffix
    )
