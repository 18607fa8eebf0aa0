"""Which notes the bullets of the last days are about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import PurePosixPath

from familiar_memory.domain.tree import (
    CHANNELS,
    PEOPLE,
    TOPICS,
    is_below,
    is_entity_note,
    note_of_person,
    note_of_place,
)
from familiar_memory.maintenance.curation.shown.recent import RecentBullet
from familiar_memory.markdown.links import links_in
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.base import NoteReader

__all__ = ["TopicNames", "bullets_by_note", "folders_for"]

_SHORTEST_NAME = 3
"""Characters of a topic's name that is looked for in sentences: "Go" stands in any."""
_BETWEEN = re.compile(r"[\s_-]+")
_WORD = re.compile(r"\w")
_START = re.compile(r"(?<!\w)\S")
_BEGINNING = 3
"""Letters of its first word by which a name is looked up: of thousands few are tried anywhere."""


@dataclass(frozen=True, slots=True)
class TopicNames:
    """How topics are named in sentences.

    `names` has the notes of each name, and `begun` the names by how their first word begins, the
    longest first.
    """

    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    begun: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def read(cls, store: NoteReader, register: TreeRegister) -> TopicNames:
        """Of every topic that there is."""
        found: dict[str, tuple[str, ...]] = {}
        for path in (state.path for state in store.scan_files(TOPICS).files):
            if not (is_entity_note(path) and path.endswith(".md")):
                continue
            name = " ".join(_BETWEEN.split(PurePosixPath(path).stem.lower())).strip()
            if len(name) >= _SHORTEST_NAME:
                found[name] = (*found.get(name, ()), register.key_of(path))
        begun: dict[str, tuple[str, ...]] = {}
        for name in sorted(found, key=len, reverse=True):
            beginning = name.split()[0][:_BEGINNING]
            begun[beginning] = (*begun.get(beginning, ()), name)
        return cls(found, begun)

    def named_in(self, text: str) -> Iterator[str]:
        """The keys of the topics that a sentence names."""
        for start in _START.finditer(text):
            # So a name is found that stands in another one.
            yield from self._beginning(self._longest(text, start.start()))

    def _longest(self, text: str, at: int) -> str:
        """The longest name that stands there; "" for none."""
        for length in range(_BEGINNING, 0, -1):
            names = self.begun.get(text[at : at + length].lower(), ())
            if names and (found := _pattern(names).match(text, at)) and found.lastindex:
                return names[found.lastindex - 1]
        return ""

    def _beginning(self, name: str) -> Iterator[str]:
        """The keys of a name, and of each that it begins with."""
        for end in range(len(name), 0, -1):
            if _WORD.match(name, end) is None:
                yield from self.names.get(name[:end], ())


@lru_cache(maxsize=10_000)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """One of these names as whole words, in any case; a group for each."""
    groups = (f"({_BETWEEN.pattern.join(map(re.escape, one.split()))})" for one in names)
    return re.compile(rf"(?:{'|'.join(groups)})(?!\w)", re.IGNORECASE)


def bullets_by_note(
    bullets: Iterable[RecentBullet],
    folders: Iterable[str],
    names: TopicNames,
    register: TreeRegister,
) -> dict[str, tuple[RecentBullet, ...]]:
    """The bullets about each note of these folders, by its key, in the order of the keys.

    A person's are those that they said, that are of them, or that link them; a topic's those that
    link or name it (`TopicNames`); a place's those that were said there. Only notes that there are.
    """
    found: dict[str, list[RecentBullet]] = {}
    wanted = frozenset(folders)
    for bullet in bullets:
        for key in dict.fromkeys(_about(bullet, names, register)):
            if any(is_below(key, folder) for folder in wanted):
                found.setdefault(key, []).append(bullet)
    return {key: tuple(found[key]) for key in sorted(found) if register.path_of(key) is not None}


def _about(bullet: RecentBullet, names: TopicNames, register: TreeRegister) -> Iterator[str]:
    subject = bullet.record.fields.subject
    yield from (note_of_person(slug) for slug in (bullet.by, subject) if slug)
    for link in links_in(bullet.record.text):
        target = link.target.partition("#")[0]
        yield register.resolve(target if target.endswith(".md") else f"{target}.md")
    yield from names.named_in(bullet.shown)
    yield note_of_place(bullet.place)


def folders_for(*, people: bool, topics: bool, channels: bool) -> tuple[str, ...]:
    """The folders whose notes are curated."""
    chosen = ((people, PEOPLE), (topics, TOPICS), (channels, CHANNELS))
    return tuple(folder for is_on, folder in chosen if is_on)
