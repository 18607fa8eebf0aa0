"""What doctor looks at in the heads of notes: whose each is. Nothing is rewritten."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from operator import itemgetter
from pathlib import PurePosixPath

from familiar_memory.assembly.parts import Parts
from familiar_memory.domain.memory.document import ParsedDocument
from familiar_memory.domain.text.file_names import spelling_key
from familiar_memory.domain.tree import PEOPLE, is_below
from familiar_memory.errors import FamiliarError
from familiar_memory.inspection.health.finding import Finding
from familiar_memory.inspection.health.people import path_of_person, people_notes
from familiar_memory.knowledge.names import spelled_name
from familiar_memory.maintenance.housekeeping.names import authored_names
from familiar_memory.notes.register.claims import canonical
from familiar_memory.notes.register.head import NO_HEAD, NoteHead
from familiar_memory.sync.report import SyncReport

__all__ = ["check_identity"]


def check_identity(parts: Parts, _: SyncReport) -> Iterator[Finding]:
    """Find notes with one id, ids that are none, and notes that do not say whose they are."""
    heads = parts.files.register.heads()
    yield from _no_ids(heads)
    yield from _rivals(parts, heads)
    yield from _one_name(heads)
    yield from _unclaimed(parts, heads)


def _no_ids(heads: Mapping[str, NoteHead]) -> Iterator[Finding]:
    for path, head in sorted(heads.items()):
        if head.id and canonical(path, head) is None:
            example = "discord-42" if is_below(path, PEOPLE) else "lantern-night"
            yield Finding(
                f"{path}: `id: {head.id[:60]}` is no id, so the note is known by its name alone",
                f"write one such as `id: {example}`, or take the line out",
                serious=False,
            )


def _rivals(parts: Parts, heads: Mapping[str, NoteHead]) -> Iterator[Finding]:
    keys = {canonical(path, head) for path, head in heads.items()}
    for key in sorted(filter(None, keys)):
        paths = parts.files.register.rivals(key)
        if len(paths) < 2:
            continue
        theirs = parts.files.register.path_of(key)
        others = [path for path in paths if path != theirs]
        read = "is read as a note" if len(others) == 1 else "are read as notes"
        yield Finding(
            f"{len(paths)} notes have the id {PurePosixPath(key).stem}: {theirs} is theirs, and"
            f" {', '.join(others)} {read} of nobody known",
            f"move what you want to keep into {theirs}, and delete the rest, or take their"
            " `id:` out",
            serious=False,
        )


def _one_name(heads: Mapping[str, NoteHead]) -> Iterator[Finding]:
    """Links go by name: of notes in several folders with one name they mean only the first."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(heads):
        found[spelling_key(PurePosixPath(path).stem)].append(path)
    for paths in found.values():
        folders = {str(PurePosixPath(path).parent) for path in paths}
        # Within one folder another check tells of it: some disks would take them for one.
        if len(paths) > 1 and len(folders) > 1:
            yield Finding(
                f"{len(paths)} notes are called {PurePosixPath(paths[0]).stem!r}, and a link by"
                f" that name means only one of them: {', '.join(paths)}",
                "if they are about one, keep one of them; namesakes may well be called alike, but"
                " not their files: give one a name of its own, such as"
                f" {PurePosixPath(paths[0]).stem + ' (2)'!r}",
                serious=False,
            )


def _unclaimed(parts: Parts, heads: Mapping[str, NoteHead]) -> Iterator[Finding]:
    """Notes that a person has made, or taken the id out of, of somebody who is known."""
    known = {author.slug for author in parts.files.history.authors()}
    notes = people_notes(parts)
    names = authored_names(parts.files.history)
    found = [(slug, path_of_person(parts, slug), note) for slug, note in notes.items()]
    for slug, path, note in sorted((*found, *_nameless(parts, heads)), key=itemgetter(0, 1)):
        if slug in known or canonical(path, heads.get(path, NO_HEAD)) is not None:
            continue
        owner, holds = _only_speaker(note), "holds what {} said"
        if owner not in known:
            owner, holds = _namesake(note, slug, names), "has the name of {}"
        if owner is None or owner == slug:
            continue
        mend = f"put `id: {owner}` into its properties (frontmatter)"
        if owner in notes:
            theirs = path_of_person(parts, owner)
            mend = (
                f"move what you want to keep from here into {theirs}, which is theirs, and delete"
                " this note; or the other way round, with the line"
                f" `id: {owner}` in the one that stays"
            )
        yield Finding(
            f"{path} {holds.format(owner)}, but no `id:` says whose it is",
            f"if it is about them, {mend}" if "name" in holds else mend,
            serious=False,
        )


def _nameless(
    parts: Parts, heads: Mapping[str, NoteHead]
) -> Iterator[tuple[str, str, ParsedDocument]]:
    """Notes that say no id, and that a writer called by a name which rooms are not shown."""
    for path, head in heads.items():
        if head.is_heard and canonical(path, head) is None:
            with suppress(FamiliarError):
                note = parts.indexing.notes.load(parts.files.register.key_of(path))
                yield PurePosixPath(path).stem, path, note


def _namesake(note: ParsedDocument, slug: str, names: Mapping[str, Iterable[str]]) -> str | None:
    """The one person who was called as the note is; None where there is none, or several."""
    called = {slug, note.title, *(alias.name for alias in note.aliases)}
    bearers = {one for name in called for one in names.get(spelled_name(name), ())}
    return bearers.pop() if len(bearers) == 1 else None


def _only_speaker(note: ParsedDocument) -> str | None:
    """The one person whose own words a note holds; None where there are more, or none."""
    speakers = {passage.author for passage in note.passages if passage.author is not None}
    return speakers.pop() if len(speakers) == 1 else None
