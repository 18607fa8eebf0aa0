"""A folder of Markdown: the words byte for byte, and for whom they are above them."""

from pathlib import Path

import pytest

from familiar_importers.markdown_folder import MarkdownFolderImporter
from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import (
    BytesFile,
    Item,
    NoteFile,
    Remark,
    SkippedFile,
    SourceFolder,
)

_OWNER = "---\nvisibility: owner\n---\n"


def _vault(folder: Path, *paths: str) -> Path:
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(f"# {path}\n", "utf-8")
    return folder


def _notes(folder: Path) -> list[str]:
    return [i.path for i in MarkdownFolderImporter().read(folder) if isinstance(i, NoteFile)]


def _remarks(folder: Path) -> list[Remark]:
    """What is told but for the last line, which says for whom all of it is."""
    *told, for_whom = (i for i in MarkdownFolderImporter().read(folder) if isinstance(i, Remark))
    assert for_whom.text.startswith("kept to the owner")
    return told


def _items(folder: Path, **settings: bool) -> list[Item]:
    """All but the last line, which says for whom it is."""
    items = list(MarkdownFolderImporter(**settings).read(folder))[:-1]
    return [item for item in items if not isinstance(item, SourceFolder)]


def test_every_note_keeps_its_path_and_its_bytes(tmp_path: Path) -> None:
    """CRLF and BOM stay; what is hidden, a link or no Markdown is named."""
    (tmp_path / "deep").mkdir()
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / ".trash").mkdir()
    (tmp_path / ".git").mkdir()
    (tmp_path / "b.md").write_bytes(b"\xef\xbb\xbf# B\r\n")
    (tmp_path / "deep" / "A.MD").write_bytes(b"no newline at the end")
    (tmp_path / "picture.svg").touch()
    (tmp_path / "link.md").symlink_to("b.md")
    assert _items(tmp_path) == [
        SkippedFile(".git", "hidden"),
        SkippedFile(".obsidian", "settings of Obsidian"),
        SkippedFile(".trash", "what Obsidian has thrown away"),
        NoteFile("b.md", "\ufeff---\r\nvisibility: owner\r\n---\r\n# B\r\n"),
        NoteFile("deep/A.MD", f"{_OWNER}no newline at the end"),
        SkippedFile("link.md", "a link"),
        SkippedFile("picture.svg", "not Markdown"),
    ]


def test_one_file_is_a_note_of_its_name(tmp_path: Path) -> None:
    """Without the folders that it stands in."""
    (tmp_path / "tea.md").write_text("# Tea\n", "utf-8")
    assert _items(tmp_path / "tea.md") == [NoteFile("tea.md", f"{_OWNER}# Tea\n")]
    assert MarkdownFolderImporter().detect(tmp_path / "tea.md")


def test_many_attachments_are_counted_and_not_listed(tmp_path: Path) -> None:
    """A person with thousands of pictures reads one line."""
    _vault(tmp_path, "a.md")
    for number in range(30):
        (tmp_path / f"{number}.png").touch()
    (tmp_path / "paper.PDF").touch()
    (tmp_path / "Makefile").touch()
    assert _items(tmp_path)[1:] == [
        SkippedFile("32 files", "not Markdown (.png 30, no ending 1, .pdf 1)")
    ]


def test_attachments_may_come_along(tmp_path: Path) -> None:
    """As bytes beside the notes; what the engine derives itself does not."""
    _vault(tmp_path, "a.md")
    (tmp_path / "img").mkdir()
    (tmp_path / "img" / "x.png").write_bytes(b"\x89PNG")
    (tmp_path / "people").mkdir()
    (tmp_path / "people" / "_aliases.json").write_text("{}")
    assert _items(tmp_path, attachments=True) == [
        NoteFile("a.md", f"{_OWNER}# a.md\n"),
        BytesFile("img/x.png", b"\x89PNG"),
        SkippedFile("people/_aliases.json", "not Markdown"),
    ]


def test_names_that_not_every_disk_can_keep_are_changed_and_told(tmp_path: Path) -> None:
    """One odd name among thousands does not stop an import, and no two notes become one."""
    _vault(tmp_path, "CON.md", "What: is?.md", "dir./a.md", "tea.md", "Tea.md")
    notes = _notes(tmp_path)
    assert notes == [
        "CON--4f76bac3.md",
        "Tea.md",
        "What- is-.md",
        "dir/a.md",
        "tea--937d5072.md",
    ]
    assert [(one.location, one.text.split(":")[0]) for one in _remarks(tmp_path)] == [
        ("CON.md", "called 'CON--4f76bac3.md' in the tree"),
        ("What: is?.md", "called 'What- is-.md' in the tree"),
        ("dir.", "called 'dir' in the tree"),
        ("tea.md", "called 'tea--937d5072.md' in the tree"),
    ]


def test_a_name_that_is_not_utf_8_is_told(tmp_path: Path) -> None:
    """Messages and reports can carry it."""
    odd = bytes(tmp_path) + b"/caf\xe9.md"
    try:
        Path(odd.decode("utf-8", "surrogateescape")).write_text("# Café\n", "utf-8")
    except OSError:
        pytest.skip("this disk takes only names in UTF-8")
    assert _notes(tmp_path) == ["caf-.md"]
    assert [one.location for one in _remarks(tmp_path)] == ["caf?.md"]


def test_a_large_note_comes_whole(tmp_path: Path) -> None:
    """And it is said that the engine adds nothing to it."""
    (tmp_path / "big.md").write_text("x" * 262_145)
    note, remark = _items(tmp_path)
    assert (note, isinstance(remark, Remark)) == (
        NoteFile("big.md", _OWNER + "x" * 262_145, is_capped=False),
        True,
    )


def test_folders_that_mean_something_in_the_tree_are_told(tmp_path: Path) -> None:
    """A vault's `people/` is as it was, and its owner knows what it means here."""
    _vault(tmp_path, "People/a.md", "People/b.md", "self/x.md", "plain/y.md", "topics.md")
    assert [(one.location, one.text[:16]) for one in _remarks(tmp_path)] == [
        ("self/", "1 note goes wher"),
        ("people/", "2 notes go where"),
    ]


def test_the_review_list_is_nobody_elses(tmp_path: Path) -> None:
    """What stands there waits for a person, so nothing may come in under its name."""
    _vault(tmp_path, "review.md", "deep/review.md")
    skipped = [i for i in MarkdownFolderImporter().read(tmp_path) if isinstance(i, SkippedFile)]
    assert [one.path for one in skipped] == ["review.md"]
    assert _notes(tmp_path) == ["deep/review.md"]


def test_a_note_that_is_not_utf_8_is_named(tmp_path: Path) -> None:
    """With the byte at which reading ends."""
    (tmp_path / "bad.md").write_bytes(b"# \xff")
    with pytest.raises(InputError, match=r"bad\.md is not UTF-8: byte 2"):
        list(MarkdownFolderImporter().read(tmp_path))


def test_all_notes_that_cannot_be_read_are_named_at_once(tmp_path: Path) -> None:
    """Nobody mends four thousand notes one error at a time."""
    _vault(tmp_path, "good.md")
    for number in range(23):
        (tmp_path / f"bad{number:02}.md").write_bytes(b"\xff")
    with pytest.raises(InputError) as caught:
        list(MarkdownFolderImporter().read(tmp_path))
    assert caught.value.problem.count("is not UTF-8") == 20
    assert caught.value.problem.endswith("; and 3 more")


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    """An error, never an empty import."""
    with pytest.raises(InputError, match=r"absent\.md cannot be read"):
        list(MarkdownFolderImporter().read(tmp_path / "absent.md"))
