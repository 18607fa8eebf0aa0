"""What doctor looks at in the notes of people: whose each is, and who is who."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from familiar_memory.assembly.files import OpenFiles
from familiar_memory.assembly.parts import Parts
from familiar_memory.domain.memory.document import ParsedDocument
from familiar_memory.domain.tree import PEOPLE, below, note_of_person, person_of
from familiar_memory.errors import FamiliarError
from familiar_memory.inspection.health.finding import Finding
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.knowledge.names import bearers_of
from familiar_memory.recall.twins import is_wiring, linked_from
from familiar_memory.sync.report import SyncReport

__all__ = ["check_people"]


def check_people(parts: Parts, _: SyncReport) -> Iterator[Finding]:
    """Find notes that are nobody's, lines that join nobody, and names of several people."""
    notes = _notes(parts)
    known = {author.slug for author in parts.files.history.authors()}
    yield from _renamed(notes, known)
    yield from _joining_nobody(parts, notes, known)
    yield from _shared_names(parts, notes)


def _notes(parts: Parts) -> dict[str, ParsedDocument]:
    """The notes of people by slug; another check reports what cannot be read."""
    notes = {}
    for state in parts.store.scan_files("people").files:
        if (slug := person_of(state.path)) is not None:
            try:
                notes[slug] = parts.indexing.notes.load(state.path)
            except FamiliarError:
                continue
    return notes


def _renamed(notes: Mapping[str, ParsedDocument], known: Collection[str]) -> Iterator[Finding]:
    """The name of the file says whose note it is."""
    for slug, note in notes.items():
        owner = _only_speaker(note)
        if slug in known or owner not in known or owner is None:
            continue
        path, theirs = note_of_person(slug), note_of_person(owner)
        mend = f"rename it to {theirs}, and give the name to its title instead"
        if owner in notes:
            mend = (
                f"{theirs} has been created since, so do not rename this one over it: move the"
                f" lines that you want to keep into {theirs} by hand, then delete {path}"
            )
        yield Finding(
            f"{path} holds what {owner} said, but matches nobody's id", mend, serious=False
        )


def _only_speaker(note: ParsedDocument) -> str | None:
    """The one person whose own words a note holds; None where there are more, or none."""
    speakers = {passage.author for passage in note.passages if passage.author is not None}
    return speakers.pop() if len(speakers) == 1 else None


def _joining_nobody(
    parts: Parts, notes: Mapping[str, ParsedDocument], known: Collection[str]
) -> Iterator[Finding]:
    """A `same_as::` joins by its link; a name alone, however right, joins nobody."""
    for slug, note in notes.items():
        for fact in note.facts:
            line = note.passages[fact.passage]
            if line.retired or not is_wiring(line, fact):
                continue
            target = person_of(fact.object_target)
            if target in notes or target in known:
                continue
            why = "it has no link to a note in people/"
            if target is not None:
                why = f"there is no {note_of_person(target)}"
            meant = _meant(fact.object, parts.files, notes)
            example = _joining(meant, notes) if meant else "- same_as:: [NAME](SLUG.md)"
            yield Finding(
                f"{note_of_person(slug)}:{line.line}: `same_as::` does not join anybody: {why}",
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


def _joining(slug: str, notes: Mapping[str, ParsedDocument]) -> str:
    """The line that joins a note of the same folder to this one."""
    return f"- same_as:: [{notes[slug].title or slug}]({slug}.md)"


def _shared_names(parts: Parts, notes: Mapping[str, ParsedDocument]) -> Iterator[Finding]:
    """Names of several people, where the notes do not say that they are one."""
    one = _humans(parts, notes)
    for name, slugs in sorted(parts.files.index.aliases().items()):
        humans = list({one.get(slug, slug): slug for slug in reversed(slugs)}.values())[::-1]
        if len(humans) < 2:
            continue
        mend = "take the name off all but one"
        if humans[-1] in notes:
            mend = (
                f"if they are one, write `{_joining(humans[-1], notes)}` in"
                f" {note_of_person(humans[0])}; else take the name off one"
            )
        yield Finding(
            f"{name!r} is the name of several people: {', '.join(humans)}", mend, serious=False
        )


def _humans(parts: Parts, notes: Mapping[str, ParsedDocument]) -> dict[str, str]:
    """By slug, one slug that stands for all of the same person, as the owner's notes say."""
    group = {slug: {slug} for slug in notes}
    for slug, note in notes.items():
        for other in linked_from(note, Viewer(), parts.setup.clock.now()):
            joined = group[slug] | group.get(other, {other})
            for member in joined:
                group[member] = joined
    return {slug: min(members) for slug, members in group.items()}
