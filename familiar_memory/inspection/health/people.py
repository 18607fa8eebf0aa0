"""What doctor looks at in the notes of people: who is who."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress

from familiar_memory.assembly.files import OpenFiles
from familiar_memory.assembly.parts import Parts
from familiar_memory.domain.memory.document import ParsedDocument
from familiar_memory.domain.tree import PEOPLE, below, note_of_person, person_of
from familiar_memory.errors import FamiliarError
from familiar_memory.inspection.health.finding import Finding
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.knowledge.names import bearers_of
from familiar_memory.maintenance.housekeeping.found.duplicates import joining_text
from familiar_memory.maintenance.housekeeping.names import one_human
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.called import unlisted_aliases
from familiar_memory.recall.twins import is_wiring, linked_from
from familiar_memory.sync.report import SyncReport

__all__ = ["check_people", "namesakes", "path_of_person", "people_notes"]


def check_people(parts: Parts, _: SyncReport) -> Iterator[Finding]:
    """Find lines that join nobody, and names of several people."""
    notes = people_notes(parts)
    known = {author.slug for author in parts.files.history.authors()}
    yield from _joining_nobody(parts, notes, known)
    yield from _shared_names(parts, notes, known)
    yield from _unlisted_names(parts)


def people_notes(parts: Parts) -> dict[str, ParsedDocument]:
    """The notes of people by slug; another check reports what cannot be read."""
    notes = {}
    for path in parts.files.register.heads():
        key = parts.files.register.key_of(path)
        if (slug := person_of(key)) is not None:
            try:
                notes[slug] = parts.indexing.notes.load(key)
            except FamiliarError:
                continue
    return notes


def _joining_nobody(
    parts: Parts, notes: Mapping[str, ParsedDocument], known: Collection[str]
) -> Iterator[Finding]:
    """A `same_as::` joins by its link; a name alone, however right, joins nobody."""
    for slug, note in notes.items():
        for fact in note.facts:
            line = note.passages[fact.passage]
            if line.retired or not is_wiring(line, fact):
                continue
            meant_by = fact.object_target and parts.files.register.resolve(fact.object_target)
            target = person_of(meant_by)
            if target in notes or target in known:
                continue
            why = "it has no link to a note in people/"
            if target is not None:
                why = f"there is no {path_of_person(parts, target)}"
            meant = _meant(fact.object, parts.files, notes)
            example = (
                _joining(parts, meant, slug, notes) if meant else "- same_as:: [NAME](SLUG.md)"
            )
            where = f"{path_of_person(parts, slug)}:{line.line}"
            yield Finding(
                f"{where}: `same_as::` does not join anybody: {why}",
                f"write `{example}`",
                serious=False,
            )


def _meant(given: str, files: OpenFiles, notes: Mapping[str, ParsedDocument]) -> str | None:
    """Whose note is meant by a text that is no link: a slug, its file's name, or a name."""
    slug = given.strip().removeprefix(below(PEOPLE)).removesuffix(".md").replace(":", "-")
    if slug in notes:
        return slug
    bearers = set(bearers_of(files.index.aliases(), given.strip())) & notes.keys()
    return bearers.pop() if len(bearers) == 1 else None


def _joining(parts: Parts, slug: str, of: str, notes: Mapping[str, ParsedDocument]) -> str:
    """The line that joins the note of one person to this one."""
    path = path_of_person(parts, slug)
    label = notes[slug].title or posixpath.basename(path)[:-3]
    return f"- {joining_text(path_of_person(parts, of), path, label)}"


def path_of_person(parts: Parts, slug: str) -> str:
    """Where the note of a person stands, or would."""
    return parts.files.register.path_of(note_of_person(slug)) or note_of_person(slug)


def namesakes(parts: Parts) -> tuple[str, ...]:
    """A line for each name of several people who have all been heard: they may well be two."""
    notes = people_notes(parts)
    known = {author.slug for author in parts.files.history.authors()}
    lines = []
    for name, humans in _names_of_several(parts, notes):
        if all(slug in known for slug in humans):
            joined = _if_they_are_one(parts, humans, notes)
            told = f"{name!r} is the name of several people: {', '.join(humans)}"
            lines.append(f"{told}; {joined}" if joined else told)
    return tuple(lines)


def _shared_names(
    parts: Parts, notes: Mapping[str, ParsedDocument], known: Collection[str]
) -> Iterator[Finding]:
    """Names of several people of whom one, at least, has only a note."""
    for name, humans in _names_of_several(parts, notes):
        if all(slug in known for slug in humans):
            continue
        joined = _if_they_are_one(parts, humans, notes) or "if they are one, keep one of the notes"
        yield Finding(
            f"{name!r} is the name of several people: {', '.join(humans)}",
            f"{joined}; if they are namesakes, leave it: people may share a name",
            serious=False,
        )


def _names_of_several(
    parts: Parts, notes: Mapping[str, ParsedDocument]
) -> Iterator[tuple[str, list[str]]]:
    """Names of several people, where the notes do not say that they are one, and their slugs."""
    one = _humans(parts, notes)
    for name, slugs in sorted(parts.files.index.aliases().items()):
        humans = list({one.get(slug, slug): slug for slug in reversed(slugs)}.values())[::-1]
        if len(humans) > 1:
            yield name, humans


def _if_they_are_one(
    parts: Parts, humans: Sequence[str], notes: Mapping[str, ParsedDocument]
) -> str:
    """What joins two people; "" where there is no note to write it in."""
    if humans[-1] not in notes:
        return ""
    line = _joining(parts, humans[-1], humans[0], notes)
    return f"if they are one, write `{line}` in {path_of_person(parts, humans[0])}"


def _humans(parts: Parts, notes: Mapping[str, ParsedDocument]) -> dict[str, str]:
    """By slug, one slug that stands for all of the same person, as the owner's notes say."""
    now, resolve = parts.setup.clock.now(), parts.files.register.resolve
    joins = (
        (slug, other)
        for slug, note in notes.items()
        for other in linked_from(note, Viewer(), now, resolve)
    )
    return one_human(notes, joins)


def _unlisted_names(parts: Parts) -> Iterator[Finding]:
    """Aliases whose lines a person has deleted: other programs go on showing them."""
    for path, head in sorted(parts.files.register.heads().items()):
        if not head.aliases:
            continue
        with suppress(FamiliarError):
            for name in unlisted_aliases(parse_note(parts.store.read_file(path))):
                yield Finding(
                    f"{path}: the alias {name!r} was heard somewhere, and `## Aliases` does not say"
                    " for whom it is: nobody is found by it",
                    f"take it out of `aliases`, or write `- {name}` under `## Aliases`: that is for"
                    " everyone",
                    serious=False,
                )
