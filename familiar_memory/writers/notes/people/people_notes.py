"""Proposals for `people/<slug>.md`: names seen, facts stated, what somebody asks for.

What no predicate fits is a line in plain words, under the heading of its kind. What else somebody
said stands in the session, which links them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from familiar_memory.domain.text.slugs import without_digests
from familiar_memory.domain.tree import note_of_person
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.operations.proposal import AddAlias, EnsureNote, Proposal
from familiar_memory.writers.known.facts_of import FactsOfSpeakers
from familiar_memory.writers.notes.people.fact_notes import fact_operations
from familiar_memory.writers.notes.people.plain_notes import plain_operations
from familiar_memory.writers.notes.people.untitled import NO_TITLE
from familiar_memory.writers.notes.people.wishes import AskedWishes
from familiar_memory.writers.slips.said_before import said_before
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["people_operations"]

_LONGEST = 80
"""Characters of a name (`operations.policy`)."""


def people_operations(
    said: Iterable[Utterance],
    before: Iterable[Utterance] = (),
    questions: Mapping[int, str] = MappingProxyType({}),
    known: FactsOfSpeakers | None = None,
) -> Iterator[Proposal]:
    """Propose a note for everybody who spoke, in the order in which they first did.

    `before` was said earlier and is written up already; `questions` are what was asked right
    before an utterance, by its order; `known` is what notes have of the speakers.
    """
    lines, before = tuple(said), tuple(before)
    yield from _names(lines)
    heard = _names_by_place((*before, *lines))
    known, talk = known or FactsOfSpeakers(), (*before, *lines)
    wishes = AskedWishes.asked_in(before, lines)
    for one, previous in said_before(lines, before):
        names = heard[one.place.slug]
        yield from fact_operations(one, previous, questions, names, known, talk)
        yield from wishes.after(one, previous)
    # Behind the facts of the batch: a note is read from its beginning.
    yield from plain_operations(lines, before)


def _names(said: Sequence[Utterance]) -> Iterator[Proposal]:
    """Names come from authorship alone: what people call each other is hearsay."""
    by_person: dict[str, list[Utterance]] = {}
    for one in said:
        by_person.setdefault(one.author.slug, []).append(one)
    for slug, spoken in by_person.items():
        yield _note(slug, spoken)
        seen: set[tuple[str, str]] = set()
        for one in spoken:
            # What they are called comes last: the newest name of a note is told first.
            for name in reversed(_names_of(one)):
                if (name, one.place.slug) not in seen:
                    seen.add((name, one.place.slug))
                    yield AddAlias(slug, NO_TITLE, name, one.place.slug)


def _note(slug: str, spoken: Sequence[Utterance]) -> EnsureNote:
    """The note of somebody: the newest name of a room that is not private names the file.

    Where only private talk is at hand the register has settled on what was heard elsewhere.
    """
    heard = [one for one in spoken if not one.place.is_private]
    name = _display_name(heard) or without_digests(slug)
    others = _other_names(heard, name)
    properties = (
        ("id", slug),
        ("aliases", others),
        ("tags", ("person",)),
        ("first_seen", min(one.slot.day for one in spoken)),
        ("heard_as", (name, *others) if _display_name(heard) else others),
    )
    return EnsureNote(_path(slug), NO_TITLE, name=name, properties=properties)


def _other_names(heard: Iterable[Utterance], name: str) -> tuple[str, ...]:
    """What somebody is called beside the name of their file, in rooms that are not private."""
    given = (known for one in heard for known in reversed(_names_of(one)))
    others = (one for one in given if _compared(one) != _compared(name) and len(one) <= _LONGEST)
    return tuple(dict.fromkeys(others))


def _names_of(one: Utterance) -> tuple[str, ...]:
    """Display name first; a user name that only repeats it in small letters is no other name."""
    names: dict[str, str] = {}
    for name in one.author.known_names:
        names.setdefault(_compared(name), name)
    return tuple(names.values())


def _compared(name: str) -> str:
    return normalised(" ".join(name.split()))


def _display_name(spoken: Sequence[Utterance]) -> str:
    names = (one.author.display_name or one.author.username or "" for one in reversed(spoken))
    return next((" ".join(name.split()) for name in names if name.strip()), "")


def _names_by_place(spoken: Iterable[Utterance]) -> Mapping[str, frozenset[str]]:
    """Who spoke where: what is written of one place depends on nobody who is only in another."""
    names: defaultdict[str, frozenset[str]] = defaultdict(frozenset)
    for one in spoken:
        names[one.place.slug] |= frozenset(one.author.known_names)
    return names


def _path(slug: str) -> str:
    return note_of_person(slug)
