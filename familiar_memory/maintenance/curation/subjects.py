"""Which notes the bullets of the last days are about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath

from familiar_memory.domain.tree import (
    CHANNELS,
    PEOPLE,
    TOPICS,
    is_below,
    note_of_person,
    note_of_place,
)
from familiar_memory.maintenance.curation.recent import RecentBullet
from familiar_memory.markdown.links import links_in
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.base import NoteReader

__all__ = ["bullets_by_note", "folders_for", "patterns_of_topics"]

_SHORTEST_NAME = 3
"""Characters of a topic's name that is looked for in sentences: "Go" stands in any."""


def bullets_by_note(
    bullets: Iterable[RecentBullet],
    folders: Iterable[str],
    names: Mapping[str, re.Pattern[str]],
    register: TreeRegister,
) -> dict[str, tuple[RecentBullet, ...]]:
    """The bullets about each note of these folders, by its key, in the order of the keys.

    A person's are those that they said, that are of them, or that link them; a topic's those that
    link or name it (`patterns_of_topics`); a place's those that were said there. Only notes that
    there are.
    """
    found: dict[str, list[RecentBullet]] = {}
    wanted = frozenset(folders)
    for bullet in bullets:
        for key in dict.fromkeys(_about(bullet, names, register)):
            if any(is_below(key, folder) for folder in wanted):
                found.setdefault(key, []).append(bullet)
    return {key: tuple(found[key]) for key in sorted(found) if register.path_of(key) is not None}


def _about(
    bullet: RecentBullet, names: Mapping[str, re.Pattern[str]], register: TreeRegister
) -> Iterator[str]:
    subject = bullet.record.fields.subject
    yield from (note_of_person(slug) for slug in (bullet.by, subject) if slug)
    for link in links_in(bullet.record.text):
        target = link.target.partition("#")[0]
        yield register.resolve(target if target.endswith(".md") else f"{target}.md")
    yield from (key for key, name in names.items() if name.search(bullet.shown))
    yield note_of_place(bullet.place)


def patterns_of_topics(store: NoteReader, register: TreeRegister) -> dict[str, re.Pattern[str]]:
    """How each topic is named in a sentence, by the key of its note."""
    found = {}
    for path in store.glob(f"{TOPICS}/*.md"):
        name = PurePosixPath(path).stem.replace("-", " ").replace("_", " ")
        if len(name) >= _SHORTEST_NAME:
            words = r"[\s_-]+".join(map(re.escape, name.split()))
            found[register.key_of(path)] = re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE)
    return found


def folders_for(*, people: bool, topics: bool, channels: bool) -> tuple[str, ...]:
    """The folders whose notes are curated."""
    chosen = ((people, PEOPLE), (topics, TOPICS), (channels, CHANNELS))
    return tuple(folder for is_on, folder in chosen if is_on)
