"""An index that named one live space, and the next: its vectors are used as they are.

`switch_under_way_v7.sql` was made by that version: three notes, the vectors of `former` and of
`hash`, of which `hash` is live, and `other` was being prepared when its model failed.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from familiar_memory.embeddings.base import space_name
from familiar_memory.index.spaces.tables import last_used_in
from familiar_memory.testing import HashEmbedder

DUMP = Path(__file__).parents[2] / "fixtures" / "index" / "switch_under_way_v7.sql"


@pytest.fixture
def home(tmp_path):
    """The tree that it was made of, and the index."""
    memory = tmp_path / "ember" / "memory"
    (memory / "topics").mkdir(parents=True)
    for n in range(3):
        note = memory / "topics" / f"t{n}.md"
        note.write_text(f"# Topic {n}\n\n- the kettle number {n} sings\n")
    (memory / ".index").mkdir()
    with closing(sqlite3.connect(memory / ".index" / "embeddings.sqlite")) as connection:
        connection.executescript(DUMP.read_text())
    return tmp_path


async def test_a_damaged_vector_is_not_carried_over(home, new_familiar):
    """It is made anew; the others are used."""
    embedder = HashEmbedder()
    file = home / "ember" / "memory" / ".index" / "embeddings.sqlite"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE meta SET value = '6' WHERE key = 'schema'")
        connection.execute(
            "UPDATE vectors SET vector = zeroblob(256) WHERE rowid ="
            " (SELECT max(rowid) FROM vectors)"
        )
    async with new_familiar(home, embedder=embedder) as familiar:
        await familiar.settle()
        assert sum(map(len, embedder.calls)) == 1
        assert (await familiar.index.verify()).same


async def test_one_without_vectors_is_made_anew_as_ever(home, new_familiar):
    """As one of a version that kept none, or kept them otherwise."""
    embedder = HashEmbedder()
    file = home / "ember" / "memory" / ".index" / "embeddings.sqlite"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE meta SET value = '1' WHERE key = 'schema'")
        connection.execute("DROP TABLE embedders")
    async with new_familiar(home, embedder=embedder) as familiar:
        await familiar.settle()
        because = familiar.parts.files.index.replaced_because
        assert because and because.startswith("it was built with another schema")
        assert sum(map(len, embedder.calls)) == 3
        assert (await familiar.index.verify()).same


def test_the_live_space_is_the_one_that_was_used_last(home):
    """Though another had been begun after it: this is what `auto` follows."""
    file = home / "ember" / "memory" / ".index" / "embeddings.sqlite"
    assert space_name(last_used_in(file)) == "hash"


@pytest.mark.parametrize("schema", ["7", "an older one"])
@pytest.mark.parametrize("name", ["hash", "former", "other"])
async def test_every_vector_is_used_as_it_is(home, new_familiar, name, schema):
    """Nothing is embedded that has a vector, whether or not the index is made anew."""
    embedder = HashEmbedder(name=name)
    file = home / "ember" / "memory" / ".index" / "embeddings.sqlite"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE meta SET value = ? WHERE key = 'schema'", (schema,))
    async with new_familiar(home, embedder=embedder) as familiar:
        if name == "hash":
            assert familiar.parts.files.index.spaces.standing().is_ready
        await familiar.settle()
        assert sum(map(len, embedder.calls)) == (3 if name == "other" else 0)
        found = await familiar.search("kettle")
        assert (len(found.hits), found.degraded) == (3, None)
        assert dict(found.hits[0].signals)["cosine"] > 0
        assert familiar.parts.files.index.spaces.standing().last == embedder.id.key
        assert (await familiar.index.verify()).same
