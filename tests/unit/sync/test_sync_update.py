"""Notes to index: scan errors, vanished trees, the alias file, what is no memory."""

from __future__ import annotations

import json
import os
import threading

import pytest

from familiar_memory.domain.tree import MEMORY
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.notes.document import NoteParser
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.notes.source import FileSource
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.sync import verify
from familiar_memory.sync.failures import KnownFailures
from familiar_memory.sync.report import SyncReport
from familiar_memory.sync.synchroniser import Synchroniser
from familiar_memory.sync.upkeep.worker import SyncWorker
from familiar_memory.testing import HashEmbedder


class Moody(FileSystem):
    """A file system of which some paths cannot be read now."""

    def __init__(self) -> None:
        self.refused: set[str] = set()

    def scandir(self, path):
        """As the real one, or refused."""
        self._check(path)
        return super().scandir(path)

    def open_read(self, path, **more):
        """As the real one, or refused."""
        self._check(path)
        return super().open_read(path, **more)

    def _check(self, path):
        # The store names a file by its path, or by a folder that it holds open and a name.
        given = str(getattr(path, "path", path))
        if any(given.endswith(end) for end in self.refused):
            raise PermissionError(13, "Permission denied", given)


class World:
    """A tree, an index, and what keeps them in step."""

    def __init__(self, folder, embedder=None):
        self.root = folder / "memory"
        self.root.mkdir(exist_ok=True)
        self.fs = Moody()
        self.embedder = embedder or HashEmbedder()
        store = MemoryStore(self.root, fs=self.fs)
        self.source = FileSource(store, NoteParser(), TreeRegister(store))
        identity = IndexIdentity(self.embedder.id.key, self.embedder.id.dimension, "1")
        self.index = EmbeddingIndex(self.root / ".index" / "embeddings.sqlite", identity)
        self.sync = Synchroniser(
            self.index, (self.source,), Embedders(self.embedder), store, self.source.register
        )

    def note(self, path, text):
        """Save a note that is old enough to be trusted."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(text, bytes):
            file.write_bytes(text)
        else:
            file.write_text(text, "utf-8")
        # Old enough not to be looked at again for its youth.
        os.utime(file, ns=(1, 1))
        return file

    def texts(self):
        """Every passage ever put into the snapshot that still is, sorted."""
        ids = [int(i) for s in self.index.snapshot().segments for i in s.passage]
        return sorted(p.text for p in self.index.passages(ids).values())


@pytest.fixture
def world(tmp_path):
    """An empty world."""
    made = World(tmp_path)
    yield made
    made.index.close()


def test_a_folder_that_cannot_be_read_loses_nothing(world):
    """An error is no absence; its path is named once."""
    for n in range(3):
        world.note(f"people/{n}.md", f"- person {n}\n")
    world.note("notes.md", "- note\n")
    assert world.sync.sync_all().added == 4
    world.fs.refused = {"/people"}
    world.note("notes.md", "- note!\n")
    report = world.sync.sync_all()
    assert (report.removed, list(report.failed)) == (0, ["people"])
    assert world.texts() == ["note!", "person 0", "person 1", "person 2"]
    world.fs.refused = set()
    assert world.sync.sync_all().failed == {}


def test_a_tree_that_vanishes_is_kept_until_somebody_agrees(world):
    """More than half at once is rather a disk that is not there."""
    for n in range(12):
        world.note(f"a/{n}.md", f"- note {n}\n")
    world.sync.sync_all()
    for n in range(7):
        (world.root / "a" / f"{n}.md").unlink()
    report = world.sync.sync_all()
    assert (report.removed, len(report.held), len(world.texts())) == (0, 7, 12)
    assert world.sync.sync_all(allow_mass_removal=True).removed == 7
    assert len(world.texts()) == 5


def test_less_than_half_is_just_gone(world):
    """As when somebody tidies up."""
    for n in range(12):
        world.note(f"a/{n}.md", f"- note {n}\n")
    world.sync.sync_all()
    for n in range(6):
        (world.root / "a" / f"{n}.md").unlink()
    assert (world.sync.sync_all().removed, len(world.texts())) == (6, 6)


def test_a_note_that_is_not_utf8_hides_no_other_and_is_told(world):
    """It is named in the report and for doctor."""
    world.note("a.md", "- one\n")
    world.note("b.md", "- caf\xe9\n".encode("latin-1"))
    world.note("c.md", "- two\n")
    report = world.sync.sync_all()
    assert list(report.failed) == ["b.md"]
    assert world.texts() == ["one", "two"]
    assert [(source, key) for source, key, _ in world.index.problems()] == [(MEMORY, "b.md")]


def test_a_note_that_becomes_unreadable_text_is_not_served_as_it_was(world):
    """Its old text is gone from the index; mended, it is back."""
    world.note("b.md", "- cafe\n")
    world.sync.sync_all()
    world.note("b.md", "- caf\xe9s\n".encode("latin-1"))
    world.sync.sync_all()
    assert world.texts() == []
    world.note("b.md", "- cafés!\n")
    assert world.sync.sync_all().failed == {}
    assert world.texts() == ["cafés!"]


def test_a_note_that_cannot_be_opened_keeps_its_place(world):
    """The others are taken in; it is tried again next time."""
    world.note("a.md", "- one\n")
    world.note("b.md", "- two\n")
    world.sync.sync_all()
    world.note("a.md", "- one more\n")
    world.note("b.md", "- two more\n")
    world.fs.refused = {"/a.md"}
    assert list(world.sync.sync_all().failed) == ["a.md"]
    assert world.texts() == ["one", "two more"]
    world.fs.refused = set()
    world.sync.sync_all()
    assert world.texts() == ["one more", "two more"]


def test_a_note_on_which_the_reader_stumbles_hides_no_other(world, monkeypatch):
    """An error of ours in one note is the error of one note."""
    honest = NoteParser.read

    def read(self, path, text, digest):
        if path == "a.md":
            raise RecursionError("too deep")
        return honest(self, path, text, digest)

    monkeypatch.setattr(NoteParser, "read", read)
    world.note("a.md", "- one\n")
    world.note("b.md", "- two\n")
    assert world.sync.sync_all().failed == {"a.md": "internal error: RecursionError"}
    assert world.texts() == ["two"]


def test_an_edit_that_leaves_size_and_time_as_they_were_is_seen(world):
    """Tools that copy the time along do so, even long after the note was indexed."""
    file = world.note("a.md", "# A\n\n- one\n")
    world.sync.sync_all()
    state = file.stat()
    # As if it had been indexed long after it was saved.
    (known,) = world.index.known(MEMORY).values()
    world.index.write(MEMORY, touched=[(known.stamp, known.indexed_ns + 10**12)])
    file.write_text("# A\n\n- two\n")
    os.utime(file, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert world.sync.sync_all().changed == 1
    assert world.texts() == ["two"]


def test_a_touch_embeds_nothing_and_a_move_neither(world):
    """Vectors are known by content."""
    world.note("a.md", "# A\n\n- one\n")
    world.sync.sync_all()
    world.embedder.calls.clear()
    os.utime(world.root / "a.md", ns=(5, 5))
    assert world.sync.sync_all().touched == 1
    (world.root / "a.md").rename(world.root / "z.md")
    report = world.sync.sync_all()
    assert (report.added, report.removed) == (1, 1)
    assert world.embedder.calls == [] or world.embedder.calls == [("A\n\none",)]


@pytest.mark.parametrize(
    "path",
    [
        "review.md",
        ".obsidian/plugins.md",
        ".hidden.md",
        "a/.b/c.md",
        "notes.txt",
        "face.png",
        "people/_aliases.json",
        ".index/a.md",
    ],
)
def test_what_is_no_memory_is_not_indexed(world, path):
    """Nor is it stamped or loaded when somebody reports it."""
    world.note(path, "- secret\n")
    world.sync.sync_all()
    assert world.texts() == []
    if not path.endswith(".json"):
        assert world.source.stamp(path) is None


def test_markdown_anywhere_is_memory(world):
    """Whatever its folder and the case of its ending."""
    world.note("deep/er/A.MD", "plain prose\n")
    world.note("a/review.md", "- of a film\n")
    world.sync.sync_all()
    assert world.texts() == ["of a film", "plain prose"]


# --- the alias file -----------------------------------------------------------------


def aliases(world):
    """The alias file."""
    return json.loads((world.root / "people" / "_aliases.json").read_text())


def test_the_alias_file_lists_the_people_of_each_name(world):
    """From the notes, folded, and again when it is lost."""
    world.note("people/discord-1.md", "# Alex\n\n## Aliases\n\n- Lex\n")
    world.note("people/discord-2.md", "# Alex\n")
    world.sync.sync_all()
    assert aliases(world) == {"alex": ["discord-1", "discord-2"], "lex": ["discord-1"]}
    (world.root / "people" / "_aliases.json").unlink()
    world.sync.sync_all()
    assert aliases(world) == {"alex": ["discord-1", "discord-2"], "lex": ["discord-1"]}


def test_names_of_an_older_system_are_read_and_kept(world):
    """Until a note states the name; then what the notes say counts."""
    world.note(
        "people/_aliases.json", '{"Ro": "discord-1", "ro ": "discord-9", "zed": "discord-2"}'
    )
    world.note("people/discord-3.md", "# Kim\n")
    world.sync.sync_all()
    kept = {"Ro": "discord-1", "ro ": "discord-9", "zed": "discord-2", "kim": ["discord-3"]}
    assert aliases(world) == kept
    assert world.index.aliases() == {
        "ro": ("discord-1", "discord-9"),
        "zed": ("discord-2",),
        "kim": ("discord-3",),
    }
    world.note("people/discord-3.md", "# Kim\n\n## Aliases\n\n- Zed\n")
    world.sync.sync_all()
    assert aliases(world) == {
        "Ro": "discord-1",
        "ro ": "discord-9",
        "zed": ["discord-3"],
        "kim": ["discord-3"],
    }
    assert world.index.aliases()["zed"] == ("discord-3",)
    assert world.sync.verify().same
    before = world.index.aliases()
    world.sync.rebuild()
    assert world.index.aliases() == before


@pytest.mark.parametrize("data", [b"", b"[1]", b"{broken", b'{"a": 3, "b": null}', b"\xff\xfe"])
def test_a_broken_alias_file_is_no_trouble(world, data):
    """It is written anew."""
    world.note("people/_aliases.json", data)
    world.note("people/discord-3.md", "# Kim\n")
    world.sync.sync_all()
    assert aliases(world) == {"kim": ["discord-3"]}


def test_an_alias_file_that_cannot_be_read_stops_nothing(world):
    """And is not overwritten: it may hold what no note says."""
    world.note("people/_aliases.json", '{"zed": "discord-2"}')
    world.note("people/discord-3.md", "# Kim\n")
    world.fs.refused = {"/_aliases.json"}
    report = world.sync.sync_all()
    assert (report.added, list(report.failed)) == (1, ["people/_aliases.json"])
    world.fs.refused = set()
    assert aliases(world) == {"zed": "discord-2"}


def test_a_hidden_persons_names_are_told_only_to_the_owner(world):
    """Each name has the audience of its note."""
    world.note("people/discord-1.md", "---\nvisibility: owner\n---\n# Alex\n")
    world.note("people/discord-2.md", "# Kim\n")
    world.sync.sync_all()
    assert world.index.aliases(lambda audience: audience == "everyone") == {"kim": ("discord-2",)}
    assert set(world.index.aliases()) == {"alex", "kim"}


# --- two at once --------------------------------------------------------------------


def test_what_changes_while_it_is_read_is_read_again(world, monkeypatch):
    """An older state never stays behind a newer one."""
    world.note("a.md", "- one\n")
    honest = FileSource.load
    saved = []

    def load(self, key):
        document = honest(self, key)
        if not saved:
            saved.append(world.note("a.md", "- two, later\n"))
        return document

    monkeypatch.setattr(FileSource, "load", load)
    world.sync.sync_all()
    assert world.texts() == ["two, later"]


def test_updates_and_full_syncs_at_once_end_in_step(world):
    """From many threads."""
    for n in range(30):
        world.note(f"{n}.md", f"- note {n}\n")
    worker = SyncWorker(world.sync.update, world.sync.sync_all)
    threads = [threading.Thread(target=world.sync.sync_all) for _ in range(3)]
    for thread in threads:
        thread.start()
    for n in range(30):
        world.note(f"{n}.md", f"- note number {n}\n")
        worker.submit(MEMORY, [f"{n}.md"])
    worker.submit_all()
    for thread in threads:
        thread.join()
    assert worker.drain(30)
    worker.close()
    assert world.texts() == sorted(f"note number {n}" for n in range(30))
    assert world.sync.verify().same


def test_waiting_is_for_what_was_submitted_before(tmp_path):
    """Not for what others go on submitting."""
    started, go_on, again = threading.Event(), threading.Event(), threading.Event()

    def update(source, keys):
        if keys == ["later"]:
            again.wait(30)
        else:
            started.set()
            go_on.wait(30)
        return SyncReport()

    worker = SyncWorker(update)
    worker.submit(MEMORY, ["first"])
    started.wait(30)
    waiting = []
    thread = threading.Thread(target=lambda: waiting.append(worker.drain(30)))
    thread.start()
    # Until the other thread waits, in which it lets go of the lock.
    while not worker._condition._waiters:
        pass
    worker.submit(MEMORY, ["later"])
    go_on.set()
    thread.join()
    assert waiting == [True]
    assert worker.drain(0) is False
    again.set()
    worker.close()
    assert worker.drain(0) is True


def test_a_failed_update_is_remembered_until_it_succeeds(tmp_path):
    """And the thread goes on."""
    outcome = [RuntimeError("broken"), {"b": "no"}, {}]
    known = KnownFailures()

    def update(source, keys):
        found = outcome.pop(0)
        if isinstance(found, Exception):
            raise found
        known.updated(source, keys, found)
        return SyncReport(failed=found)

    def everything():
        known.compared({})
        return SyncReport()

    worker = SyncWorker(update, everything, failures=known)
    worker.submit(MEMORY, ["a"])
    worker.drain(30)
    assert known.reasons == {"a": "RuntimeError: broken"}
    worker.submit(MEMORY, ["b"])
    worker.drain(30)
    assert known.reasons == {"a": "RuntimeError: broken", "b": "no"}
    worker.submit(MEMORY, ["a"])
    worker.drain(30)
    assert known.reasons == {"b": "no"}
    worker.submit_all()
    worker.drain(30)
    assert known.reasons == {}
    worker.close()
    worker.submit(MEMORY, ["too late"])
    assert worker.drain(0) is True


def test_what_is_saved_while_a_second_index_is_made_is_no_difference(world, monkeypatch):
    """Somebody goes on writing; a row that is really lost is a difference all the same."""
    world.note("topics/a.md", "# A\n\n- one\n")
    world.sync.sync_all()
    made = verify.build_if_stale

    def made_while_somebody_writes(index, *given, **more):
        report = made(index, *given, **more)
        world.note("topics/b.md", "# B\n\n- two\n")
        monkeypatch.setattr(verify, "build_if_stale", made)
        return report

    def made_after_somebody_wrote(index, *given, **more):
        world.note("topics/c.md", "# C\n\n- three\n")
        monkeypatch.setattr(verify, "build_if_stale", made)
        return made(index, *given, **more)

    for late in (made_while_somebody_writes, made_after_somebody_wrote):
        monkeypatch.setattr(verify, "build_if_stale", late)
        assert world.sync.verify().same
    world.note("topics/d.md", "# D\n\n- four\n")
    assert not world.sync.verify().same  # It had missed this one before anybody asked.
    world.sync.sync_all()
    assert world.sync.verify().same
    with world.index._database.transaction() as connection:
        connection.execute("DELETE FROM links")
        connection.execute("DELETE FROM chunks WHERE document = 1")
    assert not world.sync.verify().same
