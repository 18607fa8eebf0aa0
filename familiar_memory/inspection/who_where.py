"""Who asks, and where: slugs of the command line as values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.tree import note_of_person
from familiar_memory.errors import UsageError
from familiar_memory.inspection.namesakes import ambiguous_name, told_person

if TYPE_CHECKING:
    from familiar_memory.domain.talk.place import Place
    from familiar_memory.history.base import HistoryReader
    from familiar_memory.notes.register.register import TreeRegister

__all__ = ["places_called", "read_author", "read_place", "speaker_of"]

_LISTED = 20


def read_place(
    history: HistoryReader,
    given: str | None,
    noted: Callable[[], Mapping[str, str]] = dict,
) -> Place | None:
    """The place that is called so (`places_called`); None for None.

    Raises:
        UsageError: nothing was ever said there, or several places are called so; it lists
            those that are known.
    """
    if given is None:
        return None
    known = {place.slug: place for place in history.places()}
    called = places_called(known.values(), given, noted)
    if len(called) == 1:
        return called[0]
    if called:
        many = ", ".join(map(_shown, called[:_LISTED]))
        raise UsageError(f"several places are called {given!r}", f"say which: {many}")
    raise UsageError(
        f"no place {given!r} is known", _listed("places", list(map(_shown, known.values())))
    )


def places_called(
    places: Iterable[Place], given: str, noted: Callable[[], Mapping[str, str]]
) -> list[Place]:
    """Those of that slug; else of that label (`#tavern`, `@rowan`, tavern), name or channel.

    In whatever case, but whoever spells one as it is means that one. `noted` are labels as notes
    write them, with the slugs they stand for; asked only where no place is called so.
    """
    known = list(places)
    return (
        [one for one in known if one.slug == given]
        or [one for one in known if given in (one.label, one.name)]
        or [one for one in known if given in (one.label[1:], one.channel)]
        or [one for one in known if _is_called(one.label, given)]
        or _noted_so(known, given, noted())
    )


def _noted_so(places: Iterable[Place], given: str, noted: Mapping[str, str]) -> list[Place]:
    slugs = {slug for label, slug in noted.items() if _is_called(label, given)}
    return [place for place in places if place.slug in slugs]


def read_author(
    history: HistoryReader, given: str | None, has_note: Callable[[str], bool] = lambda _: False
) -> Author | None:
    """The person of that slug or `platform:id`, or whom alone the talk calls so; None for None.

    Who has a note (`has_note`, by slug) is known too, though they never spoke.

    Raises:
        UsageError: nobody is known so, or several are; it lists those who spoke, or who is meant.
    """
    if given is None:
        return None
    known = history.authors()
    for author in known:
        if given in (author.slug, author.canonical_key):
            return author
    platform, separator, user_id = given.partition(":")
    if separator and platform and user_id:
        return Author(platform, user_id)
    noted = Author.of_slug(given)
    if noted is not None and has_note(given):
        return noted
    word = given.strip().casefold()
    called = [one for one in known if word in (name.casefold() for name in one.known_names)]
    if len(called) == 1:
        return called[0]
    if called:
        bearers = [told_person(author.slug, author.known_names) for author in called]
        raise ambiguous_name(given, bearers)
    names = [f"{author.slug} ({author.label})" for author in known]
    raise UsageError(f"nobody is known as {given!r}", _listed("people", names))


def speaker_of(
    history: HistoryReader,
    register: TreeRegister,
    given: str | None,
    place: Place | None,
) -> Author | None:
    """Who asks: as given; in a direct message, else, the person it is with."""

    def has_note(slug: str) -> bool:
        return register.path_of(note_of_person(slug)) is not None

    author = read_author(history, given, has_note)
    if author is None and place is not None and place.is_dm:
        return next(iter(history.recent_distinct_authors(place, 1)), None)
    return author


def _is_called(label: str, given: str) -> bool:
    """Whether a label is meant, with its sign or without, in whatever case."""
    word = given.casefold()
    return word in (label.casefold(), label[1:].casefold())


def _shown(place: Place) -> str:
    guild = f" in {place.guild_name}" if place.guild_name else ""
    return f"{place.slug} ({place.label}{guild})"


def _listed(what: str, known: list[str]) -> str:
    if not known:
        return f"no {what} are known yet: `familiar record` or `familiar import` first"
    more = f", and {len(known) - _LISTED} more" if len(known) > _LISTED else ""
    return f"{what}: {', '.join(known[:_LISTED])}{more}"
