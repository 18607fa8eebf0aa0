"""Proposals for `channels/<place>.md`: the note that the heading of a session links.

It has the place's id and what it is called, and is for people to write in; at night comes what they
have settled there (`maintenance/channels`). Only those of the place see what stands there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.tree import note_of_place
from familiar_memory.operations.proposal import EnsureNote, Proposal
from familiar_memory.writers.notes.sessions.session_notes import SessionTalk
from familiar_memory.writers.text.note_links import NoteLinks
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["channel_operations", "note_for"]


def channel_operations(
    said: Iterable[Utterance], talk: SessionTalk, links: NoteLinks
) -> Iterator[Proposal]:
    """Propose a note for each place in which a part of a day begins.

    So one that a person has deleted does not come back with each batch, but with the next
    session, whose heading links it.
    """
    places: dict[Place, None] = {}
    for one in said:
        if not talk.earlier(one):
            places[one.place] = None
    for place in places:
        yield note_for(place, links)


def note_for(place: Place, links: NoteLinks) -> EnsureNote:
    """The note of a place, with what it is called."""
    label = links.place_label(place)
    return EnsureNote(
        note_of_place(place.slug),
        label.removeprefix("#"),
        properties=(("id", place.slug), ("label", label), ("tags", ("place",))),
    )
