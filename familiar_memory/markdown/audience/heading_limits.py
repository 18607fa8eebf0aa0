"""What the headings of a note say of for whom the text under them is."""

from __future__ import annotations

from dataclasses import dataclass, field

from familiar_memory.knowledge.audience import EVERYONE, OWNER, narrowest
from familiar_memory.knowledge.tree_rules import is_sectioned_by_place
from familiar_memory.markdown.frontmatter.visibility_key import plain_key
from familiar_memory.markdown.heading import heading_audience
from familiar_memory.markdown.place_heading import heading_place, loose_headings
from familiar_memory.markdown.record.legend import PlaceLegend
from familiar_memory.markdown.tree import Note

__all__ = ["HeadingLimits"]

_INNERMOST = 7
"""The level of a heading in a list or a quotation: any heading of the note ends it."""


@dataclass(slots=True)
class HeadingLimits:
    """For whom headings say that a text is, read once from the whole note.

    `under` has the blocks below such a heading, by their ordinals, and `at` the headings
    themselves, by their lines. `of_note` is what the title says, which stands above every line
    wherever it is told. `problems` names what cannot be read, which closes.
    """

    path: str
    note: Note
    legend: PlaceLegend
    under: dict[int, str] = field(init=False, default_factory=dict)
    at: dict[int, str] = field(init=False, default_factory=dict)
    of_note: str = field(init=False, default=EVERYONE)
    problems: list[str] = field(init=False, default_factory=list)
    _open: list[tuple[int, str]] = field(init=False, default_factory=list)
    """The headings that say for whom they are and have not ended: level and audience."""

    def __post_init__(self) -> None:
        # A title in the frontmatter says it as one in the text does.
        of_title = heading_audience(self.note.frontmatter.title or "", self.legend)
        self._narrow(of_title or EVERYONE)
        for section in self.note.sections:
            if section.level:
                self._enter(section.level, section.line, section.source)
            for block in section.blocks:
                if block.kind == "heading":
                    self._enter(block.level or _INNERMOST, block.line, block.text)
                elif is_sectioned_by_place(self.path):
                    for level, text in loose_headings(block.kind, block.text):
                        self._enter(level, block.line, text, is_loose=True)
                if self._open:
                    self.under[block.ordinal] = self._now

    @property
    def _now(self) -> str:
        return narrowest(said for _, said in self._open)

    def _enter(self, level: int, line: int, source: str, *, is_loose: bool = False) -> None:
        """Leave the headings that this one ends, and open it if it says for whom it is."""
        while self._open and level <= self._open[-1][0] and level != _INNERMOST:
            self._open.pop()
        said = heading_audience(source, self.legend)
        if said is not None and not self._says(source, said):
            self.problems.append(
                f"line {line}: the tail of a heading does not parse; what is under it is"
                f" kept to {said}"
            )
        place = self._place_in(level, line, source)
        if place is not None and (level != 2 or is_loose):
            # A section that is a place limits what says nothing itself: `inheritance`.
            said = narrowest((place, said or EVERYONE))
        if said is not None:
            if line == self.note.title_line:
                self._narrow(said)
            self._open.append((level, said))
        if self._open:
            self.at[line] = self._now

    def _says(self, source: str, said: str) -> bool:
        """Whether a heading says an audience in so many words, by its slug or by its label."""
        return f"in:{said}" in source or (self.legend.label(said) or "\0") in source

    def _place_in(self, level: int, line: int, source: str) -> str | None:
        """The place that a heading names, in sessions and days; `owner` for what is nearly one."""
        if not is_sectioned_by_place(self.path):
            return None
        place = heading_place(source, level)
        if place == OWNER and OWNER not in plain_key(source):
            self.problems.append(
                f"line {line}: the heading {source[:60]!r} is nearly a place, or names several;"
                f" what is under it is kept to {OWNER}"
            )
        return place

    def _narrow(self, audience: str) -> None:
        self.of_note = narrowest((self.of_note, audience))
