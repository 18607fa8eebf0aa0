"""What is taken away, or mended, while it is read is no failure, and none is told for ever."""

from __future__ import annotations

import os

import pytest
from familiars import put_notes, started

from familiar_memory.domain.tree import MEMORY

PATH, KEY = "people/Anna.md", "people/discord-7.md"
NOTE = "---\nid: discord-7\n---\n# Anna\n\n- likes:: tea\n"
BROKEN = NOTE.encode().replace(b"tea", b"t\xff\xfea")


async def _facts(familiar):
    found = await familiar.knowledge.facts("discord:7")
    return [one.object.text for one in found.facts], found.degraded


def _worker_updates(familiar, path=PATH):
    """As a watcher has it: by the path of the file."""
    worker = familiar.parts.indexing.worker
    worker.submit(MEMORY, [path])
    assert worker.drain(30)


async def _everything_is_compared(familiar):
    await familiar.settle()


async def _a_reader_looks(familiar):
    assert familiar.parts.indexing.synchroniser.refresh({(MEMORY, KEY)})


async def _its_path_is_reported(familiar):
    _worker_updates(familiar)


@pytest.mark.parametrize(
    "mended_by", [_everything_is_compared, _a_reader_looks, _its_path_is_reported]
)
async def test_a_note_that_is_mended_is_told_as_failed_no_more(new_familiar, tmp_path, mended_by):
    """Whoever brings it up to date; by its id, when what is reported is its path."""
    memory = tmp_path / "ember" / "memory"
    put_notes(memory, {PATH: NOTE})
    async with started(new_familiar(tmp_path)) as familiar:
        await familiar.settle()
        assert await _facts(familiar) == (["tea"], None)
        put_notes(memory, {PATH: BROKEN})
        _worker_updates(familiar)
        facts, degraded = await _facts(familiar)
        assert (facts, "not indexed" in degraded) == ([], True)
        put_notes(memory, {PATH: NOTE})
        await mended_by(familiar)
        assert await _facts(familiar) == (["tea"], None)


@pytest.mark.parametrize("is_known", [True, False])
async def test_a_note_that_goes_while_it_is_read_is_gone(
    new_familiar, tmp_path, monkeypatch, is_known
):
    """It fails nobody: there is nothing to index, and nothing of it is in the index."""
    memory = tmp_path / "ember" / "memory"
    put_notes(memory, {"topics/tea.md": "- steeps\n"})
    if is_known:
        put_notes(memory, {PATH: NOTE})
    async with started(new_familiar(tmp_path)) as familiar:
        await familiar.settle()
        put_notes(memory, {PATH: NOTE.replace("tea", "green tea")})
        source = familiar.parts.indexing.notes
        load = source.load

        def taken_away(key):
            (memory / PATH).unlink(missing_ok=True)
            return load(key)

        monkeypatch.setattr(source, "load", taken_away)
        report = familiar.parts.indexing.synchroniser.update(MEMORY, [PATH])
        assert (report.failed, report.removed) == ({}, int(is_known))
        assert await _facts(familiar) == ([], None)
        assert KEY not in familiar.parts.files.index.known(MEMORY)
        assert (await familiar.index.verify()).same


async def test_a_note_that_goes_as_soon_as_it_was_read_is_gone_too(
    new_familiar, tmp_path, monkeypatch
):
    """Whoever took it away may have told the index so before it was written."""
    memory = tmp_path / "ember" / "memory"
    async with started(new_familiar(tmp_path)) as familiar:
        await familiar.settle()
        source = familiar.parts.indexing.notes
        load = source.load

        def read_last(key):
            document = load(key)
            (memory / PATH).unlink()
            return document

        put_notes(memory, {PATH: NOTE})
        monkeypatch.setattr(source, "load", read_last)
        report = familiar.parts.indexing.synchroniser.update(MEMORY, [PATH])
        assert (report.failed, report.removed) == ({}, 1)
        assert familiar.parts.files.index.known(MEMORY) == {}


async def test_what_failed_and_was_mended_meanwhile_did_not_fail(
    new_familiar, tmp_path, monkeypatch
):
    """It is read again by the same look, which reports what came of that."""
    memory = tmp_path / "ember" / "memory"
    async with started(new_familiar(tmp_path)) as familiar:
        await familiar.settle()
        source = familiar.parts.indexing.notes
        load = source.load

        def mended_behind(key):
            try:
                return load(key)
            finally:
                put_notes(memory, {PATH: NOTE})
                os.utime(memory / PATH, ns=(7, 7))

        put_notes(memory, {PATH: BROKEN})
        monkeypatch.setattr(source, "load", mended_behind)
        report = familiar.parts.indexing.synchroniser.update(MEMORY, [PATH])
        assert report.failed == {}
        assert await _facts(familiar) == (["tea"], None)


async def test_a_tree_that_goes_while_it_is_read_is_held(new_familiar, tmp_path, monkeypatch):
    """Notes that vanish all at once keep their rows, until a person agrees."""
    memory = tmp_path / "ember" / "memory"
    paths = [f"topics/t{number:02}.md" for number in range(20)]
    put_notes(memory, dict.fromkeys(paths, "- a marmot\n"))
    async with started(new_familiar(tmp_path)) as familiar:
        await familiar.settle()
        source, index = familiar.parts.indexing.notes, familiar.parts.files.index
        before, load, digest = index.known(MEMORY), source.load, source.digest

        def unmounted():
            for path in paths:
                (memory / path).unlink(missing_ok=True)

        monkeypatch.setattr(source, "load", lambda key: unmounted() or load(key))
        monkeypatch.setattr(source, "digest", lambda key: unmounted() or digest(key))
        put_notes(memory, dict.fromkeys(paths, "- a marmot, later\n"))
        report = await familiar.settle()
        assert sorted(report.held) == paths
        assert (report.failed, index.known(MEMORY)) == ({}, before)


@pytest.mark.parametrize("folder", ["misc", "topics"])
async def test_a_copy_without_a_key_of_its_own_goes_like_any_note(new_familiar, tmp_path, folder):
    """It is known by a name that no file can have, which is nobody's path."""
    memory, copy = tmp_path / "ember" / "memory", f"{folder}/copy.md"
    note = "---\nid: acme\nfirst_seen: 2026-01-01\ntags: [topic]\n---\n# Acme\n\n- likes:: tea\n"
    put_notes(memory, {"topics/acme.md": note, copy: note})
    async with started(new_familiar(tmp_path)) as familiar:
        await familiar.settle()
        index, failures = familiar.parts.files.index, familiar.parts.indexing.synchroniser.failures
        assert len(index.known(MEMORY)) == 2
        (memory / copy).unlink()
        _worker_updates(familiar, copy)
        assert (list(index.known(MEMORY)), failures.reasons) == (["topics/acme.md"], {})
