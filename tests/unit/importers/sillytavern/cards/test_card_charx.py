"""Cards in zip archives: which member is the card, and what no archive may do."""

import struct
import zipfile

import pytest
from sillytavern_cards import book, charx, imported, parsed, v3_card

from familiar_memory.errors import InputError

ASSETS = [
    {"type": "icon", "uri": "embeded://assets/icon/images/main.png", "name": "main", "ext": "png"},
    {"type": "emotion", "uri": "embedded://faces/happy.png", "name": "happy", "ext": "png"},
    {"type": "other", "uri": "__asset:assets/other/a.bin", "name": "a", "ext": "bin"},
    {"type": "background", "uri": "https://example.org/b.png", "name": "b", "ext": "png"},
    {"type": "icon", "uri": "ccdefault:", "name": "c", "ext": "png"},
    {"type": "other", "uri": "data:text/plain;base64,aGk=", "name": "n", "ext": "txt"},
    {"type": "other", "uri": "file:///etc/passwd", "name": "p", "ext": "unknown"},
    {"type": "other", "uri": "embeded://gone.png", "name": "gone", "ext": "png"},
]
MEMBERS = [
    ("assets/icon/images/main.png", b"\x89PNG main"),
    ("faces/happy.png", b"happy"),
    ("assets/other/a.bin", b"\0\r\n"),
    ("module.risum", b"risu"),
]


def take(folder, data):
    """Import an archive."""
    return imported(folder, data, "card.charx")


def link(name):
    """A member that says it is a symbolic link."""
    info = zipfile.ZipInfo(name)
    info.external_attr = 0o120777 << 16
    return info


def test_assets_are_copied_and_nothing_is_fetched(tmp_path):
    """Those the card names, those under assets/, and those inside data: URIs."""
    data = charx(v3_card(assets=ASSETS), MEMBERS)
    tree = take(tmp_path, data)
    assert {path: tree.files[path] for path in tree.paths("self/assets")} == {
        "self/assets/icon/images/main.png": b"\x89PNG main",
        "self/assets/faces/happy.png": b"happy",
        "self/assets/other/a.bin": b"\0\r\n",
        "self/assets/other/n.txt": b"hi",
    }
    assert tree.files["self/.original.charx"] == data
    assert parsed(tree.files["self/.card.json"])["assets"] == {
        "assets/icon/images/main.png": "self/assets/icon/images/main.png",
        "faces/happy.png": "self/assets/faces/happy.png",
        "assets/other/a.bin": "self/assets/other/a.bin",
        "data:6": "self/assets/other/n.txt",
    }
    assert "2 stand elsewhere and are not fetched: https://example.org/b.png" in tree.told
    assert "not in the file: gone.png" in tree.told
    assert "1 other members stay in the original, module.risum among them" in tree.told


def test_an_archive_behind_a_jpeg_is_read(tmp_path):
    """Risu writes them, and calls them .jpeg."""
    data = b"\xff\xd8\xff\xe0\x00\x10JFIF\0" + bytes(50) + b"\xff\xd9" + charx(v3_card(), MEMBERS)
    tree = imported(tmp_path, data, "risu.jpeg")
    assert parsed(tree.files["self/.card.json"])["card"] == v3_card()
    assert tree.files["self/.original.charx"] == data


def test_only_card_json_at_the_root_is_the_card(tmp_path):
    """A name that ends so is another file."""
    decoys = [("evil-card.json", b"{}"), ("deep/card.json", b"{}"), ("CARD.JSON", b"{}")]
    tree = take(tmp_path, charx(v3_card(), decoys))
    assert parsed(tree.files["self/.card.json"])["card"] == v3_card()


@pytest.mark.parametrize(
    ("member", "reason"),
    [
        ("../../evil.md", "its path leads out of the archive"),
        ("assets/../../evil.md", "its path leads out of the archive"),
        ("assets//evil.md", "its path leads out of the archive"),
        ("/abs/evil.md", "its path is absolute"),
        ("..\\..\\evil.md", "its name holds a backslash"),
        ("C:/evil.md", "its path names a drive"),
        (link("assets/link.png"), "a link"),
    ],
)
def test_members_that_lead_elsewhere_are_passed_over(tmp_path, member, reason):
    """The card is imported; nothing of theirs is."""
    tree = take(tmp_path, charx(v3_card(), [(member, b"evil"), ("assets/ok.png", b"ok")]))
    assert tree.paths("self/assets") == ["self/assets/ok.png"]
    assert [skipped.reason for skipped in tree.skipped] == [reason]
    assert b"evil" not in b"".join(d for p, d in tree.files.items() if "original" not in p)


def patched(data, old, new):
    """The bytes with each occurrence of one stretch replaced."""
    assert old in data
    return data.replace(old, new)


def encrypted():
    """An archive whose list says that the card has a password."""
    data = bytearray(charx(v3_card()))
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    return bytes(data)


def with_method(method):
    """An archive whose card claims another kind of packing."""
    data = bytearray(charx(v3_card()))
    at = data.index(b"PK\x01\x02")
    data[at + 10 : at + 12] = struct.pack("<H", method)
    return bytes(data)


WHOLE = charx(v3_card(), MEMBERS)

REFUSED = {
    "no card": (charx(None, [("readme.txt", b"x")]), "no card.json at the root"),
    "a card elsewhere": (charx(None, [("a/card.json", b"{}")]), "there is 'a/card.json'"),
    "two cards": (
        patched(charx(v3_card(), [("cardXjson", b"{}")]), b"cardXjson", b"card.json"),
        "2 members are called 'card.json'",
    ),
    "two assets of one name": (
        patched(charx(v3_card(), [("a/1", b""), ("a/2", b"")]), b"a/2", b"a/1"),
        "2 members are called 'a/1'",
    ),
    "encrypted": (encrypted(), "card.json is encrypted"),
    "lzma": (with_method(14), "card.json is packed in an unusual way"),
    "cut short": (WHOLE[:-30], "damaged or cut short"),
    "the first half": (WHOLE[: len(WHOLE) // 2], "damaged or cut short"),
    "an empty archive": (charx(None), "no card.json at the root"),
    "no JSON": (charx(b"{"), "card.json: not JSON"),
    "a lorebook": (charx(book()), "card.json: this is a lorebook"),
    "an empty card": (charx(b""), "card.json: it is empty"),
    "17 MiB of spaces": (charx(b" " * (17 << 20)), "card.json is larger than"),
    "300 MiB of assets": (
        charx(v3_card(), [(f"assets/{n}", bytes(30 << 20)) for n in range(9)]),
        "its members unpack to more than",
    ),
    "damaged text": (
        WHOLE[:60] + b"\xff\xff\xff" + WHOLE[63:],
        "card.json is damaged",
    ),
    "another kind of file": (b"not a zip at all", "it is text"),
}


@pytest.mark.parametrize("trap", REFUSED)
def test_each_kind_of_damage_is_named(tmp_path, trap):
    """The message names the file and the member."""
    data, problem = REFUSED[trap]
    with pytest.raises(InputError) as caught:
        take(tmp_path, data)
    assert caught.value.problem.startswith("card.charx: ")
    assert problem in caught.value.problem
    assert caught.value.accepted


def test_too_many_members_are_counted_before_they_are_listed(tmp_path):
    """A list of a million would take a gigabyte."""
    data = charx(v3_card(), [(f"assets/{n}", b"") for n in range(10_001)])
    with pytest.raises(InputError, match="more than 10,000 members"):
        take(tmp_path, data)


def test_an_asset_that_is_damaged_or_too_large_is_passed_over(tmp_path):
    """The character is worth more than one of its pictures; the original keeps it."""
    data = charx(v3_card(), [("assets/big", bytes(33 << 20)), ("assets/ok", b"ok")])
    tree = take(tmp_path, data)
    assert tree.paths("self/assets") == ["self/assets/ok"]
    assert [skipped.reason for skipped in tree.skipped] == ["it is larger than 33,554,432 bytes"]
