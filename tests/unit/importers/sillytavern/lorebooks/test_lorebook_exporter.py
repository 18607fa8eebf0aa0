"""Lorebooks go out with the edits of their notes, and with nothing else changed."""

import copy
from pathlib import Path

import pytest
from sillytavern_samples import (
    ItemTree,
    book_entry,
    books,
    exported,
    hybrid_entry,
    in_order,
    old_entry,
    world_info,
    world_info_entry,
)

from familiar_importers.sillytavern.lorebooks.exporter import LorebookExporter
from familiar_importers.sillytavern.lorebooks.items import book_items
from familiar_memory.errors import InputError, UsageError
from familiar_memory.lore.book.joined.new_entry import NEW_ENTRIES
from familiar_memory.lore.book.json.dialects import BookDialect
from familiar_memory.transfer.exporter import ExportOptions
from familiar_memory.transfer.importer import Remark


def tree_of(value, name="tavern") -> ItemTree:
    """A tree with this book."""
    return ItemTree(book_items(value, name, label="x").items)


FOLDER = "lore/imported/tavern"


def test_an_edited_body_changes_the_content_of_its_entry_alone():
    """All else is the value that was imported, in its order."""
    value = world_info(world_info_entry(0), world_info_entry(1, unknown=[1]))
    tree = tree_of(value)
    tree.edit(f"{FOLDER}/title-1.md", "Content 1", "Better")
    wanted = copy.deepcopy(value)
    wanted["entries"]["1"]["content"] = "Better"
    assert in_order(exported(tree)) == in_order(wanted)


@pytest.mark.parametrize(
    ("was", "written", "wanted"),
    [
        ("a\r\nb\r\n", "a\nb, edited\n\n", "a\r\nb, edited\r\n"),
        ("a\r\nb", "a\nb\n", "a\r\nb"),
        ("a\nb", "a\r\nb\r\n", "a\nb"),
        ("a\rb", "a\nc\n", "a\rc"),
        ("end\n\n", "end\n", "end\n\n"),
        ("mixed\r\nlines\n", "new\r\nlines\n\n", "new\r\nlines\n"),
    ],
)
def test_newlines_that_an_editor_normalised_are_no_edit(was, written, wanted):
    """And an edit keeps the newlines that the content had throughout."""
    tree = tree_of(world_info(old_entry(0, content=was)))
    path = f"{FOLDER}/title-0.md"
    head, _, _ = tree.files[path].partition(b"---\n\n")
    tree.files[path] = head + b"---\n\n" + written.encode()
    assert exported(tree)["entries"]["0"]["content"] == wanted


def test_a_file_that_was_turned_to_crlf_is_no_edit():
    """As git or an editor of Windows does it."""
    value = world_info(old_entry(0, content="a\nb"))
    tree = tree_of(value)
    path = f"{FOLDER}/title-0.md"
    tree.files[path] = tree.files[path].replace(b"\n", b"\r\n")
    assert in_order(exported(tree)) == in_order(value)
    tree.edit(path, "a\r\nb", "a\r\nc")
    assert exported(tree)["entries"]["0"]["content"] == "a\nc"


def test_keys_title_logic_and_switch_are_edited_in_the_note():
    """Each in the field that it came from."""
    value = world_info(old_entry(0, keysecondary=["forge"], selective=True, key=["a\tb", "c"]))
    tree = tree_of(value)
    path = f"{FOLDER}/title-0.md"
    tree.edit(path, "# Title 0", "---\nenabled: false\n---\n# Katana")
    tree.edit(path, "- c\n", "- d\n")
    tree.edit(path, "Needs any of:\n\n- forge", "Needs none of:\n\n- forge\n- anvil")
    wanted = old_entry(
        0,
        key=["a\tb", "d"],
        keysecondary=["forge", "anvil"],
        comment="Katana",
        selective=True,
        selectiveLogic=2,
        disable=True,
    )
    assert exported(tree)["entries"]["0"] == wanted


def test_a_hybrid_is_edited_in_both_sets_of_names():
    """Every field that held the same."""
    tree = tree_of(world_info(hybrid_entry(1)))
    path = f"{FOLDER}/name-1.md"
    tree.edit(path, "- key1", "- new")
    tree.edit(path, "# Name 1", "---\nenabled: false\norder: 7\n---\n# Other")
    wanted = hybrid_entry(
        1,
        key=["new"],
        keys=["new"],
        name="Other",
        disable=True,
        enabled=False,
        order=7,
        insertion_order=7,
    )
    assert exported(tree)["entries"]["1"] == wanted


def test_a_title_that_was_a_key_stays_one():
    """An entry without a title shows its first key; only a new title is written down."""
    value = world_info(old_entry(0, comment="", key=["tide"]))
    tree = tree_of(value)
    assert exported(tree) == value
    tree.edit(f"{FOLDER}/tide.md", "- tide", "- flood")
    wanted = world_info(old_entry(0, comment="", key=["flood"]))
    assert exported(tree) == wanted


def test_odd_values_stay_where_the_note_was_edited_elsewhere():
    """A text of keys stays a text; null, numbers and "" stay what they are."""
    entry = old_entry(0, key="a, b", keysecondary=None, comment=5, order="", content="x")
    tree = tree_of(world_info(entry))
    tree.edit(f"{FOLDER}/5.md", "- b\n", "- c\n")
    assert exported(tree)["entries"]["0"] == {**entry, "key": "a, c"}


def test_a_new_note_is_a_new_entry_with_the_dialects_defaults():
    """At the end, with the smallest number that is free."""
    value = world_info(world_info_entry(0), world_info_entry(2))
    tree = tree_of(value)
    tree.files[f"{FOLDER}/new.md"] = b"# New\n\nKeys:\n\n- n\n\n---\n\nBody\n"
    entries = exported(tree)["entries"]
    assert list(entries) == ["0", "2", "1"]
    new = NEW_ENTRIES[BookDialect.WORLD_INFO]
    written = {"uid": 1, "key": ["n"], "comment": "New", "content": "Body"}
    assert in_order(entries["1"]) == in_order({**new, **written})


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("v2", {"keys": ["n"], "comment": "New", "content": "Body", "id": 1}),
        ("v3", {"keys": ["n"], "comment": "New", "content": "Body", "id": 1}),
        ("novelai", {"keys": ["n"], "displayName": "New", "text": "Body"}),
        ("agnai", {"keywords": ["n"], "name": "New", "entry": "Body"}),
        ("risu", {"key": "n", "comment": "New", "content": "Body"}),
    ],
)
def test_a_new_note_speaks_the_dialect_of_its_book(name, wanted):
    """Twice exported, it is the same entry."""
    book = book_items(books()[name], "x", label="x")
    tree = ItemTree(book.items)
    tree.files[f"{book.folder}/new.md"] = b"# New\n\nKeys:\n\n- n\n\n---\n\nBody\n"
    value = exported(tree, book.slug)
    listed = value["data"] if name == "risu" else value.get("data", value)["entries"]
    assert {key: listed[-1][key] for key in wanted} == wanted
    assert exported(tree, book.slug) == value


def test_a_removed_note_removes_its_entry():
    """And no other."""
    value = world_info(old_entry(0), old_entry(1), old_entry(2))
    tree = tree_of(value)
    del tree.files[f"{FOLDER}/title-1.md"]
    assert in_order(exported(tree)) == in_order(world_info(old_entry(0), old_entry(2)))


@pytest.mark.parametrize("new", ["renamed.md", "deep/er/title-1.md"])
def test_a_renamed_note_is_its_entry_still(new):
    """Known by its content; unknown keys are not lost, and it keeps its place."""
    value = world_info(old_entry(0), old_entry(1, unknown=1), old_entry(2))
    tree = tree_of(value)
    tree.files[f"{FOLDER}/{new}"] = tree.files.pop(f"{FOLDER}/title-1.md")
    assert in_order(exported(tree)) == in_order(value)
    tree.edit(f"{FOLDER}/{new}", "Content 1", "Renamed and edited")
    assert exported(tree)["entries"]["1"] == old_entry(1, unknown=1, content="Renamed and edited")


def test_equal_entries_are_told_apart_by_their_files():
    """Three hundred of one title and one uid: each edit finds its own."""
    entries = {str(n): old_entry(0, comment="Same", content=f"c{n}") for n in range(300)}
    tree = tree_of({"entries": entries})
    assert len(tree.paths()) == 300
    tree.edit(f"{FOLDER}/same-0-200.md", "c200", "edited")
    changed = {
        key: entry["content"]
        for key, entry in exported(tree)["entries"].items()
        if entry != entries[key]
    }
    assert changed == {"200": "edited"}


def test_lore_of_ones_own_is_a_world_info_book():
    """What stands below `lore/`; a folder of `lore/imported/` without a sidecar is one too."""
    tree = ItemTree(())
    tree.files["lore/forge.md"] = b"---\nkeys: [forge]\nposition: at_depth\n---\nHot.\n"
    tree.files["lore/deep/sea.md"] = b"# Sea\n\nSalt.\r\nWater.\n"
    tree.files["lore/imported/old/x.md"] = b"X."
    value = exported(tree, "lore")
    entries = value["entries"]
    assert value["name"] == "lore"
    shown = [(key, e["uid"], e["comment"], e["key"], e["content"]) for key, e in entries.items()]
    assert shown == [
        ("0", 0, "Sea", [], "Salt.\r\nWater."),
        ("1", 1, "forge", ["forge"], "Hot."),
    ]
    assert entries["1"]["position"] == 4
    assert exported(tree, "old")["entries"]["0"]["content"] == "X."


def test_without_a_name_the_only_imported_book_is_meant():
    """Else the books are listed."""
    tree = tree_of(world_info(old_entry(0), name="Tavern of Salt"), "x")
    tree.files["lore/own.md"] = b"Own."
    assert exported(tree)["name"] == "Tavern of Salt"
    assert exported(tree, "tavern OF salt") == exported(tree, "tavern-of-salt")
    tree.files |= tree_of(world_info(old_entry(0)), "other").files
    with pytest.raises(InputError) as caught:
        exported(tree)
    assert caught.value.accepted == (
        "--book with one of: lore, other, tavern-of-salt (Tavern of Salt)"
    )
    with pytest.raises(UsageError, match="no lorebook is called 'absent'"):
        exported(tree, "absent")
    with pytest.raises(InputError, match="there is no lore"):
        exported(ItemTree(()))


@pytest.mark.parametrize(
    ("output", "form", "message"),
    [("x.png", None, "x.png: a lorebook cannot"), ("x.json", "v9", "no form 'v9'")],
)
def test_a_form_that_is_none_is_refused(output, form, message):
    """By name, before anything is read."""
    with pytest.raises(UsageError, match=message):
        LorebookExporter().export(ItemTree(()), ExportOptions(Path(output), form=form))


def test_what_a_note_says_and_cannot_be_read_is_told():
    """The setting keeps its old value."""
    tree = tree_of(world_info(old_entry(0)))
    tree.edit(f"{FOLDER}/title-0.md", "# Title", "---\nposition: sideways\n---\n# Title")
    options = ExportOptions(Path("x.json"))
    export = LorebookExporter().export(tree, options)
    assert [remark.location for remark in export.remarks] == [f"{FOLDER}/title-0.md"]
    assert export.remarks[0].text.startswith("`position: sideways` cannot be read: before_char")
    assert exported(tree) == world_info(old_entry(0))


def test_a_damaged_sidecar_or_note_is_named():
    """Nothing is guessed."""
    tree = tree_of(world_info(old_entry(0)))
    tree.files[f"{FOLDER}/title-0.md"] = b"\xff"
    with pytest.raises(InputError, match=r"title-0\.md: byte 1 is not UTF-8"):
        exported(tree)
    for damage in (b"{", b"[]", b'{"familiar_memory": 1}', b'{"familiar_memory": 2, "book": []}'):
        tree.files[f"{FOLDER}/.book.json"] = damage
        with pytest.raises(InputError, match=r"\.book\.json: "):
            exported(tree)


def test_a_book_that_lost_every_note_is_a_book():
    """It has no entries then."""
    tree = tree_of(world_info(old_entry(0)))
    del tree.files[f"{FOLDER}/title-0.md"]
    assert exported(tree) == exported(tree, "Tavern") == {"entries": {}}


def test_export_says_nothing_of_what_was_carried_whole():
    """No remark without a loss; entries that are none cannot change their dialect."""
    tree = tree_of(world_info(old_entry(0), None))
    export = LorebookExporter().export(tree, ExportOptions(Path("o.json"), form="v2"))
    assert export.remarks == (Remark("o.json, entry 1", "it is not an object: left out"),)
    assert book_entry(0)["id"] == exported(tree, form="v2")["entries"][0]["id"]
