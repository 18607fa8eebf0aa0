"""What is erased from a familiar is in none of its files, and the rest of it is as it was."""

from __future__ import annotations

import asyncio
import gzip
import threading
from datetime import UTC, datetime, timedelta

import pytest
from familiars import started
from filelock import FileLock
from people_and_places import TAVERN

from familiar_memory import RecallRequest
from familiar_memory.assembly.erasing.eraser import Eraser
from familiar_memory.assembly.erasing.stores import erasables
from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import StorageError
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store import AuditJournal, MemoryStore
from familiar_memory.store.disposable import DisposableFolder
from familiar_memory.store.sqlite import scrubbing

AT = datetime(2026, 2, 2, 20, tzinfo=UTC)
ROWAN, ZED = Author("discord", "424242424242", "Rowan"), Author("discord", "7", "Zed")
SECRET = "the zanzibar key lies under the mat"


def opened(new_familiar, home):
    """A familiar, to be entered, without anything in the background."""
    return started(new_familiar(home))


def eraser_of(familiar):
    """Of all its stores."""
    parts = familiar.parts
    folder = parts.setup.paths.root
    return Eraser(
        folder,
        erasables(
            folder,
            parts.files.store,
            parts.files.journal,
            parts.files.history,
            parts.files.index,
            parts.searching.past,
            parts.setup.clock.now,
            parts.files.register,
        ),
        parts.files.register,
    )


def words_in(folder, *words):
    """Which of these words stand in any file, with what is compressed unpacked."""
    found = [file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()]
    found += [gzip.decompress(file.read_bytes()) for file in folder.rglob("*.gz")]
    with AuditJournal(folder / "journal") as journal:
        found += [data for _, _, data in journal.images.versions() if data is not None]
    return [word for word in words if any(word.encode() in data for data in found)]


def test_an_earlier_moment_that_was_asked_about_is_erased_too(new_familiar, tmp_path):
    """The index of it is kept beside the index of today, and goes first."""
    elsewhere = tmp_path / "ember" / "memory" / ".index" / "scratch"
    what = Erasure(texts=("zanzibar",))

    def held():
        files = [file for file in elsewhere.rglob("*") if file.is_file()]
        return [file.name for file in files if b"zanzibar" in file.read_bytes()]

    async def check():
        async with opened(new_familiar, tmp_path) as familiar:
            clock, eraser = familiar.parts.setup.clock, eraser_of(familiar)
            familiar.store.write_file("notes.md", f"# Notes\n\n- {SECRET}\n")
            clock.advance(timedelta(days=2))
            familiar.store.append_file("notes.md", "- two\n")
            await familiar.settle()
            then = clock.now() - timedelta(days=1)
            assert (await familiar.search(RecallRequest("zanzibar", as_of=then))).hits
            assert held()
            told = [one.store for one in eraser.residue(what) if one.residue]
            assert told[-2:] == ["past", "folder"]
            with familiar.parts.searching.past.at(then):
                # Whoever reads it is not cut off; it goes with them, and until then it is told.
                report = eraser.erase(what)
                assert [one.store for one in report if one.residue] == ["past", "folder"]
            assert held() == []
            assert [one for one in eraser.erase(what) if one.residue] == []
            assert not (await familiar.search(RecallRequest("zanzibar", as_of=then))).hits
            assert held() == []

    asyncio.run(check())


async def live(familiar):
    """Turns, notes, edits, an index, recalls."""
    said = [(ROWAN, f"Do you know that {SECRET}?"), (ZED, "I drink tea."), (ROWAN, "Lovely tea.")]
    for number, (author, text) in enumerate(said):
        at = AT + timedelta(minutes=number)
        await familiar.record(Turn(f"m{number}", at, TAVERN, author, text))
    store = familiar.store
    store.write_file("notes.md", f"# Notes\n\n- one\n- {SECRET} (2026-02-02)\n")
    store.append_file("notes.md", "- two\n")
    store.write_file(f"people/{ROWAN.slug}.md", "# Rowan\n\n## Facts\n\n- likes:: zanzibar\n")
    store.write_file("topics/tea.md", "# Tea\n\n- It is warm.\n")
    await familiar.settle()
    await familiar.search("zanzibar key")


def test_a_text_is_erased_everywhere(new_familiar, tmp_path):
    """From notes, their past, turns and index; what else is found is found as before."""

    async def check():
        folder = tmp_path / "ember"
        async with opened(new_familiar, tmp_path) as familiar:
            await live(familiar)
            found = (await familiar.search("tea", limit=20)).hits
            tea = [hit.text for hit in found if SECRET not in hit.text]
            what = Erasure(texts=(SECRET,))
            eraser = eraser_of(familiar)
            assert {one.store for one in eraser.residue(what) if one.residue} >= {
                "memory",
                "journal",
                "history.sqlite",
                "index",
                "folder",
            }
            report = await asyncio.to_thread(eraser.erase, what)
            assert [(one.store, one.residue) for one in report if one.residue] == []
            assert [one.store for one in report if one.changed] == [
                "memory",
                "journal",
                "history.sqlite",
                "index",
            ]
            await familiar.settle()
            assert not any(one.residue for one in eraser.residue(what))
            assert words_in(folder, SECRET, "under the mat") == []
            assert (await familiar.index.verify()).same
            assert [h.text for h in (await familiar.search("tea", limit=20)).hits] == tea
            assert familiar.store.read_file("notes.md") == "# Notes\n\n- one\n- two\n"
            assert eraser.pending() is None
        assert words_in(folder, SECRET, "under the mat") == []

    asyncio.run(check())


def test_a_person_is_erased_with_their_note(new_familiar, tmp_path):
    """Id, names, words and the note about them; the caller names what to take."""

    async def check():
        folder = tmp_path / "ember"
        async with opened(new_familiar, tmp_path) as familiar:
            await live(familiar)
            what = Erasure(
                authors=frozenset({ROWAN}),
                paths=frozenset({f"people/{ROWAN.slug}.md"}),
                texts=(SECRET,),
            )
            eraser = eraser_of(familiar)
            await asyncio.to_thread(eraser.erase, what)
            await familiar.settle()
            assert not any(one.residue for one in eraser.residue(what))
            assert (await familiar.index.verify()).same
            hits = (await familiar.search("tea", limit=20)).hits
            assert any("I drink tea." in hit.text for hit in hits)
            assert not any("Lovely" in hit.text for hit in hits)
        assert words_in(folder, ROWAN.user_id, "Rowan", "zanzibar", "Lovely") == []

    asyncio.run(check())


def test_vectors_of_what_is_gone_go_too(new_familiar, tmp_path):
    """A vector says what its text was about."""

    async def check():
        async with opened(new_familiar, tmp_path) as familiar:
            await live(familiar)
            index = familiar.parts.files.index
            before = index._reading(lambda c: set(c.execute("SELECT text_hash FROM vectors")))
            eraser = eraser_of(familiar)
            await asyncio.to_thread(eraser.erase, Erasure(texts=(SECRET,)))
            await familiar.settle()
            after = index._reading(lambda c: set(c.execute("SELECT text_hash FROM vectors")))
            used = index._reading(lambda c: set(c.execute("SELECT text_hash FROM chunk_windows")))
            assert before - after
            assert after == used

    asyncio.run(check())


def test_what_no_store_owns_is_told(new_familiar, tmp_path):
    """And what is to go stays written down until it is gone."""

    async def check():
        async with opened(new_familiar, tmp_path) as familiar:
            await live(familiar)
            (tmp_path / "ember" / "backup.txt").write_text(f"...{SECRET}...")
            what = Erasure(texts=(SECRET,), turns=frozenset({(TAVERN.slug, "m2")}))
            eraser = eraser_of(familiar)
            report = await asyncio.to_thread(eraser.erase, what)
            assert [(one.store, one.residue) for one in report if one.residue] == [
                ("folder", ("backup.txt holds it",))
            ]
            assert eraser.pending() == what
            (tmp_path / "ember" / "backup.txt").unlink()
            await asyncio.to_thread(eraser.erase, eraser.pending())
            assert eraser.pending() is None
            assert words_in(tmp_path / "ember", SECRET) == []

    asyncio.run(check())


def test_what_was_begun_before_is_ended_with_what_comes_after(new_familiar, tmp_path):
    """Another thing to erase does not make anybody forget the first."""

    async def check():
        folder = tmp_path / "ember"
        async with opened(new_familiar, tmp_path) as familiar:
            await live(familiar)
            eraser = eraser_of(familiar)
            (folder / "backup.txt").write_text(SECRET)
            await asyncio.to_thread(eraser.erase, Erasure(texts=(SECRET,)))
            first = eraser.pending()
            (folder / "backup.txt").write_text("nothing")
            familiar.store.append_file("notes.md", f"- {SECRET}\n- tea\n")
            after = Erasure(turns=frozenset({(TAVERN.slug, "m1")}), texts=("lovely tea",))
            report = await asyncio.to_thread(eraser.erase, after)
            assert first is not None and not any(one.residue for one in report)
            assert eraser.pending() is None
            assert familiar.store.read_file("notes.md").endswith("- two\n- tea\n")
            assert words_in(folder, SECRET) == []

    asyncio.run(check())


def test_what_a_dead_eraser_wrote_down_goes_too(new_familiar, tmp_path):
    """It died before its list took its place; a person's file may be called as that is."""

    async def check():
        folder = tmp_path / "ember"
        async with opened(new_familiar, tmp_path) as familiar:
            (folder / "erasing.json.draft").write_text(SECRET)
            (folder / "journal").mkdir(exist_ok=True)
            (folder / "journal" / "erasing.json").write_text(SECRET)
            eraser, what = eraser_of(familiar), Erasure(texts=(SECRET,))
            report = await asyncio.to_thread(eraser.erase, what)
            assert {one.residue for one in report if one.residue} == {
                ("journal/erasing.json holds it",)
            }

    asyncio.run(check())


def test_copies_of_the_index_go_with_it(new_familiar, tmp_path):
    """Whatever lies in its folder may be deleted, whoever has put it there."""

    async def check():
        async with opened(new_familiar, tmp_path) as familiar:
            await live(familiar)
            beside = familiar.parts.files.index.path.parent
            (beside / "embeddings (conflicted copy).sqlite").write_text(SECRET)
            (beside / "older").mkdir()
            (beside / "older" / "vectors.npy").write_text(SECRET)
            (beside / "notes").write_text("tea")
            eraser, what = eraser_of(familiar), Erasure(texts=(SECRET,))
            told = {one.store: one.residue for one in eraser.residue(what)}
            assert "older/vectors.npy holds it" in told[".index"]
            report = await asyncio.to_thread(eraser.erase, what)
            assert not any(one.residue for one in report)
            assert (beside / "notes").read_text() == "tea"
            assert not (beside / "older" / "vectors.npy").exists()
            await familiar.settle()
            assert (await familiar.index.verify()).same

    asyncio.run(check())


def test_what_cannot_be_read_is_told_and_stops_nothing(new_familiar, tmp_path, monkeypatch):
    """A file of somebody else, in the folder or in the tree; and the names of folders."""
    refused = {"theirs.bin", "locked.dat"}
    look = scrubbing.looking_into

    def refuse(path):
        if path.name in refused:
            raise PermissionError(13, "Permission denied", str(path))
        return look(path)

    async def check():
        folder = tmp_path / "ember"
        async with opened(new_familiar, tmp_path) as familiar:
            await live(familiar)
            (folder / "theirs.bin").write_text("x")
            (folder / "memory" / "locked.dat").write_text("x")
            (folder / "memory" / "zanzibar trips").mkdir()
            (folder / "zanzibar.txt").write_text("x")
            monkeypatch.setattr(scrubbing, "looking_into", refuse)
            eraser, what = eraser_of(familiar), Erasure(texts=("zanzibar",))
            report = await asyncio.to_thread(eraser.erase, what)
            told = {one.store: one.residue for one in report if one.residue}
            assert told == {
                "memory": ("locked.dat cannot be looked into",),
                "folder": (
                    "memory/locked.dat cannot be looked into",
                    "the name of something in memory holds it",
                    "theirs.bin cannot be looked into",
                    "the name of something in the familiar's folder holds it",
                ),
            }

    asyncio.run(check())


def test_an_index_that_is_reached_by_a_link_stays(new_familiar, tmp_path):
    """What is open is no copy, by whatever path."""

    async def check():
        (tmp_path / "real").mkdir()
        (tmp_path / "link").symlink_to(tmp_path / "real", target_is_directory=True)
        async with opened(new_familiar, tmp_path / "link") as familiar:
            await live(familiar)
            file = familiar.parts.files.index.path.stat().st_ino
            what = Erasure(texts=("tea",))
            report = await asyncio.to_thread(eraser_of(familiar).erase, what)
            # The name of a file is not taken away, and the register of the notes says it.
            left = [one.store for one in report if one.residue]
            assert left == ["memory", ".index", "folder"]
            assert familiar.parts.files.index.path.stat().st_ino == file

    asyncio.run(check())


class Slow:
    """A store that takes its time, and looks what is written down meanwhile."""

    name = "slow"

    def __init__(self, folder):
        """Of the familiar in this folder."""
        self._sign = folder / "erasing.json"
        self.at_once, self.most_at_once, self.told = 0, 0, []

    def erase(self, what):
        """Nothing, slowly."""
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        threading.Event().wait(0.05)
        self.told.append((self._sign.read_text(), what.texts))
        self.at_once -= 1
        return 0

    def residue(self, what):
        """Never any."""
        return ()


def _eraser_in(folder, *stores):
    return Eraser(folder, stores, TreeRegister(MemoryStore(folder / "memory")))


def test_two_who_erase_at_once_do_it_one_after_the_other(tmp_path):
    """Else the first to end would take away what the other has written down."""
    slow, failures = Slow(tmp_path), []

    def erase(text):
        try:
            _eraser_in(tmp_path, slow).erase(Erasure(texts=(text,)))
        except Exception as problem:  # noqa: BLE001 - it is asserted that there is none
            failures.append(problem)

    threads = [threading.Thread(target=erase, args=(text,)) for text in ("zan", "zi", "bar")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert slow.most_at_once == 1
    assert all(text in sign for sign, texts in slow.told for text in texts)
    assert not (tmp_path / "erasing.json").exists()


def test_who_waits_too_long_to_erase_is_told(tmp_path, monkeypatch):
    """Another process hangs in it."""
    monkeypatch.setattr("familiar_memory.assembly.erasing.pending._PATIENCE_S", 0.05)
    with (
        FileLock(tmp_path / ".erasing.lock"),
        pytest.raises(StorageError, match="another process"),
    ):
        _eraser_in(tmp_path).erase(Erasure(texts=("zanzibar",)))
    assert not (tmp_path / "erasing.json").exists()


def test_beyond_a_link_only_what_is_ours_is_taken(tmp_path):
    """The folder for what is derived may be linked to one in which other things stand."""
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "photos").mkdir(parents=True)
    kept = (elsewhere / "diary.txt", elsewhere / "photos" / "embeddings.txt")
    copy = elsewhere / "embeddings (conflict).sqlite"
    for file in (*kept, copy):
        file.write_text(SECRET)
    (tmp_path / ".index").symlink_to(elsewhere, target_is_directory=True)
    folder = DisposableFolder(tmp_path / ".index", tmp_path / ".index" / "embeddings.sqlite")
    what = Erasure(texts=("zanzibar",))
    assert folder.residue(what) == (f"{copy.name} holds it",)
    assert folder.erase(what) == 1
    assert not copy.exists()
    assert all(file.read_text() == SECRET for file in kept)
    assert folder.residue(what) == ()


def test_a_note_is_erased_by_its_key_too_whatever_its_file_is_called(new_familiar, tmp_path):
    """Who erases a person knows their id, not what somebody called the file."""
    what = Erasure(paths=frozenset({"people/discord-4242.md"}))

    async def check():
        async with opened(new_familiar, tmp_path) as familiar:
            note = f"---\nid: discord-4242\n---\n\n- {SECRET}\n"
            familiar.store.write_file("people/Wren.md", note)
            await familiar.settle()
            eraser = eraser_of(familiar)
            assert any(one.residue for one in eraser.residue(what))
            report = await asyncio.to_thread(eraser.erase, what)
            assert not any(one.residue for one in report)

    asyncio.run(check())
    assert words_in(tmp_path / "ember", "zanzibar", "Wren") == []
