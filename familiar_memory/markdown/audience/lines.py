"""For whom each line of a note is: the one reading of it, for the index and for exports.

What cannot be read closes: it is the owner's alone, and `problems` says so.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from familiar_memory.domain.memory.record import Record
from familiar_memory.knowledge.audience import EVERYONE, OWNER, narrowest
from familiar_memory.knowledge.tree_rules import channel_of, why_withheld
from familiar_memory.markdown.aliases import alias_record
from familiar_memory.markdown.audience.heading_limits import HeadingLimits
from familiar_memory.markdown.audience.said_limits import limits_in_text
from familiar_memory.markdown.frontmatter.visibility_key import (
    audience_named,
    said_in_text,
)
from familiar_memory.markdown.inheritance import section_place
from familiar_memory.markdown.record.legend import (
    PlaceLegend,
    labels_written,
    legend_entry,
    legend_of,
)
from familiar_memory.markdown.record.line import names_place, parse_record
from familiar_memory.markdown.record.loose_tails import loose_tails, may_hold_tail
from familiar_memory.markdown.record.surroundings import is_said
from familiar_memory.markdown.record.tail import may_hold_fields
from familiar_memory.markdown.text.html_text import html_text
from familiar_memory.markdown.tree import Block, Note, Section

__all__ = ["BlockAudience", "NoteAudiences", "speaks_of_audience"]


def speaks_of_audience(text: str) -> bool:
    """Whether anything below the frontmatter may say for whom it is: a tail, a line, a field.

    A damaged tail is one: what it said is lost.
    """
    is_silent = not (may_hold_tail(text) or may_hold_fields(text))
    return not is_silent or next(said_in_text(text), None) is not None


@dataclass(frozen=True, slots=True)
class BlockAudience:
    """For whom a block is; `is_damaged` where what it said of that is lost: nobody recalls it.

    `bullet` is how it reads as a record, None for a block that is no bullet.
    """

    audience: str
    bullet: Record | None = None

    @property
    def is_damaged(self) -> bool:
        """Whether its tail does not parse."""
        return self.bullet is not None and self.bullet.damaged


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
    _legend: PlaceLegend = field(init=False)
    _headings: HeadingLimits = field(init=False)
    _of_block: dict[int, str] = field(init=False, default_factory=dict)
    _said_by: dict[int, str] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.of_note = self.default
        self._legend = legend_of(self.note.frontmatter.data)
        if (channel := channel_of(self.path)) is not None:
            # What is shared in a place stays in it: no word of it says otherwise.
            self.of_note = self.limit = channel
            if channel == OWNER:
                self.problems.append(f"{why_withheld(self.path)}; kept to the owner until then")
        frontmatter = self.note.frontmatter
        if (said := frontmatter.audience) is not None:
            self.of_note = self.limit = said if channel is None else narrowest((channel, said))
            self._check(frontmatter.visibility or "")
        if (key := frontmatter.withheld_by) is not None:
            self.problems.append(
                f"the frontmatter says `{key}`, and what is read is `visibility: owner`; kept to"
                " the owner"
            )
        self._headings = HeadingLimits(self.path, self.note, self._legend)
        self._narrow(self._headings.of_note)
        self.problems += self._headings.problems
        self._read_text()

    def read(self, section: Section, block: Block) -> BlockAudience:
        """For whom a block is; what hangs below it is for them too, unless it says otherwise.

        A bullet says so in its tail, whether or not bullets are memories there.
        """
        bullet = block.record or alias_record(section, block, self._legend)
        audience = self._of(section, block, bullet)
        if bullet is None:
            audience = self._of_stray_tail(section, block, audience)
        elif self._is_lost_talk(section, block):
            audience = OWNER
            self.problems.append(
                f"line {block.line}: something that was said, of no place; accepted: the line"
                " under the heading of its place, or with in: and a place; kept to the owner"
                " until then"
            )
        elif bullet.damaged:
            # What hangs below a line nobody may recall is recalled to nobody either.
            audience = OWNER
            self.problems.append(f"line {block.line}: {self._damage(block)}")
        self._of_block[block.ordinal] = audience
        return BlockAudience(audience, bullet)

    def _of(self, section: Section, block: Block, record: Record | None) -> str:
        above = self._headings.under.get(block.ordinal)
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
        return audience

    def _of_stray_tail(self, section: Section, block: Block, audience: str) -> str:
        """Narrow the audience of a block that is no bullet by a tail in its text.

        Somebody took the bullet off a line that was not for everybody.
        """
        text = block.text
        if block.kind == "html":
            # A tail may stand in the source only, or be one only without the markup.
            text = f"{text}\n{html_text(text).text}"
        if names_place(text, self._legend) or self._is_lost_talk(section, block):
            said = OWNER
        elif loose := loose_tails(text):
            said = narrowest(tail.audience for tail in loose)
        else:
            return audience
        self.problems.append(
            f"line {block.line}: a tail with a place on a line that is not a bullet"
        )
        return narrowest((audience, said))

    def place_of(self, section: Section) -> str | None:
        """The place to which an H2 limits what stands under it, in sessions and days.

        It is `owner` where the H2 names several, or is only nearly a place.
        """
        return section_place(self.path, section.level, section.source)

    def _is_lost_talk(self, section: Section, block: Block) -> bool:
        """Whether it is a line of a session, with its speaker and its turn, and of no place.

        Somebody copied it out from under its heading, or deleted that.
        """
        if not is_said(block.text, by_link=True):
            return False
        if self.limit != EVERYONE or self.place_of(section) is not None:
            return False
        record = block.record or parse_record(block.text)
        return record.fields.place is None and bool(record.id or record.fields.refs)

    def _damage(self, block: Block) -> str:
        labels = [
            label for label in labels_written(block.text) if self._legend.place(label) is None
        ]
        if not labels:
            return "the tail in parentheses does not parse"
        return (
            f"{labels[0]} is no place that the note's `places` explains; accepted there: an entry"
            f' such as "{legend_entry(labels[0], "discord-lantern.tavern")}"; recalled to nobody'
            " until then"
        )

    def of_heading(self, line: int) -> str | None:
        """For whom the heading at a line is, where that is fewer than the note is for."""
        return self._headings.at.get(line)

    def _read_text(self) -> None:
        """Obey what a line of the text says of visibility: of a bullet that one, else the note."""
        for said in limits_in_text(self.note):
            self.problems.append(
                f"line {said.line}: {said.written[:60]!r} stands outside of the frontmatter;"
                f" kept to {said.audience}"
            )
            if said.ordinal is None:
                self._narrow(said.audience)
            else:
                before = self._said_by.get(said.ordinal, EVERYONE)
                self._said_by[said.ordinal] = narrowest((before, said.audience))

    def _narrow(self, audience: str) -> None:
        if audience != EVERYONE:
            self.limit = narrowest((self.limit, audience))
            self.of_note = self.limit

    def _check(self, visibility: str) -> None:
        if audience_named(visibility) is None:
            self.problems.append(
                f"visibility: {visibility!r} names no audience; accepted: everyone, owner, or a"
                " place such as discord-lantern.tavern; kept to the owner until then"
            )
