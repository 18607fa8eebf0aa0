"""A person's note is theirs by its id, wherever it stands and whatever it is called."""

from familiar_importers.exports.one_person import find_person, is_theirs, twins_of
from familiar_importers.exports.tree_notes import read_notes

from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.transfer.exporter import ExportOptions
from familiar_memory.transfer.tree_reader import StoreReader


def test_a_renamed_note_is_exported_with_what_links_to_it(tmp_path):
    """By slug and by name; `[[R]]` is they."""
    store = MemoryStore(tmp_path / "memory")
    store.write_file(
        "people/friends/R.md", "---\nid: discord-42\naliases: [Rowan]\n---\n\n- likes:: tea\n"
    )
    store.write_file("people/twitch-9.md", "- same_as:: [[R]]\n")
    store.write_file("days/2026-02-02.md", "- [[R|Rowan]] came.\n- Nobody came.\n")
    notes = list(read_notes(StoreReader(store), lambda _: None, ExportOptions(tmp_path / "x.md")))
    assert find_person(notes, "discord-42") == find_person(notes, "Rowan") == "discord-42"
    slugs = twins_of(notes, "discord-42")
    assert slugs == ("discord-42", "twitch-9")
    (day,) = (note for note in notes if note.path.startswith("days/"))
    assert [is_theirs(day, line, slugs) for line in day.lines] == [True, False]
