"""A tree as a zip archive, out and in again."""

import io
import stat
import zipfile
from pathlib import Path

import pytest
from tree_in_memory import TreeInMemory

from familiar_importers.exports.tree_zip import TreeExporter
from familiar_importers.memories.tree_zip import TreeZipImporter
from familiar_memory.errors import InputError, UsageError
from familiar_memory.transfer.exporter import ExportOptions
from familiar_memory.transfer.importer import BytesFile, NoteFile, Remark, SkippedFile

_TREE = {
    "notes.md": b"# Notes\r\n",
    "people/_aliases.json": b"{}",
    "people/discord-1.md": "# Zoë\n".encode(),
    "review.md": b"- [ ] held\n",
    "self/.card.json": b'{"original": ".original.png"}',
    "self/.original.png": b"\x89PNG",
    "self/assets/x.png": b"\x89PNG2",
    "lore/imported/b/.book.json": b'{"original": ".original.odd"}',
    "lore/imported/b/.original.odd": b"odd",
    "lore/imported/b/katana.md": b"# Katana\n",
    "lore/imported/empty/.book.json": b"{}",
    "topics/\xe4.md": b"# \xff",
}


def _export(tree: TreeInMemory, name: str = "memory.zip") -> bytes:
    return b"".join(TreeExporter().export(tree, ExportOptions(Path(name))).pieces)


def _zip(path: Path, *members: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return path


def test_what_goes_out_comes_in_again(tmp_path: Path) -> None:
    """Notes, originals and assets, byte for byte; only what is derived stays behind."""
    path = tmp_path / "memory.zip"
    path.write_bytes(_export(TreeInMemory(_TREE)))
    assert TreeZipImporter().detect(path)
    assert list(TreeZipImporter().read(path)) == [
        BytesFile("lore/imported/b/.book.json", _TREE["lore/imported/b/.book.json"]),
        BytesFile("lore/imported/b/.original.odd", b"odd"),
        NoteFile("lore/imported/b/katana.md", "# Katana\n"),
        BytesFile("lore/imported/empty/.book.json", b"{}"),
        NoteFile("notes.md", "# Notes\r\n"),
        NoteFile("people/discord-1.md", "# Zoë\n"),
        NoteFile("review.md", "- [ ] held\n"),
        BytesFile("self/.card.json", _TREE["self/.card.json"]),
        BytesFile("self/.original.png", b"\x89PNG"),
        BytesFile("self/assets/x.png", b"\x89PNG2"),
        BytesFile("topics/ä.md", b"# \xff"),
        Remark("topics/ä.md", "not UTF-8 at byte 2: kept as it is, and not read"),
    ]


def test_the_same_tree_gives_the_same_bytes() -> None:
    """Whatever the order of the disk, and whenever it is asked."""
    backwards = TreeInMemory(dict(reversed(_TREE.items())))
    assert _export(TreeInMemory(_TREE)) == _export(backwards)


def test_files_are_read_only_as_the_archive_is_written() -> None:
    """So a tree of a gigabyte is never in memory."""
    tree = TreeInMemory({f"{n}.md": bytes(100_000) for n in range(9)})
    pieces = iter(TreeExporter().export(tree, ExportOptions(Path("m.zip"))).pieces)
    assert ([*tree.read], next(pieces)[:2], tree.read) == ([], b"PK", ["0.md"])


def test_an_archive_is_called_zip() -> None:
    """Another ending would be taken for another format."""
    with pytest.raises(UsageError, match=r"memory\.tar is not a \.zip"):
        _export(TreeInMemory({}), "memory.tar")


def test_hidden_members_are_left_out(tmp_path: Path) -> None:
    """An index or a repository is nobody's memory."""
    path = _zip(
        tmp_path / "m.zip", (".index/a.md", b"x"), (".gitignore", b"x"), ("a/.original.exe9", b"x")
    )
    assert list(TreeZipImporter().read(path)) == [
        SkippedFile(".gitignore", "hidden"),
        SkippedFile(".index/a.md", "hidden"),
        BytesFile("a/.original.exe9", b"x"),
    ]


def _link(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


@pytest.mark.parametrize(
    ("members", "problem"),
    [
        ([("../a.md", b"")], r"'\.\./a\.md' leads out"),
        ([("a/../../b.md", b"")], "leads out"),
        ([("/etc/passwd", b"")], "'/etc/passwd' is not a relative path"),
        ([("C:/a.md", b"")], "is not a relative path"),
        ([("a\\b.md", b"")], "is not a relative path"),
        ([("a//b.md", b"")], "leads out, or nowhere"),
        ([("a.md", b""), (zipfile.ZipInfo(""), b"")], "'' leads out, or nowhere"),
        ([(_link("a.md"), b"/etc/passwd")], "'a.md' is a link"),
        ([("A.md", b""), ("a.md", b"")], "'a.md' and 'A.md' are one file on some disks"),
        ([("caf\u00e9.md", b""), ("cafe\u0301.md", b"")], "are one file on some disks"),
        ([("a.md", bytes(65 * 1024 * 1024))], "has 68,157,440 bytes, and 67,108,864 are allowed"),
        (
            [(f"{n}.md", bytes(33 * 1024 * 1024)) for n in range(2)],
            "unpacks to 69,206,016 bytes from",
        ),
    ],
)
def test_what_no_tree_holds_is_refused(
    tmp_path: Path, members: list[tuple[str | zipfile.ZipInfo, bytes]], problem: str
) -> None:
    """Before anything is unpacked, and every member is named."""
    path = _zip(tmp_path / "m.zip", *members)
    with pytest.raises(InputError, match=problem):
        list(TreeZipImporter().read(path))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_member_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    """Programs differ on which one counts."""
    path = _zip(tmp_path / "m.zip", ("a.md", b"1"), ("a.md", b"2"))
    with pytest.raises(InputError, match=r"'a\.md' is there twice"):
        list(TreeZipImporter().read(path))


def _patched(path: Path, old: bytes, new: bytes, count: int = -1) -> Path:
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new, count))
    return path


def test_a_member_that_is_larger_than_it_says_is_refused(tmp_path: Path) -> None:
    """What an archive declares is only what it claims."""
    path = _zip(tmp_path / "m.zip", ("a.md", b"x" * 1_000))
    size, lie = (1_000).to_bytes(4, "little"), (10).to_bytes(4, "little")
    with pytest.raises(InputError, match=r"'a\.md' is damaged|not as large as it says"):
        list(TreeZipImporter().read(_patched(path, size, lie)))


def test_a_damaged_member_is_named(tmp_path: Path) -> None:
    """Its checksum tells."""
    path = tmp_path / "m.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.md", b"hello there")
    with pytest.raises(InputError, match=r"'a\.md' is damaged"):
        list(TreeZipImporter().read(_patched(path, b"hello there", b"hullo there")))


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    """Nobody is asked for a password."""
    path = _zip(tmp_path / "m.zip", ("a.md", b"x"))
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"'a\.md' is encrypted"):
        list(TreeZipImporter().read(path))


@pytest.mark.parametrize("data", [b"", b"PK", b"not a zip" * 9, b"PK\x05\x06" + bytes(17)])
def test_what_is_no_archive_is_told(tmp_path: Path, data: bytes) -> None:
    """And never taken for one of ours."""
    path = tmp_path / "m.zip"
    path.write_bytes(data)
    assert not TreeZipImporter().detect(path)
    with pytest.raises(InputError, match="is not a complete zip archive"):
        list(TreeZipImporter().read(path))


def test_a_list_of_members_without_end_is_not_read(tmp_path: Path) -> None:
    """Its length is looked at before it is."""
    path = _zip(tmp_path / "m.zip", ("a.md", b"x"))
    data = bytearray(path.read_bytes())
    end = data.rindex(b"PK\x05\x06")
    data[end + 12 : end + 16] = (0x7FFFFFFF).to_bytes(4, "little")
    path.write_bytes(data)
    with pytest.raises(InputError, match="its list of members has 2,147,483,647 bytes"):
        list(TreeZipImporter().read(path))


def test_a_foreign_archive_is_no_tree(tmp_path: Path) -> None:
    """Other formats are zip archives too."""
    path = _zip(tmp_path / "a.zip", ("card.json", b"{}"))
    assert not TreeZipImporter().detect(path)
    assert not TreeZipImporter().detect(tmp_path / "absent.zip")
    assert not TreeZipImporter().detect(tmp_path)
    assert zipfile.is_zipfile(io.BytesIO(path.read_bytes()))
