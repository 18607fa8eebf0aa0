"""Another embedder: everything is embedded beside what answers, then takes over at once."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
from contextlib import closing

import pytest
from familiars import started
from filelock import FileLock

from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.errors import EmbedderError, UsageError
from familiar_memory.familiar import Familiar
from familiar_memory.testing import HashEmbedder

NOTES = 100
OTHER = "other|bag-of-hashed-words|64|l2|''|''"
HASH = "hash|bag-of-hashed-words|64|l2|''|''"


class Gate(HashEmbedder):
    """The fake, which waits at its first batch of documents until it is let through."""

    def __init__(self, name="other"):
        super().__init__(name=name)
        self.reached, self.let_through = threading.Event(), threading.Event()

    def embed_documents(self, texts):
        """As the fake, once it may."""
        self.reached.set()
        assert self.let_through.wait(30)
        return super().embed_documents(texts)


class Halting(HashEmbedder):
    """The fake, which fails after so many batches."""

    def __init__(self, batches, name="other"):
        super().__init__(name=name)
        self.batches = batches

    def embed_documents(self, texts):
        """As the fake, while it lasts."""
        if len(self.calls) == self.batches:
            raise EmbedderError("the memory is full", "more of it")
        return super().embed_documents(texts)


def fill(familiar, count=NOTES):
    """Write notes of one chunk each."""
    folder = familiar.parts.setup.paths.memory / "topics"
    folder.mkdir(parents=True, exist_ok=True)
    for n in range(count):
        (folder / f"t{n}.md").write_text(f"# Topic {n}\n\n- the kettle number {n} sings\n")


def spaces(familiar):
    """What each space holds: its key and how many vectors."""
    return {row.key: row.vectors for row in familiar.parts.files.index.spaces.sizes()}


def asked(familiar):
    """The key of the space that a question is put to."""
    return familiar.parts.files.index.spaces.asked().key


def texts(embedder):
    """Everything that went through a model."""
    return [text for call in embedder.calls for text in call]


@pytest.mark.long
async def test_only_the_vectors_are_made_anew_and_going_back_costs_nothing(tmp_path, new_familiar):
    """Rows and their numbers stay; verify holds after each switch."""
    first, other = HashEmbedder(), HashEmbedder(name="other")
    async with new_familiar(tmp_path, embedder=first) as familiar:
        fill(familiar)
        await familiar.settle()
        rows = familiar.parts.files.index.passages(range(1, 500))
        seen = []
        there = await familiar.index.switch_embedder(other, progress=lambda *at: seen.append(at))
        assert (there.embedder, there.chunks, there.embedded, there.done) == (
            OTHER,
            NOTES,
            NOTES,
            True,
        )
        assert seen[0] == (0, NOTES)
        assert seen[-1] == (NOTES, NOTES)
        assert familiar.parts.files.index.passages(range(1, 500)) == rows
        assert familiar.parts.files.index.snapshot().embedder == OTHER
        assert (await familiar.index.verify()).same
        back = HashEmbedder()
        again = await familiar.index.switch_embedder(back)
        assert (again.chunks, again.embedded, again.done) == (0, 0, True)
        assert texts(back) == []
        assert spaces(familiar) == {HASH: NOTES, OTHER: NOTES}
        assert (await familiar.index.verify()).same
        assert (await familiar.search("kettle")).degraded is None


@pytest.mark.long
async def test_the_old_vectors_answer_until_the_new_ones_take_over(tmp_path, new_familiar):
    """The answer says that it is going on; what is recorded meanwhile is found too."""
    gate = Gate()
    async with new_familiar(tmp_path) as familiar:
        fill(familiar)
        await familiar.settle()
        before = [hit.text for hit in (await familiar.search("kettle 7")).hits]
        switching = asyncio.create_task(familiar.index.switch_embedder(gate))
        await asyncio.to_thread(gate.reached.wait, 30)
        during = await familiar.search("kettle 7")
        assert [hit.text for hit in during.hits] == before
        assert dict(during.hits[0].signals)["cosine"] > 0
        assert during.degraded == (
            "the index is being embedded with other; until then it answers by the vectors of hash"
        )
        familiar.parts.store.write_file("topics/new.md", "# New\n\n- a samovar hums\n")
        assert (await familiar.search("samovar")).hits[0].text == "a samovar hums"
        gate.let_through.set()
        assert (await switching).done
        after = await familiar.search("samovar")
        assert (after.hits[0].text, after.degraded) == ("a samovar hums", None)
        assert familiar.parts.files.index.snapshot().embedder == OTHER
        assert spaces(familiar)[OTHER] == NOTES + 1
        assert (await familiar.index.verify()).same


@pytest.mark.long
async def test_two_processes_with_two_embedders_fill_two_spaces(tmp_path, new_familiar):
    """Each answers by its own vectors, and neither embeds a text twice or harms the other."""
    old, new = HashEmbedder(), HashEmbedder(name="other")
    async with new_familiar(tmp_path, embedder=old) as earlier:
        fill(earlier)
        await earlier.settle()
        # Not following: what is left to it is seen before it is made.
        async with started(new_familiar(tmp_path, embedder=new)) as later:
            await later.settle()
            assert (asked(earlier), asked(later)) == (HASH, OTHER)
            for one in (earlier, later):
                found = await one.search("kettle 7")
                assert found.degraded is None
                assert dict(found.hits[0].signals)["cosine"] > 0
            earlier.parts.store.write_file("topics/new.md", "# New\n\n- a samovar hums\n")
            await earlier.settle()
            assert later.parts.files.index.unembedded() == (("memory", "topics/new.md"),)
            found = await later.search("samovar")
            assert (found.hits[0].text, found.degraded) == ("a samovar hums", None)
            await later.settle()
            assert later.parts.files.index.unembedded() == ()
            for one in (earlier, later):
                report = await one.index.verify()
                assert (report.same, report.unchecked, report.vectors) == (
                    True,
                    None,
                    NOTES + 1,
                )
            assert spaces(later) == {HASH: NOTES + 1, OTHER: NOTES + 1}
            # (`verify` embeds everything anew.)
            assert len(texts(old)) == len(texts(new)) == 2 * (NOTES + 1)


@pytest.mark.long
async def test_after_a_rebuild_each_fills_its_own_space_again(tmp_path, new_familiar):
    """Whoever asks for it has its vectors at once; the other makes its own when it settles."""
    async with new_familiar(tmp_path) as earlier:
        fill(earlier, 3)
        await earlier.settle()
        async with new_familiar(tmp_path, embedder=HashEmbedder(name="other")) as later:
            await later.settle()
            await earlier.search("kettle")
            await earlier.index.rebuild()
            assert asked(earlier) == HASH
            await later.settle()
            assert asked(later) == OTHER
            assert spaces(later) == {HASH: 3, OTHER: 3}
            assert (await earlier.index.verify()).same
            assert (await later.index.verify()).same


@pytest.mark.long
async def test_a_cancelled_switch_goes_on_where_it_was(tmp_path, new_familiar):
    """Batches that were done are kept; the old vectors still answer."""
    gate = Gate()
    async with new_familiar(tmp_path) as familiar:
        fill(familiar)
        await familiar.settle()
        switching = asyncio.create_task(familiar.index.switch_embedder(gate))
        await asyncio.to_thread(gate.reached.wait, 30)
        switching.cancel()
        await asyncio.sleep(0)
        gate.let_through.set()
        with pytest.raises(asyncio.CancelledError):
            await switching
        assert asked(familiar) == HASH
        assert spaces(familiar) == {HASH: NOTES, OTHER: 64}
    rest = HashEmbedder(name="other")
    async with new_familiar(tmp_path, embedder=rest) as again:
        await again.settle()
        assert asked(again) == OTHER
        assert len(texts(rest)) == NOTES - 64
        assert (await again.index.verify()).same


@pytest.mark.long
async def test_closing_in_the_middle_of_a_switch_ends_it_soon(tmp_path, new_familiar):
    """And it is taken up when the familiar is opened again."""
    async with new_familiar(tmp_path) as familiar:
        fill(familiar)
        await familiar.settle()
    gate = Gate()
    familiar = new_familiar(tmp_path, embedder=gate)
    async with familiar:
        await asyncio.to_thread(gate.reached.wait, 30)
        asyncio.get_running_loop().call_soon(gate.let_through.set)
    rest = HashEmbedder(name="other")
    async with new_familiar(tmp_path, embedder=rest) as again:
        await again.settle()
        assert asked(again) == OTHER
        assert len(texts(gate)) + len(texts(rest)) == NOTES
        assert (await again.index.verify()).same


@pytest.mark.long
async def test_a_model_that_fails_midway_leaves_the_old_vectors(tmp_path, new_familiar):
    """What it did is kept for the next attempt."""
    async with new_familiar(tmp_path) as familiar:
        fill(familiar)
        await familiar.settle()
        with pytest.raises(EmbedderError, match="the memory is full"):
            await familiar.index.switch_embedder(Halting(batches=2))
        assert asked(familiar) == HASH
        assert (await familiar.search("kettle")).hits
        assert (await familiar.index.verify()).same
        rest = HashEmbedder(name="other")
        assert (await familiar.index.switch_embedder(rest)).done
        assert len(texts(rest)) == NOTES - 64


async def test_only_one_process_switches_at_a_time(tmp_path, new_familiar):
    """The other waits, answers meanwhile, and does what is left when that one has died."""
    async with new_familiar(tmp_path) as familiar:
        fill(familiar, 5)
        await familiar.settle()
        lock = FileLock(
            familiar.parts.files.index.path.parent / "embedder.lock", thread_local=False
        )
    rest = HashEmbedder(name="other")
    with lock:
        async with new_familiar(tmp_path, embedder=rest) as waiting:
            found = await waiting.search("kettle")
            assert len(found.hits) == 5
            assert found.degraded.endswith("until then it answers by words only")
            assert texts(rest) == []
            lock.release()
            await waiting.settle()
            assert asked(waiting) == OTHER
            assert len(texts(rest)) == 5


@pytest.mark.long
async def test_the_one_that_was_chosen_last_wins(tmp_path, new_familiar):
    """A switch that is overtaken in its process gives up, and says so."""
    gate = Gate()
    async with new_familiar(tmp_path) as familiar:
        fill(familiar)
        await familiar.settle()
        switching = asyncio.create_task(familiar.index.switch_embedder(gate))
        await asyncio.to_thread(gate.reached.wait, 30)
        newer = asyncio.create_task(familiar.index.switch_embedder(HashEmbedder(name="third")))
        while familiar.parts.files.embedders.own is gate:
            await asyncio.sleep(0)
        gate.let_through.set()
        assert not (await switching).done
        assert (await newer).done
        assert asked(familiar).startswith("third|")
        assert (await familiar.index.verify()).same


@pytest.mark.long
async def test_an_abandoned_switch_concerns_nobody_else(tmp_path, new_familiar):
    """Who opens with the old embedder is not told of it; its vectors are kept for later."""
    async with new_familiar(tmp_path) as familiar:
        fill(familiar)
        await familiar.settle()
        with pytest.raises(EmbedderError):
            await familiar.index.switch_embedder(Halting(batches=2))
        assert (await familiar.search("kettle")).degraded == (
            "the index is being embedded with other; until then it answers by the vectors of hash"
        )
    async with new_familiar(tmp_path) as again:
        await again.settle()
        assert (await again.search("kettle")).degraded is None
        assert spaces(again) == {HASH: NOTES, OTHER: 64}


async def test_the_vectors_of_two_former_embedders_are_kept(tmp_path, new_familiar):
    """As long as their texts stand in the index; older ones go."""
    async with new_familiar(tmp_path) as familiar:
        fill(familiar, 3)
        await familiar.settle()
        for name in ("b", "c", "d"):
            await familiar.index.switch_embedder(HashEmbedder(name=name))
        kept = {key.split("|")[0]: count for key, count in spaces(familiar).items()}
        assert kept == {"d": 3, "c": 3, "b": 3}
        (familiar.parts.setup.paths.memory / "topics" / "t0.md").unlink()
        await familiar.settle()
        kept = {key.split("|")[0]: count for key, count in spaces(familiar).items()}
        assert kept == {"d": 2, "c": 2, "b": 2}


def seeded(folder, model, layout):
    """Lay a model out as fastembed's cache has it; returns its folder."""
    if layout == "hub":
        repository = folder / "models--qdrant--bge-small-en-v1.5-onnx-q"
        target = repository / "snapshots" / "abc123"
        (repository / "refs").mkdir(parents=True)
        (repository / "refs" / "main").write_text("abc123")
    else:
        target = folder / "fast-bge-small-en-v1.5"
    shutil.copytree(model, target)
    return target


@pytest.mark.long
@pytest.mark.parametrize("layout", ["hub", "old"])
async def test_a_model_seeded_by_hand_is_used_without_a_network(
    tmp_path, tiny_model, monkeypatch, layout
):
    """FASTEMBED_CACHE_PATH, the switch, a search, verify; and so after a restart."""
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path / "cache"))
    seeded(tmp_path / "cache", tiny_model, layout)
    familiar = Familiar.create("ember", home=tmp_path, embedder="static")
    async with familiar:
        fill(familiar, 5)
        await familiar.settle()
        for name in ("fastembed", "static", "none", "fastembed"):
            assert (await familiar.index.switch_embedder(name)).done
            assert (await familiar.index.verify()).same
            assert (await familiar.search("kettle")).degraded is None
    async with Familiar.open("ember", home=tmp_path) as again:
        await again.settle()
        assert asked(again).startswith("fastembed|BAAI/bge-small-en-v1.5@")
        found = await again.search("the kettle is warm")
        assert dict(found.hits[0].signals)["cosine"] > 0
        assert found.degraded is None
        assert (await again.index.verify()).same


async def test_a_model_that_is_not_there_changes_nothing(tmp_path, monkeypatch):
    """The message says what to copy, and where to."""
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path / "cache"))
    async with Familiar.create("ember", home=tmp_path, embedder="none") as familiar:
        before = familiar.parts.setup.paths.character.read_bytes()
        with pytest.raises(EmbedderError) as caught:
            await familiar.index.switch_embedder("fastembed")
        for advice in ("fetch-model", "model_optimized.onnx", str(tmp_path / "cache")):
            assert advice in caught.value.accepted
        assert familiar.parts.setup.paths.character.read_bytes() == before
        assert familiar.parts.files.index.spaces.own.key.startswith("none|")
        assert asked(familiar) == ""


@pytest.mark.long
async def test_a_lost_model_leaves_the_index_alone(tmp_path, tiny_model, monkeypatch):
    """By words until it is back; then all vectors are there as they were."""
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path / "cache"))
    folder = seeded(tmp_path / "cache", tiny_model, "old")
    async with Familiar.create("ember", home=tmp_path, embedder="fastembed") as familiar:
        fill(familiar, 5)
        await familiar.settle()
        held, fastembed = spaces(familiar), asked(familiar)
    folder.rename(tmp_path / "away")
    async with Familiar.open("ember", home=tmp_path) as without:
        await without.settle()
        found = await without.search("kettle")
        assert found.degraded.startswith("the embedder fastembed cannot be used")
        assert len(found.hits) == 5
        assert spaces(without) == held
        report = await without.index.verify()
        assert (report.same, report.unchecked) == (True, f"the vectors of {fastembed}")
    (tmp_path / "away").rename(folder)
    async with Familiar.open("ember", home=tmp_path) as again:
        await again.settle()
        assert spaces(again) == held
        assert (await again.search("kettle")).degraded is None
        assert (await again.index.verify()).same


@pytest.mark.long
async def test_what_nobody_settled_follows_the_index(tmp_path, tiny_model, monkeypatch):
    """`auto` in the settings never changes what the index was made with."""
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path / "cache"))
    paths = FamiliarPaths(tmp_path, "ember")
    paths.memory.mkdir(parents=True)
    paths.character.write_text('[character]\nname = "Ember"\n')
    async with Familiar(paths) as familiar:
        fill(familiar, 2)
        await familiar.settle()
        made_with = asked(familiar)
        assert made_with.startswith("static|")
    seeded(tmp_path / "cache", tiny_model, "old")
    async with Familiar(paths) as again:
        await again.settle()
        assert asked(again) == made_with
        assert (await again.search("kettle")).degraded is None


async def test_the_environment_is_not_contradicted(tmp_path, monkeypatch):
    """What would not last is refused."""
    monkeypatch.setenv("FAMILIAR_MEMORY_INDEX__EMBEDDER", "none")
    async with Familiar.create("ember", home=tmp_path, embedder="none") as familiar:
        with pytest.raises(UsageError, match="FAMILIAR_MEMORY_INDEX__EMBEDDER is 'none'"):
            await familiar.index.switch_embedder("static")


async def test_no_vector_is_ever_scored_against_another_space(tmp_path, new_familiar):
    """Not even where the spaces are of one dimension, and another was asked with last."""
    async with new_familiar(tmp_path) as familiar:
        fill(familiar, 2)
        await familiar.settle()
        with (
            closing(sqlite3.connect(familiar.parts.files.index.path)) as connection,
            connection,
        ):
            connection.execute("INSERT INTO embedders VALUES (9, 'x|y|64', 64, 99)")
    other = HashEmbedder(name="other")
    async with started(new_familiar(tmp_path, embedder=other)) as later:
        found = await later.search("kettle")
        assert later.parts.files.index.snapshot().embedder == ""
        assert dict(found.hits[0].signals)["cosine"] == 0
        assert found.degraded == (
            "the index is being embedded with other; until then it answers by words only"
        )


@pytest.mark.long
async def test_a_settled_embedder_that_is_new_asks_with_the_former_meanwhile(
    tmp_path, tiny_model, monkeypatch
):
    """The settings were changed by hand, and the model of the one before is on the disk."""
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path / "cache"))
    seeded(tmp_path / "cache", tiny_model, "old")
    async with Familiar.create("ember", home=tmp_path, embedder="static") as familiar:
        fill(familiar, 5)
        await familiar.settle()
        settings = familiar.parts.setup.paths.character
    settings.write_text(settings.read_text().replace('"static"', '"fastembed"'))
    async with started(Familiar.open("ember", home=tmp_path)) as later:
        found = await later.search("kettle")
        assert found.degraded == (
            "the index is being embedded with fastembed; until then it answers by the"
            " vectors of static"
        )
        assert dict(found.hits[0].signals)["cosine"] > 0
        await later.settle()
        assert asked(later).startswith("fastembed|")
        assert (await later.search("kettle")).degraded is None


def test_an_embedder_is_closed_when_it_is_held_no_more():
    """Not before: questions are put to the former one until the new space is ready."""

    class Closing(HashEmbedder):
        closed = 0

        def close(self):
            self.closed += 1

    first, second, third = (Closing(name=name) for name in ("a", "b", "c"))
    held = Embedders(first)
    held.choose(second, first.id.key)
    assert (held.own, held.of(first.id.key), first.closed) == (second, first, 0)
    held.choose(third, first.id.key)
    assert (held.of(second.id.key), second.closed, first.closed) == (None, 1, 0)
    held.forget_former()
    assert (held.of(first.id.key), first.closed, third.closed) == (None, 1, 0)
    held.close()
    assert third.closed == 1
