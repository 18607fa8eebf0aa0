"""A vault in a tree that has folders of its own: what comes in, where, and for whom."""

import asyncio
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_importers.markdown_folder import MarkdownFolderImporter
from familiar_memory import Familiar, RecallRequest
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.errors import InputError, UsageError
from familiar_memory.notes.document import NoteParser
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.transfer.importer import NoteFile, SourceFolder
from familiar_memory.transfer.options import configured
from familiar_memory.transfer.report import ImportReport
from familiar_memory.transfer.staging.destination import Destination
from familiar_memory.transfer.staging.run import run_import
from familiar_memory.transfer.staging.stage import stage

_MEANT = ("channels", "days", "lore", "people", "self", "sessions", "topics")


def _vault(folder: Path, **notes: str) -> Path:
    for name, text in notes.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_name(f"{path.name}.md").write_text(text, "utf-8")
    return folder


def _import(
    vault: Path, store: MemoryStore, importer: MarkdownFolderImporter | None = None
) -> tuple[ImportReport, ImportReport]:
    """A dry run, and the run."""
    staged = stage(importer or MarkdownFolderImporter(), vault, max_file_bytes=262_144)
    dry = run_import(staged, Destination(lambda turns: [], store), dry_run=True)
    return dry, run_import(staged, Destination(lambda turns: [], store))


@pytest.mark.parametrize("name", [one.title() for one in _MEANT])
@pytest.mark.parametrize("is_there", [True, False])
def test_a_folder_goes_to_the_one_of_that_name(name: str, is_there: bool, tmp_path: Path) -> None:
    """Also before the engine has made it, for it would never again find room for its own."""
    store = MemoryStore(tmp_path / "memory")
    if is_there:
        (tmp_path / "memory" / name.lower()).mkdir(parents=True)
    dry, run = _import(_vault(tmp_path / "v", **{f"{name}__Alice": "# A\n"}), store)
    assert dry.written == run.written == (f"{name.lower()}/Alice.md",)
    assert dry.remarks == run.remarks
    assert (run.remarks[0].location, run.remarks[0].text) == (
        f"{name}/",
        f"comes in as {name.lower()}/, because some disks treat both names as one",
    )
    assert store.exists(f"{name.lower()}/Alice.md")
    assert [entry.name for entry in store.list_dir()] == [name.lower()]


@pytest.mark.parametrize("name", _MEANT)
def test_the_folder_that_is_spelt_as_in_the_tree_has_the_plain_name(
    name: str, tmp_path: Path
) -> None:
    """The other one gets a digest."""
    vault = _vault(tmp_path / "v", **{f"{name}__a": "A", f"{name.title()}__b": "B"})
    _, run = _import(vault, MemoryStore(tmp_path / "memory"))
    (other,) = (path for path in run.written if path.endswith("b.md"))
    assert f"{name}/a.md" in run.written
    assert other.startswith(f"{name.title()}--")


def test_one_odd_name_does_not_stop_the_others(tmp_path: Path) -> None:
    """A folder where a file stands, a file where a folder stands, and another spelling."""
    store = MemoryStore(tmp_path / "memory")
    store.write_file("Tea", "a file without an ending")
    store.write_file("coffee.md/deep.md", "a folder that is called like a note")
    store.write_file("Cocoa.md", "mine")
    vault = _vault(
        tmp_path / "v", tea__a="A [x](../coffee.md)", coffee="B [x](tea/a.md)", cocoa="C", d="D"
    )
    dry, run = _import(vault, store)
    assert dry.written == run.written
    assert run.kept == dry.kept == ("Cocoa.md",)
    (tea,) = (path for path in run.written if path.startswith("tea--"))
    (coffee,) = (path for path in run.written if path.startswith("coffee--"))
    assert set(run.written) == {"d.md", tea, coffee}
    assert store.read_file(coffee).endswith(f"B [x]({tea})")
    assert store.read_file(tea).endswith(f"A [x](../{coffee})")
    assert [one.location for one in run.remarks[:3]] == ["tea/", "cocoa.md", "coffee.md"]


def test_again_nothing_changes(tmp_path: Path) -> None:
    """What got another name is known under it."""
    store = MemoryStore(tmp_path / "memory")
    store.write_file("Tea", "a file")
    vault = _vault(tmp_path / "v", tea__a="A", People__b="[[tea/a]]")
    _, first = _import(vault, store)
    dry, again = _import(vault, store)
    assert (again.written, again.kept, again.same) == ((), (), first.written)
    assert dry.same == again.same


def test_a_dry_run_stumbles_where_the_run_would(tmp_path: Path) -> None:
    """Over a link in place of a folder, through which nothing is written."""
    store = MemoryStore(tmp_path / "memory")
    store.write_file("real/x.md", "x")
    (tmp_path / "memory" / "linked").symlink_to("real")
    vault = _vault(tmp_path / "v", linked__a="A")
    staged = stage(MarkdownFolderImporter(), vault, max_file_bytes=1_000)
    for dry_run in (True, False):
        with pytest.raises(Exception, match="symbolic link"):
            run_import(staged, Destination(lambda turns: [], store), dry_run=dry_run)
    assert not store.exists("real/a.md")


@pytest.mark.long
def test_a_note_that_changes_between_plan_and_run_stops_it(tmp_path: Path) -> None:
    """What was not checked is not written, of folders too, and the rest is taken back."""
    vault = _vault(tmp_path / "v", a="A", b="x" * 40_000_000, c="y" * 40_000_000)
    store = MemoryStore(tmp_path / "memory")
    staged = stage(MarkdownFolderImporter(), vault, max_file_bytes=1_000)
    (vault / "b.md").write_text("other", "utf-8")
    with pytest.raises(InputError, match=r"b\.md has changed while it was read"):
        run_import(staged, Destination(lambda turns: [], store))
    assert store.glob("**") == []


@pytest.mark.parametrize(
    "text",
    [
        "My bank PIN is 4711",
        "---\ntags: x\n---\nMy bank PIN is 4711",
        "---\n: [\n---\nMy bank PIN is 4711",
        "---\n{title: Diary}\n---\nMy bank PIN is 4711",
        "---\ntags: x\n\nMy bank PIN is 4711",
        "---\n- a\n- b\n---\nMy bank PIN is 4711",
        "- My bank PIN is 4711 (2026-01-05, in:everyone)",
        "## discord-lantern.tavern\n\nMy bank PIN is 4711",
    ],
)
@pytest.mark.parametrize("folder", ["", "days/", "lore/", "self/", "people/", "channels/"])
def test_every_line_of_a_vault_is_the_owner_s(text: str, folder: str, tmp_path: Path) -> None:
    """Whatever its frontmatter is like, and in whatever folder it stands."""
    _vault(tmp_path, Diary=text)
    note = next(MarkdownFolderImporter().read(tmp_path))
    assert isinstance(note, NoteFile)
    assert note.text.endswith(text if not text.startswith("---\ntags") else text[4:])
    document = NoteParser().read(f"{folder}Diary.md", note.text, "")
    assert {passage.audience for passage in document.passages} == {"owner"}


@pytest.mark.long
def test_a_room_is_not_told_of_a_vault_until_its_owner_says_so(
    tmp_path: Path, new_familiar: Callable[..., Familiar]
) -> None:
    """Then it is, and the note has the bytes that it had."""
    vault = _vault(tmp_path / "v", Diary="My bank PIN is 4711\n")
    place = Place("twitch", "mosslight", None, PlaceKind.STREAM)
    familiar = new_familiar(tmp_path / "home")

    async def found(audience: str) -> list[str]:
        importer = configured(MarkdownFolderImporter(), [f"audience={audience}"])
        staged = stage(importer, vault, max_file_bytes=262_144)
        run_import(
            staged,
            Destination(lambda turns: [], familiar.parts.files.store, known=familiar.journal),
        )
        await familiar.settle()
        result = await familiar.search(RecallRequest("what is the bank PIN?", place=place))
        return [hit.text for hit in result.hits]

    async def life() -> tuple[list[str], ...]:
        async with familiar:
            return tuple([await found(one) for one in ("owner", "everyone", place.slug, "owner")])

    told = ["My bank PIN is 4711"]
    assert asyncio.run(life()) == ([], told, told, [])


@pytest.mark.parametrize(
    ("audience", "text"),
    [
        ("owner", "kept to the owner, because nobody knows where this was said"),
        ("everyone", "for everyone: anyone who asks, in any room, may see it"),
        ("discord-dm-42", "for discord-dm-42 alone, and its owner"),
    ],
)
def test_the_report_says_for_whom_it_came_in(audience: str, text: str, tmp_path: Path) -> None:
    """And how many notes say something else themselves, which holds."""
    vault = _vault(tmp_path / "v", a="A", b="---\nvisibility: everyone\n---\nB")
    *items, folder, last = MarkdownFolderImporter(audience).read(vault)
    assert folder == SourceFolder(vault)
    assert getattr(last, "text", "").startswith(text)
    assert "(1 note says otherwise, with `visibility`, and that stays)" in last.text
    assert items[-1] == NoteFile("b.md", "---\nvisibility: everyone\n---\nB")


def test_what_is_no_audience_is_refused(tmp_path: Path) -> None:
    """Before anything is read."""
    vault = _vault(tmp_path / "v", a="A")
    with pytest.raises(UsageError, match="'friends' is not an audience"):
        list(MarkdownFolderImporter("friends").read(vault))


@pytest.mark.parametrize(
    "line",
    [
        "- same_as:: [x](../people/discord-1.md)",
        "* ~~same_as:: [x](discord-1.md)~~ (2026-01-05)",
        "1. [ ] same_as:: [x](discord-1.md) (2026-01-05, subject:discord-2)",
    ],
)
def test_a_vault_makes_one_person_of_nobody(line: str, tmp_path: Path) -> None:
    """The line stays to be read, as text; a person who means it takes the backslash away."""
    _vault(tmp_path, me=f"# Me\r\n\r\n- likes:: tea\r\n{line}\r\n")
    note, _, remark, _ = MarkdownFolderImporter().read(tmp_path)
    assert isinstance(note, NoteFile)
    assert note.text.endswith(f"{line.replace('same_as', 'same_as' + chr(92))}\r\n")
    facts = NoteParser().read("people/me.md", note.text, "").facts
    assert [fact.predicate for fact in facts] == ["likes"]
    told = getattr(remark, "text", "")
    assert told.startswith("1 line with `same_as::` joined nobody")
    assert told.endswith(": me.md")


@pytest.mark.parametrize(
    ("names", "problem", "accepted"),
    [
        (("a.png", "b.PNG"), "holds no Markdown: .png 2", '*.png; do familiar import "$f"'),
        (("Sakana/a.jsonl",), "holds no Markdown: .jsonl 1", '/*/*.jsonl; do familiar import "$f"'),
        (("Eldoria.json",), "holds no Markdown: .json 1", '*.json; do familiar import "$f"'),
        (("a.jsonl", "x.png"), "holds no Markdown: ", '*.jsonl; do familiar import "$f"'),
        (("a.pdf",), "holds no Markdown: .pdf 1", "a folder with .md files, or one file"),
        ((), "holds no Markdown, and nothing else", "a folder with .md files, or one file"),
    ],
)
def test_a_folder_without_a_note_says_how_its_files_come_in(
    names: tuple[str, ...], problem: str, accepted: str, tmp_path: Path
) -> None:
    """SillyTavern's `characters/`, `worlds/` and `chats/Seraphina/` are not notes."""
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    with pytest.raises(InputError) as caught:
        list(MarkdownFolderImporter().read(tmp_path))
    assert problem in caught.value.problem
    assert accepted in caught.value.accepted


@pytest.mark.long
@given(
    names=st.sets(
        st.sampled_from(("", "Sakana/", "Sa ka'na/", "a/b/")).flatmap(
            lambda folder: st.sampled_from(("a.png", "b c.PNG", "$d.Png")).map(folder.__add__)
        ),
        min_size=1,
    )
)
def test_the_printed_command_imports_those_very_files(names: set[str]) -> None:
    """Wherever in the folder they are, and however their ending is spelt."""
    with tempfile.TemporaryDirectory(prefix="SillyTavern's data ") as folder:
        for name in names:
            (Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / name).touch()
        with pytest.raises(InputError) as caught:
            list(MarkdownFolderImporter().read(Path(folder)))
        command = caught.value.accepted.partition(": ")[2].replace("familiar import", "echo")
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
        assert sorted(done.stdout.splitlines()) == sorted(f"{folder}/{name}" for name in names)
