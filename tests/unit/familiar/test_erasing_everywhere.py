"""What is erased from a familiar is in none of its files, and the rest of it is as it was."""

from __future__ import annotations

import asyncio
import gzip
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from people_and_places import TAVERN

from familiar_memory.assembly.erasing import Eraser, erasables
from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.store import AuditJournal

AT = datetime(2026, 2, 2, 20, tzinfo=UTC)
ROWAN, ZED = Author("discord", "4242", "Rowan"), Author("discord", "7", "Zed")
SECRET = "the zanzibar key lies under the mat"


@asynccontextmanager
async def opened(new_familiar, home):
    """A familiar without anything in the background."""
    familiar = new_familiar(home)
    await familiar.start()
    try:
        yield familiar
    finally:
        await familiar.close()


def eraser_of(familiar):
    """Of all its stores."""
    parts = familiar.parts
    folder = parts.paths.root
    return Eraser(
        folder,
        erasables(
            folder,
            parts.plain_store,
            parts.journal,
            parts.history,
            parts.index,
            parts.past,
            parts.clock.now,
        ),
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
            clock, eraser = familiar.parts.clock, eraser_of(familiar)
            familiar.store.write_file("notes.md", f"# Notes\n\n- {SECRET}\n")
            clock.advance(timedelta(days=2))
            familiar.store.append_file("notes.md", "- two\n")
            await familiar.settle()
            then = clock.now() - timedelta(days=1)
            assert (await familiar.search("zanzibar", as_of=then)).hits
            assert held()
            told = [one.store for one in eraser.residue(what) if one.residue]
            assert told[-2:] == ["past", "folder"]
            with familiar.parts.past.at(then):
                # Whoever reads it is not cut off; it goes with them, and until then it is told.
                report = eraser.erase(what)
                assert [one.store for one in report if one.residue] == ["past", "folder"]
            assert held() == []
            assert [one for one in eraser.erase(what) if one.residue] == []
            assert not (await familiar.search("zanzibar", as_of=then)).hits
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
            assert (await familiar.verify()).same
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
            assert (await familiar.verify()).same
            hits = (await familiar.search("tea", limit=20)).hits
            assert any("I drink tea." in hit.text for hit in hits)
            assert not any("Lovely" in hit.text for hit in hits)
        assert words_in(folder, "4242", "Rowan", "zanzibar", "Lovely") == []

    asyncio.run(check())


def test_vectors_of_what_is_gone_go_too(new_familiar, tmp_path):
    """A vector says what its text was about."""

    async def check():
        async with opened(new_familiar, tmp_path) as familiar:
            await live(familiar)
            index = familiar.index
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
