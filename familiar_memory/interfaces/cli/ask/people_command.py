"""`familiar people`: everybody who is known, or one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from familiar_memory.errors import FamiliarError, UsageError
from familiar_memory.interfaces.cli.frame.invocation import invocation
from familiar_memory.interfaces.cli.frame.options import FamiliarCommand, examples
from familiar_memory.interfaces.cli.frame.output import Output
from familiar_memory.knowledge.names import bearers_of, spelled_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from familiar_memory.familiar import Familiar
    from familiar_memory.store.base import NoteReader

__all__ = ["Person", "known_people", "register"]

_EXAMPLES = examples("familiar people", "familiar people Rowan")
_NOTHING = 1
_FOLDER = "people"


@dataclass(frozen=True, slots=True)
class Person:
    """One person: from the conversation, from a note, or from both.

    `last_seen` is a day in the familiar's zone; None for who only has a note.
    """

    slug: str
    names: tuple[str, ...] = ()
    rooms: tuple[str, ...] = ()
    last_seen: str | None = None
    note: str | None = None
    facts: int = 0
    problem: str | None = None


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("people", cls=FamiliarCommand, epilog=_EXAMPLES)(_people)


def _people(
    ctx: typer.Context,
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="Whose note to show: a name, slug, or platform:id."),
    ] = "",
) -> None:
    """List the people with names, rooms and notes, or show one note."""
    from familiar_memory.interfaces.cli.frame.opening import with_familiar
    from familiar_memory.interfaces.cli.notes.show_command import show_note

    call = invocation(ctx)
    out = Output(call)

    async def work(familiar: Familiar) -> int:
        people = known_people(familiar)
        if not name:
            _show_table(people, out)
            return 0 if people else _NOTHING
        person = _named(name, people, familiar)
        if person is None:
            out.notice(f"nobody is called {name!r}: `familiar people` lists everybody")
            return _NOTHING
        if person.note is None:
            out.notice(f"there is no note on {person.slug} yet: `familiar write` makes it")
            return _NOTHING
        show_note(familiar, person.note, out)
        return 0

    code = with_familiar(call, out, work, settled=bool(name))
    if code:
        raise typer.Exit(code)


def known_people(familiar: Familiar) -> list[Person]:
    """Everybody who spoke or has a note, by slug."""
    zone = familiar.parts.settings.zone
    history = familiar.history
    found: dict[str, Person] = {}
    for author in history.authors():
        seen = history.names_of(author)
        names = dict.fromkeys(name for one in seen for name in one.author.known_names)
        last = max((one.last for one in seen), default=None)
        found[author.slug] = _with_note(
            familiar,
            Person(
                author.slug,
                tuple(names),
                tuple(sorted(history.rooms_of(author))),
                None if last is None else last.astimezone(zone).date().isoformat(),
            ),
        )
    for slug in _noted(familiar.store):
        if slug not in found:
            found[slug] = _with_note(familiar, Person(slug))
    return [found[slug] for slug in sorted(found)]


def _noted(store: NoteReader) -> Iterator[str]:
    """The slugs of all who have a note, however many: a search by pattern would be capped."""
    for state in store.scan_files().files:
        folder, _, name = state.path.rpartition("/")
        if folder == _FOLDER and name.endswith(".md"):
            yield name.removesuffix(".md")


def _with_note(familiar: Familiar, person: Person) -> Person:
    """The person with what their note holds; a note that cannot be read is a problem."""
    path = f"{_FOLDER}/{person.slug}.md"
    notes = familiar.parts.notes
    known = (person.slug, person.names, person.rooms, person.last_seen)
    try:
        if notes.stamp(path) is None:
            return person
        document = notes.load(path)
    except FamiliarError as problem:
        return Person(*known, note=path, problem=problem.problem)
    names = tuple(dict.fromkeys((*person.names, *(alias.name for alias in document.aliases))))
    live = [fact for fact in document.facts if not document.passages[fact.passage].retired]
    return Person(
        person.slug,
        names or ((document.title,) if document.title else ()),
        person.rooms,
        person.last_seen,
        path,
        len(live),
    )


def _named(name: str, people: list[Person], familiar: Familiar) -> Person | None:
    """The one person of that slug, id or name.

    Raises:
        UsageError: several bear it.
    """
    by_slug = {person.slug: person for person in people}
    if name in by_slug:
        return by_slug[name]
    ids = {author.canonical_key: author.slug for author in familiar.history.authors()}
    if name in ids:
        return by_slug[ids[name]]
    spoken: dict[str, tuple[str, ...]] = dict(familiar.index.aliases())
    for person in people:
        for key in map(spelled_name, person.names):
            spoken[key] = (*spoken.get(key, ()), person.slug)
    slugs = set(bearers_of(spoken, name))
    slugs &= by_slug.keys()
    if len(slugs) > 1:
        raise UsageError(
            f"several people are called {name!r}", f"say which: {', '.join(sorted(slugs))}"
        )
    return by_slug[slugs.pop()] if slugs else None


def _show_table(people: list[Person], out: Output) -> None:
    if out.is_json:
        out.json({"people": [_as_json(person) for person in people]})
        return
    if not people:
        out.notice("nobody is known yet: `familiar record` or `familiar import` first")
        return
    if out.is_rich:
        _show_for_a_person(people, out)
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
    for person in people:
        if person.problem:
            out.notice(f"cannot be read: {person.problem}", "red")


def _show_for_a_person(people: list[Person], out: Output) -> None:
    """A narrower table: a note's path follows from the slug."""
    rows = [
        (
            person.slug,
            "\n".join(person.names),
            "\n".join(person.rooms),
            person.last_seen or "",
            str(person.facts) if person.note else "no note",
        )
        for person in people
    ]
    out.table(("slug", "names", "rooms", "last seen", ">facts"), rows)
    out.notice(f"notes: {_FOLDER}/SLUG.md; `familiar people NAME` shows one", "dim")


def _as_json(person: Person) -> dict[str, Any]:
    return {
        "slug": person.slug,
        "names": list(person.names),
        "rooms": list(person.rooms),
        "last_seen": person.last_seen,
        "note": person.note,
        "facts": person.facts,
        "problem": person.problem,
    }
