"""One note as a contribution: read, kept to what the viewer may see, cut to its size."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from familiar_memory.domain.memory.document import ParsedDocument
from familiar_memory.domain.memory.source import DocumentSource
from familiar_memory.domain.question.context import Contribution, Decision, Disposition, Layer
from familiar_memory.errors import FamiliarError
from familiar_memory.knowledge.fact_wording import UNSAID, SentenceSubject
from familiar_memory.recall.layout import PRIORITIES
from familiar_memory.recall.notes.note_block import NoteBlock, note_block
from familiar_memory.recall.page.macros import Macros
from familiar_memory.recall.provider import Occasion, Page, Shown

__all__ = ["NotePage", "note_page", "read_page", "shown_of"]


@dataclass(frozen=True, slots=True)
class NotePage:
    """What became of a note, and what it puts on the page; None where that is nothing."""

    decision: Decision
    contribution: Contribution | None = None
    shown: Shown = field(default_factory=Shown)

    def expanded(self, macros: Macros) -> NotePage:
        """The same, with the macros of its text filled in."""
        told = self.contribution
        if told is None:
            return self
        return replace(self, contribution=told.with_text(macros.expand(told.text)))

    def put_on(self, page: Page) -> None:
        """Write it on a page."""
        page.decisions.append(self.decision)
        if self.contribution is not None:
            page.contributions.append(self.contribution)
            page.show(self.shown)


def read_page(
    notes: DocumentSource,
    path: str,
    occasion: Occasion,
    *,
    layer: Layer,
    source: str,
    tokens: int,
    subject: SentenceSubject = UNSAID,
) -> NotePage | None:
    """A note for a prompt; None where there is none, or none that this viewer may know of.

    `subject` is how its facts speak of whom the note is about.

    Only the owner is told that one is forbidden: for any other viewer it is absent.
    """
    try:
        if notes.stamp(path) is None:
            return None
        document = notes.load(path)
    except FamiliarError as problem:
        failed = NotePage(Decision(source, path, Disposition.FAILED, problem.problem))
        return failed if occasion.nameable((path,)) else None
    return note_page(document, occasion, layer=layer, source=source, tokens=tokens, subject=subject)


def note_page(
    document: ParsedDocument,
    occasion: Occasion,
    *,
    layer: Layer,
    source: str,
    tokens: int,
    subject: SentenceSubject = UNSAID,
) -> NotePage | None:
    """As `read_page`, of a note that was read."""
    path = document.key
    block = note_block(document, occasion.viewer, tokens, occasion.now, subject=subject)
    if not block.lines:
        reason = "nothing this place may see"
        forbidden = NotePage(Decision(source, path, Disposition.FORBIDDEN, reason))
        return forbidden if occasion.names_all else None
    contribution = Contribution(
        layer,
        source,
        lines=block.lines,
        priority=PRIORITIES[source],
        label=path,
        trust=document.trust.value,
    )
    return NotePage(Decision(source, path, Disposition.KEPT), contribution, shown_of(path, block))


def shown_of(path: str, block: NoteBlock) -> Shown:
    """What of a note is on the page by a block of it."""
    if block.is_whole:
        return Shown(frozenset({path}))
    return Shown(lines=frozenset((path, number) for number in block.numbers))
