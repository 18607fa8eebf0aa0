"""The index says which files a search need not read, and is never wrong about it."""

import asyncio

import pytest
from familiars import put_notes, started
from few_and_many import few_and_many
from hypothesis import strategies as st

from familiar_memory import Familiar, MemoryStore

TEXTS = {
    "people/rowan.md": "# Rowan\n\n- likes tea (2026-01-02)\n",
    "people/mara.md": "# Mara\n\n- keeps BEES and a kettle\n",
    "topics/kelvin.md": "# Kelvin\n\n- 300 \u212a is warm\n",
    "topics/straße.md": "# Straße\n\n- löwen und bären\n",
    "lore/tea.txt": "no note, but text: tea\n",
    "topics/cjk.md": "# 紅茶\n\n- 紅茶が好き\n",
}


@pytest.fixture
def tree(tmp_path):
    """A small tree whose files are old enough to be trusted."""
    Familiar.create("ember", home=tmp_path, embedder="none")
    memory = tmp_path / "ember" / "memory"
    put_notes(memory, TEXTS)
    return memory


def in_familiar(tree, work):
    """Run something with the familiar, indexed twice so that no file is too young."""

    async def run():
        async with started(Familiar.open("ember", home=tree.parent.parent)) as familiar:
            await familiar.settle()
            index = familiar.parts.files.index
            for key, known in index.known("memory").items():
                later = known.stamp.mtime_ns + 10**10
                index.write("memory", touched=[(known.stamp, later)])
                assert key
            return work(familiar)

    return asyncio.run(run())


def read_by(familiar, monkeypatch, pattern):
    """What a search finds, and which files it read for that."""
    read = []
    import familiar_memory.store.search.grep as searched

    real = searched.read_regular

    def noting(fs, spot, path, *, follow):
        read.append(path)
        return real(fs, spot, path, follow=follow)

    monkeypatch.setattr(searched, "read_regular", noting)
    hits = familiar.store.grep(pattern)
    monkeypatch.undo()
    return [(hit.path, hit.line) for hit in hits], sorted(read)


def test_only_what_may_match_is_read(tree, monkeypatch):
    """A literal, whatever its case; what is no note is read always, and odd spellings too."""
    hits, read = in_familiar(tree, lambda f: read_by(f, monkeypatch, "bees"))
    assert hits == [("people/mara.md", 3)]
    assert read == ["lore/tea.txt", "people/mara.md", "topics/kelvin.md"]


def test_an_edit_that_nobody_indexed_is_found(tree, monkeypatch):
    """The print is of the old bytes, so the file is read."""

    def work(familiar):
        (tree / "people/rowan.md").write_text("# Rowan\n\n- keeps zebras now\n")
        (tree / "people/new.md").write_text("# New\n\n- zebras as well\n")
        return read_by(familiar, monkeypatch, "zebras")[0]

    assert in_familiar(tree, work) == [("people/new.md", 3), ("people/rowan.md", 3)]


def test_a_text_of_two_letters_reads_everything(tree, monkeypatch):
    """Nothing can be told from it."""
    hits, read = in_familiar(tree, lambda f: read_by(f, monkeypatch, "te|ke"))
    assert {path for path, _ in hits} == {
        "lore/tea.txt",
        "people/mara.md",
        "people/rowan.md",
        "topics/kelvin.md",
    }
    assert read == sorted(TEXTS)


def test_a_broken_index_leaves_the_search_as_it_was(tree):
    """The files are the truth; the index only saves reading."""

    def work(familiar):
        for file in (tree / ".index").glob("embeddings.sqlite*"):
            file.unlink()
        return [hit.path for hit in familiar.store.grep("tea")]

    assert in_familiar(tree, work) == ["lore/tea.txt", "people/rowan.md"]


@pytest.fixture(scope="module")
def settled(tmp_path_factory):
    """One familiar for many patterns, and a store that reads every file."""
    home = tmp_path_factory.mktemp("home")
    Familiar.create("ember", home=home, embedder="none")
    memory = home / "ember" / "memory"
    put_notes(memory, TEXTS)
    loop = asyncio.new_event_loop()
    familiar = Familiar.open("ember", home=home)
    loop.run_until_complete(familiar.start())
    loop.run_until_complete(familiar.settle())
    for known in familiar.parts.files.index.known("memory").values():
        familiar.parts.files.index.write(
            "memory", touched=[(known.stamp, known.stamp.mtime_ns + 10**10)]
        )
    yield familiar.store, MemoryStore(memory)
    loop.run_until_complete(familiar.close())
    loop.close()


_WORDS = (
    "tea Tea BEES kettle \u212a straße STRASSE löwen BÄREN 紅茶 が好き ss warm$ k.ttle (?i)mara"
)
_PIECES = st.sampled_from([*_WORDS.split(), "300 k", "likes|keeps", "[bB]ees", "^# ", r"\d+"])


@few_and_many(
    15,
    60,
    st.lists(_PIECES, min_size=1, max_size=2),
    st.booleans(),
)
def test_the_answer_is_that_of_reading_every_file(settled, pieces, ignore_case):
    """Whatever the pattern: the same hits, in the same order."""
    narrowed, plain = settled
    pattern = "".join(pieces)
    hits = narrowed.grep(pattern, case_insensitive=ignore_case)
    expected = plain.grep(pattern, case_insensitive=ignore_case)
    assert (list(hits), hits.skipped) == (list(expected), expected.skipped)
