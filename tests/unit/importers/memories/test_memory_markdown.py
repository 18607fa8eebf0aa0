"""An agent's Markdown memory: `MEMORY.md`, a note a day, who everybody is."""

from pathlib import Path

import pytest

from familiar_importers.memories.memory_md import MemoryMarkdownImporter
from familiar_memory.notes.document import NoteParser
from familiar_memory.transfer.importer import Item, NoteFile, Remark, SkippedFile, SourceFolder

_OWNER = "---\nvisibility: owner\n---\n"


def _workspace(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        path = folder / name.replace("__", "/").replace("_md", ".md").replace("_", "-")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
    return folder


def _items(path: Path, audience: str = "owner") -> list[Item]:
    items = MemoryMarkdownImporter(audience).read(path)
    return [item for item in items if not isinstance(item, Remark | SourceFolder)]


def test_each_file_of_a_workspace_goes_where_it_is_read(tmp_path: Path) -> None:
    """Days where recall looks for days, the persona to the card, and no word is changed."""
    folder = _workspace(
        tmp_path,
        AGENTS_md="do this",
        IDENTITY_md="I am Clawd",
        MEMORY_md="- Likes tea\n",
        SOUL_md="Be kind",
        USER_md="# Alex\n",
        memory__2026_01_05_md="- Walked\r\n",
        memory__2026_01_05_plans_md="plans",
        memory__2026_13_45_md="no day",
        memory__deep__2026_01_06_md="a project's day",
        notes_md="hello",
        skills__x_md="not memory",
    )
    (folder / "memory" / "heartbeat.json").touch()
    (folder / "link.md").symlink_to("notes.md")
    assert _items(folder) == [
        SkippedFile("AGENTS.md", "instructions for an agent, not its memory"),
        NoteFile("self/description.md", "I am Clawd"),
        NoteFile("MEMORY.md", f"{_OWNER}- Likes tea\n"),
        NoteFile("self/personality.md", "Be kind"),
        NoteFile("people/import-user.md", f"{_OWNER}# Alex\n"),
        SkippedFile("link.md", "a link"),
        NoteFile("memory/2026-01-05-plans.md", f"{_OWNER}plans"),
        NoteFile("days/2026-01-05.md", "---\r\nvisibility: owner\r\n---\r\n- Walked\r\n"),
        NoteFile("memory/2026-13-45.md", f"{_OWNER}no day"),
        NoteFile("memory/deep/2026-01-06.md", f"{_OWNER}a project's day"),
        SkippedFile("memory/heartbeat.json", "not Markdown"),
        NoteFile("notes.md", f"{_OWNER}hello"),
        SkippedFile("skills", "not a part of the memory"),
    ]


def test_days_beside_the_memory_are_days(tmp_path: Path) -> None:
    """A folder of Claude's, or `memory/` itself, has everything in one place."""
    folder = _workspace(tmp_path, MEMORY_md="m", _2026_01_05_md="d")
    (folder / "-2026-01-05.md").rename(folder / "2026-01-05.md")
    notes = [item.path for item in _items(folder, "everyone") if isinstance(item, NoteFile)]
    assert notes == ["days/2026-01-05.md", "MEMORY.md"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n", f"{_OWNER}a\n"),
        ("", _OWNER),
        ("\ufeffa\r\n", "\ufeff---\r\nvisibility: owner\r\n---\r\na\r\n"),
        ("---\ntags: x\n---\na", "---\nvisibility: owner\ntags: x\n---\na"),
        ("---\r\n---\r\na", "---\r\nvisibility: owner\r\n---\r\na"),
        ("---\nvisibility: everyone\n---\na", "---\nvisibility: everyone\n---\na"),
        ("---\n\nA rule, not frontmatter.\n", f"{_OWNER}---\n\nA rule, not frontmatter.\n"),
    ],
)
def test_for_whom_a_note_is_stands_before_its_words(
    tmp_path: Path, text: str, expected: str
) -> None:
    """What the note says itself wins, and the body keeps its bytes."""
    path = _workspace(tmp_path, MEMORY_md=text) / "MEMORY.md"
    assert _items(path) == [NoteFile("MEMORY.md", expected)]


def test_for_everyone_is_byte_for_byte(tmp_path: Path) -> None:
    """And nothing needs to be said about the owner."""
    path = _workspace(tmp_path, MEMORY_md="a") / "MEMORY.md"
    assert list(MemoryMarkdownImporter("everyone").read(path)) == [
        NoteFile("MEMORY.md", "a"),
        SourceFolder(tmp_path, is_whole=False),
    ]


def test_the_owner_is_told_that_rooms_do_not_hear_of_it(tmp_path: Path) -> None:
    """Otherwise the import would look as if it had been lost."""
    path = _workspace(tmp_path, MEMORY_md="a") / "MEMORY.md"
    *_, remark = MemoryMarkdownImporter().read(path)
    assert isinstance(remark, Remark)
    assert remark.text.startswith("kept to the owner, because nobody knows where this was said")


def test_every_line_is_the_owner_s(tmp_path: Path) -> None:
    """Also one that claims another audience for itself, or stands under a place's heading."""
    text = "# Day\n\n## discord-lantern.tavern\n\n- a (2026-01-05, in:everyone)\n- b\n\nprose\n"
    (note,) = _items(_workspace(tmp_path, MEMORY_md=text) / "MEMORY.md")
    assert isinstance(note, NoteFile)
    document = NoteParser().read("days/2026-01-05.md", note.text, "")
    assert [passage.audience for passage in document.passages] == ["owner"] * 3


@pytest.mark.parametrize("audience", ["owner", "everyone", "discord-dm-42"])
@pytest.mark.parametrize("front", [": [", "visibility: [", "{title: x}", "- a"])
def test_odd_frontmatter_stops_nothing_and_shows_nobody_anything(
    front: str, audience: str, tmp_path: Path
) -> None:
    """As in a vault: the note comes in as it is; where it is damaged, it is its owner's."""
    text = f"---\n{front}\n---\nMy bank PIN is 4711\n"
    path = _workspace(tmp_path, MEMORY_md=text)
    items = list(MemoryMarkdownImporter(audience).read(path))
    (note,) = (item for item in items if isinstance(item, NoteFile))
    assert note.text.endswith(text)
    document = NoteParser().read(note.path, note.text, "")
    told = [
        item.text for item in items if isinstance(item, Remark) and item.location == "MEMORY.md"
    ]
    is_damaged = any("until that is fixed" in one for one in told)
    expected = "owner" if is_damaged else audience
    assert {passage.audience for passage in document.passages} <= {expected}
    assert document.passages or document.withheld
    assert is_damaged == (front != "{title: x}") or front == "- a"
