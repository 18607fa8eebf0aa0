"""A folder of Markdown, byte for byte."""

from pathlib import Path

import pytest

from familiar_importers.markdown_folder import MarkdownFolderImporter
from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import NoteFile, SkippedFile


def test_every_note_keeps_its_path_and_its_bytes(tmp_path: Path) -> None:
    """CRLF and BOM stay; what is hidden, a link or no Markdown is named."""
    (tmp_path / "deep").mkdir()
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / "b.md").write_bytes(b"\xef\xbb\xbf# B\r\n")
    (tmp_path / "deep" / "A.MD").write_bytes(b"no newline at the end")
    (tmp_path / "picture.svg").touch()
    (tmp_path / "link.md").symlink_to("b.md")
    assert list(MarkdownFolderImporter().read(tmp_path)) == [
        SkippedFile(".obsidian", "hidden"),
        NoteFile("b.md", "\ufeff# B\r\n"),
        NoteFile("deep/A.MD", "no newline at the end"),
        SkippedFile("link.md", "a link"),
        SkippedFile("picture.svg", "not Markdown"),
    ]


def test_one_file_is_a_note_of_its_name(tmp_path: Path) -> None:
    """Without the folders that it stands in."""
    (tmp_path / "tea.md").write_text("# Tea\n", "utf-8")
    importer = MarkdownFolderImporter()
    assert list(importer.read(tmp_path / "tea.md")) == [NoteFile("tea.md", "# Tea\n")]
    assert importer.detect(tmp_path / "tea.md")


def test_a_note_that_is_not_utf_8_is_named(tmp_path: Path) -> None:
    """With the byte at which reading ends."""
    (tmp_path / "bad.md").write_bytes(b"# \xff")
    with pytest.raises(InputError, match=r"bad\.md is not UTF-8: byte 2"):
        list(MarkdownFolderImporter().read(tmp_path))


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    """An error, never an empty import."""
    with pytest.raises(InputError, match=r"absent\.md cannot be read"):
        list(MarkdownFolderImporter().read(tmp_path / "absent.md"))
