"""A note that cannot be read is reported by whoever is asked, however they came to know of it."""

from __future__ import annotations

import sys

import pytest
from familiars import put_notes, started

from familiar_memory.domain.tree import MEMORY
from familiar_memory.sync import diff

PATH = "people/discord-7.md"
NOTE = "---\nid: discord-7\n---\n# Anna\n\n- likes:: tea\n"
BROKEN = NOTE.encode().replace(b"tea", b"t\xff\xfea")
REASON = "not UTF-8"


async def _degraded(familiar):
    return (await familiar.knowledge.facts()).degraded


def _hears_of(familiar, path):
    worker = familiar.parts.indexing.worker
    worker.submit(MEMORY, [path])
    assert worker.drain(30)


@pytest.fixture
def broken(tmp_path):
    """A tree with a note that is no text."""
    put_notes(tmp_path / "ember" / "memory", {PATH: BROKEN, "notes.md": "- a marmot\n"})
    return tmp_path


@pytest.fixture
def long_ago(monkeypatch):
    """No stamp is too young to be trusted."""
    monkeypatch.setattr(diff, "is_racy", lambda _: False)


async def test_each_comparison_reports_what_cannot_be_read(new_familiar, broken, long_ago):
    """Also when nothing has changed since the last one, and by whoever opens the index next."""
    reports = []
    for _ in range(2):
        async with started(new_familiar(broken)) as familiar:
            for _ in range(3):
                report = await familiar.settle()
                reports.append((list(report.failed), REASON in (await _degraded(familiar) or "")))
    assert reports == [([PATH], True)] * 6


async def test_what_another_process_could_not_read_is_not_read_here_either(new_familiar, tmp_path):
    """Whoever hears of the save second finds an index that is up to date, and lacks the note."""
    memory = tmp_path / "ember" / "memory"
    put_notes(memory, {PATH: NOTE})
    async with started(new_familiar(tmp_path)) as first, started(new_familiar(tmp_path)) as second:
        await first.settle()
        await second.settle()
        put_notes(memory, {PATH: BROKEN})
        for familiar in (first, second):
            _hears_of(familiar, PATH)
            assert REASON in (await _degraded(familiar) or "")
        put_notes(memory, {PATH: NOTE})
        for familiar in (first, second):
            _hears_of(familiar, PATH)
            assert await _degraded(familiar) is None


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("path", ["channels/den.md", "notes.md", "topics/tea.md", PATH])
async def test_a_link_that_leads_out_is_no_note_for_whoever_hears_of_it(
    new_familiar, tmp_path, path
):
    """As it is none for a comparison of everything."""
    memory = tmp_path / "ember" / "memory"
    put_notes(memory, {path: "- likes:: tea\n", "other.md": "- a marmot\n"})
    (tmp_path / "elsewhere.md").write_text("- likes:: rain\n")
    async with started(new_familiar(tmp_path)) as familiar:
        await familiar.settle()
        (memory / path).unlink()
        (memory / path).symlink_to(tmp_path / "elsewhere.md")
        _hears_of(familiar, path)
        index = familiar.parts.files.index
        assert (list(index.known(MEMORY)), await _degraded(familiar)) == (["other.md"], None)
        assert (await familiar.settle()).failed == {}
