"""Lorebooks of every dialect come in as notes, and go back as they came."""

import base64
import json
import os
import struct
import zlib
from pathlib import Path

import pytest
from sillytavern_samples import (
    ItemTree,
    book_entry,
    books,
    exported,
    in_order,
    old_entry,
    world_info,
    world_info_entry,
)

from familiar_importers.sillytavern.lorebooks.importer import LorebookImporter
from familiar_importers.sillytavern.lorebooks.items import book_items
from familiar_importers.sillytavern.lorebooks.stored_books import book_now
from familiar_memory.errors import FamiliarError, InputError
from familiar_memory.transfer.importer import Brought, BytesFile, NoteFile, OwnedFolder, Remark
from familiar_memory.transfer.reading.strict_json import parse_json

IMPORTER = LorebookImporter()


def brought(tmp_path: Path, value, name="tavern.json"):
    """The items of a file with this JSON."""
    path = tmp_path / name
    path.write_text(json.dumps(value, ensure_ascii=False), "utf-8")
    return list(IMPORTER.read(path))


def folder_of(items) -> str:
    """The name of the book's folder."""
    return next(item for item in items if isinstance(item, OwnedFolder)).path.rpartition("/")[2]


@pytest.mark.parametrize("name", books())
def test_what_nobody_touched_goes_back_as_it_came(tmp_path, name):
    """Every value, in its order, with unknown keys, odd types and entries that are none."""
    value = books()[name]
    items = brought(tmp_path, value)
    assert in_order(exported(ItemTree(items), folder_of(items))) == in_order(value)


@pytest.mark.parametrize("name", books())
def test_a_lorebook_is_known_by_its_beginning(tmp_path, name):
    """Whatever program wrote it."""
    path = tmp_path / "x.json"
    path.write_text(json.dumps(books()[name]), "utf-8")
    assert IMPORTER.detect(path) is True


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b'{"spec": "chara_card_v2", "data": {"character_book": {"entries": []}}, "entries": 1}',
        b'{"name": "x", "description": "d", "personality": "p", "scenario": "s", "entries": []}',
        b'[{"role": "user", "content": "no lore"}]',
        b"\x89PNG\r\n\x1a\n\xff\xff\xff\xfftEXtnaid",
        b"\xff\xfe{\x00",
        b"# A note",
    ],
)
def test_what_is_no_lorebook_is_left_to_others(tmp_path, data):
    """Cards, chats, pictures, and what is damaged."""
    (tmp_path / "x.json").write_bytes(data)
    assert IMPORTER.detect(tmp_path / "x.json") is False
    assert IMPORTER.detect(tmp_path / "absent.json") is False
    assert IMPORTER.detect(tmp_path) is False


def test_an_import_brings_notes_sidecar_and_original(tmp_path):
    """One note an entry, named after its title; the file itself, byte for byte."""
    value = world_info(old_entry(0), world_info_entry(1, disable=True))
    items = brought(tmp_path, value)
    folder = "lore/imported/tavern"
    assert [item.path for item in items[:-1]] == [
        folder,
        f"{folder}/.book.json",
        f"{folder}/title-0.md",
        f"{folder}/title-1.md",
        f"{folder}/.original.json",
    ]
    assert items[2] == NoteFile(
        f"{folder}/title-0.md", "# Title 0\n\nKeys:\n\n- key0\n\n---\n\nContent 0\n", False
    )
    assert items[3].text.startswith("---\nenabled: false\n---\n\n# Title 1\n")
    assert items[4] == BytesFile(
        f"{folder}/.original.json", (tmp_path / "tavern.json").read_bytes()
    )
    assert items[5] == Brought("the lorebook tavern (2 entries)", folder)
    assert json.loads(items[1].data) == {
        "familiar_memory": 1,
        "name": "tavern",
        "dialect": "worldinfo",
        "card": False,
        "files": ["title-0.md", "title-1.md"],
        "book": value,
    }


def test_a_newer_version_comes_to_the_same_folder(tmp_path):
    """Whatever the file is called then; a person may choose another folder."""
    value = world_info(name="The Söck: Tavern")
    assert folder_of(brought(tmp_path, value, "a.json")) == "the-söck-tavern"
    assert folder_of(brought(tmp_path, value, "b (1).json")) == "the-söck-tavern"
    other = list(LorebookImporter(book="Other").read(tmp_path / "a.json"))
    assert folder_of(other) == "other"


def test_what_is_odd_is_read_and_said(tmp_path):
    """Each field with its entry; what is no object has no note, and is kept."""
    items = brought(tmp_path, world_info(old_entry(0, key="a, b", order="high"), None))
    remarks = [item for item in items if isinstance(item, Remark)]
    assert remarks == [
        Remark("tavern.json, entry '0' (Title 0)", '`key` is "a, b": read as ["a", "b"]'),
        Remark("tavern.json, entry '0' (Title 0)", '`order` is "high": read as nothing'),
        Remark(
            "tavern.json, entry '1'",
            "it is not an object: not made a note, but kept for the export",
        ),
    ]


def test_an_entry_larger_than_a_note_may_be_comes_whole(tmp_path):
    """And is told of."""
    items = brought(tmp_path, world_info(old_entry(0, content="x" * 300_000)))
    note = next(item for item in items if isinstance(item, NoteFile))
    assert (note.is_capped, note.text.endswith(f"---\n\n{'x' * 300_000}\n")) == (False, True)
    assert [item.text for item in items if isinstance(item, Remark)] == [
        "300,000 bytes: kept whole in title-0.md"
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"entries": null}', "bad.json: `entries` is null"),
        (b'{"entries": "x"}', "bad.json: `entries` is a text"),
        (b'{"spec": "lorebook_v3", "data": 5}', "bad.json: `data` is a number"),
        (b'{"type": "risu"}', "bad.json: `data` is missing"),
        (b'{"lorebookVersion": 4}', "bad.json: `entries` is missing"),
        (b"5", "bad.json: it is a number, no lorebook"),
        (b'{"entries": {}, "entries": {}}', "bad.json: the key 'entries' is there twice"),
        (b'{"entries": {"0": {"order": NaN}}}', "bad.json: NaN is not JSON"),
        (b'{"entries": [' + b"{}," * 20_000 + b"{}]}", "bad.json: 20,001 entries"),
        (b'{"entries": [' + b"[]," * 600_000 + b"[]]}", "bad.json: it holds more values"),
        (b"[" * 100_000, "bad.json: nested too deep"),
        (b"\x89PNG\r\n\x1a\n", "bad.json: no lorebook in this PNG"),
    ],
)
def test_what_is_malformed_is_refused_by_place(tmp_path, data, message):
    """Before anything is brought."""
    (tmp_path / "bad.json").write_bytes(data)
    with pytest.raises(InputError) as caught:
        list(IMPORTER.read(tmp_path / "bad.json"))
    assert caught.value.problem.startswith(message)


def chunk(kind: bytes, payload: bytes) -> bytes:
    """A chunk of a PNG."""
    checksum = zlib.crc32(kind + payload)
    return struct.pack(">I", len(payload)) + kind + payload + struct.pack(">I", checksum)


def picture(*chunks: bytes) -> bytes:
    """A PNG with these chunks."""
    return b"".join((b"\x89PNG\r\n\x1a\n", *chunks, chunk(b"IEND", b"")))


def test_a_picture_may_hold_a_lorebook(tmp_path):
    """NovelAI's, as UTF-8; the picture is kept, and a character in it goes first."""
    value = {"lorebookVersion": 4, "entries": [{"text": "Käse – 塩", "displayName": "Salt"}]}
    packed = base64.b64encode(json.dumps(value, ensure_ascii=False).encode())
    lore = chunk(b"tEXt", b"naidata\0" + packed)
    path = tmp_path / "lore.png"
    path.write_bytes(picture(chunk(b"tEXt", b"Software\0x"), lore))
    assert IMPORTER.detect(path) is True
    items = list(IMPORTER.read(path))
    assert exported(ItemTree(items)) == value
    assert items[-2] == BytesFile("lore/imported/lore/.original.png", path.read_bytes())
    path.write_bytes(picture(lore, chunk(b"tEXt", b"chara\0e30=")))
    assert IMPORTER.detect(path) is False
    path.write_bytes(picture(chunk(b"tEXt", b"naidata\0!!!")))
    with pytest.raises(InputError, match="naidata: not base64"):
        list(IMPORTER.read(path))
    path.write_bytes(picture(lore)[:-60])
    with pytest.raises(InputError, match="naidata is cut short"):
        list(IMPORTER.read(path))


@pytest.mark.parametrize("name", books())
def test_a_book_inside_a_card_is_a_book(name):
    """Its folder is called after itself, else after the card; the sidecar says where it was."""
    value = books()[name]
    book = book_items(value, "Marrow", label="card.png", of_card=True)
    tree = ItemTree(book.items)
    assert in_order(book_now(tree, book.folder).value) == in_order(value)
    assert json.loads(tree.files[f"{book.folder}/.book.json"])["card"] is True


@pytest.mark.parametrize(
    ("value", "what"),
    [
        ({}, "is missing"),
        ({"name": "x"}, "is missing"),
        ({"entries": None}, "is null"),
        ({"entries": "x"}, "is a text"),
    ],
)
def test_a_card_is_not_refused_for_a_book_without_entries(value, what):
    """It comes back as it was, and a remark tells."""
    book = book_items(value, "Marrow", label="card.png", of_card=True)
    remarks = [item.text for item in book.items if isinstance(item, Remark)]
    assert remarks == [f"`entries` {what}: the book has no entries"]
    tree = ItemTree(book.items)
    assert in_order(book_now(tree, book.folder).value) == in_order(value)


def test_v2_names_in_an_object_are_read_by_field(tmp_path):
    """What holds the entries says nothing of their names."""
    items = brought(tmp_path, {"entries": {"9": book_entry(9, keys=["here"])}})
    assert "- here\n" in next(item for item in items if isinstance(item, NoteFile)).text


SAMPLES = os.environ.get("FAMILIAR_SAMPLES", "")


@pytest.mark.skipif(not SAMPLES, reason="FAMILIAR_SAMPLES names no folder")
def test_real_lorebooks_go_back_as_they_came():
    """Every file there that is a lorebook, and every book inside a JSON card."""
    seen = 0
    for path in sorted(Path(SAMPLES).rglob("*")):
        if path.is_file() and IMPORTER.detect(path) and "bad_entries" not in path.name:
            items = list(IMPORTER.read(path))
            tree = ItemTree(items)
            folder = folder_of(items)
            value = parse_json(tree.files[f"lore/imported/{folder}/.book.json"], "")["book"]
            if path.suffix != ".png":
                value = parse_json(path.read_bytes(), path.name)
            assert in_order(exported(tree, folder)) == in_order(value), path.name
            seen += 1
        elif path.suffix == ".json":
            seen += _card_book(path)
    assert seen > 10


def _card_book(path: Path) -> int:
    try:
        card = parse_json(path.read_bytes(), path.name)
    except FamiliarError:
        return 0
    data = card.get("data") if isinstance(card, dict) else None
    value = data.get("character_book") if isinstance(data, dict) else None
    if value is None:
        return 0
    book = book_items(value, "card", label=path.name, of_card=True)
    assert in_order(book_now(ItemTree(book.items), book.folder).value) == in_order(value), path.name
    return 1


@pytest.mark.parametrize(
    "spec", [{"scenario": "a glade"}, {"spec": "chara_card_v2", "data": {"description": "calm"}}]
)
def test_a_card_is_no_lorebook(spec: dict[str, object], tmp_path: Path) -> None:
    """It is called what it is, and the command that brings it is named."""
    path = tmp_path / "card.json"
    path.write_text(json.dumps({"name": "Seraphina", "description": "calm", **spec}), "utf-8")
    with pytest.raises(InputError, match="this is a character card, not a lorebook") as caught:
        list(LorebookImporter().read(path))
    assert "--as card" in caught.value.accepted


@pytest.mark.parametrize("spec", [[], {}, 3, True, None])
def test_a_lorebook_whose_spec_is_no_text_is_read(spec: object, tmp_path: Path) -> None:
    """Whatever stands there, it ends in no other error than one that says what is wrong."""
    path = tmp_path / "book.json"
    book = {"spec": spec, "name": "Mill", "entries": {"0": {"uid": 0, "key": ["mill"]}}}
    path.write_text(json.dumps(book), "utf-8")
    assert list(LorebookImporter().read(path))
