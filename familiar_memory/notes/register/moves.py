"""What has become of notes since somebody asked: which may have changed, which were moved."""

from __future__ import annotations

__all__ = ["Moves"]


class Moves:
    """Keys whose notes stand elsewhere than before, or nowhere, and where they stood last."""

    def __init__(self) -> None:
        self._changed: set[str] = set()
        self._moved: dict[str, str] = {}
        self._last: dict[str, str] = {}

    def note(self, key: str, stood: str | None, now: str | None) -> str | None:
        """Note where a key's note stood and stands; where it was last, if that is elsewhere."""
        self._changed.add(key)
        if now is None:
            if stood is not None:
                self._last[key] = stood
            return None
        old = self._last.pop(key, None) if stood is None else stood
        return None if old == now else old

    def moved(self, old: str, new: str) -> None:
        """Note that a note was met under another path than before."""
        self._moved[old] = new

    def take_moved(self) -> list[tuple[str, str]]:
        """Each move, old path and new; it is told once."""
        moved, self._moved = self._moved, {}
        return list(moved.items())

    def take_changed(self) -> list[str]:
        """Each key that was noted, once, in order."""
        changed, self._changed = self._changed, set()
        return sorted(changed)

    def last_path(self, key: str) -> str | None:
        """Where the note of a key stood, that stands nowhere now."""
        return self._last.get(key)

    def last_key(self, path: str) -> str | None:
        """Whose note stood at a path, and stands nowhere now."""
        return {old: key for key, old in self._last.items()}.get(path)
