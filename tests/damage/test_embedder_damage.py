"""What the index or the settings say of the embedder may be wrong, or half done."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from familiar_memory.config.load import load_settings
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.errors import ConfigError
from familiar_memory.testing import HashEmbedder

NOTES = 200
HASH = HashEmbedder().id.key
OTHER = HashEmbedder(name="other").id.key

DAMAGES = {
    "an unknown one used last": "INSERT INTO embedders VALUES (99, 'openai', 3, 99)",
    "none used last": "UPDATE embedders SET last_used = 0",
    "a use that is no number": "UPDATE embedders SET last_used = 'x'",
    "not known to be whole": "DELETE FROM meta WHERE key LIKE 'mark:whole%'",
    "what an earlier version noted": "INSERT INTO meta VALUES ('embedder', 'openai')",
    "no spaces": "DELETE FROM embedders",
    "no table of spaces": "DROP TABLE embedders",
    "a space under another number": "UPDATE embedders SET id = id + 7",
    "another dimension": "UPDATE embedders SET dimension = 3",
    "no windows": "DELETE FROM chunk_windows",
    "no vectors": "DELETE FROM vectors",
    "vectors of nobody": "UPDATE vectors SET embedder = 99",
}
LACKS_VECTORS = frozenset({"no windows", "no vectors", "vectors of nobody"})

SWITCH_AND_DIE = """
import asyncio, os, sys
from pathlib import Path
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.familiar import Familiar
from familiar_memory.testing import HashEmbedder

class Dying(HashEmbedder):
    def embed_documents(self, texts):
        if len(self.calls) == int(sys.argv[2]):
            os._exit(9)
        return super().embed_documents(texts)

async def main():
    familiar = Familiar(FamiliarPaths(Path(sys.argv[1]), "ember"), embedder=HashEmbedder())
    await familiar.start()
    await familiar.index.switch_embedder(Dying(name="other"))

asyncio.run(main())
"""


async def filled(familiar):
    """Notes, indexed; returns what is answered."""
    folder = familiar.parts.setup.paths.memory / "topics"
    folder.mkdir(parents=True, exist_ok=True)
    for n in range(NOTES):
        (folder / f"t{n}.md").write_text(f"# Topic {n}\n\n- the kettle number {n} sings\n")
    await familiar.settle()
    return (await familiar.search("kettle number 7")).hits


@pytest.mark.parametrize("name", DAMAGES)
async def test_rows_about_the_embedder_mend_themselves(new_familiar, tmp_path, name):
    """Closed, damaged, opened: the answers are the same again, and verify holds."""
    familiar = new_familiar(tmp_path)
    await familiar.start()
    expected = await filled(familiar)
    path = familiar.parts.files.index.path
    await familiar.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(DAMAGES[name])
    async with new_familiar(tmp_path) as again:
        await again.settle()
        if name in LACKS_VECTORS:
            # Nothing tells that they were there: `verify` does, `rebuild` mends.
            assert not (await again.index.verify()).same
            await again.index.rebuild()
        found = await again.search("kettle number 7")
        assert found.hits == expected
        assert found.degraded is None
        assert again.parts.files.index.spaces.asked().key == HASH
        assert (await again.index.verify()).same


@pytest.mark.parametrize("batches", [0, 1, 4, 6])
async def test_a_process_killed_in_the_middle_of_a_switch_leaves_one_that_goes_on(
    new_familiar, tmp_path, batches
):
    """By words until the next one, which embeds only the rest, has done so."""
    async with new_familiar(tmp_path) as familiar:
        expected = await filled(familiar)
    done = subprocess.run(
        [sys.executable, "-c", SWITCH_AND_DIE, str(tmp_path), str(batches)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 9, done.stderr
    rest = HashEmbedder(name="other")
    later = new_familiar(tmp_path, embedder=rest)
    await later.start()
    standing = later.parts.files.index.spaces.standing()
    assert (standing.own, standing.last, standing.is_ready) == (OTHER, HASH, False)
    assert standing.is_begun == (batches > 1)
    found = await later.search("kettle number 7")
    assert found.hits[0].text == expected[0].text
    assert found.degraded == (
        "the index is being embedded with other; until then it answers by words only"
    )
    await later.settle()
    # Two batches of 32 are kept at a time.
    assert sum(map(len, rest.calls)) == NOTES - batches // 2 * 64
    assert (await later.index.verify()).same
    await later.close()


async def test_who_has_the_old_embedder_is_not_harmed_by_a_killed_switch(new_familiar, tmp_path):
    """It answers as before and verify holds."""
    async with new_familiar(tmp_path) as familiar:
        expected = await filled(familiar)
        done = subprocess.run(
            [sys.executable, "-c", SWITCH_AND_DIE, str(tmp_path), "3"],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 9, done.stderr
        found = await familiar.search("kettle number 7")
        assert found.hits == expected
        assert found.degraded is None
        assert (await familiar.index.verify()).same


def test_an_unknown_embedder_in_the_settings_is_named(tmp_path):
    """With the file in which it stands."""
    paths = FamiliarPaths(tmp_path, "ember")
    paths.root.mkdir()
    paths.character.write_text('[index]\nembedder = "openai"\n')
    with pytest.raises(ConfigError) as caught:
        load_settings(paths)
    assert "'index.embedder' = 'openai'" in caught.value.problem
    assert str(paths.character) in caught.value.accepted
