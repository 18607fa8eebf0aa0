"""Which notes are one person's, and which lines elsewhere are about them or by them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from familiar_importers.exports.tree_notes import ExportLine, TreeNote
from familiar_memory.domain.memory.record import RecordState
from familiar_memory.domain.tree import PEOPLE, note_of_person
from familiar_memory.errors import UsageError
from familiar_memory.knowledge.names import bearers_of, spelled_name
from familiar_memory.markdown.aliases import alias_bullets
from familiar_memory.markdown.links import Link, links_in, resolve_link

__all__ = ["find_person", "is_theirs", "person_slug", "twins_of"]

_SAME_AS = "same_as"
_SHOWN = 8


def person_slug(path: str) -> str | None:
    """Whose note a path is; None when it is nobody's."""
    folder, _, file = path.rpartition("/")
    return file[:-3] if folder == PEOPLE and file.lower().endswith(".md") else None


def find_person(notes: Sequence[TreeNote], wanted: str) -> str:
    """The slug of the person of that slug or name.

    Raises:
        UsageError: nobody is called so, or several people are.
    """
    people = {slug: note for note in notes if (slug := person_slug(note.key)) is not None}
    if wanted in people:
        return wanted
    named = _called(people, wanted)
    if len(named) == 1:
        return named[0]
    if named:
        slugs = ", ".join(sorted(named))
        raise UsageError(f"several people are called {wanted!r}: {slugs}", "one of these slugs")
    known = ", ".join(sorted(people)[:_SHOWN]) or "there are no notes of people"
    raise UsageError(f"nobody is called {wanted!r}", f"a slug or a name under people/: {known}")


def twins_of(notes: Sequence[TreeNote], slug: str) -> tuple[str, ...]:
    """This person, then everybody whom a person has said to be the same one, by slug.

    A line that cites a turn merges nobody: anybody can claim to be somebody.
    """
    same: dict[str, set[str]] = {}
    for note in notes:
        one = person_slug(note.key)
        if one is None:
            continue
        for other in _said_to_be(note):
            same.setdefault(one, set()).add(other)
            same.setdefault(other, set()).add(one)
    found = {slug}
    waiting = [slug]
    while waiting:
        further = same.get(waiting.pop(), set()) - found
        found |= further
        waiting += further
    return (slug, *sorted(found - {slug}))


def is_theirs(note: TreeNote, line: ExportLine, slugs: Sequence[str]) -> bool:
    """Whether a line outside their own notes is about these people, by them, or links to them."""
    record = line.block.record if line.is_record else None
    if record is not None and (record.fields.subject in slugs or record.fields.by in slugs):
        return True
    if line.block.kind == "code":
        return False
    own = {note_of_person(slug) for slug in slugs}
    return any(_led_to(link, note) in own for link in links_in(line.block.text))


def _said_to_be(note: TreeNote) -> Iterator[str]:
    for line in note.lines:
        record = line.block.record if line.is_record else None
        if record is None or record.predicate != _SAME_AS or record.fields.refs:
            continue
        if record.state is not RecordState.LIVE:
            continue
        for link in links_in(record.object or ""):
            other = person_slug(_led_to(link, note) or "")
            if other is not None:
                yield other


def _led_to(link: Link, note: TreeNote) -> str | None:
    """What the note is known by that a link leads to."""
    target = resolve_link(link, note.key)
    return None if target is None else note.resolve(target)


def _names(note: TreeNote) -> tuple[str, ...]:
    parsed = note.note
    return (parsed.title, *parsed.frontmatter.aliases, *alias_bullets(parsed))


def _called(people: Mapping[str, TreeNote], wanted: str) -> list[str]:
    names: dict[str, tuple[str, ...]] = {}
    for slug, note in people.items():
        for key in dict.fromkeys(map(spelled_name, _names(note))):
            names[key] = (*names.get(key, ()), slug)
    return list(bearers_of(names, wanted))
