"""What people do to the files stands in the journal as well."""

import asyncio
import shutil
import time
from datetime import UTC, datetime

import pytest
from familiars import started

from familiar_memory import Author, Familiar, Place, PlaceKind, Turn
from familiar_memory.errors import StorageError
from familiar_memory.store import Cause, MemoryStore, revision_of, undo


@pytest.fixture
def root(tmp_path):
    """The folder of a familiar that was founded and never opened."""
    Familiar.create("ember", home=tmp_path, embedder="none")
    return tmp_path / "ember"


def opened(root):
    """The familiar, to be entered, without its background work."""
    return started(Familiar.open("ember", home=root.parent))


def edit(root, path, text):
    """Save a file as an editor does that knows nothing of us."""
    target = root / "memory" / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(text.encode())


def noted(familiar, path=None):
    """(source, operation, path) of every change of notes that people could have made."""
    return [
        (entry.source, str(entry.operation), entry.path)
        for entry in familiar.journal.entries(path)
        if not entry.path.startswith("self/")
    ]


def test_the_first_sight_is_the_baseline_and_later_saves_are_a_persons(root):
    """A file that was there is `baseline`; what comes after it is `human`."""

    async def run():
        edit(root, "notes.md", "# Notes\n\nfirst\n")
        async with opened(root) as familiar:
            await familiar.settle()
            edit(root, "notes.md", "# Notes\n\nsecond, and longer\n")
            edit(root, "topics/tea.md", "# Tea\n")
            await familiar.settle()
            (root / "memory/topics/tea.md").unlink()
            await familiar.settle()
            return noted(familiar)

    assert asyncio.run(run()) == [
        ("baseline", "write", "notes.md"),
        ("human", "edit", "notes.md"),
        ("human", "write", "topics/tea.md"),
        ("human", "delete", "topics/tea.md"),
    ]


def test_every_version_that_was_seen_can_be_had_again(root):
    """The bytes, not only the fact of the change; also of a file that is no text."""

    async def run():
        versions = [
            b"# A\r\n\r\nold \xff\n",
            "# A\n\nné\n".encode(),
            b"\xef\xbb\xbf# A\n\nlast one\n",
        ]
        async with opened(root) as familiar:
            for data in versions:
                (root / "memory/a.md").write_bytes(data)
                await familiar.settle()
            kept = [familiar.journal.version(e.after) for e in familiar.journal.entries("a.md")]
        return versions, kept

    versions, kept = asyncio.run(run())
    assert kept == versions


def test_a_save_that_is_heard_is_journalled(root):
    """The worker's path, not only the comparison of everything."""

    async def run():
        async with opened(root) as familiar:
            await familiar.settle()
            edit(root, "notes.md", "# Notes\n\nheard\n")
            familiar.parts.indexing.worker.submit("memory", ["notes.md"])
            familiar.parts.indexing.worker.drain()
            familiar.parts.indexing.synchroniser.finish_up()
            return noted(familiar)

    assert asyncio.run(run()) == [("human", "write", "notes.md")]


def test_the_middle_of_a_save_is_no_version(root):
    """An editor empties the file, is heard, and then writes it: that is one edit."""

    async def run():
        async with opened(root) as familiar:
            await familiar.settle()
            for text in ("# Notes\n", "", "# Notes\n\nmore\n"):
                edit(root, "notes.md", text)
                familiar.parts.indexing.worker.submit("memory", ["notes.md"])
                familiar.parts.indexing.worker.drain()
        async with opened(root) as familiar:
            return [(entry.before_bytes, entry.after_bytes) for entry in familiar.journal.entries()]

    assert asyncio.run(run())[-1:] == [(0, len("# Notes\n\nmore\n"))]


@pytest.mark.parametrize("middle", ["absent", "empty"])
def test_a_save_that_was_noted_in_its_middle_is_noted_at_its_end(root, middle):
    """By then the index had those bytes already: a checkout of one branch, and of it again."""

    async def run():
        note = root / "memory/notes.md"
        edit(root, "notes.md", "# Notes\n\nof the other branch\n")
        async with opened(root) as familiar:
            await familiar.settle()
            edit(root, "notes.md", "# Notes\n\nof this branch\n")
            synchroniser = familiar.parts.indexing.synchroniser
            synchroniser.update("memory", ["notes.md"])
            note.unlink()
            if middle == "empty":
                note.touch()
            synchroniser.finish_up()
            edit(root, "notes.md", "# Notes\n\nof this branch\n")
            await familiar.settle()
            return familiar.journal.heads(["notes.md"])["notes.md"].revision

    assert asyncio.run(run()) == revision_of(b"# Notes\n\nof this branch\n")


def test_changes_through_the_store_are_not_a_persons(root):
    """Each is noted once, by the one who made it."""

    async def run():
        async with opened(root) as familiar:
            await familiar.settle()
            familiar.store.write_file("notes.md", "# Notes\n", cause=Cause("tool"))
            familiar.store.append_file("notes.md", "\nmore\n", cause=Cause("tool"))
            await familiar.settle()
            familiar.store.delete("notes.md", cause=Cause("tool"))
            await familiar.settle()
            return noted(familiar)

    assert asyncio.run(run()) == [
        ("tool", "write", "notes.md"),
        ("tool", "append", "notes.md"),
        ("tool", "delete", "notes.md"),
    ]


def test_what_happened_while_nobody_looked_is_noted_at_the_next_start(root):
    """Also when the index is gone, that would have told of the deletion."""

    async def run():
        edit(root, "a.md", "# A\n")
        edit(root, "b.md", "# B\n")
        async with opened(root) as familiar:
            await familiar.settle()
        edit(root, "a.md", "# A\n\nedited in between\n")
        (root / "memory/b.md").unlink()
        shutil.rmtree(root / "memory/.index")
        async with opened(root) as familiar:
            await familiar.settle()
            return noted(familiar)[2:]

    assert sorted(asyncio.run(run())) == [("human", "delete", "b.md"), ("human", "edit", "a.md")]


def test_a_tree_that_has_vanished_is_not_noted_as_deleted(root):
    """An unmounted disk is no decision of a person's."""

    async def run():
        for number in range(12):
            edit(root, f"n{number}.md", f"# {number}\n")
        async with opened(root) as familiar:
            await familiar.settle()
        shutil.move(root / "memory", root / "elsewhere")
        async with opened(root) as familiar:
            await familiar.settle()
            return [entry for entry in noted(familiar) if entry[1] == "delete"]

    assert asyncio.run(run()) == []


def test_a_rebuild_and_a_second_start_note_nothing_new(root):
    """Seeing the same again is no change."""

    async def run():
        edit(root, "a.md", "# A\n")
        async with opened(root) as familiar:
            await familiar.settle()
            before = noted(familiar)
            await familiar.index.rebuild()
        async with opened(root) as familiar:
            await familiar.settle()
            return before, noted(familiar)

    before, after = asyncio.run(run())
    assert before == after == [("baseline", "write", "a.md")]


def test_a_stale_buffer_that_undid_the_writer_is_undone(root):
    """The machine's line comes back, and what was typed into the old text stays."""

    async def run():
        edit(root, "notes.md", "# Notes\n\n- one\n\nthe end\n")
        async with opened(root) as familiar:
            await familiar.settle()
            buffer = (root / "memory/notes.md").read_text()
            familiar.store.edit(
                "notes.md",
                lambda text: text.replace("- one\n", "- one\n- two\n"),
                cause=Cause("tool"),
            )
            edit(root, "notes.md", buffer + "\nmine\n")
            await familiar.settle()
            stale = next(iter(familiar.journal.entries("notes.md", newest_first=True)))
            assert stale.source == "human"
            undo(familiar.store, familiar.journal, stale.id)
            return (root / "memory/notes.md").read_text()

    assert asyncio.run(run()) == "# Notes\n\n- one\n- two\n\nthe end\n\nmine\n"


def test_a_broken_journal_does_not_stop_the_index(root, caplog):
    """The note is found; what could not be noted is logged."""

    async def run():
        async with opened(root) as familiar:
            await familiar.settle()
            shutil.rmtree(root / "journal")
            (root / "journal").write_text("a file in its place")
            edit(root, "notes.md", "# Notes\n\nzebras in the garden\n")
            await familiar.settle()
            return (await familiar.search("zebras")).hits

    assert [hit.path for hit in asyncio.run(run())] == ["notes.md"]
    assert "not journalled" in caplog.text


def test_what_a_journal_did_not_take_is_noted_when_it_does_again(root):
    """In the same process, and without another save."""

    async def run():
        async with opened(root) as familiar:
            await familiar.settle()
            _long_after(familiar)
            kept = root.parent / "kept"
            (root / "journal").rename(kept)
            (root / "journal").write_text("a file in its place")
            edit(root, "notes.md", "# Notes\n\nzebras in the garden\n")
            await familiar.settle()
            (root / "journal").unlink()
            kept.rename(root / "journal")
            await familiar.settle()
            return noted(familiar, "notes.md")

    assert asyncio.run(run()) == [("human", "write", "notes.md")]


def test_a_note_that_could_not_be_read_is_noted_when_it_can(root, monkeypatch):
    """The index has it already: who had it locked for a moment was in the way of the journal."""

    async def run():
        async with opened(root) as familiar:
            await familiar.settle()
            _long_after(familiar)
            edit(root, "notes.md", "# Notes\n\nzebras in the garden\n")
            synchroniser = familiar.parts.indexing.synchroniser
            synchroniser.update("memory", ["notes.md"])
            with monkeypatch.context() as locked:
                locked.setattr(MemoryStore, "read_bytes", _is_locked)
                synchroniser.finish_up()
            before = noted(familiar, "notes.md")
            await familiar.settle()
            return before, noted(familiar, "notes.md")

    assert asyncio.run(run()) == ([], [("human", "write", "notes.md")])


def _long_after(familiar):
    """From now on notes are indexed so long after a save that nobody looks at them again."""
    hour_ns = 3_600 * 10**9
    familiar.parts.indexing.synchroniser._updater._batches._now_ns = lambda: (
        time.time_ns() + hour_ns
    )


def _is_locked(store, path):
    raise StorageError(f"{path} is in use by another process")


def test_one_run_of_the_writer_is_one_batch(root):
    """So that it can be undone as a whole."""
    lights = "I work at the lighthouse and I love seagulls."

    async def run():
        async with opened(root) as familiar:
            await familiar.record(_turn("1", lights))
            report = await familiar.write()
            entries = list(familiar.journal.entries(batch=report.journal_batch))
            undo(familiar.store, familiar.journal, report.journal_batch)
            people = root / "memory/people"
            return report, entries, list(people.glob("*.md")) if people.exists() else []

    report, entries, left = asyncio.run(run())
    assert report.changed
    assert sorted({entry.path for entry in entries}) == list(report.changed)
    assert left == []


def _turn(ref, text):
    place = Place("discord", "lantern", "tavern", PlaceKind.CHANNEL)
    author = Author("discord", "42", "Mara")
    return Turn(
        ref=ref,
        place=place,
        author=author,
        text=text,
        timestamp=datetime(2026, 3, 1, 12, tzinfo=UTC),
    )


def test_what_a_process_saw_and_died_before_noting_is_noted_by_the_next(root):
    """Its index says that the notes are known; the journal must know them too."""

    async def run():
        edit(root, "a.md", "# A\n")
        edit(root, "b.md", "# B\n")
        async with opened(root) as familiar:
            await familiar.settle()
            edit(root, "a.md", "# A\n\nseen and not noted\n")
            (root / "memory/b.md").unlink()
            edit(root, "c.md", "# C\n")
            familiar.parts.indexing.worker.submit("memory", ["a.md", "b.md", "c.md"])
            familiar.parts.indexing.worker.drain()
            # As a killed process leaves it.
            familiar.parts.indexing.synchroniser._edits._outside_edits._met.clear()
            familiar.parts.indexing.synchroniser._edits._outside_edits.note_met = lambda: None
        async with opened(root) as familiar:
            await familiar.settle()
            assert list((root / "journal").glob("unnoted-*")) == []
            return noted(familiar)

    assert asyncio.run(run()) == [
        ("baseline", "write", "a.md"),
        ("baseline", "write", "b.md"),
        ("human", "edit", "a.md"),
        ("human", "write", "c.md"),
        ("human", "delete", "b.md"),
    ]
