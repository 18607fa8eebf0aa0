"""What people do to the files of a tree, beside the store."""

from __future__ import annotations

from datetime import UTC, datetime

from familiar_memory.store import MemoryStore, Seen

__all__ = ["save_by_hand"]


def save_by_hand(store: MemoryStore, path: str, text: str | None) -> None:
    """A person saves or (None) deletes a file, and sync notices."""
    file = store.root / path
    data = None if text is None else text.encode()
    if data is None:
        file.unlink()
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    store.observe([Seen(path, data, datetime.now(UTC))])
