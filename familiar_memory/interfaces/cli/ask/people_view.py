"""How the people who are known look: a table, wide in a pipe, narrow for a person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from familiar_memory.inspection.health.waiting.contested_names import ContestedName
    from familiar_memory.inspection.people import KnownPerson
    from familiar_memory.interfaces.cli.frame.output import Output

__all__ = ["called_lines", "same_lines", "show_people"]

_MOST_REFS = 3


def show_people(
    people: list[KnownPerson],
    out: Output,
    rooms: Mapping[str, str] | None = None,
    contested: Iterable[ContestedName] = (),
) -> None:
    """A row a person; names that are contested, and notes that cannot be read, stand below it.

    For a person rooms stand under their labels: `rooms` has them by slug.
    """
    if not people:
        out.notice("nobody is known yet: run `familiar record` or `familiar import` first")
        return
    if out.is_rich:
        _show_for_a_person(people, out, rooms or {})
    else:
        rows = [
            (
                person.slug,
                ", ".join(person.names),
                ", ".join(person.rooms),
                person.last_seen or "",
                person.note or "",
                str(person.facts),
            )
            for person in people
        ]
        out.table(("slug", "names", "rooms", "last seen", "note", ">facts"), rows)
    for line in (line for person in people for line in called_lines(person)):
        out.print(line)
    for line in _joined_lines(people):
        out.print(line)
    for one in contested:
        out.print(f"{one}: `familiar review` shows it as {one.id}")
    for person in people:
        if person.problem:
            out.notice(f"cannot be read: {person.problem}", "red")


def called_lines(person: KnownPerson) -> Iterator[str]:
    """A line a name that others call somebody by, and which turns say so."""
    for one in person.called:
        refs = ", ".join(one.refs[:_MOST_REFS]) + (" …" if len(one.refs) > _MOST_REFS else "")
        times = "once" if one.times == 1 else f"{one.times} times"
        said = f"is called {one.name} by others ({times}, {refs})"
        if not one.times:
            said = f"asks to be called {one.name} ({refs})"
        yield f"{person.slug} {said}"


def same_lines(person: KnownPerson) -> Iterator[str]:
    """A line each: under which other slugs they are known, and how their note there is shown."""
    for slug in person.same_as:
        yield f"{person.slug} and {slug} are one person (same_as): `familiar people {slug}`"


def _joined_lines(people: Iterable[KnownPerson]) -> Iterator[str]:
    """A line for all slugs of one person, at the first of them who is listed."""
    told: set[str] = set()
    for person in people:
        if person.same_as and person.slug not in told:
            # A note may join somebody of whom nothing else is known, and who is not listed.
            told |= {person.slug, *person.same_as}
            yield f"{_listed((person.slug, *person.same_as))} are one person (same_as)"


def _listed(slugs: Sequence[str]) -> str:
    return f"{', '.join(slugs[:-1])} and {slugs[-1]}"


def _show_for_a_person(people: list[KnownPerson], out: Output, rooms: Mapping[str, str]) -> None:
    """A narrower table, the names first."""
    rows = [
        (
            "\n".join(person.names) or person.slug,
            "\n".join(rooms.get(room, room) for room in person.rooms),
            person.last_seen or "",
            str(person.facts) if person.note else "no note",
            person.slug,
        )
        for person in people
    ]
    headers = ("names", "rooms", "last seen", ">facts", "slug")
    out.table(headers, rows, spare=("slug", "last seen", "rooms"))
    out.notice("`familiar people NAME` shows the note about somebody", "dim")
