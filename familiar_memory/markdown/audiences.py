"""For whom each line of a note is: the one reading of it, for the index and for exports."""

from __future__ import annotations

from dataclasses import dataclass, field

from familiar_memory.domain.place import parse_place_slug
from familiar_memory.domain.record import Record
from familiar_memory.knowledge.audience import EVERYONE, OWNER, is_audience, narrowest
from familiar_memory.knowledge.tree_rules import channel_of, is_sectioned_by_place
from familiar_memory.markdown.tree import Block, Note, Section

__all__ = ["NoteAudiences"]


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

    def __post_init__(self) -> None:
        self.of_note = self.default
        if (channel := channel_of(self.path)) is not None:
            # What is shared in a place stays in it: no line of it says otherwise.
            self.of_note = self.limit = channel
        visibility = self.note.frontmatter.visibility
        if visibility is not None:
            self.of_note = self.limit = self._read(visibility, "visibility")

    def of(self, section: Section, block: Block, record: Record | None) -> str:
        """For whom a block is; what hangs below it is for them too, unless it says otherwise."""
        if record is not None and record.fields.place is not None:
            own = self._read(record.fields.place, f"line {block.line}: in")
        elif block.parent is not None and block.parent in self._of_block:
            own = self._of_block[block.parent]
        else:
            own = self.place_of(section) or self.of_note
        return self._note(block, narrowest((own, self.limit)))

    def keep_to_owner(self, block: Block) -> str:
        """Take a block, and what hangs below it, from everybody but the owner."""
        return self._note(block, OWNER)

    def place_of(self, section: Section) -> str | None:
        """The place to which an H2 limits what stands under it, in sessions and days.

        Its first word decides: a person may have written more behind it.
        """
        if not is_sectioned_by_place(self.path) or section.level != 2:
            return None
        word = section.heading.partition(" ")[0]
        return word if parse_place_slug(word) is not None else None

    def _note(self, block: Block, audience: str) -> str:
        self._of_block[block.ordinal] = audience
        return audience

    def _read(self, written: str, what: str) -> str:
        """Read an audience; one that cannot be read is the owner's alone."""
        key = EVERYONE if written == "public" else written
        if is_audience(key):
            return key
        self.problems.append(
            f"{what}: {written!r} names no audience; accepted: everyone, owner, or a place such"
            " as discord-lantern.tavern; kept to the owner until then"
        )
        return OWNER
