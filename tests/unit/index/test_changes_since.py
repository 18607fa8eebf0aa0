"""What was written since somebody looked is told in order, or that it cannot be told."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from familiar_memory.domain.memory.changed import ChangeCursor, Changed, Happened, News
from familiar_memory.domain.memory.document import ParsedDocument
from familiar_memory.domain.memory.source import Stamp
from familiar_memory.index import index as module
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.rows.documents import EmbeddedDocument
from familiar_memory.index.schema import IndexIdentity

IDENTITY = IndexIdentity("hash", 8, "1")


def open_index(folder: Path) -> EmbeddingIndex:
    """The index in a folder, as another process would open it too."""
    return EmbeddingIndex(folder / "embeddings.sqlite", IDENTITY)


@pytest.fixture
def index(tmp_path: Path) -> Iterator[EmbeddingIndex]:
    """An empty index."""
    with closing(open_index(tmp_path)) as index:
        yield index


def write(index: EmbeddingIndex, key: str, digest: str, source: str = "memory") -> None:
    """Index a document that says nothing."""
    document = ParsedDocument(key, digest)
    index.write(source, replaced=[EmbeddedDocument(document, Stamp(key, 1, 1), 1, ())])


def told(changes: News) -> list[tuple[str, str, str | None, str | None]]:
    """What is told, without its numbers."""
    assert not changes.is_everything
    return [(one.key, one.what.value, one.before, one.after) for one in changes.told]


def test_each_write_is_told_with_what_it_was_before_and_is_after(index: EmbeddingIndex) -> None:
    """In their order, with numbers that grow; a touch is no write."""
    start = index.change_cursor()
    write(index, "a.md", "1")
    write(index, "a.md", "2")
    write(index, "a.md", "2")
    index.write("memory", touched=[(Stamp("a.md", 2, 2), 2)])
    index.write("memory", removed=["a.md", "never there.md"])
    found = index.changes_since(start)
    assert told(found) == [
        ("a.md", "added", None, "1"),
        ("a.md", "changed", "1", "2"),
        ("a.md", "changed", "2", "2"),
        ("a.md", "removed", "2", None),
    ]
    numbers = [one.sequence for one in found.told]
    assert numbers == sorted(set(numbers)) and start.sequence < numbers[0]
    assert found.cursor == index.change_cursor()
    assert not index.changes_since(found.cursor)


def test_a_batch_is_told_whole_and_by_source(index: EmbeddingIndex) -> None:
    """What is one transaction is one look; one key may be of two sources."""
    start = index.change_cursor()
    write(index, "a", "1", "conversation")
    write(index, "a", "2", "memory")
    (one, other) = index.changes_since(start).told
    assert one == Changed("conversation", "a", Happened.ADDED, one.sequence, None, "1")
    assert other == Changed("memory", "a", Happened.ADDED, other.sequence, None, "2")


def test_whoever_was_away_goes_on_where_they_were(index: EmbeddingIndex, tmp_path: Path) -> None:
    """Another process too, with a cursor that was kept."""
    write(index, "a.md", "1")
    kept = index.change_cursor()
    write(index, "b.md", "1")
    with closing(open_index(tmp_path)) as other:
        assert told(other.changes_since(kept)) == [("b.md", "added", None, "1")]
        write(other, "c.md", "1")
    assert [one.key for one in index.changes_since(kept).told] == ["b.md", "c.md"]


def test_without_a_cursor_anything_may_have_changed(index: EmbeddingIndex) -> None:
    """So it is with a number that was never given."""
    write(index, "a.md", "1")
    now = index.change_cursor()
    everything = News(now, is_everything=True)
    assert index.changes_since(None) == everything
    assert index.changes_since(ChangeCursor(now.index, now.sequence + 1)) == everything
    assert index.changes_since(ChangeCursor("another", 0)) == everything


def test_what_is_forgotten_is_told_as_everything(
    index: EmbeddingIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the newest changes are kept; whoever is not behind those hears each."""
    monkeypatch.setattr(module, "KEEP_CHANGES", 3)
    start = index.change_cursor()
    write(index, "a.md", "1")
    write(index, "b.md", "1")
    middle = index.change_cursor()
    for name in ("c.md", "d.md", "e.md"):
        write(index, name, "1")
    index.tidy()
    assert index.changes_since(start).is_everything
    assert [one.key for one in index.changes_since(middle).told] == ["c.md", "d.md", "e.md"]


def test_an_index_that_was_made_anew_is_told_as_everything(index: EmbeddingIndex) -> None:
    """Once: then its writes are told as ever."""
    write(index, "a.md", "1")
    before = index.change_cursor()
    index.reset("a test")
    write(index, "a.md", "1")
    write(index, "b.md", "1")
    found = index.changes_since(before)
    assert found == News(index.change_cursor(), is_everything=True)
    write(index, "c.md", "1")
    assert [one.key for one in index.changes_since(found.cursor).told] == ["c.md"]


def test_an_index_that_was_emptied_in_place_is_told_as_everything(index: EmbeddingIndex) -> None:
    """As it is done where a file that others have open cannot be replaced."""
    write(index, "a.md", "1")
    before = index.change_cursor()
    index._database.reset("a test")
    found = index.changes_since(before)
    assert found == News(index.change_cursor(), is_everything=True)
    assert not index.changes_since(found.cursor)


def test_another_file_in_its_place_is_told_as_everything(
    index: EmbeddingIndex, tmp_path: Path
) -> None:
    """Even one with more changes, and with the number that the file system gave the old one."""
    other = tmp_path / "other"
    with closing(open_index(other)) as longer:
        for number in range(5):
            write(longer, f"{number}.md", "1")
    write(index, "a.md", "1")
    before = index.change_cursor()
    index.close()
    for file in tmp_path.glob("embeddings.sqlite*"):
        file.unlink()
    shutil.copy(other / "embeddings.sqlite", tmp_path / "embeddings.sqlite")
    with closing(open_index(tmp_path)) as replaced:
        assert replaced.change_cursor().sequence > before.sequence
        assert replaced.changes_since(before).is_everything


def test_many_writes_are_told_in_pieces(index: EmbeddingIndex) -> None:
    """Each once, and the cursor stands behind the last of its piece."""
    cursor = index.change_cursor()
    for number in range(7):
        write(index, f"{number}.md", "1")
    pieces = []
    while found := index.changes_since(cursor, 3):
        pieces.append([one.key for one in found.told])
        cursor = found.cursor
    assert pieces == [["0.md", "1.md", "2.md"], ["3.md", "4.md", "5.md"], ["6.md"]]
