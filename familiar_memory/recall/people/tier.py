"""Who matters to one request, in order, and what their notes gave."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import islice

from familiar_memory.domain.question.context import Decision
from familiar_memory.domain.tree import note_of_person
from familiar_memory.recall.notes.note_block import NoteBlock
from familiar_memory.recall.provider import Occasion

__all__ = ["MOST_PEOPLE", "Person", "PersonNote", "Tier"]

MOST_PEOPLE = 24
"""More notes than this fit into no prompt; a message that names a crowd is not read for all."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody by slug, and why they matter."""

    slug: str
    why: str


@dataclass(frozen=True, slots=True)
class PersonNote:
    """What a person's note has for this viewer; None as `block` where there is no note."""

    block: NoteBlock | None
    trust: str = ""
    twins: tuple[str, ...] = ()
    is_beginning: bool = False


@dataclass(slots=True)
class Tier:
    """The people of one recall. Steps that were left behind may still add what they read.

    `beginnings` are of notes that are still being read.
    """

    occasion: Occasion
    people: dict[str, Person] = field(default_factory=dict)
    notes: dict[str, PersonNote | BaseException] = field(default_factory=dict)
    beginnings: dict[str, PersonNote] = field(default_factory=dict)
    linking: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By slug, whose notes say to be the same person."""
    decisions: list[Decision] = field(default_factory=list)
    late: dict[str, None] = field(default_factory=dict)
    """Ways of finding people that came to no end in time."""
    joined: dict[str, str] = field(default_factory=dict)
    """Of who is the same person as another, that other; follow it to its end."""
    called: dict[str, str] = field(default_factory=dict)
    """By slug, the name in the text that others call them by, where they do not bear it."""
    nameable: frozenset[str] = frozenset()
    """Notes that may be named where they cannot be shown."""

    @property
    def speaker(self) -> str | None:
        """The slug of whoever asks."""
        author = self.occasion.request.author
        return None if author is None else author.slug

    def add(self, people: Iterable[Person]) -> None:
        """Put them behind those who are there; who is there stays where they are."""
        for person in people:
            self.people.setdefault(person.slug, person)

    def note_of(self, slug: str) -> PersonNote | BaseException:
        """What was read of a note, if only its beginning."""
        note = self.notes[slug]
        return self.beginnings.get(slug, note) if isinstance(note, TimeoutError) else note

    def first(self) -> list[str]:
        """Those who may be on the page, in order."""
        return list(islice(self.people, MOST_PEOPLE))

    def unread(self) -> list[str]:
        """Those of them whose notes are to be read still."""
        return [slug for slug in self.first() if slug not in self.notes]

    def told(self) -> tuple[list[Person], list[Person]]:
        """Those of whom something is known by now, and those who are too many.

        Whoever was found by a step that was left behind, when no more notes were read, is
        in neither.
        """
        people = list(self.people.values())
        first = [person for person in people[:MOST_PEOPLE] if person.slug in self.notes]
        return first, people[MOST_PEOPLE:]

    def human(self, slug: str) -> str:
        """One slug for all those of the same person."""
        while slug in self.joined:
            slug = self.joined[slug]
        return slug

    def join(self, slugs: Iterable[str]) -> None:
        """Put who is the same person as one of these right behind them."""
        for slug in slugs:
            note = self.notes.get(slug)
            own = note.twins if isinstance(note, PersonNote) else ()
            if twins := (*own, *self.linking.get(slug, ())):
                self._add_behind(slug, twins)

    def _add_behind(self, before: str, twins: Collection[str]) -> None:
        for twin in twins:
            if (other := self.human(twin)) != (human := self.human(before)):
                self.joined[other] = human
        ordered: dict[str, Person] = {}
        for slug, person in list(self.people.items()):
            ordered.setdefault(slug, person)
            if slug == before:
                for twin in twins:
                    known = self.people.get(twin)
                    why = f"is the same person as {note_of_person(before)}"
                    ordered.setdefault(twin, known or Person(twin, why))
        self.people = ordered
