"""Random batches that die at random steps, with random edits by people before the next opening.

Whatever happens: all of a batch or none, nothing that a person saved is lost, one story.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from journal_story import check_story

from familiar_memory.errors import ConflictError
from familiar_memory.store import (
    AuditJournal,
    Cause,
    ChangeState,
    MemoryStore,
    Seen,
    revision_of,
    undo,
)
from familiar_memory.store.change.batch.settling import (
    BatchFile,
    Version,
    roll_back,
    roll_forward,
)
from familiar_memory.testing import Crash, FaultyFileSystem

_PATHS = ("a.md", "d/b.md", "d/e/c.md")
_NOW = datetime(2026, 2, 3, 12, tzinfo=UTC)
_TEXTS = st.lists(st.sampled_from(["one", "two", "- three", "", "日"]), min_size=1, max_size=6).map(
    lambda lines: "".join(f"{line}\n" for line in lines)
)
_NOTES = st.fixed_dictionaries({path: st.none() | _TEXTS for path in _PATHS})


def _tree(store: MemoryStore) -> dict[str, str | None]:
    return {path: store.read_file(path) if store.exists(path) else None for path in _PATHS}


def _without(notes: dict[str, str | None], path: str) -> dict[str, str | None]:
    return {other: text for other, text in notes.items() if other != path}


def _put(root: Path, path: str, text: str | None) -> None:
    file = root / path
    if text is None:
        file.unlink(missing_ok=True)
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


@pytest.mark.long
@settings(max_examples=150)
@given(
    before=_NOTES,
    batches=st.lists(_NOTES, min_size=1, max_size=3),
    steps=st.lists(st.integers(1, 260), min_size=3, max_size=3),
    settling=st.integers(1, 150),
    order=st.permutations(_PATHS),
)
def test_all_or_none_wherever_it_is_cut_off(before, batches, steps, settling, order):
    """Also where settling is cut off; and what was made is one batch, undone as one."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        for path, text in before.items():
            _put(root / "memory", path, text)
        stands = before
        for batch, step in zip(batches, steps, strict=False):
            _die(root, batch, order, step)
            fs = FaultyFileSystem()
            with AuditJournal(root / "journal", fs=fs) as journal, suppress(Crash):
                store = MemoryStore(root / "memory", journal=journal, fs=fs)
                fs.fail_at(settling)
                store.reconcile(sweep=True)
            with AuditJournal(root / "journal") as journal:
                store = MemoryStore(root / "memory", journal=journal)
                store.reconcile(sweep=True)
                after = _tree(store)
                assert after in (stands, batch)
                assert store.leftovers() == () and journal.cut_off() == ()
                check_story(journal)
            stands = after
        _check_undo(root, stands)


@pytest.mark.long
@settings(max_examples=150)
@given(
    before=_NOTES,
    batch=_NOTES,
    step=st.integers(1, 220),
    order=st.permutations(_PATHS),
    edited=st.sampled_from(_PATHS),
    saved=st.none() | _TEXTS,
    appends=st.booleans(),
)
def test_what_a_person_saved_is_never_lost(before, batch, step, order, edited, saved, appends):
    """It stands, or its lines do; the other notes are all as before, or all as after."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        for path, text in before.items():
            _put(root / "memory", path, text)
        _die(root, batch, order, step)
        file = root / "memory" / edited
        if appends and saved is not None and file.is_file():
            saved = file.read_text("utf-8") + saved
        _put(root / "memory", edited, saved)
        with AuditJournal(root / "journal") as journal:
            store = MemoryStore(root / "memory", journal=journal)
            store.reconcile(sweep=True)
            after = _tree(store)
            assert _without(after, edited) in (_without(before, edited), _without(batch, edited))
            stands = file.read_text("utf-8") if file.is_file() else None
            if saved is not None and stands != saved:
                assert journal.kept(revision_of(saved.encode())) == saved.encode()
            store.observe([Seen(edited, None if stands is None else stands.encode(), _NOW)])
            check_story(journal)


@given(
    lines=st.lists(
        st.tuples(
            st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=5),
            st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=5),
        ),
        min_size=2,
        max_size=4,
    ),
    done=st.integers(0, 4),
)
def test_each_way_ends_where_it_says(lines, done):
    """Forward: each file as after it. Back: each as before it. And doing it again does nothing."""
    texts = [("\n".join(old).encode(), "\n".join(new).encode()) for old, new in lines]
    files = [
        BatchFile(str(at), Version.of(old), Version.of(new), new if at < done else old)
        for at, (old, new) in enumerate(texts)
        if old != new
    ]
    for way, wanted in ((roll_forward, "after"), (roll_back, "before")):
        plan = way(files)
        if plan is None:
            assert way is roll_forward and not any(file.is_after for file in files)
            continue
        for file in files:
            version = getattr(file, wanted)
            assert version.is_of(plan.get(file.path, file.stands))


def _die(root: Path, batch: dict[str, str | None], order: list[str], step: int) -> None:
    fs = FaultyFileSystem()
    with AuditJournal(root / "journal", fs=fs) as journal, suppress(Crash):
        store = MemoryStore(root / "memory", journal=journal, fs=fs)
        store.append_file("other.md", "x")
        fs.fail_at(step)
        store.edit_all(
            {path: lambda _, path=path: batch[path] for path in order}, cause=Cause("tool")
        )


def _check_undo(root: Path, stands: dict[str, str | None]) -> None:
    """The last batch that was made goes away as a whole."""
    with AuditJournal(root / "journal") as journal:
        store = MemoryStore(root / "memory", journal=journal)
        done = [one for one in journal.entries(source="tool") if one.state is ChangeState.DONE]
        if not done or done[-1].batch is None:
            return
        last = [one for one in done if one.batch == done[-1].batch]
        with suppress(ConflictError):
            undo(store, journal, done[-1].batch)
            after = _tree(store)
            for entry in last:
                text = after[entry.path]
                assert entry.before == (None if text is None else revision_of(text.encode()))
            assert {p: t for p, t in after.items() if p not in {e.path for e in last}} == {
                p: t for p, t in stands.items() if p not in {e.path for e in last}
            }
