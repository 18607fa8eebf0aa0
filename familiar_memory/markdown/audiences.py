"""For whom each line of a note is: the one reading of it, for the index and for exports.

What cannot be read closes: it is the owner's alone, and `problems` says so.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from familiar_memory.domain.place import parse_place_slug
from familiar_memory.domain.record import Record
from familiar_memory.knowledge.audience import EVERYONE, OWNER, narrowest, read_audience
from familiar_memory.knowledge.tree_rules import channel_of, is_sectioned_by_place
from familiar_memory.markdown.anatomy import dissect
from familiar_memory.markdown.heading import heading_audience
from familiar_memory.markdown.loose_tails import loose_tails, may_hold_tail
from familiar_memory.markdown.record_line import names_place
from familiar_memory.markdown.source import line_starts
from familiar_memory.markdown.tree import Block, Note, Section
from familiar_memory.markdown.visibility_key import Said, plain_key, said_in_text

__all__ = ["NoteAudiences", "speaks_of_audience"]

_INNERMOST = 7
"""The level of a heading in a list or a quotation: any heading of the note ends it."""


def speaks_of_audience(text: str) -> bool:
    """Whether anything below the frontmatter may say for whom it is: a tail, a line, a field."""
    return may_hold_tail(text) or next(said_in_text(text), None) is not None


@dataclass(slots=True)
class NoteAudiences:
    """The audiences of one note, asked block by block in order.

    `of_note` is for whom a line is that says nothing, and `limit` what no line can widen.
    `problems` names what cannot be read as an audience, which is the owner's alone.
    """

    path: str
    note: Note
    default: str
    of_note: str = field(init=False)
    limit: str = field(init=False, default=EVERYONE)
    problems: list[str] = field(default_factory=list)
    _of_block: dict[int, str] = field(default_factory=dict)
    _under_heading: dict[int, str] = field(default_factory=dict)
    _said_by: dict[int, str] = field(default_factory=dict)
    _heading_at: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.of_note = self.default
        if (channel := channel_of(self.path)) is not None:
            # What is shared in a place stays in it: no line of it says otherwise.
            self.of_note = self.limit = channel
        visibility = self.note.frontmatter.visibility
        if visibility is not None:
            self.of_note = self.limit = self._read(visibility, "visibility")
        if (key := self.note.frontmatter.withheld_by) is not None:
            self.problems.append(
                f"the frontmatter says `{key}`, and what is read is `visibility: owner`; kept to"
                " the owner"
            )
        self._read_headings()
        for said in said_in_text(self.note.text, self.note.frontmatter.end):
            self._take(said)

    def of(self, section: Section, block: Block, record: Record | None) -> str:
        """For whom a block is; what hangs below it is for them too, unless it says otherwise."""
        above = self._under_heading.get(block.ordinal)
        if record is not None and record.fields.place is not None:
            own = record.fields.place
        elif block.parent is not None and block.parent in self._of_block:
            own = self._of_block[block.parent]
        else:
            own = self.place_of(section) or above or self.of_note
        audience = narrowest((own, self.limit))
        if above is not None or self._said_by:
            said = self._said_by.get(block.ordinal, EVERYONE)
            audience = narrowest((audience, above or EVERYONE, said))
        return self._note(block, audience)

    def of_stray_tail(self, block: Block, text: str) -> str | None:
        """For whom a block that is no record is, by the tail in its text; None without one.

        Somebody took the bullet off a line that was not for everybody.
        """
        if names_place(text):
            said = OWNER
        elif loose := loose_tails(text):
            said = narrowest(tail.audience for tail in loose)
        else:
            return None
        self.problems.append(f"line {block.line}: a tail with in: on a line that is no bullet")
        return self._note(block, narrowest((self._of_block.get(block.ordinal, EVERYONE), said)))

    def keep_to_owner(self, block: Block) -> str:
        """Take a block, and what hangs below it, from everybody but the owner."""
        return self._note(block, OWNER)

    def place_of(self, section: Section) -> str | None:
        """The place to which an H2 limits what stands under it, in sessions and days.

        Its first word decides: a person may have written more behind it.
        """
        if not is_sectioned_by_place(self.path) or section.level != 2:
            return None
        word = plain_key(section.heading).partition(" ")[0]
        return word if parse_place_slug(word) is not None else None

    def of_heading(self, line: int) -> str | None:
        """For whom the heading at a line is, where that is fewer than the note is for."""
        return self._heading_at.get(line)

    def _read_headings(self) -> None:
        """Find the headings that say for whom the text under them is, and what that text is."""
        open_: list[tuple[int, str]] = []
        for section in self.note.sections:
            if section.level:
                self._enter(open_, section.level, section.line, section.source)
            for block in section.blocks:
                if block.kind == "heading":
                    self._enter(open_, block.level or _INNERMOST, block.line, block.text)
                if open_:
                    self._under_heading[block.ordinal] = narrowest(said for _, said in open_)

    def _enter(self, open_: list[tuple[int, str]], level: int, line: int, source: str) -> None:
        """Leave the headings that this one ends, and open it if it says for whom it is."""
        while open_ and level <= open_[-1][0] and level != _INNERMOST:
            open_.pop()
        said = heading_audience(source)
        if said is not None:
            if f"in:{said}" not in source:
                self.problems.append(
                    f"line {line}: the tail of a heading does not parse; what is under it is"
                    f" kept to {said}"
                )
            if line == self.note.title_line:
                # The title stands above every line, wherever it is told.
                self._narrow(said)
            open_.append((level, said))
        if open_:
            self._heading_at[line] = narrowest(said for _, said in open_)

    def _take(self, said: Said) -> None:
        """Obey what a line of the text says of visibility: of a bullet that one, else the note."""
        block = next(
            (b for b in self.note.blocks if b.char_start <= said.start <= b.char_end), None
        )
        if block is not None and (block.kind == "code" or self._is_in_tail(block, said)):
            return
        audience = said.audience or OWNER
        starts = line_starts(self.note.text[: said.start + 1])
        line = len(starts) - 1
        if self.note.text[starts[-2] : said.sign].lstrip(" \t>").startswith("#"):
            # A title is what somebody is called; a heading has a tail to say for whom it is.
            return
        if audience != EVERYONE:
            self.problems.append(
                f"line {line}: {said.written[:60]!r} stands outside of the frontmatter;"
                f" kept to {audience}"
            )
        if block is not None and block.kind == "item" and self._is_of_item(block, line):
            before = self._said_by.get(block.ordinal, EVERYONE)
            self._said_by[block.ordinal] = narrowest((before, audience))
        else:
            self._narrow(audience)

    def _is_in_tail(self, block: Block, said: Said) -> bool:
        """Whether it stands in the tail of a record, where a tag or a quote may say anything."""
        if block.record is None or block.line != block.line_end:
            return False
        body = dissect(block.text).body
        starts = self.note.text.find(body, block.char_start, block.char_end)
        return starts >= 0 and said.sign >= starts + len(body)

    def _is_of_item(self, block: Block, line: int) -> bool:
        """Whether a line is the item's own: its first, or one that is moved in as its text is."""
        start = line_starts(self.note.text[block.char_start : block.char_end])[line - block.line]
        return line == block.line or self.note.text[block.char_start + start] in " \t>"

    def _narrow(self, audience: str) -> None:
        if audience != EVERYONE:
            self.limit = narrowest((self.limit, audience))
            self.of_note = self.limit

    def _note(self, block: Block, audience: str) -> str:
        self._of_block[block.ordinal] = audience
        return audience

    def _read(self, written: str, what: str) -> str:
        """Read an audience; one that cannot be read is the owner's alone."""
        key = read_audience(plain_key(written))
        if key is not None:
            return key
        self.problems.append(
            f"{what}: {written!r} names no audience; accepted: everyone, owner, or a place such"
            " as discord-lantern.tavern; kept to the owner until then"
        )
        return OWNER
