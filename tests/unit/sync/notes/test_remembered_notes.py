"""A note is parsed once a save, whoever reads it, and never given out when it is old."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from few_and_many import few_and_many
from hypothesis import strategies as st

from familiar_memory.errors import NotFoundError
from familiar_memory.notes.document import NoteParser
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.notes.remembered import RememberedNotes
from familiar_memory.notes.source import FileSource
from familiar_memory.store.memory_store import MemoryStore

PATH = "people/discord-1.md"
_LATER_NS = 3_000_000_000


class Counting(FileSource):
    """Counts what is parsed; parsing waits for `gate`."""

    def __init__(self, store):
        super().__init__(store, NoteParser(), TreeRegister(store))
        self.parsed = []
        self.gate = threading.Event()
        self.gate.set()

    def load(self, key):
        """Parse a note."""
        self.parsed.append(key)
        assert self.gate.wait(30)
        return super().load(key)


@pytest.fixture
def tree(tmp_path):
    """A folder, what reads it, and what remembers; the clock is well behind every save."""
    (tmp_path / "people").mkdir()
    source = Counting(MemoryStore(tmp_path))

    def save(text, path=PATH):
        (tmp_path / path).write_text(text)

    def remembering(**bounds):
        def now_ns():
            return max(f.stat().st_ctime_ns for f in tmp_path.rglob("*.md")) + _LATER_NS

        return RememberedNotes(source, **{"now_ns": now_ns, **bounds})

    return source, save, remembering


def test_a_note_is_parsed_once_a_save(tree):
    """And again when it has been saved."""
    source, save, remembering = tree
    save("# Rowan\n\n- likes tea\n")
    notes = remembering()
    assert notes.load(PATH) is notes.load(PATH)
    assert source.parsed == [PATH]
    save("# Rowan\n\n- likes coffee\n")
    assert [p.text for p in notes.load(PATH).passages] == ["likes coffee"]
    assert source.parsed == [PATH, PATH]


def test_a_save_within_a_tick_of_the_clock_is_met(tree, tmp_path):
    """The same size, and the same times: the bytes decide while the stamp is young."""
    source, save, remembering = tree
    save("# Rowan\n\n- likes tea\n")
    state = (tmp_path / PATH).stat()
    stamp = source.stamp(PATH)
    source.stamp = lambda key: stamp
    notes = remembering(now_ns=lambda: state.st_ctime_ns)
    assert [p.text for p in notes.load(PATH).passages] == ["likes tea"]
    assert notes.load(PATH).passages and source.parsed == [PATH]
    save("# Rowan\n\n- likes ale\n")
    assert [p.text for p in notes.load(PATH).passages] == ["likes ale"]


def test_a_note_that_is_gone_is_not_remembered(tree, tmp_path):
    """It is missed, as by whoever reads the file."""
    _, save, remembering = tree
    save("# Rowan\n")
    notes = remembering()
    notes.load(PATH)
    (tmp_path / PATH).unlink()
    with pytest.raises(NotFoundError):
        notes.load(PATH)


def test_so_many_notes_and_bytes_are_kept(tree):
    """Those used last; one alone may be larger than the bound."""
    source, save, remembering = tree
    paths = [f"people/discord-{n}.md" for n in range(3)]
    for path in paths:
        save("# Person\n\n- x\n", path)
    notes = remembering(most_notes=2)
    for path in (*paths[:2], paths[0], paths[2], paths[0], paths[1]):
        notes.load(path)
    assert source.parsed == [*paths, paths[1]]
    notes = remembering(most_bytes=20)
    source.parsed.clear()
    save("# Person\n\n- " + "x" * 90 + "\n", paths[0])
    for path in (paths[1], paths[0], paths[0], paths[1]):
        notes.load(path)
    assert source.parsed == [paths[1], paths[0], paths[1]]


def test_a_proof_parses_anew(tree):
    """Nothing is remembered any more."""
    source, save, remembering = tree
    save("# Rowan\n")
    notes = remembering()
    notes.load(PATH)
    notes.forget()
    notes.load(PATH)
    assert len(source.parsed) == 2


def test_whoever_asks_while_it_is_parsed_waits_for_the_same(tree):
    """Ten recalls of a large note are one parse; a failure is told to all, and kept by none."""
    source, save, remembering = tree
    save("# Rowan\n\n- likes tea\n")
    notes = remembering()
    source.gate.clear()
    with ThreadPoolExecutor(10) as pool:
        found = [pool.submit(notes.load, PATH) for _ in range(10)]
        source.gate.set()
        documents = {one.result(30).digest for one in found}
    assert len(documents) == 1 and len(source.parsed) <= 2


_BLOCKS = st.sampled_from(
    (
        "# Rowan\n",
        "## Aliases\n",
        "## Facts\n",
        "- likes tea (2026-01-02)\n",
        "- hates her boss (2026-01-02, in:discord-dm-1)\n",
        "- goes on\n  and on (2026-01-03, in:owner)\n",
        "- goes on\nlazily (2026-01-03, in:owner)\n",
        "- a (2026-01-02, in:owner)\n  - below it\n\n    and behind\n",
        "Plain words.\n",
        "Plain words\n---\n",
        "words\nwith a tail (2026-01-02, in:owner)\n",
        "```\n- code\n```\n",
        "```\n",
        "<!-- hidden\n\n- words -->\n",
        "| a | b |\n|---|---|\n| c | d |\n",
        "> quoted\n> on\n",
        "visibility: owner\n",
        "words\nvisibility:: discord-dm-1\n",
        "Late [visibility:: owner] words\n",
        "- goes on [visibility:: owner]\n",
        "<!-- Visibilty: owner -->\n",
        "# Ro (2026-01-02, in:discord-dm-1)\n",
        "Ro (2026-01-02, in:owner)\n===\n",
        "## Plans (2026-01-02, in:owner)\n",
        "\n",
        "\r\n",
    )
)


@few_and_many(
    80,
    400,
    st.sampled_from(
        (
            *("", "", "", "# Ro\n"),
            *("---\nvisibility: owner\n---\n", "---\nvisibility: owner\n", "---\n"),
            *("***\n", "```yaml\n", "\n+++\n"),
        )
    ),
    st.lists(_BLOCKS, max_size=14).map("".join),
    st.integers(0, 300),
)
def test_the_beginning_of_a_note_says_nothing_that_the_whole_does_not(front, body, size):
    """For nobody else, under no other heading, and of no other kind."""
    text = front + body
    whole = NoteParser().read(PATH, text, "")
    beginning = NoteParser().read_beginning(PATH, text, size)
    if beginning is None:
        return
    assert beginning.passages == whole.passages[: len(beginning.passages)]
    assert set(beginning.facts) <= set(whole.facts)
    assert set(beginning.aliases) <= set(whole.aliases)
    assert beginning.title in ("", whole.title)


_PLAIN = "# Rowan\n\n- likes tea\n- said something else\n\nPlain words.\n"


@pytest.mark.parametrize(
    ("text", "has_beginning"),
    [
        (f"{_PLAIN}\n- and so on (2026-01-02, in:owner)\n", True),
        (f"{_PLAIN}\n## Boss (2026-01-02, in:owner)\n\n- hates\n\n# Other (in:owner)\n", True),
        (f"{_PLAIN}\nVisibility: 10 km, some fog. And ===\n", True),
        (f"---\nvisibility: everyone\n---\n{_PLAIN}\n- and so on\n", True),
        (f"{_PLAIN}\nvisibility: owner\n", False),
        (f"{_PLAIN}\nvisib\u0456lity:: owner\n", False),
        (f"{_PLAIN}\nIt is [Visibilty:: owner] so\n", False),
        (f"{_PLAIN[9:]}\n# Rowan (2026-01-02, in:discord-dm-1)\n", False),
        (f"{_PLAIN[9:]}\nRowan (in:owner)\n===\n", False),
        (f"***\nx: y\n{_PLAIN[9:]}\nvisibility: nobody knows\n", False),
    ],
)
def test_what_limits_a_note_from_its_end_takes_its_beginning_away(text, has_beginning):
    """A note of which any line can be told at once has its beginning, another has none."""
    size = text.index("Plain words.") + 14
    beginning = NoteParser().read_beginning(PATH, text, size)
    assert (beginning is not None) == has_beginning
    assert beginning is None or "likes tea" in {p.text for p in beginning.passages}


def test_only_a_large_note_has_a_beginning_of_its_own(tree):
    """And only until it is parsed."""
    _, save, remembering = tree
    save("# Rowan\n\n" + "- likes tea\n" * 10)
    notes = remembering()
    assert notes.beginning(PATH) is None
    save("# Rowan\n\n" + "- likes tea and many other things besides\n" * 5_000)
    found = notes.beginning(PATH)
    assert found is not None and found.title == "Rowan" and 300 < len(found.passages) < 5_000
    notes.load(PATH)
    assert notes.beginning(PATH) is None


@pytest.mark.parametrize("age_ns", [_LATER_NS, 0])
def test_who_looked_just_before_it_was_kept_parses_nothing(tree, age_ns):
    """Somebody else began and ended between their look and their turn."""
    source, save, remembering = tree
    save("# Rowan\n\n- likes tea\n")
    notes = remembering(now_ns=lambda: 0) if not age_ns else remembering()
    look, missed = notes._known, []

    def look_and_be_late(stamp):
        found = look(stamp)
        if not missed:
            missed.append(stamp)
            notes.load(PATH)
        return found

    notes._known = look_and_be_late
    assert notes.load(PATH).passages
    assert missed and source.parsed == [PATH]
