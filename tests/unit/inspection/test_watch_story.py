"""What a watch tells: each change in the journal of a note that is met, once, in order."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from few_and_many import few_and_many
from hypothesis import example
from hypothesis import strategies as st

from familiar_memory.inspection.changes.story import Story
from familiar_memory.store import AuditJournal, Cause, ChangeState, JournalEntry, MemoryStore, Seen
from familiar_memory.sync.changes.document_change import changes_between

_NOON = datetime(2026, 1, 28, 12, 0, tzinfo=UTC)
_PATHS = ("a.md", "b.md")
_acts = st.tuples(
    st.sampled_from(("hand", "writer", "delete", "move")), st.sampled_from(_PATHS), st.booleans()
)


def _digests(store: MemoryStore) -> dict[str, str]:
    return {path: rev for path in _PATHS if (rev := store.revision(path)) is not None}


def _do(store: MemoryStore, act: str, path: str, number: int) -> None:
    file = store.root / path
    other = store.root / next(one for one in _PATHS if one != path)
    if act == "hand":
        file.write_text(f"by hand {number}")
        store.observe([Seen(path, file.read_bytes(), _NOON)])
    elif act == "writer":
        store.append_file(path, f"written {number}", cause=Cause("memory_writer"))
    elif act == "delete" and file.exists():
        store.delete(path)
    elif act == "move" and file.exists() and not other.exists():
        file.rename(other)
        store.observe(
            [Seen(other.name, other.read_bytes(), _NOON), Seen(path, None, _NOON)], gone=[path]
        )


def _unmet(between: Sequence[JournalEntry], before: Mapping[str, str]) -> set[str]:
    """Changes between two looks that neither shows: after them the note was as before again."""
    as_before: dict[str, int] = {}
    for number, entry in enumerate(between):
        became = {entry.path: None, entry.moved_to: entry.after}
        if entry.moved_to is None:
            became = {entry.path: entry.after}
        for path, revision in became.items():
            if path is not None and revision == before.get(path):
                as_before[path] = number
    return {
        entry.id
        for number, entry in enumerate(between)
        if all(number <= as_before.get(path, -1) for path in entry.paths)
    }


@pytest.mark.long
@few_and_many(
    15,
    60,
    acts=st.lists(_acts, max_size=12),
)
@example(
    acts=[
        ("hand", "b.md", True),
        ("hand", "b.md", False),
        ("move", "b.md", False),
        ("hand", "b.md", False),
    ]
)
def test_each_change_of_a_note_that_is_met_is_told_once(
    acts: Sequence[tuple[str, str, bool]],
) -> None:
    """Looks come when they come: what was changed twice between two of them is two lines."""
    with tempfile.TemporaryDirectory() as folder:
        journal = AuditJournal(Path(folder, "journal"))
        with journal:
            store = MemoryStore(Path(folder, "memory"), journal=journal, clock=lambda: _NOON)
            store.root.mkdir()
            journal.complete_baseline(_NOON)
            story = Story(journal, "memory", str)
            story.begin()
            before: dict[str, str] = {}
            told: list[str] = []
            unmet: set[str] = set()
            written = 0
            for number, (act, path, looks) in enumerate([*acts, ("", "a.md", True)]):
                _do(store, act, path, number)
                if looks:
                    after = _digests(store)
                    lines = story.of(changes_between("memory", before, after, {}))
                    entries = [e for e in journal.entries() if e.state is ChangeState.DONE]
                    unmet |= _unmet(entries[written:], before)
                    written = len(entries)
                    told += [line.entry.id for line in lines if line.entry is not None]
                    assert all(line.entry is not None for line in lines)
                    before = after
            done = [e for e in journal.entries() if e.state is ChangeState.DONE]
            assert len(told) == len(set(told))
            assert {e.id for e in done} >= set(told)
            # Only what no look could show was never met.
            assert {e.id for e in done} - set(told) <= unmet
