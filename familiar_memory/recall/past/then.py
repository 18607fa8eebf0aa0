"""What each note was at a moment, against what the index knows today: a pure rule."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from familiar_memory.domain.memory.source import KnownDocument, Origin

__all__ = ["Became", "Then", "then_of"]


@dataclass(frozen=True, slots=True)
class Then:
    """What each note was at a moment, against the index of today.

    `attested`: a version of it stood then. `gone`: notes of the live index that stood
    otherwise then, or not at all. `superseded`: (path, revision) of what stood instead.
    `became`: what each of those is today, by path.
    """

    moment: datetime
    attested: frozenset[str]
    gone: frozenset[str]
    superseded: tuple[tuple[str, str], ...]
    became: Mapping[str, Origin]


@dataclass(frozen=True, slots=True)
class Became:
    """Where a note is today that stood at a path, in some revision; None: where it was, or nowhere.

    First what the journal says that it was moved to (`moved`), also where another note has
    taken its name since; else its own path, if a note `stands` there; else one that is the
    `same_as` the revision.
    """

    moved: Mapping[str, str]
    stands: Callable[[str], bool]
    same_as: Callable[[str], str | None]

    def __call__(self, path: str, revision: str) -> str | None:
        """The path of today, where that is another one."""
        name = self.moved.get(path)
        if name is not None and self.stands(name):
            return name
        return None if self.stands(path) else self.same_as(revision)


def then_of(
    moment: datetime,
    source: str,
    known: Mapping[str, KnownDocument],
    stood: Mapping[str, str | None],
    lost: Collection[str],
    moved: Mapping[str, str],
) -> Then:
    """Compare the notes that the index knows today with what stood at a moment.

    `stood` are the revisions of then by path (None: it was gone), as far as the journal knows;
    versions that are `lost` are no longer kept, and leave the dated lines of today.
    """
    today = {path: document.digest for path, document in known.items()}
    other = {path for path, revision in stood.items() if today.get(path) != revision}
    met = {path: r for path, r in stood.items() if path not in other or r not in lost}
    superseded = {path: r for path, r in sorted(met.items()) if path in other and r is not None}
    became = Became(moved, today.__contains__, _first_of_each(today).get)
    now = {path: became(path, revision) or path for path, revision in superseded.items()}
    return Then(
        moment,
        attested=frozenset(path for path, revision in met.items() if revision is not None),
        gone=frozenset({path for path in other if path in met} | _elsewhere(now)),
        superseded=tuple(superseded.items()),
        became={path: Origin(source, name, known.get(name)) for path, name in now.items()},
    )


def _elsewhere(now: Mapping[str, str]) -> set[str]:
    """Notes of today that stood under another name then."""
    return {name for path, name in now.items() if name != path}


def _first_of_each(today: Mapping[str, str]) -> dict[str, str]:
    """The first of the notes that have a digest, by digest."""
    first: dict[str, str] = {}
    for path in sorted(today):
        first.setdefault(today[path], path)
    return first
