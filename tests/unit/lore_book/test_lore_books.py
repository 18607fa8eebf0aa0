"""All the books of a tree, with every edit, as the engine asks for them."""

from dataclasses import replace

from sillytavern_samples import ItemTree, old_entry, world_info

from familiar_importers.sillytavern.lorebooks.items import book_items
from familiar_memory.domain.memory.lore import BookSettings, LoreBook, LoreEntry, LorePosition
from familiar_memory.lore.book.books import entry_of_note, read_books
from familiar_memory.lore.book.joined.pairing import Pair, pair_notes
from familiar_memory.lore.book.json.sidecar import load_sidecar

FOLDER = "lore/imported/tavern"


def a_tree() -> ItemTree:
    """An imported book with two entries, and a note of one's own."""
    value = world_info(old_entry(0, order=7), old_entry(1), scan_depth=3)
    tree = ItemTree(book_items(value, "tavern", label="x", of_card=True).items)
    tree.files["lore/forge.md"] = (
        b"---\nvisibility: owner\nposition: at_depth\ndepth: 2\nprobability: 30\n"
        b"sources: [persona]\ncharacters: [Ember]\n---\n"
        b"# Forge\n\nKeys:\n- forge\n\nHot."
    )
    return tree


def read(tree: ItemTree) -> tuple[LoreBook, ...]:
    """Its books."""
    return read_books(tree.paths(), tree.read_bytes)


def test_a_tree_gives_its_books_in_their_own_order():
    """Lore of one's own first; what frontmatter says, the engine knows."""
    own, tavern = read(a_tree())
    assert (own.name, own.folder, own.settings, own.of_character) == (
        "lore",
        "lore",
        BookSettings(),
        False,
    )
    (forge,) = own.entries
    assert (forge.path, forge.title, forge.content, forge.keys, forge.visibility) == (
        "lore/forge.md",
        "Forge",
        "Hot.",
        ("forge",),
        "owner",
    )
    assert (forge.position, forge.depth, forge.probability) == (LorePosition.AT_DEPTH, 2, 30)
    assert (forge.character_names, {source.value for source in forge.sources}) == (
        ("Ember",),
        {"persona"},
    )
    base = LoreEntry(f"{FOLDER}/title-1.md", "Title 1", "Content 1", ("key1",), selective=False)
    assert tavern == LoreBook(
        name="tavern",
        folder=FOLDER,
        entries=(
            replace(
                base,
                path=f"{FOLDER}/title-0.md",
                title="Title 0",
                content="Content 0",
                keys=("key0",),
                order=7,
            ),
            base,
        ),
        settings=BookSettings(scan_depth=3),
        of_character=True,
    )


def test_edits_new_notes_and_switched_off_ones_are_included():
    """Fields that the note does not show are the imported ones."""
    tree = a_tree()
    tree.edit(f"{FOLDER}/title-0.md", "# Title 0", "---\nenabled: false\n---\n# Other")
    tree.edit(f"{FOLDER}/title-0.md", "Content 0", "Edited")
    tree.files[f"{FOLDER}/new.md"] = b"New."
    first, _, new = read(tree)[1].entries
    assert (first.title, first.content, first.enabled, first.order) == ("Other", "Edited", False, 7)
    assert (new.title, new.content, new.keys, new.order) == ("new", "New.", (), 100)


def test_damage_costs_only_itself(caplog):
    """A note that cannot be read is left out; without a sidecar the notes speak alone."""
    tree = a_tree()
    tree.files[f"{FOLDER}/title-1.md"] = b"\xff"
    tree.files[f"{FOLDER}/.book.json"] = b"{"
    (entry,) = read(tree)[1].entries
    assert (entry.path, entry.content, entry.order) == (f"{FOLDER}/title-0.md", "Content 0", 100)
    assert len(caplog.records) == 2


def test_a_note_is_read_by_itself():
    """So that one that has not changed need not be read again."""
    tree = a_tree()
    sidecar = load_sidecar(tree.files[f"{FOLDER}/.book.json"], "x")
    pairs = pair_notes(sidecar, FOLDER, tree.paths(FOLDER), lambda path: tree.files[path].decode())
    assert pairs == (Pair(0, f"{FOLDER}/title-0.md"), Pair(1, f"{FOLDER}/title-1.md"))
    entries = tuple(
        entry_of_note(pair.path, tree.files[pair.path].decode(), sidecar, pair.number)
        for pair in pairs
    )
    assert entries == read(tree)[1].entries
