"""Cards in PNG files: which chunk is read, and what each kind of damage comes to."""

import base64
import json
import zlib

import pytest
from sillytavern_cards import (
    IDAT,
    IEND,
    IHDR,
    SIGNATURE,
    chunk,
    encoded,
    imported,
    itext,
    parsed,
    png,
    png_card,
    text,
    v1_card,
    v2_card,
    v3_card,
    ztext,
)

from familiar_importers.sillytavern.cards.importer import CardImporter
from familiar_importers.sillytavern.containers.png import read_png
from familiar_memory.errors import InputError

CARD = v2_card()
GOOD = encoded(CARD)


def card_of(tree):
    """The card in the sidecar."""
    return parsed(tree.files["self/.card.json"])["card"]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(png(text("chara", GOOD)), id="behind the pixels"),
        pytest.param(png(before=[text("chara", GOOD)]), id="before the pixels"),
        pytest.param(png(text("Chara", GOOD)), id="capital"),
        pytest.param(png(text("CCV3", GOOD)), id="V2 in ccv3"),
        pytest.param(png(ztext("chara", GOOD)), id="zTXt"),
        pytest.param(png(itext("chara", GOOD)), id="iTXt"),
        pytest.param(png(itext("chara", GOOD, packed=True)), id="iTXt, packed"),
        pytest.param(png(text("Software", b"Paint"), text("chara", GOOD)), id="another text first"),
        pytest.param(png(text("chara-x", b"?"), text("chara", GOOD)), id="a name that begins so"),
        pytest.param(png(text("chara", base64.encodebytes(base64.b64decode(GOOD)))), id="wrapped"),
        pytest.param(png(text("chara", GOOD.rstrip(b"="))), id="no padding"),
        pytest.param(
            png(text("chara", GOOD.replace(b"+", b"-").replace(b"/", b"_"))), id="url-safe"
        ),
        pytest.param(png(itext("chara", json.dumps(CARD).encode())), id="plain JSON"),
        pytest.param(
            png(text("chara", base64.b64encode(b"\xef\xbb\xbf" + json.dumps(CARD).encode()))),
            id="a byte order mark",
        ),
    ],
)
def test_a_card_is_read_from_wherever_programs_put_it(tmp_path, data):
    """Same card, same notes, no remark about the file."""
    tree = imported(tmp_path, data)
    assert card_of(tree) == CARD
    assert tree.files["self/.original.png"] == data
    assert tree.note("self/scenario.md") == "A storm.\r\nAnother line.\n"
    assert [remark.location for remark in tree.remarks] == ["card.png: creator_notes"]


def test_ccv3_is_the_card_where_both_are_there(tmp_path):
    """The other stays in the file, and is told of when it differs."""
    data = png(text("chara", encoded(v2_card(name="Old"))), text("ccv3", encoded(v3_card())))
    tree = imported(tmp_path, data)
    assert card_of(tree)["data"]["name"] == "Marrow"
    assert "ccv3 and chara differ" in tree.told


def test_of_two_alike_the_first_counts(tmp_path):
    """As in SillyTavern, and it is told."""
    data = png(text("chara", encoded(v1_card(name="First"))), text("chara", GOOD))
    tree = imported(tmp_path, data)
    assert card_of(tree)["name"] == "First"
    assert "2 chunks are called chara: the first is read" in tree.told


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param(text("ccv3", b"!!!"), id="no base64"),
        pytest.param(text("ccv3", base64.b64encode(b"{")), id="no JSON"),
        pytest.param(text("ccv3", encoded({"entries": []})), id="no card"),
        pytest.param(chunk(b"tEXt", b"ccv3\0" + GOOD, crc=1), id="wrong checksum"),
    ],
)
def test_a_broken_ccv3_leaves_the_card_in_chara(tmp_path, broken):
    """Whoever has only this file has still a character, and is told which."""
    tree = imported(tmp_path, png(broken, text("chara", GOOD)))
    assert card_of(tree) == CARD
    assert "the chunk ccv3" in tree.told
    assert "the card is read from chara" in tree.told


def test_a_broken_chara_beside_a_good_ccv3_is_only_remarked(tmp_path):
    """It would not have been read anyway."""
    tree = imported(tmp_path, png(text("chara", b"!!!"), text("ccv3", encoded(v3_card()))))
    assert card_of(tree) == v3_card()
    assert "the chunk chara: not base64" in tree.told


LARGE = chunk(b"zTXt", b"chara\0\0" + zlib.compress(b"A" * 30_000_000, 9))

DAMAGE = {
    "an empty file": (b"", "it is an empty file"),
    "a JPEG": (b"\xff\xd8\xff\xe0\x00\x10JFIF\0" + bytes(60), "it is a JPEG picture"),
    "a GIF": (b"GIF89a" + bytes(20), "it is a GIF picture"),
    "a WEBP": (b"RIFF\x10\0\0\0WEBPVP8 ", "it is a WEBP picture"),
    "a web page": (b"<!DOCTYPE html><html>", "it is a web page"),
    "JSON": (b'{"name": "x"}', "it is JSON"),
    "newlines that were changed": (b"\x89PNG\n\x1a\n" + bytes(20), "damaged, perhaps sent as text"),
    "a signature only": (SIGNATURE, "no character data in this PNG"),
    "a plain picture": (png(), "no character data in this PNG"),
    "an asset but no card": (
        png(text("chara-ext-asset_:0", base64.b64encode(b"x"))),
        "no character data in this PNG",
    ),
    "a lorebook": (png(text("naidata", b"e30=")), "this picture holds a lorebook, no character"),
    "cut before the card": (png_card(CARD)[:70], "the file ends inside its chunk"),
    "cut inside the card": (png_card(CARD)[:600], "chara is cut short: the file ends inside it"),
    "a length of 4 GB": (
        SIGNATURE + IHDR + chunk(b"tEXt", b"chara\0" + GOOD, length=0xFFFFFFF0) + IEND,
        "chara is cut short",
    ),
    "a wrong checksum": (
        png(chunk(b"tEXt", b"chara\0" + GOOD, crc=1)),
        "chara is damaged: its checksum is wrong",
    ),
    "an empty card": (png(text("chara", b"")), "the chunk chara: it is empty"),
    "no base64": (png(text("chara", b"ab!!cd==")), "the chunk chara: not base64"),
    "base64 cut by one": (png(text("chara", b"abcde")), "the chunk chara: not base64"),
    "no UTF-8": (
        png(text("chara", base64.b64encode(b'{"name":"caf\xe9"}'))),
        "the chunk chara: byte 13 is not UTF-8",
    ),
    "a list": (png(text("chara", b"WzEsIDJd")), "the chunk chara: its JSON is a list"),
    "a bomb": (png(LARGE), "chara unpacks to more than"),
    "an unknown packing": (png(chunk(b"zTXt", b"chara\0\1xx")), "chara is packed in an unknown"),
    "no deflate": (png(chunk(b"zTXt", b"chara\0\0xx")), "chara cannot be unpacked"),
    "deflate cut short": (
        png(chunk(b"zTXt", b"chara\0\0" + zlib.compress(GOOD)[:-9])),
        "chara is cut short inside its packed text",
    ),
    "an iTXt of half": (png(chunk(b"iTXt", b"chara\0\0\0en")), "chara is malformed"),
    "nothing in it": (
        png_card({"spec": "chara_card_v2", "spec_version": "2.0", "data": {}}),
        "there is nothing in the card",
    ),
}


@pytest.mark.parametrize("trap", DAMAGE)
def test_each_kind_of_damage_is_named(tmp_path, trap):
    """The message names the file and what is wrong; the second line says what would do."""
    data, problem = DAMAGE[trap]
    with pytest.raises(InputError) as caught:
        imported(tmp_path, data)
    assert caught.value.problem.startswith("card.png: ")
    assert problem in caught.value.problem
    assert caught.value.accepted


@pytest.mark.parametrize(
    ("data", "remark"),
    [
        pytest.param(png(text("chara", GOOD))[: -len(IEND)], "(IEND) is missing", id="no end"),
        pytest.param(
            b"".join((SIGNATURE, IHDR, chunk(b"IDAT", b"x", crc=1), text("chara", GOOD), IEND)),
            "a wrong checksum in IDAT",
            id="pixels",
        ),
        pytest.param(png(text("chara", GOOD)) + b"more", "4 bytes follow", id="behind the end"),
        pytest.param(
            png(text("chara", GOOD), IDAT)[:-20], "the file ends inside its chunk IDAT", id="cut"
        ),
        pytest.param(
            png(text("chara", GOOD), b"\0\0\0\0\1\2\3\4" + bytes(8)),
            "are not a chunk",
            id="garbage",
        ),
    ],
)
def test_damage_beside_the_card_is_a_remark(tmp_path, data, remark):
    """The card is whole, and so is the copy of the file."""
    tree = imported(tmp_path, data)
    assert card_of(tree) == CARD
    assert tree.files["self/.original.png"] == data
    assert remark in tree.told


@pytest.mark.long
def test_a_file_of_endless_small_chunks_is_no_picture():
    """Five million of them would take half a gigabyte."""
    with pytest.raises(InputError, match="more than 100,000 chunks"):
        read_png(SIGNATURE + IHDR + chunk(b"abCd", b"") * 100_001, "x.png")


def test_a_file_too_large_is_refused_by_its_size(tmp_path):
    """It is not read first: this one has no bytes on the disk."""
    path = tmp_path / "large.png"
    with path.open("wb") as file:
        file.truncate(64 * 1024 * 1024 + 1)
    with pytest.raises(InputError, match=r"large\.png is too large"):
        CardImporter().read(path)


def test_a_file_that_is_not_there_is_an_input_error(tmp_path):
    """Not a traceback."""
    with pytest.raises(InputError, match="cannot be read"):
        CardImporter().read(tmp_path / "gone.png")


def test_assets_in_chunks_of_their_own_are_copied(tmp_path):
    """Both spellings that are in use; one that leads out of the folder is passed over."""
    data = png(
        text("chara-ext-asset_:0/smile.png", base64.b64encode(b"\x89smile")),
        text("chara-ext-asset_1.bin", base64.b64encode(b"\0\1")),
        text("chara-ext-asset_:../../evil.md", base64.b64encode(b"x")),
        text("chara-ext-asset_:broken", b"!"),
        text("chara", GOOD),
    )
    tree = imported(tmp_path, data)
    assets = {path: tree.files[path] for path in tree.paths("self/assets")}
    assert assets == {"self/assets/0/smile.png": b"\x89smile", "self/assets/1.bin": b"\0\1"}
    assert [skipped.path for skipped in tree.skipped] == ["../../evil.md", "broken"]
