"""Whether anything below a folder has changed: one look at the newest changes."""

from __future__ import annotations

import pytest

from familiar_memory.domain.memory.document import ParsedDocument
from familiar_memory.domain.memory.source import Stamp
from familiar_memory.index import index as index_module
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.rows.documents import EmbeddedDocument
from familiar_memory.index.schema import IndexIdentity


@pytest.fixture
def index(tmp_path):
    """An empty one without an embedder."""
    with_none = EmbeddingIndex(tmp_path / "i.sqlite", IndexIdentity("", 0, "1"))
    yield with_none
    with_none.close()


def put(index, *keys, digest="d"):
    """Write empty documents under these keys."""
    documents = (
        EmbeddedDocument(ParsedDocument(key, digest), Stamp(key, 1, 1), 2, ()) for key in keys
    )
    index.write("memory", replaced=documents)


def test_only_changes_below_the_folder_count(index):
    """The first look says yes, and each change there; not those beside it."""
    answers = []
    mark = None

    def look():
        nonlocal mark
        mark, has_changed = index.changed_below("memory", "lore/", mark)
        answers.append(has_changed)

    look()
    look()
    put(index, "lore/a.md")
    look()
    look()
    put(index, "people/a.md", "lore.md", "lorewood/a.md")
    look()
    index.write("memory", removed=["lore/a.md"])
    look()
    assert answers == [True, False, True, False, False, True]


def test_who_has_missed_changes_is_told_to_look(index, monkeypatch):
    """Old changes are dropped; so is all when the index is made anew."""
    put(index, "lore/a.md")
    mark, _ = index.changed_below("memory", "lore/", None)
    monkeypatch.setattr(index_module, "KEEP_CHANGES", 1)
    put(index, "x.md", "y.md", "z.md")
    index.tidy()
    mark, has_changed = index.changed_below("memory", "lore/", mark)
    assert has_changed
    index.reset("a test")
    assert index.changed_below("memory", "lore/", mark)[1]


def test_digests_are_those_below_the_folder_by_key(index):
    """And of no neighbour."""
    put(index, "lore/b.md", "lore/a/c.md", "lore.md", "lorewood/a.md", digest="1")
    assert index.digests_below("memory", "lore/") == [("lore/a/c.md", "1"), ("lore/b.md", "1")]
