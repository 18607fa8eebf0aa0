"""Which notes may be named to a viewer: those of which they know a line.

Any other does not exist for them: not even its name, nor that there is one note more, may be
revealed. What cannot be read has no audience that anybody knows; what the index last knew of it
has one, and by that it is named when something is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from familiar_memory.domain.tree import MEMORY
from familiar_memory.errors import FamiliarError
from familiar_memory.history.session_keys import parse_session_key
from familiar_memory.index.base import Index
from familiar_memory.knowledge.audience import Viewer, permits

__all__ = ["NameableNotes", "Unindexed"]

_Audiences = Callable[[str, Sequence[str]], Mapping[str, frozenset[str]]]


class NameableNotes:
    """Asks the index for whom notes are; the owner knows all."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def of(self, viewer: Viewer, paths: Iterable[str]) -> frozenset[str]:
        """Those of which this viewer knows a line, or did when the note had some.

        For a word about what is wrong with a note. No answer may go by it: an index made anew
        does not know what a note once said.
        """
        return self._permitted(viewer, paths, self._index.last_audiences_of)

    def with_lines(self, viewer: Viewer, paths: Iterable[str]) -> frozenset[str]:
        """Those of which this viewer knows a line, as they are now."""
        return self._permitted(viewer, paths, self._index.audiences_of)

    def _permitted(self, viewer: Viewer, paths: Iterable[str], asked: _Audiences) -> frozenset[str]:
        wanted = tuple(dict.fromkeys(paths))
        if viewer.is_owner or not wanted:
            return frozenset(wanted)
        try:
            known = asked(MEMORY, wanted)
        except FamiliarError:
            return frozenset()
        return frozenset(
            path for path, audiences in known.items() if any(permits(viewer, a) for a in audiences)
        )


class Unindexed:
    """What could not be indexed, as far as a viewer may know of it."""

    def __init__(
        self,
        failed: Callable[[], Mapping[str, str]],
        notes: NameableNotes,
        path_of: Callable[[str], str] = lambda key: key,
    ) -> None:
        """`failed` tells the reason by key, of notes and of sessions; `path_of` where one stands.

        Only the owner is told that: the name of a file may be one that others do not know.
        """
        self._failed = failed
        self._notes = notes
        self._path_of = path_of

    @property
    def is_empty(self) -> bool:
        """Whether all is indexed; cheap."""
        return not self._failed()

    def told(self, viewer: Viewer) -> str | None:
        """One line; None where this viewer misses nothing."""
        failed = self._failed()
        rooms = {key: session[0] for key in failed if (session := parse_session_key(key))}
        nameable = self._notes.of(viewer, failed.keys() - rooms.keys())
        nameable |= {key for key, room in rooms.items() if permits(viewer, room)}
        named = [(key, reason) for key, reason in failed.items() if key in nameable]
        if not named:
            return None
        (key, reason), *more = named
        path = self._path_of(key) if viewer.is_owner and key else key
        reason = reason.removeprefix(f"{key}: ").replace(key, path) if key else reason
        # A comparison of everything that failed is of no key.
        shown = f"not indexed: {path or 'what is new'} ({reason})"
        return f"{shown} and {len(more)} more" if more else shown
