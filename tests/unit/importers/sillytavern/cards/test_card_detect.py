"""Which files are taken for cards by a look at a part of them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sillytavern_cards import (
    book,
    charx,
    encoded,
    entry,
    mirrored,
    png,
    png_card,
    text,
    v1_card,
    v2_card,
    v3_card,
)

from familiar_importers.sillytavern.cards.importer import CardImporter
from familiar_importers.sillytavern.lorebooks.importer import LorebookImporter
from familiar_importers.sillytavern.reading.outline import json_outline

LARGE = v2_card(description="x" * 600_000)

CARDS = {
    "v1.json": v1_card(),
    "v2.json": v2_card(character_book=book(entry(0, "x"))),
    "v3.json": mirrored(v3_card()),
    "large.json": LARGE,
    "sorted.json": dict(sorted(LARGE.items())),
    "book_first.json": {"data": {"character_book": book(entry(0, "x" * 2_000_000)), **v1_card()}},
    "name.json": {"name": "Min", "creatorcomment": ""},
    "empty.json": {"spec": "chara_card_v2", "spec_version": "2.0", "data": {}},
    "pygmalion.json": {"char_name": "P", "char_persona": "d"},
    "utf16.json": json.dumps(v1_card()).encode("utf-16"),
    "bom.json": b"\xef\xbb\xbf" + json.dumps(v1_card()).encode(),
    "cut.json": json.dumps(v2_card()).encode()[:-40],
    "surrogate.json": rb'{"name":"S\ud800","description":"x","first_mes":""}',
    "noending": v2_card(),
    "yaml.yaml": b"name: a\ncontext: b\n",
    "card.png": png_card(v2_card()),
    "renamed.txt": png_card(v2_card()),
    "both.png": png(text("naidata", b"e30="), text("chara", encoded(v1_card()))),
    "plain.png": png(),
    "empty.png": b"",
    "jpeg.png": b"\xff\xd8\xff\xe0",
    "card.charx": charx(v3_card()),
    "broken.charx": b"PK",
    "card.zip": charx(v3_card(), [("a", b"")]),
    "hybrid.jpeg": b"\xff\xd8\xff\xe0" + bytes(300_000) + charx(v3_card()),
}

OTHERS = {
    "worldinfo.json": {"entries": {"0": {"key": ["a"], "content": "b"}}},
    "chub.json": {"name": "n", "description": "d", "entries": {}},
    "lorebook_v3.json": {"spec": "lorebook_v3", "data": book(entry(0, "x"))},
    "novelai.lorebook": {"lorebookVersion": 4, "entries": []},
    "agnai.json": {"kind": "memory", "name": "n", "description": "d", "entries": []},
    "risu.json": {"type": "risu", "ver": 1, "data": [{"key": "a", "content": "b"}]},
    "naidata.png": png(text("naidata", b"e30=")),
}

NEITHER = {
    "discord.json": {"guild": {}, "channel": {}, "messages": []},
    "list.json": [{"name": "n", "description": "d"}],
    "name.json": {"name": "x"},
    "named_data.json": {"name": "x", "data": [1], "chat": "y"},
    "package.json": {"name": "n", "version": "1", "description": "d"},
    "other.zip": charx(None, [("mycard.json", b"{}")]),
    "photo.jpeg": b"\xff\xd8\xff\xe0" + bytes(99),
    "chat.jsonl": b'{"user_name":"a","character_name":"b"}\n{"name":"b","mes":"c"}\n',
    "memory.json": {"type": "entity", "name": "n", "observations": []},
    "text.txt": b"name: a",
    "none": b"",
}


def written(folder, name, content):
    """The file on the disk."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return path


@pytest.mark.parametrize("name", CARDS)
def test_a_card_is_ours_and_no_lorebook(tmp_path, name):
    """Broken ones too, so that a person is told what is wrong with them."""
    path = written(tmp_path, name, CARDS[name])
    assert CardImporter().detect(path)
    assert not LorebookImporter().detect(path)


@pytest.mark.parametrize("name", OTHERS)
def test_a_lorebook_is_no_card(tmp_path, name):
    """By its keys, not by its ending."""
    path = written(tmp_path, name, OTHERS[name])
    assert not CardImporter().detect(path)
    assert LorebookImporter().detect(path)


@pytest.mark.parametrize("name", NEITHER)
def test_other_files_are_left_to_others(tmp_path, name):
    """Chats, dumps of memories, pictures without anything."""
    assert not CardImporter().detect(written(tmp_path, name, NEITHER[name]))


def test_a_folder_and_a_file_that_is_gone_are_none(tmp_path):
    """Looking never raises."""
    assert not CardImporter().detect(tmp_path)
    assert not CardImporter().detect(tmp_path / "gone.png")


def test_a_huge_file_is_not_read_to_the_end(tmp_path):
    """This one has ten gigabytes, none of them on the disk."""
    path = written(tmp_path, "huge.png", png_card(v2_card())[:-12])
    with path.open("r+b") as file:
        file.truncate(10 * 1024**3)
    assert CardImporter().detect(path)


@given(st.one_of(st.binary(max_size=300), st.text('{}[]":,\\ adtspec\n', max_size=80)))
def test_any_beginning_of_a_file_has_an_outline_or_none(start):
    """Whatever it holds and wherever it is cut."""
    json_outline(start.encode() if isinstance(start, str) else start)
