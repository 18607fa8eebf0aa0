"""A person's note, read for a viewer and made for the room that there is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from familiar_memory.domain.memory.document import ParsedDocument
from familiar_memory.domain.memory.source import DocumentSource
from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.tree import note_of_person
from familiar_memory.knowledge.standing import SECTIONS, StandingKind
from familiar_memory.recall.layout import PEOPLE, SIZES
from familiar_memory.recall.notes.note_block import note_block
from familiar_memory.recall.page.budget import Budgeter
from familiar_memory.recall.page.caps import caps_of
from familiar_memory.recall.people.finding import present
from familiar_memory.recall.people.tier import PersonNote, Tier
from familiar_memory.recall.settings import RecallSettings
from familiar_memory.recall.twins import linked_from

__all__ = ["Beginning", "PersonReader"]

Beginning = Callable[[str], ParsedDocument | None]
"""The first part of a note that takes long to read, by its key; None for any other note."""


class PersonReader:
    """Reads notes of people from one source."""

    def __init__(
        self,
        notes: DocumentSource,
        settings: RecallSettings,
        resolve: Callable[[str], str],
        beginning: Beginning | None = None,
    ) -> None:
        """Take what is read; `resolve` says which key a link leads to."""
        self._resolve = resolve
        self._notes = notes
        self._settings = settings
        self._beginning = beginning

    def read(self, slug: str, tier: Tier) -> None:
        """Put the note of a person into the tier; of one that takes long its beginning, before.

        Raises:
            FamiliarError: it cannot be read.
        """
        path = note_of_person(slug)
        if self._notes.stamp(path) is None:
            tier.notes[slug] = PersonNote(None)
            return
        if self._beginning is not None and (part := self._beginning(path)) is not None:
            tier.beginnings[slug] = replace(self._note(slug, part, tier), is_beginning=True)
        tier.notes[slug] = self._note(slug, self._notes.load(path), tier)

    def _note(self, slug: str, document: ParsedDocument, tier: Tier) -> PersonNote:
        occasion = tier.occasion
        size = min(self._settings.people_tokens, SIZES[occasion.request.mode][PEOPLE])
        if slug == tier.speaker:
            # Cut from its end afterwards, it would be names and no facts.
            size = min(size, self._speaker_tokens(occasion.request, document))
        # What somebody has asked for holds for them: a model would do it for whoever speaks.
        speaks = slug in {person.slug for person in present(occasion.request)}
        without = None if speaks else SECTIONS[StandingKind.INSTRUCTION]
        block = note_block(document, occasion.viewer, size, occasion.now, without)
        twins = linked_from(document, occasion.viewer, occasion.now, self._resolve)
        return PersonNote(block, document.trust.value, twins)

    def _speaker_tokens(self, request: RecallRequest, document: ParsedDocument) -> int:
        caps = caps_of(request.mode, (), self._settings.caps)
        return Budgeter(request.mode, request.budget, caps).speaker_tokens(document.trust.value)
