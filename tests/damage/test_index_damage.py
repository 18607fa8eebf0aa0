"""The index may be damaged in any way, at any time: it is disposable."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from people_and_places import ROWAN, TAVERN
from versions import version_at

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import IndexUnavailableError
from familiar_memory.index.file import exclusive
from familiar_memory.index.rows.checksums import GUARDED
from familiar_memory.inspection.health.checks import mend_index, run_checks
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.recall.names.nameable import NameableNotes
from familiar_memory.testing import HashEmbedder

NOTE = "# Rowan\n\n## Facts\n\n- likes:: sesame\n" + "".join(
    f"- likes the tea number {n} of the old kettle\n" for n in range(40)
)
BEX = Author("discord", "7", "Bex")
QUERIES = ("tea kettle", "who speaks of a thesis", "number 7", "what did Kate say of the viva?")


def flip(offset: float):
    """Turn over 64 bytes at a share of the length."""

    def damage(file: Path) -> None:
        data = bytearray(file.read_bytes())
        at = int(len(data) * offset)
        data[at : at + 64] = bytes(b ^ 0xFF for b in data[at : at + 64])
        file.write_bytes(bytes(data))

    return damage


def flip_header(file: Path) -> None:
    """Lose what says that it is a database."""
    data = bytearray(file.read_bytes())
    data[:32] = b"\x00" * 32
    file.write_bytes(bytes(data))


def truncate(share: float):
    """Keep only the beginning."""

    def damage(file: Path) -> None:
        data = file.read_bytes()
        file.write_bytes(data[: int(len(data) * share)])

    return damage


def empty(file: Path) -> None:
    """Keep nothing."""
    file.write_bytes(b"")


def text(file: Path) -> None:
    """Put a text in its place."""
    file.write_text("this is no database\n" * 50)


def delete(file: Path) -> None:
    """Remove it."""
    file.unlink()


def folder(file: Path) -> None:
    """Put a folder in its place."""
    file.unlink()
    file.mkdir()
    (file / "inside").write_text("x")


def no_folder(file: Path) -> None:
    """Remove the folder in which it stands."""
    # Moved first: a familiar that is open makes it again while it is being emptied.
    shutil.rmtree(file.parent.rename(file.parents[2] / "gone"))


def file_for_folder(file: Path) -> None:
    """Put a file in the place of its folder."""
    other = file.parents[2] / "other"
    other.write_text("not a folder")
    file.parent.rename(file.parents[2] / "gone")
    with contextlib.suppress(IsADirectoryError):
        other.replace(file.parent)


def beside(suffix: str, data: bytes | None):
    """Put something else in the place of a file that SQLite keeps beside its own, or nothing."""

    def damage(file: Path) -> None:
        side = file.with_name(file.name + suffix)
        if data is None:
            side.unlink(missing_ok=True)
        else:
            side.write_bytes(data)

    return damage


def sql(*statements: str):
    """Change it by its own means."""

    def damage(file: Path) -> None:
        with closing(sqlite3.connect(file)) as connection, connection:
            for statement in statements:
                connection.execute(statement)

    return damage


DAMAGES = {
    "a flipped header": flip_header,
    "flipped early": flip(0.1),
    "flipped in the middle": flip(0.5),
    "flipped late": flip(0.9),
    "half": truncate(0.5),
    "almost whole": truncate(0.97),
    "an odd end": truncate(0.6180),
    "empty": empty,
    "text": text,
    "deleted": delete,
    "a folder in its place": folder,
    "its folder deleted": no_folder,
    "a file for its folder": file_for_folder,
    "no log": beside("-wal", None),
    "a log of rubbish": beside("-wal", b"this is no log\n" * 5_000),
    "a log that begins well": beside("-wal", bytes.fromhex("377f0682002de218") + b"\xff" * 9_000),
    "a log of nothing": beside("-wal", b""),
    "a shared memory of rubbish": beside("-shm", b"\xa5" * 32_768),
    "an old journal": beside("-journal", b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"\x00" * 4_096),
    "no changes": sql("DELETE FROM changes"),
    "changes to come": sql(
        "INSERT INTO changes(seq, document, source, key) VALUES (9999, 1, '', '')"
    ),
    "no passages": sql("DROP TABLE passages"),
    "no meta": sql("DROP TABLE meta"),
    "another schema": sql("UPDATE meta SET value = '0' WHERE key = 'schema'"),
    "another chunker": sql("UPDATE meta SET value = '0' WHERE key = 'chunker'"),
    "terms that are no terms": sql("UPDATE passages SET terms = x'0102'"),
    "refs that are no list": sql("UPDATE passages SET refs = '{{'"),
    "vectors of another length": sql("UPDATE vectors SET vector = x'00000000'"),
    "words for numbers": sql("UPDATE passages SET standing = 'many'"),
    "names of nobody": sql("UPDATE callings SET passage = 9999"),
    "names in no document": sql("UPDATE callings SET document = 9999"),
    "a kind of name that is none": sql("UPDATE callings SET kind = 77"),
    "no names": sql("DROP TABLE callings"),
    "a foreign database": sql(
        "PRAGMA writable_schema = 1", "DELETE FROM sqlite_master", "PRAGMA writable_schema = 0"
    ),
}
FOUND_BY_VERIFY = frozenset({"flipped early", "flipped in the middle", "flipped late"})
"""May have hit what no answer is made of: the text of a chunk, a row of changes."""


async def fill(familiar) -> list[object]:
    """Write a note and turns; returns what is answered of them."""
    file = familiar.parts.setup.paths.memory / "people" / "discord-42.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(NOTE)
    at = datetime(2026, 2, 2, tzinfo=UTC)
    await familiar.record_many(
        Turn(str(n), at + timedelta(minutes=n), TAVERN, ROWAN, f"My thesis has {n} pages of tea.")
        for n in range(40)
    )
    later = at + timedelta(hours=1)
    said = (
        (ROWAN, "The viva went well."),
        (BEX, "Hey Kate!"),
        (ROWAN, "Always bring tea. " + "The viva took hours. " * 40),
        (BEX, "Thanks, Kate!"),
    )
    await familiar.record_many(
        Turn(f"c{n}", later + timedelta(minutes=n), TAVERN, who, words)
        for n, (who, words) in enumerate(said)
    )
    await familiar.settle()
    return await answers(familiar)


async def answers(familiar) -> list[object]:
    """Ask the questions, and for the prompt."""
    found = [(await familiar.search(q)).hits for q in QUERIES]
    context = await familiar.recall(RecallRequest("tea?", ROWAN, TAVERN))
    return [*found, context.render()]


async def is_sound(familiar) -> bool:
    """Whether it is what a fresh build would be."""
    try:
        return (await familiar.index.verify()).same
    except IndexUnavailableError:
        return False


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_index_starts_and_answers_as_before(new_familiar, tmp_path, name):
    """Closed, damaged, opened: at worst it is built anew."""

    async def run() -> None:
        familiar = new_familiar(tmp_path)
        await familiar.start()
        expected = await fill(familiar)
        path = familiar.parts.files.index.path
        await familiar.close()
        DAMAGES[name](path)
        async with new_familiar(tmp_path) as again:
            await again.settle()
            got = await answers(again)
            assert got == expected
            if name not in FOUND_BY_VERIFY:
                assert await is_sound(again)

    asyncio.run(run())


@pytest.fixture(scope="session")
def filled(new_familiar, tmp_path_factory):
    """A home with a filled familiar that is closed, and what it answered; to be copied."""
    home = tmp_path_factory.mktemp("filled")

    async def make() -> list[object]:
        async with new_familiar(home) as familiar:
            return await fill(familiar)

    return home, asyncio.run(make())


def index_of(home: Path) -> Path:
    """The file of the index."""
    return home / "ember" / "memory" / ".index" / "embeddings.sqlite"


@pytest.mark.parametrize("share", [n / 16 for n in range(16)])
@pytest.mark.parametrize("what", [flip, truncate])
def test_damage_at_any_place_of_the_file(new_familiar, filled, tmp_path, what, share):
    """A search never raises, and answers as before."""
    home, expected = filled
    shutil.copytree(home, tmp_path / "home")
    what(share)(index_of(tmp_path / "home"))

    async def run() -> list[object]:
        async with new_familiar(tmp_path / "home") as again:
            await again.settle()
            return await answers(again)

    assert asyncio.run(run()) == expected


@settings(
    max_examples=int(os.environ.get("FLIPS", "25")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(places=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 7)), min_size=1))
def test_flipped_bits_are_found_before_they_are_told(new_familiar, filled, places):
    """Whichever they are: SQLite sees damage to its structure, a checksum that to a row."""
    home, expected = filled
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "home"
        shutil.copytree(home, copy)
        data = bytearray(index_of(copy).read_bytes())
        for share, bit in places:
            data[int(share * len(data))] ^= 1 << bit
        index_of(copy).write_bytes(bytes(data))

        async def run() -> list[object]:
            async with new_familiar(copy) as again:
                await again.settle()
                return await answers(again)

        assert asyncio.run(run()) == expected


ALTERED = {
    "passages": "text = replace(text, 'kettle', 'Kettle')",
    "documents": "title = 'Somebody else'",
    "facts": "object = 'seSame'",
    "aliases": "slug = 'discord-7'",
    "vectors": "vector = zeroblob(length(vector))",
    "callings": "name = 'Rowena'",
}


@pytest.mark.parametrize("table", ALTERED)
def test_a_row_that_is_not_as_it_was_written_is_not_told(new_familiar, filled, tmp_path, table):
    """Of every table that answers are made of; the index is made anew and says why."""
    home, expected = filled
    shutil.copytree(home, tmp_path / "home")
    sql(f"UPDATE {table} SET {ALTERED[table]}")(index_of(tmp_path / "home"))

    async def run() -> tuple[list[object], str | None]:
        async with new_familiar(tmp_path / "home") as again:
            await again.settle()
            return await answers(again), again.parts.files.index.replaced_because

    got, reason = asyncio.run(run())
    assert got == expected
    assert f"a row of {table} is not as it was written" in (reason or "")


@pytest.mark.parametrize(
    "flipped",
    [
        "passages SET audience = 'everyone'",
        "passages SET retired = 0",
        "passages SET heading = '' WHERE heading != ''",
        "documents SET key = 'people/other.md'",
    ],
)
def test_whose_a_note_is_is_not_taken_from_a_row_that_has_changed(new_familiar, tmp_path, flipped):
    """Not even its name is given out by a flipped bit."""
    path = "people/other.md" if "key" in flipped else "people/gus.md"

    async def run() -> None:
        familiar = new_familiar(tmp_path)
        await familiar.start()
        familiar.store.write_file(
            "people/gus.md",
            "# Gus\n\n- owes money (in:discord-dm-7)\n"
            "- ~~has paid (in:everyone)~~\n\n## Aliases\n\nGoose is what friends say.\n",
        )
        await familiar.settle()
        nameable = NameableNotes(familiar.parts.files.index)
        for place, notes in (("discord-dm-7", {"people/gus.md"}), (TAVERN.slug, set())):
            assert nameable.of(Viewer(place), ["people/gus.md"]) == notes
        sql(f"UPDATE {flipped}")(familiar.parts.files.index.path)
        for place in ("discord-dm-7", TAVERN.slug):
            assert nameable.of(Viewer(place), [path]) == set()
        assert "is not as it was written" in familiar.parts.files.index.damage
        await familiar.close()

    asyncio.run(run())


@pytest.mark.parametrize("table", [guarded.table for guarded in GUARDED])
def test_doctor_reads_every_row(new_familiar, filled, tmp_path, table):
    """Of every table and in every column; it says what it found, and leaves a sound index."""
    home, expected = filled
    shutil.copytree(home, tmp_path / "home")
    (guarded,) = (one for one in GUARDED if one.table == table)
    file = index_of(tmp_path / "home")
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    if not rows:
        values = {
            "links": "'people/x', 1, 'everyone', 1, 7",
            "callings": "1, 'Kate', 1, 7",
            "relations": "1, 'rowan', 'part_of', 'Acme', 'topics/acme.md', NULL, 'everyone', 7",
            "entities": "'[]', 7",
        }
        sql(f"INSERT INTO {table} VALUES (1, 1, {values[table]})")(file)
    column = guarded.columns[-1]
    sql(f"UPDATE {table} SET {column} = 'smoxe'")(file)

    async def run() -> tuple[list[object], list[str]]:
        familiar = new_familiar(tmp_path / "home")
        await familiar.start()
        mend_index(familiar.parts)
        report = await familiar.settle()
        index = next(c for c in run_checks(familiar.parts, report) if c.name == "index")
        answered = await answers(familiar)
        familiar.parts.files.index.check()
        await familiar.close()
        return answered, [finding.what for finding in index.findings]

    got, (told,) = asyncio.run(run())
    assert got == expected
    assert re.search(rf"not as written in {table}\b", told)


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_its_place_does_not_wait_for_ever(new_familiar, filled, tmp_path, suffix):
    """Opening one would wait for whoever writes into it."""
    home, expected = filled
    shutil.copytree(home, tmp_path / "home")
    file = index_of(tmp_path / "home")
    pipe = file.with_name(file.name + suffix)
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)

    async def run() -> list[object]:
        async with new_familiar(tmp_path / "home") as again:
            await again.settle()
            return await answers(again)

    assert asyncio.run(run()) == expected


def test_a_folder_that_cannot_be_written_costs_only_time(new_familiar, tmp_path, monkeypatch):
    """The index is then made anew for each process, and doctor says so."""
    lock = exclusive.FileLock
    memory = tmp_path / "ember" / "memory"

    def refuse(path, *given, **more):
        if Path(path).is_relative_to(memory):
            raise PermissionError(13, "Permission denied", str(path))
        return lock(path, *given, **more)

    async def run() -> None:
        familiar = new_familiar(tmp_path)
        await familiar.start()
        expected = await fill(familiar)
        await familiar.close()
        monkeypatch.setattr(exclusive, "FileLock", refuse)
        async with new_familiar(tmp_path) as again:
            report = await again.settle()
            assert await answers(again) == expected
            assert await is_sound(again)
            path = again.parts.files.index.path
            assert path.exists() and not path.is_relative_to(memory)
            found = {check.name: check.findings for check in run_checks(again.parts, report)}
            (finding,) = found["index"]
            assert "Permission denied" in finding.what
        assert not path.parent.exists()

    asyncio.run(run())


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_while_it_is_open_is_no_exception(new_familiar, tmp_path, name):
    """Search mends it; recall says that it is degraded, or answers."""

    async def run() -> None:
        async with new_familiar(tmp_path) as familiar:
            expected = await fill(familiar)
            with closing(sqlite3.connect(familiar.parts.files.index.path)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            DAMAGES[name](familiar.parts.files.index.path)
            context = await familiar.recall(RecallRequest("tea?", ROWAN, TAVERN))
            assert "Rowan" in context.render()
            await familiar.record(
                Turn("n", datetime(2026, 2, 3, tzinfo=UTC), TAVERN, ROWAN, "A samovar!")
            )
            await familiar.search("tea")
            found = await familiar.search("samovar")
            if found.degraded is not None or not found.hits:
                assert name in FOUND_BY_VERIFY or found.hits, found
            await familiar.index.rebuild()
            assert (await familiar.search("samovar")).hits[0].text == "A samovar!"
            assert (await familiar.search(QUERIES[2])).hits[0].text == expected[2][0].text
            assert (await familiar.index.verify()).same

    asyncio.run(run())


@pytest.mark.parametrize("is_open", [True, False], ids=["open", "closed"])
@pytest.mark.parametrize("name", DAMAGES)
def test_what_was_deleted_meanwhile_is_journalled(new_familiar, tmp_path, name, is_open):
    """Whatever the damage is, and whoever heals it: the journal says that the note is gone."""

    async def run() -> None:
        familiar = new_familiar(tmp_path)
        await familiar.start()
        await fill(familiar)
        file = familiar.parts.setup.paths.memory / "people" / "discord-42.md"
        index = familiar.parts.files.index.path
        if is_open:
            familiar.parts.indexing.watcher.close()
        else:
            await familiar.close()
        DAMAGES[name](index)
        file.unlink()
        if is_open:
            await familiar.search("tea kettle")
            await familiar.close()
        async with new_familiar(tmp_path) as again:
            await again.settle()
            assert version_at(again.journal, "people/discord-42.md", again.now()) is None

    asyncio.run(run())


@pytest.mark.parametrize("suffix", ["-wal", "-shm"])
def test_a_lost_side_file_costs_nothing(new_familiar, tmp_path, suffix):
    """Killed with an open log, and the log is gone: the rest is brought up to date."""

    async def run() -> None:
        familiar = new_familiar(tmp_path)
        await familiar.start()
        expected = await fill(familiar)
        # As a killed process leaves it: copied while it is open.
        source = familiar.parts.files.index.path
        copy = tmp_path / "copy"
        copy.mkdir()
        for name in ("", "-wal", "-shm"):
            file = source.with_name(source.name + name)
            if file.exists() and name != suffix:
                shutil.copy(file, copy / file.name)
        await familiar.close()
        shutil.rmtree(source.parent)
        shutil.copytree(copy, source.parent)
        async with new_familiar(tmp_path) as again:
            await again.settle()
            assert await answers(again) == expected

    asyncio.run(run())


def test_another_embedder_makes_the_vectors_anew_and_never_a_mixture(new_familiar, tmp_path):
    """The vectors of two models are never compared; what is not vectors stays."""

    async def run() -> None:
        async with new_familiar(tmp_path) as familiar:
            await fill(familiar)
            rows = familiar.parts.files.index.passages(range(1, 1000)).keys()
        other = HashEmbedder(name="other")
        async with new_familiar(tmp_path, embedder=other) as again:
            await again.settle()
            assert again.parts.files.index.replaced_because is None
            assert again.parts.files.index.passages(range(1, 1000)).keys() == rows
            assert again.parts.files.index.snapshot().embedder == other.id.key
            assert (await again.index.verify()).same
        assert other.calls

    asyncio.run(run())


def test_an_index_in_use_by_another_is_not_thrown_away(new_familiar, tmp_path, monkeypatch):
    """That it is locked says nothing against it."""
    monkeypatch.setattr("familiar_memory.index.file.index_file._BUSY_TIMEOUT_S", 0.05)

    async def run() -> None:
        async with new_familiar(tmp_path) as familiar:
            expected = await fill(familiar)
            inode = familiar.parts.files.index.path.stat().st_ino
            with closing(
                sqlite3.connect(familiar.parts.files.index.path, isolation_level=None)
            ) as other:
                other.execute("BEGIN IMMEDIATE")
                await familiar.record(
                    Turn("n", datetime(2026, 2, 3, tzinfo=UTC), TAVERN, ROWAN, "A samovar!")
                )
                found = await familiar.search("tea kettle")
                assert found.hits == expected[0]
                assert "locked" in found.degraded
                other.execute("ROLLBACK")
            assert familiar.parts.files.index.path.stat().st_ino == inode
            await familiar.settle()
            assert (await familiar.search("samovar")).hits[0].text == "A samovar!"

    asyncio.run(run())


def test_a_second_process_notices_a_reset(new_familiar, tmp_path):
    """Even when as much was written after it as before it."""

    async def run() -> None:
        async with new_familiar(tmp_path) as one, new_familiar(tmp_path) as other:
            await fill(one)
            expected = await answers(other)
            for _ in range(3):
                await one.index.rebuild()
                assert await answers(other) == expected

    asyncio.run(run())


def test_a_second_process_notices_a_replaced_file(new_familiar, tmp_path):
    """And goes on with the new one, reading and writing."""

    async def run() -> None:
        async with new_familiar(tmp_path) as one, new_familiar(tmp_path) as other:
            await fill(one)
            expected = await answers(other)
            one.parts.files.index._database.damage = "a test says so"
            await one.index.rebuild()
            assert await answers(other) == expected
            await other.record(
                Turn("n", datetime(2026, 2, 3, tzinfo=UTC), TAVERN, ROWAN, "A samovar!")
            )
            assert (await other.search("samovar")).hits == (await one.search("samovar")).hits != ()

    asyncio.run(run())
