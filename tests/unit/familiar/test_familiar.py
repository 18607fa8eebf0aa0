"""A familiar as its users see it: made, opened, told, asked, closed."""

from __future__ import annotations

import asyncio
import gc
import os
import threading
import warnings
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from familiars import started
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory.config.load import load_settings
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.domain.question.context import Mode, RecallRequest
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import (
    ConfigError,
    EmbedderError,
    FamiliarExistsError,
    HistoryError,
    InputError,
    StorageError,
    UnknownFamiliarError,
    UsageError,
)
from familiar_memory.familiar import Familiar
from familiar_memory.testing import HashEmbedder

AT = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)


def turn(ref, text, *, place=TAVERN, author=ROWAN, minutes=0, **more):
    """A turn of Rowan in the tavern."""
    return Turn(str(ref), AT + timedelta(minutes=minutes), place, author, text, **more)


def note(familiar, path, text):
    """Save a note behind the store's back."""
    file = familiar.parts.setup.paths.memory / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    return file


def texts(result):
    """The texts of the hits, in order."""
    return [hit.text for hit in result.hits]


# --- made and opened ----------------------------------------------------------------


def test_a_familiar_is_made_once_and_opened_often(tmp_path):
    """Its settings say which embedder was chosen."""
    Familiar.create("ember", home=tmp_path, name="Ember", timezone="Asia/Tokyo", embedder="none")
    settings = load_settings(FamiliarPaths(tmp_path, "ember"))
    assert (settings.character.name, settings.character.timezone) == ("Ember", "Asia/Tokyo")
    assert settings.index.embedder == "none"
    Familiar.open("ember", home=tmp_path)
    with pytest.raises(FamiliarExistsError, match="there is a familiar 'ember'"):
        Familiar.create("ember", home=tmp_path)
    with pytest.raises(UnknownFamiliarError, match="there are: ember"):
        Familiar.open("amber", home=tmp_path)
    with pytest.raises(UnknownFamiliarError, match="there are none yet"):
        Familiar.open("amber", home=tmp_path / "nowhere")


@pytest.mark.parametrize("name", ["", "..", "a/b", "_default", "-x", "x" * 65, "a\n", "é"])
def test_a_name_that_cannot_be_a_folders_is_refused(tmp_path, name):
    """Before anything is written."""
    with pytest.raises(UsageError, match="cannot name a familiar"):
        Familiar.create(name, home=tmp_path / "home")
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"timezone": "Nowhere/Land"}, ConfigError),
        ({"embedder": "magic"}, EmbedderError),
        ({"embedder": "fastembed"}, EmbedderError),
    ],
)
def test_what_cannot_be_made_leaves_nothing_behind(tmp_path, monkeypatch, given, error):
    """One kind of error, and no folder."""
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path / "no-models"))
    with pytest.raises(error):
        Familiar.create("ember", home=tmp_path / "home", **given)
    assert not (tmp_path / "home").exists()


def test_a_home_that_is_a_file_is_a_storage_error(tmp_path):
    """And the file stays."""
    (tmp_path / "home").write_text("mine")
    with pytest.raises(StorageError, match="cannot be written"):
        Familiar.create("ember", home=tmp_path / "home", embedder="none")
    assert (tmp_path / "home").read_text() == "mine"


def test_a_tree_of_notes_without_settings_becomes_a_familiars(tmp_path):
    """Nothing of it is touched."""
    (tmp_path / "ember" / "memory").mkdir(parents=True)
    (tmp_path / "ember" / "memory" / "notes.md").write_text("mine")
    Familiar.create("ember", home=tmp_path, embedder="none")
    assert (tmp_path / "ember" / "memory" / "notes.md").read_text() == "mine"


def test_settings_of_the_environment_win_and_are_checked(tmp_path, monkeypatch, new_familiar):
    """Lists are written with commas there."""
    monkeypatch.setenv("FAMILIAR_MEMORY_RECALL__EXCLUDED_WORDS", "rowan, tea")
    familiar = new_familiar(tmp_path)
    paths = FamiliarPaths(tmp_path, "ember")
    assert load_settings(paths).recall.excluded_words == ("rowan", "tea")
    monkeypatch.setenv("FAMILIAR_MEMORY_RECALL__RETRIEVED", "many")
    with pytest.raises(ConfigError, match=r"'recall\.retrieved' = 'many' is not accepted"):
        asyncio.run(familiar.start())


def test_settings_saved_with_a_byte_order_mark_are_read(tmp_path, new_familiar):
    """As some editors do."""
    new_familiar(tmp_path)
    file = tmp_path / "ember" / "character.toml"
    file.write_bytes(b"\xef\xbb\xbf" + b'[character]\nname = "Bom"\n')
    assert load_settings(FamiliarPaths(tmp_path, "ember")).character.name == "Bom"


def test_using_a_familiar_that_is_not_open_is_said_plainly(tmp_path, new_familiar):
    """Not an attribute error."""
    with pytest.raises(RuntimeError, match="is not open"):
        asyncio.run(new_familiar(tmp_path).record(turn(1, "x")))


# --- told and asked -----------------------------------------------------------------


async def test_what_is_recorded_is_found_at_once(tmp_path, new_familiar):
    """And recording it again changes nothing."""
    async with new_familiar(tmp_path) as familiar:
        given = [turn(1, "the kettle sings"), turn(2, "a thesis", minutes=1)]
        assert await familiar.record_many(given) == ["added", "added"]
        assert texts(await familiar.search("kettle"))[0] == "the kettle sings"
        before = familiar.parts.files.index.sequence()
        assert await familiar.record_many(given) == ["unchanged", "unchanged"]
        assert await familiar.record_many(()) == []
        await familiar.settle()
        assert familiar.parts.files.index.sequence() == before


async def test_one_bad_turn_means_that_none_is_kept(tmp_path, new_familiar):
    """All or nothing."""
    async with new_familiar(tmp_path) as familiar:
        with pytest.raises(InputError):
            await familiar.record_many([turn(1, "kettle"), turn("", "bad")])
        assert texts(await familiar.search("kettle")) == []


async def test_an_edit_and_a_deletion_are_seen_by_the_next_search(tmp_path, new_familiar):
    """The old words are gone."""
    async with new_familiar(tmp_path) as familiar:
        await familiar.record(turn(1, "the kettle sings"))
        await familiar.record(turn(1, "the samovar sings", minutes=5, edited=True))
        assert texts(await familiar.search("kettle")) == []
        assert texts(await familiar.search("samovar")) == ["the samovar sings"]
        await familiar.record(turn(1, "", minutes=6, deleted=True))
        assert texts(await familiar.search("samovar")) == []
        assert (await familiar.index.verify()).same


async def test_settling_never_runs_the_writer(tmp_path, new_familiar):
    """No note comes of it."""
    async with new_familiar(tmp_path) as familiar:
        await familiar.record(turn(1, "I work at Acme and I live in Ljubljana."))
        await familiar.settle()
        assert familiar.store.glob("**/*.md") == []
        assert familiar.history.watermark() == 0


async def test_search_stands_on_words_alone_without_a_model(tmp_path):
    """The embedder `none` is a choice, not a degradation."""
    Familiar.create("ember", home=tmp_path, embedder="none")
    async with Familiar.open("ember", home=tmp_path) as familiar:
        await familiar.record(turn(1, "the kettle sings"))
        found = await familiar.search("kettle??? ((( ' \" * NEAR")
        assert (texts(found), found.degraded) == (["the kettle sings"], None)


class Broken(HashEmbedder):
    """A model that cannot be loaded until it is mended."""

    broken = True

    def embed_documents(self, texts):
        """As the fake, or fail."""
        if self.broken:
            raise EmbedderError("the weights are gone", "weights")
        return super().embed_documents(texts)

    def embed_query(self, text):
        """As the fake, or fail."""
        if self.broken:
            raise EmbedderError("the weights are gone", "weights")
        return super().embed_query(text)

    def count_tokens(self, text):
        """As the fake, or fail."""
        if self.broken:
            raise EmbedderError("the weights are gone", "weights")
        return super().count_tokens(text)


async def test_a_model_that_fails_leaves_search_by_words_and_heals(tmp_path, new_familiar):
    """It says so; when the model is there again, what lacks vectors gets them."""
    model = Broken()
    async with new_familiar(tmp_path, embedder=model) as familiar:
        note(familiar, "topics/tea.md", "# Tea\n\n- the samovar hums\n")
        await familiar.record(turn(1, "the kettle sings"))
        await familiar.settle()
        found = await familiar.search("kettle")
        assert texts(found) == ["the kettle sings"]
        assert found.degraded == "lexical only: the weights are gone"
        assert "kettle sings" in (await familiar.recall(RecallRequest("kettle"))).render()
        assert familiar.parts.files.index.stats().vectors == 0
        model.broken = False
        await familiar.settle()
        assert familiar.parts.files.index.stats().vectors == 2
        assert familiar.parts.files.index.unembedded() == ()
        assert (await familiar.index.verify()).same
        assert (await familiar.search("kettle")).degraded is None


async def test_the_static_model_finds_what_shares_no_word(tmp_path):
    """With the weights that come along."""
    Familiar.create("ember", home=tmp_path, embedder="static")
    async with Familiar.open("ember", home=tmp_path) as familiar:
        await familiar.record(turn(1, "My dog chased the postman."))
        await familiar.record(turn(2, "The thesis is due in spring.", minutes=200))
        assert texts(await familiar.search("mailman"))[:1] == ["My dog chased the postman."]
        await familiar.settle()
        assert (await familiar.index.verify()).same


async def test_the_wordllama_weights_may_be_broken(tmp_path, monkeypatch):
    """Then recall is by words, and says why."""

    def fail():
        raise EmbedderError("the static model cannot be loaded: broken", "weights")

    Familiar.create("ember", home=tmp_path, embedder="static")
    monkeypatch.setattr("familiar_memory.embeddings.models.static._load_model", fail)
    async with Familiar.open("ember", home=tmp_path) as familiar:
        await familiar.record(turn(1, "My dog chased the postman."))
        found = await familiar.search("dog")
        assert texts(found) == ["My dog chased the postman."]
        assert found.degraded == "lexical only: the static model cannot be loaded: broken"


async def test_an_unreadable_history_makes_recall_poorer_not_impossible(
    tmp_path, new_familiar, monkeypatch
):
    """People are still there; who may see more cannot be told, so nobody does."""
    async with new_familiar(tmp_path) as familiar:
        note(familiar, "people/discord-42.md", "# Rowan\n\n- likes tea\n")
        await familiar.settle()

        def fail(*_, **__):
            raise HistoryError("history.sqlite cannot be used", "a disk")

        monkeypatch.setattr(familiar.history, "rooms_of", fail)
        monkeypatch.setattr(familiar.history, "recent_distinct_authors", fail)
        context = await familiar.recall(RecallRequest("tea", ROWAN, DM))
        assert "likes tea" in context.render()
        assert context.trace.degraded == ("history.sqlite cannot be used",)


@pytest.mark.parametrize("mode", list(Mode))
async def test_people_are_on_the_page_in_every_mode(tmp_path, new_familiar, mode):
    """Voice too, and without any time left."""
    async with new_familiar(tmp_path) as familiar:
        note(familiar, "people/discord-42.md", "# Rowan\n\n- likes tea\n")
        await familiar.settle()
        request = RecallRequest("hello", ROWAN, TAVERN, mode=mode, deadline_s=0)
        assert "likes tea" in (await familiar.recall(request)).render()


# --- many at once -------------------------------------------------------------------


@pytest.mark.long
async def test_many_tasks_record_and_search_at_once(tmp_path, new_familiar):
    """Each finds what it has recorded, and the index is sound."""

    async def one(familiar, number):
        for step in range(6):
            ref, minutes = f"{number}-{step}", 90 * number + step
            await familiar.record(turn(ref, f"word{number}x{step} tea", minutes=minutes))
            found = await familiar.search(f"word{number}x{step}", limit=3)
            assert found.hits[0].text == f"word{number}x{step} tea"
            assert found.degraded is None

    async with new_familiar(tmp_path) as familiar:
        await asyncio.gather(*(one(familiar, n) for n in range(8)))
        await familiar.settle()
        assert (await familiar.index.verify()).same


@pytest.mark.long
async def test_a_search_in_a_busy_room_misses_nothing(tmp_path, new_familiar):
    """Its session is written anew with every turn, while others read it."""
    async with new_familiar(tmp_path) as familiar:
        await familiar.record(turn(0, "the very first samovar"))

        async def talk():
            for n in range(1, 40):
                await familiar.record(turn(n, "more talk", minutes=n))

        async def look():
            for _ in range(40):
                assert "the very first samovar" in texts(await familiar.search("samovar"))

        await asyncio.gather(talk(), look(), look())


@pytest.mark.long
async def test_two_familiars_on_one_folder_see_each_others_changes(tmp_path, new_familiar):
    """As two processes do."""
    async with new_familiar(tmp_path) as one, new_familiar(tmp_path) as other:
        for n in range(5):
            await one.record(turn(f"a{n}", f"kettle number{n}", minutes=n))
            await one.search("kettle")
            assert texts(await other.search(f"number{n}"))[0] == f"kettle number{n}"
            await other.record(turn(f"b{n}", f"samovar count{n}", minutes=n))
            await other.search("samovar")
            assert texts(await one.search(f"count{n}"))[0] == f"samovar count{n}"
        await one.settle()
        assert (await other.index.verify()).same


@pytest.mark.long
def test_closing_in_the_midst_of_the_first_sync_leaves_nothing_running(tmp_path, new_familiar):
    """No thread, no open file, no warning."""
    home = tmp_path
    new_familiar(home)
    for n in range(150):
        file = home / "ember" / "memory" / "topics" / f"n{n}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# Note {n}\n\n- the kettle number {n}\n")
    before = set(threading.enumerate())

    async def run():
        async with new_familiar(home) as familiar:
            await familiar.record(turn(1, "x"))
            # Abandoned while it runs, as by a deadline.
            await familiar.recall(RecallRequest("kettle", deadline_s=0.001))

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        asyncio.run(run())
        gc.collect()
    assert {t for t in threading.enumerate() if t.is_alive()} <= before
    assert not list((home / "ember" / "memory" / ".index").glob("*-wal"))


def test_connections_of_threads_that_ended_are_let_go(tmp_path, new_familiar):
    """A bot that starts a loop a day does not run out of files."""

    async def run():
        async with new_familiar(tmp_path) as familiar:
            for _ in range(20):
                thread = threading.Thread(target=familiar.parts.files.index.stats)
                thread.start()
                thread.join()
            return len(familiar.parts.files.index._database._opened)

    assert asyncio.run(run()) <= 8


def test_of_many_threads_at_once_few_connections_are_kept(tmp_path, new_familiar):
    """Each takes memory, and a household has many familiars in the same threads."""

    async def run():
        async with new_familiar(tmp_path) as familiar:
            meeting = threading.Barrier(12)

            def look():
                with familiar.parts.files.index.now():
                    meeting.wait(10)

            threads = [threading.Thread(target=look) for _ in range(12)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            return len(familiar.parts.files.index._database._opened)

    assert asyncio.run(run()) <= 4


# --- as the files are now -----------------------------------------------------------


async def test_a_note_saved_behind_its_back_is_never_told_as_it_was(tmp_path, new_familiar):
    """Same size, same time: what is that young is read again."""
    async with started(new_familiar(tmp_path)) as familiar:
        file = note(familiar, "topics/tea.md", "# Tea\n\n- the kettle sings\n")
        await familiar.settle()
        assert texts(await familiar.search("kettle")) == ["the kettle sings"]
        state = file.stat()
        file.write_text("# Tea\n\n- the kittle rings\n")
        os.utime(file, ns=(state.st_atime_ns, state.st_mtime_ns))
        assert texts(await familiar.search("kettle sings")) == []
        assert texts(await familiar.search("kittle")) == ["the kittle rings"]
        file.write_text("# Tea\n\n- something else of the kittle\n")
        assert texts(await familiar.search("kittle")) == ["something else of the kittle"]
        file.unlink()
        found = await familiar.search("kittle")
        assert (texts(found), found.degraded) == ([], None)


async def test_where_many_files_have_gone_the_others_are_still_found(tmp_path, new_familiar):
    """One search looks behind as many hits as it takes."""
    async with started(new_familiar(tmp_path)) as familiar:
        files = [note(familiar, f"a/{n}.md", f"- kettle kettle {n}\n") for n in range(60)]
        note(familiar, "z/last.md", "- a plain kettle among other things of the house\n")
        await familiar.settle()
        for file in files:
            file.unlink()
        found = await familiar.search("kettle", limit=3)
        assert texts(found) == ["a plain kettle among other things of the house"]


async def test_a_note_that_cannot_be_settled_is_left_out_and_named(
    tmp_path, new_familiar, monkeypatch
):
    """It changes each time it is looked at."""
    async with started(new_familiar(tmp_path)) as familiar:
        note(familiar, "topics/tea.md", "- kettle\n")
        note(familiar, "topics/pot.md", "- kettle in a pot\n")
        await familiar.settle()
        honest = familiar.parts.indexing.notes.stamp

        def stamp(self, key):
            found = honest(key)
            if key == "topics/tea.md":
                return type(found)(key, next(ticks), found.size)
            return found

        ticks = iter(range(1_000_000))
        monkeypatch.setattr(type(familiar.parts.indexing.notes), "stamp", stamp)
        found = await familiar.search("kettle")
        assert texts(found) == ["kettle in a pot"]
        assert found.degraded.startswith("left out, because") and "topics/tea.md" in found.degraded


# --- without end --------------------------------------------------------------------


@pytest.mark.long
def test_indexing_one_note_without_end_does_not_grow_the_memory(tmp_path, monkeypatch):
    """What is gone is forgotten."""
    from familiar_memory.domain.memory.document import ParsedDocument, Passage, PassageKind
    from familiar_memory.domain.memory.source import Stamp
    from familiar_memory.index.index import EmbeddingIndex
    from familiar_memory.index.rows.documents import EmbeddedDocument
    from familiar_memory.index.schema import IndexIdentity

    index = EmbeddingIndex(tmp_path / "index.sqlite", IndexIdentity("none", 0, "1"))
    try:
        monkeypatch.setattr("familiar_memory.index.arrays.snapshot._RELOAD_MINIMUM", 50)
        for n in range(600):
            passage = Passage(
                PassageKind.TURN, f"text {n}", "everyone", author="a", author_name=f"name{n}"
            )
            document = ParsedDocument("one.md", str(n), passages=(passage,))
            index.write(
                "memory", replaced=[EmbeddedDocument(document, Stamp("one.md", n, 1), n, ())]
            )
            snapshot = index.snapshot()
        assert sum(int(alive.sum()) for alive in snapshot.alive) == 1
        assert len(snapshot.registers.documents.values) <= 60
        assert len(snapshot.registers.speakers.values) <= 60
        assert np.all([len(segment) <= 1 for segment in snapshot.segments])
    finally:
        index.close()


@pytest.mark.long
async def test_one_endless_line_is_indexed_searched_and_recalled_in_no_time(tmp_path, new_familiar):
    """200 KB, and it does not take the place of everything else."""
    async with new_familiar(tmp_path) as familiar:
        note(familiar, "notes.md", "- " + "kettle tea samovar " * 11_000 + "\n")
        note(familiar, "people/discord-42.md", "# Rowan\n\n" + "likes the kettle. " * 4_000)
        await familiar.record(turn(1, "a kettle, too"))
        await familiar.settle()
        request = RecallRequest("kettle", Author("discord", "7", "Will"), TAVERN)
        shown = (await familiar.recall(request)).render()
        assert "a kettle, too" in shown and len(shown) < 20_000
        speaker = (await familiar.recall(RecallRequest("hello", ROWAN, TAVERN))).render()
        assert "likes the kettle." in speaker
