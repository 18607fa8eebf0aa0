"""The lorebook inside a card: into its folder, and back with what was edited."""

import copy
import json

import pytest
from sillytavern_cards import (
    Tree,
    book,
    entry,
    exported,
    exported_with_remarks,
    imported,
    parsed,
    png_card,
    spelt,
    v2_card,
    v3_card,
)

from familiar_memory.errors import UsageError
from familiar_memory.transfer.importer import OwnedFolder

BOOK = book(entry(0, "First.\r\nSecond."), entry(7, "---\n# Seven", name="N"), scan_depth=4)
FOLDER = "lore/imported/coast"
CARD = v2_card(character_book=BOOK)


def take(folder, card):
    """Import a card from JSON."""
    return imported(folder, json.dumps(card).encode(), "card.json")


def test_each_entry_is_a_note_and_the_sidecar_names_the_folder(tmp_path):
    """The folder is called after the book; the card's sidecar knows it."""
    tree = take(tmp_path, CARD)
    assert tree.paths("lore") == [f"{FOLDER}/entry-0.md", f"{FOLDER}/entry-7.md"]
    assert parsed(tree.files["self/.card.json"])["book"] == "coast"
    assert parsed(tree.files[f"{FOLDER}/.book.json"])["card"] is True
    assert f"{FOLDER}/.original.json" not in tree.files


def test_a_book_without_a_name_goes_by_the_character(tmp_path):
    """So that every import of the card comes to the same folder."""
    tree = take(tmp_path, v2_card(character_book={"entries": [entry(0, "x")]}))
    assert tree.paths("lore") == ["lore/imported/marrow/entry-0.md"]


def test_what_an_earlier_card_left_gives_way(tmp_path):
    """The folders of a character are this import's own."""
    path = tmp_path / "card.png"
    path.write_bytes(png_card(CARD))
    from familiar_importers.sillytavern.cards.importer import CardImporter

    folders = [i.path for i in CardImporter().read(path) if isinstance(i, OwnedFolder)]
    assert folders == ["self", "lore/imported", FOLDER]


@pytest.mark.parametrize(
    "held",
    [
        BOOK,
        book(),
        {"entries": {"5": entry(5, "x"), "a": entry(5, "y")}},
        {"entries": [entry(0, "x"), entry(0, "y")], "extensions": None},
        {"entries": [None, 5, entry(0, "x")]},
        {"entries": None},
        {"entries": "x"},
        {},
        [],
        [entry(0, "x")],
        "text",
        5,
        None,
    ],
)
def test_any_book_comes_out_as_it_came_in(tmp_path, held):
    """Readable or not, the card's JSON is the same, and so are the bytes."""
    card = v3_card(character_book=held)
    tree = take(tmp_path, card)
    assert exported(tree, "json") == json.dumps(card).encode()
    tree.write("self/personality.md", "cheerful\n")
    expected = v3_card(character_book=held, personality="cheerful")
    assert spelt(parsed(exported(tree, "json"))) == spelt(parsed(json.dumps(expected).encode()))


def test_an_edit_of_an_entry_changes_only_its_content(tmp_path):
    """In the card of the picture, with CRLF as it was."""
    tree = imported(tmp_path, png_card(CARD))
    path = f"{FOLDER}/entry-0.md"
    tree.write(path, tree.note(path).replace("Second.", "Changed."))
    expected = copy.deepcopy(CARD)
    expected["data"]["character_book"]["entries"][0]["content"] = "First.\r\nChanged."
    assert spelt(parsed(exported(tree, "json"))) == spelt(parsed(json.dumps(expected).encode()))


def test_a_new_note_is_a_new_entry_and_one_that_is_gone_is_none(tmp_path):
    """The others stay as they were."""
    tree = take(tmp_path, CARD)
    del tree.files[f"{FOLDER}/entry-0.md"]
    tree.write(f"{FOLDER}/harbour.md", "# Harbour\n\nKeys:\n\n- quay\n\n---\n\nWet.\n")
    entries = parsed(exported(tree, "json"))["data"]["character_book"]["entries"]
    assert spelt(entries[0]) == spelt(parsed(json.dumps(BOOK["entries"][1]).encode()))
    assert (entries[1]["keys"], entries[1]["content"]) == (["quay"], "Wet.")
    assert len(entries) == 2


def test_a_folder_that_is_gone_leaves_the_book_empty(tmp_path):
    """As if each note had been deleted; it is told."""
    tree = take(tmp_path, CARD)
    for path in [path for path in tree.files if path.startswith("lore/")]:
        del tree.files[path]
    data, remarks = exported_with_remarks(tree, "json")
    expected = v2_card(character_book={**BOOK, "entries": []})
    assert spelt(parsed(data)) == spelt(parsed(json.dumps(expected).encode()))
    assert f"{FOLDER} is gone" in remarks


def test_other_lore_is_put_into_a_card_only_when_it_is_asked_for(tmp_path):
    """A card that had no book stays without."""
    tree = take(tmp_path, v2_card())
    tree.write("lore/imported/tavern/tea.md", "# Tea\n\nKeys:\n\n- tea\n\n---\n\nLapsang.\n")
    assert "character_book" not in parsed(exported(tree, "json"))["data"]
    held = parsed(exported(tree, "json", book="tavern"))["data"]["character_book"]
    assert [(one["keys"], one["content"]) for one in held["entries"]] == [(["tea"], "Lapsang.")]
    new = Tree()
    new.files = {path: data for path, data in tree.files.items() if path.startswith("lore/")}
    held = parsed(exported(new, "json", book="tavern"))["data"]["character_book"]
    assert [one["content"] for one in held["entries"]] == ["Lapsang."]


def test_another_book_in_place_of_the_cards_own_is_told(tmp_path):
    """Asked for by name, the card's own stays as it is."""
    tree = take(tmp_path, CARD)
    tree.write("lore/imported/tavern/tea.md", "# Tea\n\nKeys:\n\n- tea\n\n---\n\nLapsang.\n")
    assert exported(tree, "json", book="Coast") == json.dumps(CARD).encode()
    data, remarks = exported_with_remarks(tree, "json", book="tavern")
    assert parsed(data)["data"]["character_book"]["entries"][0]["content"] == "Lapsang."
    assert "the card's own book is replaced by tavern" in remarks


def test_a_book_that_is_not_there_is_a_usage_error(tmp_path):
    """The name is in the message."""
    with pytest.raises(UsageError, match="no lorebook is called 'gone'"):
        exported(take(tmp_path, CARD), "json", book="gone")


def test_the_book_in_the_other_chunk_follows_where_it_was_the_same(tmp_path):
    """`chara` beside `ccv3`."""
    from sillytavern_cards import encoded, png, text

    from familiar_importers.sillytavern.reading.card_file import open_card

    tree = imported(
        tmp_path,
        png(text("chara", encoded(CARD)), text("ccv3", encoded(v3_card(character_book=BOOK)))),
    )
    path = f"{FOLDER}/entry-0.md"
    tree.write(path, tree.note(path).replace("Second.", "Changed."))
    chunks = open_card(exported(tree), "x.png").chunks
    for value in (chunks.card.value, chunks.others[0].value):
        assert value["data"]["character_book"]["entries"][0]["content"] == "First.\r\nChanged."
