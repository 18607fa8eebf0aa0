"""What a note is called: its title, the names of a person, and the words that it is found by."""

from __future__ import annotations

from pathlib import PurePosixPath

from familiar_memory.domain.memory.document import Alias
from familiar_memory.domain.text.slugs import is_bare_slug, without_digests
from familiar_memory.domain.tree import PEOPLE, TOPICS, is_below
from familiar_memory.knowledge.audience import OWNER, narrowest
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.markdown.aliases import alias_record, clean_alias
from familiar_memory.markdown.heading import heading_audience
from familiar_memory.markdown.record.legend import legend_of
from familiar_memory.markdown.tree import Note
from familiar_memory.notes.gathering import Gathering
from familiar_memory.notes.name_forms import name_forms
from familiar_memory.notes.register.claims import canonical
from familiar_memory.notes.register.head import NoteHead

__all__ = [
    "aliases_of",
    "context_of",
    "given_title",
    "own_aliases",
    "topic_names",
    "unlisted_aliases",
]


def aliases_of(path: str, note: Note, gathering: Gathering) -> tuple[Alias, ...]:
    """The names by which a person's note can be found: title, frontmatter, `## Aliases`.

    Each is for those who may know it: a name that only some may know would tell all the
    others who somebody is. A title that is but the readable part of the file's name is none.
    The frontmatter repeats names of `## Aliases` for other programs: such a name is for those
    for whom it stands there, and for nobody where it is struck there, or where a person has
    deleted it and a writer had put it into the frontmatter (`heard_as`). So is the name of a
    file that the writer called so, when the note has lost its id; one more note of an id, such
    as a copy that a synchroniser made, is called after its file by nobody.
    Of the names that were heard the newest comes first: people give up names.
    """
    folder, _, file = path.rpartition("/")
    if folder != PEOPLE:
        return ()
    stem = PurePosixPath(file).stem
    audience = gathering.audiences.of_note
    bullets = _bullets(note)
    everywhere = [(given_title(path, note.title), audience)]
    if not note.title and _is_withheld(path, note, bullets):
        everywhere.clear()
    everywhere += [_stated_name(name, audience) for name in _given_aliases(note, bullets)]
    stated = [*everywhere, *reversed(gathering.heard), *gathering.names]
    found = ((name.strip(), audience) for name, audience in stated)
    return tuple(Alias(name, stem, known) for name, known in dict.fromkeys(found) if name)


def own_aliases(note: Note) -> tuple[str, ...]:
    """The aliases in the frontmatter that a person has given to all who may know the note."""
    given = _given_aliases(note, _bullets(note))
    return tuple(name for name in given if heading_audience(name) is None)


def topic_names(path: str, note: Note) -> tuple[str, ...]:
    """What a topic is called, by the key of its note; of any other note nothing.

    The names are for all who may know a line of it, as its title is.
    """
    folder, _, file = path.rpartition("/")
    if folder != TOPICS:
        return ()
    named = (note.title, *own_aliases(note), PurePosixPath(file).stem)
    return tuple(dict.fromkeys(filter(None, (" ".join(name.split()) for name in named))))


def unlisted_aliases(note: Note) -> tuple[str, ...]:
    """The aliases in the frontmatter that nobody is found by: heard, and listed no more below."""
    given, unlisted = _given_aliases(note, _bullets(note)), _given_aliases(note, _listed(note))
    return tuple(name for name in unlisted if name not in given)


def _given_aliases(note: Note, bullets: list[tuple[frozenset[str], bool]]) -> list[str]:
    """The aliases in the frontmatter that are no names of `## Aliases`."""
    return [
        name
        for name in note.frontmatter.aliases
        if not any(_lists(forms, name, is_damaged=damaged) for forms, damaged in bullets)
    ]


def _is_withheld(path: str, note: Note, bullets: list[tuple[frozenset[str], bool]]) -> bool:
    """Whether the name of a note's file is not for all who may know the note."""
    stem = PurePosixPath(path).stem
    stated = NoteHead(str(note.frontmatter.data.get("id", "")).strip())
    is_copy = stated.id != stem and canonical(path, stated) is not None
    return is_copy or any(_lists(forms, stem, is_damaged=damaged) for forms, damaged in bullets)


def _bullets(note: Note) -> list[tuple[frozenset[str], bool]]:
    """What stands under `## Aliases`, struck names too, and what stood there once.

    Of each the forms, and whether it is damaged.
    """
    return [(name_forms(name), False) for name in note.frontmatter.heard_as] + _listed(note)


def _listed(note: Note) -> list[tuple[frozenset[str], bool]]:
    legend = legend_of(note.frontmatter.data)
    return [
        (
            name_forms(block.text) | {normalised(bullet.text)},
            bullet.damaged or bullet.fields.place == OWNER,
        )
        for section in note.sections
        for block in section.blocks
        if (bullet := alias_record(section, block, legend)) is not None
    ]


def _lists(forms: frozenset[str], name: str, *, is_damaged: bool) -> bool:
    """Whether a bullet says for whom a name is, in whatever spelling.

    Where that can no longer be read it closes every name that the line begins with.
    """
    own = name_forms(name)
    if is_damaged:
        return any(form.startswith(tuple(own)) for form in forms)
    return not own.isdisjoint(forms)


def _stated_name(written: str, audience: str) -> tuple[str, str]:
    """A name of the frontmatter, and for whom: it may bear a tail, as a heading may."""
    said = heading_audience(written)
    return (
        (written, audience) if said is None else (clean_alias(written), narrowest((audience, said)))
    )


def given_title(path: str, title: str) -> str:
    """The title that a person gave; of a person's note, "" where it only repeats an id.

    A person's note without a title is called after its file, unless that is an id.
    """
    folder, _, file = path.rpartition("/")
    if folder != PEOPLE:
        return title
    slug = PurePosixPath(file).stem
    called = title or without_digests(slug)
    return "" if is_bare_slug(called, slug) else called


def context_of(path: str, note: Note, keys: tuple[str, ...]) -> str:
    """Words of title and file name; a person's file name is only an id.

    The keys of lore call it by other words than its own; patterns are no words.
    """
    title = given_title(path, note.title)
    bullets = _bullets(note)
    if is_below(path, PEOPLE):
        return title if note.title or not _is_withheld(path, note, bullets) else ""
    words = (key for key in keys if not key.startswith("/"))
    # A name with a tail is not for everybody who may know a line; nor is one that `## Aliases`
    # lists, of a person's note that somebody has put elsewhere.
    stem = PurePosixPath(path).stem
    stems = [] if any(_lists(f, stem, is_damaged=d) for f, d in bullets) else [stem]
    names = (
        name for name in (*_given_aliases(note, bullets), *stems) if heading_audience(name) is None
    )
    return " ".join(dict.fromkeys((title, *words, *names)))
