"""Which notes are one person's, and which lines elsewhere are about them or by them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from familiar_importers.exports.tree_notes import ExportLine, TreeNote
from familiar_memory.domain.memory.record import RecordState
from familiar_memory.domain.text.file_names import spelling_key
from familiar_memory.domain.tree import PEOPLE, note_of_person
from familiar_memory.errors import UsageError
from familiar_memory.knowledge.names import bearers_of, spelled_name
from familiar_memory.markdown.aliases import alias_bullets
from familiar_memory.markdown.links import Link, LinkKind, links_in, note_stem, resolve_link

__all__ = ["LinkedPeople", "find_person", "is_theirs", "person_slug", "twins_of"]

_SAME_AS = "same_as"
_SHOWN = 8


@dataclass(frozen=True, slots=True)
class LinkedPeople:
    """Whose notes links lead to: a plain wiki link by the name of a file, any other by its path."""

    by_path: Mapping[str, str]
    by_name: Mapping[str, str]

    @classmethod
    def of(cls, notes: Iterable[TreeNote]) -> LinkedPeople:
        """The people of a tree."""
        people = {note.path: slug for note in notes if (slug := person_slug(note.key)) is not None}
        names = {spelling_key(PurePosixPath(path).stem): slug for path, slug in people.items()}
        return cls(people | {note_of_person(slug): slug for slug in people.values()}, names)

    def slug(self, link: Link, path: str) -> str | None:
        """Whose note a link leads to that stands in the note at a path; None for nobody's."""
        target = resolve_link(link, path) or ""
        if target in self.by_path:
            return self.by_path[target]
        is_plain = link.kind is LinkKind.WIKI and "/" not in link.target
        return self.by_name.get(spelling_key(note_stem(link.target))) if is_plain else None


def person_slug(path: str) -> str | None:
    """Whose note a path is; None when it is nobody's."""
    folder, _, file = path.rpartition("/")
    return file[:-3] if folder == PEOPLE and file.lower().endswith(".md") else None


def find_person(notes: Sequence[TreeNote], wanted: str) -> str:
    """The slug of the person of that slug or name, or whose note has that path or key.

    Raises:
        UsageError: nobody is called so, or several people are.
    """
    people = {slug: note for note in notes if (slug := person_slug(note.key)) is not None}
    if wanted in people:
        return wanted
    at = f"{wanted.removeprefix('./').removesuffix('.md')}.md"
    for slug, note in people.items():
        if at in (note.path, note.key):
            return slug
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
    linked = LinkedPeople.of(notes)
    for note in notes:
        one = person_slug(note.key)
        if one is None:
            continue
        for other in _said_to_be(note, linked):
            same.setdefault(one, set()).add(other)
            same.setdefault(other, set()).add(one)
    found = {slug}
    waiting = [slug]
    while waiting:
        further = same.get(waiting.pop(), set()) - found
        found |= further
        waiting += further
    return (slug, *sorted(found - {slug}))


def is_theirs(path: str, line: ExportLine, slugs: Sequence[str], linked: LinkedPeople) -> bool:
    """Whether a line outside their own notes is about these people, by them, or links to them."""
    record = line.block.record if line.is_record else None
    if record is not None and (record.fields.subject in slugs or record.fields.by in slugs):
        return True
    if line.block.kind == "code":
        return False
    return any(linked.slug(link, path) in slugs for link in links_in(line.block.text))


def _said_to_be(note: TreeNote, linked: LinkedPeople) -> Iterator[str]:
    for line in note.lines:
        record = line.block.record if line.is_record else None
        if record is None or record.predicate != _SAME_AS or record.fields.refs:
            continue
        if record.state is not RecordState.LIVE:
            continue
        for link in links_in(record.object or ""):
            other = linked.slug(link, note.path)
            if other is not None:
                yield other


def _names(note: TreeNote) -> tuple[str, ...]:
    parsed = note.note
    stem = PurePosixPath(note.path).stem
    return (parsed.title, stem, *parsed.frontmatter.aliases, *alias_bullets(parsed))


def _called(people: Mapping[str, TreeNote], wanted: str) -> list[str]:
    names: dict[str, tuple[str, ...]] = {}
    for slug, note in people.items():
        for key in dict.fromkeys(map(spelled_name, _names(note))):
            names[key] = (*names.get(key, ()), slug)
    return list(bearers_of(names, wanted))
