"""What every `NoteStore` does, as a reader and as a writer, run over each of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from familiar_memory.errors import (
    ConflictError,
    LimitError,
    NotAFileError,
    NotFoundError,
    NotTextError,
    PathError,
    PatternError,
)
from familiar_memory.store import (
    ABSENT,
    Cause,
    DiskReader,
    FileState,
    GrepHit,
    IndexingMemoryStore,
    Limits,
    MemoryStore,
    NoteReader,
    NoteStore,
    NoteWriter,
    WriteResult,
    revision_of,
)

MakeStore = Callable[..., NoteStore]


def _plain(root: Path, limits: Limits | None = None) -> NoteStore:
    return MemoryStore(root, limits=limits)


def _indexing(root: Path, limits: Limits | None = None) -> NoteStore:
    return IndexingMemoryStore(MemoryStore(root, limits=limits), lambda path: None)


@pytest.fixture(params=[_plain, _indexing], ids=["MemoryStore", "IndexingMemoryStore"])
def make(request: pytest.FixtureRequest) -> MakeStore:
    """One way of making a store."""
    return request.param


@pytest.fixture
def store(make: MakeStore, tmp_path: Path) -> NoteStore:
    """A store whose tree does not exist yet."""
    return make(tmp_path / "memory")


def test_it_is_a_note_store(store: NoteStore, tmp_path: Path) -> None:
    """Every store has the whole interface and says where it lives."""
    assert isinstance(store, NoteStore)
    assert isinstance(store, NoteReader)
    assert isinstance(store, NoteWriter)
    assert store.root == tmp_path / "memory"
    assert store.limits == Limits()


def test_a_reader_tells_what_a_store_tells(store: NoteStore) -> None:
    """It has one half of the interface, and of the same tree it says the same."""
    store.write_file("people/a.md", "tea\n")
    store.write_file("b.md", "more tea\n")
    (store.root / "people" / "c.bin").write_bytes(b"caf\xe9")
    reader = DiskReader(store.root)
    assert isinstance(reader, NoteReader)
    assert not isinstance(reader, NoteWriter)

    def told(one: NoteReader) -> tuple[object, ...]:
        return (
            one.root,
            one.limits,
            one.list_dir("people"),
            one.read_file("b.md"),
            one.read_bytes("people/c.bin"),
            one.stat("b.md"),
            one.file_state("people/a.md"),
            [one.exists(path) for path in ("b.md", "people", "d.md")],
            [one.revision(path) for path in ("b.md", "d.md")],
            one.names(),
            one.grep("tea"),
            one.grep("tea").skipped,
            one.glob("**/*.md"),
            one.scan_files(),
        )

    assert told(reader) == told(store)


class TestReading:
    """What is there, as it stands."""

    def test_a_tree_that_is_not_there_is_empty(self, store: NoteStore) -> None:
        """Looking never creates the root and finds nothing."""
        assert store.list_dir() == []
        assert store.grep("x") == []
        assert store.glob("**/*.md") == []
        assert store.scan_files().files == ()
        assert not store.root.exists()

    def test_bytes_come_back_as_they_stand(self, store: NoteStore) -> None:
        """CRLF, lone CR and a byte-order mark survive writing and reading."""
        text = "\ufeff# T\r\nline\rnext\n"
        store.write_file("a.md", text)
        assert store.read_file("a.md") == text
        assert store.read_bytes("a.md") == text.encode()

    def test_a_missing_file_is_not_found(self, store: NoteStore) -> None:
        """Reading what is not there is one typed error; asking is not."""
        with pytest.raises(NotFoundError):
            store.read_file("people/nobody.md")
        assert store.revision("people/nobody.md") is None
        assert not store.exists("people/nobody.md")

    def test_a_folder_is_no_file_and_a_file_no_folder(self, store: NoteStore) -> None:
        """Each asked for as the other is a typed error."""
        store.write_file("people/a.md", "x")
        with pytest.raises(NotAFileError):
            store.read_file("people")
        with pytest.raises(NotAFileError):
            store.list_dir("people/a.md")
        with pytest.raises(NotAFileError):
            store.read_file("people/a.md/b.md")
        with pytest.raises(NotAFileError):
            store.write_file("people", "x")
        with pytest.raises(NotFoundError):
            store.list_dir("topics")

    def test_bytes_that_are_not_text_say_where(self, store: NoteStore) -> None:
        """A Latin-1 file names itself and the byte, and can still be read as bytes."""
        store.write_file("a.md", "x")
        (store.root / "b.md").write_bytes(b"caf\xe9")
        with pytest.raises(NotTextError, match=r"b\.md: not UTF-8 text at byte 3"):
            store.read_file("b.md")
        assert store.read_bytes("b.md") == b"caf\xe9"

    def test_entries_are_sorted_and_visible_only(self, store: NoteStore) -> None:
        """Hidden and derived files are not entries; folders have size 0."""
        store.write_file("b.md", "xy")
        store.write_file("people/a.md", "x")
        store.write_derived("people/_aliases.json", "{}")
        (store.root / ".hidden.md").write_text("x")
        assert [(e.path, e.name, e.is_dir, e.size) for e in store.list_dir()] == [
            ("b.md", "b.md", False, 2),
            ("people", "people", True, 0),
        ]
        assert [e.path for e in store.list_dir("people")] == ["people/a.md"]
        assert store.stat("b.md") == store.list_dir()[0]
        assert store.stat("b.md").modified.tzinfo is not None

    def test_a_scan_gives_every_file_once_in_order(self, store: NoteStore) -> None:
        """The sweep for the index has size and mtime, and no hidden or derived file."""
        store.write_file("z.md", "1")
        store.write_file("a/b/c.md", "22")
        store.write_derived("people/_aliases.json", "{}")
        states = {path: (store.root / path).stat() for path in ("z.md", "a/b/c.md")}
        times = {path: (one.st_mtime_ns, one.st_ctime_ns) for path, one in states.items()}
        scan = store.scan_files()
        assert scan.files == (
            FileState("a/b/c.md", 2, *times["a/b/c.md"]),
            FileState("z.md", 1, *times["z.md"]),
        )
        assert scan.unreadable == ()
        assert store.scan_files("a").files == scan.files[:1]
        assert store.file_state("z.md") == scan.files[1]
        assert store.file_state("a") is None
        assert store.file_state("a/x.md") is None


class TestWriting:
    """Changes, and what they say of themselves."""

    def test_a_write_says_what_it_did(self, store: NoteStore) -> None:
        """The result holds both revisions, and whether anything changed."""
        first = store.write_file("people/a.md", "one")
        one, two = revision_of(b"one"), revision_of(b"two!")
        assert first == WriteResult("people/a.md", one, None, True, 3)
        assert store.write_file("people/a.md", "two!") == WriteResult(
            "people/a.md", two, one, True, 4
        )
        assert store.write_file("people/a.md", "two!") == WriteResult(
            "people/a.md", two, two, False, 4
        )
        assert store.revision("people/a.md") == two

    def test_expected_is_compare_and_set(self, store: NoteStore) -> None:
        """A wrong revision names both, changes nothing; the right one passes."""
        store.write_file("a.md", "one", expected=ABSENT)
        one, none = revision_of(b"one"), revision_of(b"none")
        with pytest.raises(ConflictError) as caught:
            store.write_file("a.md", "two", expected=none)
        assert none in caught.value.problem
        assert one in caught.value.problem
        with pytest.raises(ConflictError):
            store.write_file("a.md", "two", expected=ABSENT)
        with pytest.raises(ConflictError, match="found no file"):
            store.append_file("b.md", "two", expected=one)
        assert store.read_file("a.md") == "one"
        assert not store.exists("b.md")
        assert store.write_file("a.md", "two", expected=one).changed

    def test_append_adds_exactly_its_text(self, store: NoteStore) -> None:
        """No newline is added, and a missing file is made."""
        store.append_file("days/d.md", "a")
        store.append_file("days/d.md", "b\r\n")
        assert store.read_bytes("days/d.md") == b"ab\r\n"

    def test_edit_applies_a_function(self, store: NoteStore) -> None:
        """A missing file is empty text, and returning the same writes nothing."""
        assert store.edit("a.md", lambda text: text) == WriteResult("a.md", None, None, False, 0)
        assert not store.exists("a.md")
        store.edit("a.md", lambda text: text + "x\r\n")
        assert store.edit("a.md", lambda text: text).changed is False
        assert store.edit("a.md", lambda text: text.replace("x", "y")).changed
        assert store.read_bytes("a.md") == b"y\r\n"

    def test_a_failing_change_writes_nothing(self, store: NoteStore) -> None:
        """An error of the change function passes through, and the lock is free again."""

        def fail(text: str) -> str:
            raise ValueError(text)

        store.write_file("a.md", "one")
        with pytest.raises(ValueError, match="one"):
            store.edit("a.md", fail)
        assert store.edit("a.md", lambda text: text + "!").changed
        assert store.read_file("a.md") == "one!"

    def test_several_files_are_edited_as_one(self, store: NoteStore) -> None:
        """Each by its own function, made or taken away too; what stays the same is not written."""
        store.write_file("a.md", "one")
        store.write_file("b.md", "two")
        store.write_file("c.md", "three")
        results = store.edit_all(
            {
                "c.md": lambda _: None,
                "people/d.md": lambda text: text + "four",
                "a.md": str.upper,
                "b.md": lambda text: text,
                "e.md": lambda _: None,
            }
        )
        one, four = revision_of(b"ONE"), revision_of(b"four")
        assert results == (
            WriteResult("c.md", None, revision_of(b"three"), True, 0),
            WriteResult("people/d.md", four, None, True, 4),
            WriteResult("a.md", one, revision_of(b"one"), True, 3),
            WriteResult("b.md", revision_of(b"two"), revision_of(b"two"), False, 3),
            WriteResult("e.md", None, None, False, 0),
        )
        assert store.glob("**") == ["a.md", "b.md", "people/d.md"]
        assert store.edit_all({}) == ()

    def test_a_failing_change_of_several_writes_none(self, make: MakeStore, tmp_path: Path) -> None:
        """One that raises, is too large or has no place: none is changed, no lock is kept."""

        def fail(text: str) -> str:
            raise ValueError(text)

        store = make(tmp_path / "memory", Limits(max_file_bytes=5, max_dir_entries=3))
        store.write_file("a.md", "one")
        store.write_file("b.md", "two")
        for path, change, error in (
            ("b.md", fail, ValueError),
            ("b.md", lambda text: text + "much", LimitError),
            ("B.md", lambda _: "x", PathError),
            ("../b.md", str.upper, PathError),
            ("people/_aliases.json", lambda _: "{}", PathError),
            ("c/d/e.md", lambda _: "x\ud800", NotTextError),
        ):
            with pytest.raises(error):
                store.edit_all({"a.md": str.upper, path: change})
        with pytest.raises(LimitError, match="3"):
            store.edit_all({"a.md": str.upper, "c.md": lambda _: "x", "d.md": lambda _: "x"})
        with pytest.raises(LimitError, match="65 files are to be changed all or none"):
            store.edit_all({f"{number}.md": lambda _: "x" for number in range(65)})
        assert [store.read_file(path) for path in store.glob("**")] == ["one", "two"]
        assert all(one.changed for one in store.edit_all({"a.md": str.upper, "b.md": str.upper}))

    def test_text_without_bytes_is_refused(self, store: NoteStore) -> None:
        """A lone surrogate cannot be written, and the file stays."""
        store.write_file("a.md", "one")
        with pytest.raises(NotTextError, match="surrogate at character 1"):
            store.write_file("a.md", "x\ud800")
        assert store.read_file("a.md") == "one"

    def test_delete_takes_the_file_away(self, store: NoteStore) -> None:
        """Only at the expected revision, and only what is there."""
        store.write_file("a.md", "one")
        with pytest.raises(ConflictError):
            store.delete("a.md", expected=revision_of(b"two"))
        assert store.delete("a.md") == WriteResult("a.md", None, revision_of(b"one"), True, 0)
        assert store.list_dir() == []
        with pytest.raises(NotFoundError):
            store.delete("a.md")

    def test_restore_brings_bytes_back(self, make: MakeStore, tmp_path: Path) -> None:
        """Text or not, over the cap too, at the expected revision only; None takes away."""
        store = make(tmp_path, Limits(max_file_bytes=3))
        data = b"\xff\0" * 5
        made = store.restore("d/a.bin", data, expected=ABSENT)
        assert made == WriteResult("d/a.bin", revision_of(data), None, True, 10)
        assert store.read_bytes("d/a.bin") == data
        assert store.restore("d/a.bin", data).changed is False
        with pytest.raises(ConflictError):
            store.restore("d/a.bin", b"x", expected=ABSENT)
        with pytest.raises(PathError):
            store.restore("../a.bin", data)
        gone = store.restore("d/a.bin", None, expected=revision_of(data), cause=Cause(batch="b"))
        assert gone == WriteResult("d/a.bin", None, revision_of(data), True, 0)
        with pytest.raises(NotFoundError):
            store.restore("d/a.bin", None)

    def test_move_gives_another_path(self, store: NoteStore) -> None:
        """The bytes go along; an occupied place is a conflict."""
        store.write_file("a.md", "one")
        store.write_file("b.md", "two")
        one = revision_of(b"one")
        with pytest.raises(ConflictError):
            store.move("a.md", "b.md")
        with pytest.raises(ConflictError):
            store.move("a.md", "c.md", expected=revision_of(b"two"))
        with pytest.raises(NotFoundError):
            store.move("x.md", "c.md")
        assert store.move("a.md", "people/c.md") == WriteResult("people/c.md", one, one, True, 3)
        assert not store.exists("a.md")
        assert store.read_file("people/c.md") == "one"
        assert store.move("b.md", "b.md").changed is False

    def test_a_name_can_be_respelt(self, store: NoteStore) -> None:
        """A move may change only the case of a name."""
        store.write_file("people/notes.md", "one")
        store.move("people/notes.md", "people/Notes.md")
        assert [entry.name for entry in store.list_dir("people")] == ["Notes.md"]

    def test_only_derived_files_are_written_as_derived(self, store: NoteStore) -> None:
        """The engine's way in is no way around the rules."""
        store.write_derived("people/_aliases.json", '{"a": []}')
        assert store.read_file("people/_aliases.json") == '{"a": []}'
        with pytest.raises(ValueError, match="not a derived file"):
            store.write_derived("notes.md", "x")


class TestLimits:
    """Caps are typed errors or marks, never silent."""

    def test_a_file_stops_at_its_cap(self, make: MakeStore, tmp_path: Path) -> None:
        """A file over the cap is readable and greppable, and may only shrink."""
        store = make(tmp_path, Limits(max_file_bytes=10))
        store.write_file("a.md", "x" * 10)
        with pytest.raises(LimitError):
            store.append_file("a.md", "y")
        (tmp_path / "big.md").write_text("needle" * 5)
        assert len(store.read_file("big.md")) == 30
        assert len(store.grep("needle")) == 5
        with pytest.raises(LimitError):
            store.edit("big.md", lambda text: text.upper())
        assert store.write_file("big.md", "z" * 20).changed
        assert store.read_file("a.md") == "x" * 10

    def test_a_folder_stops_at_its_cap(self, make: MakeStore, tmp_path: Path) -> None:
        """One entry too many is refused; files that are there can still change."""
        store = make(tmp_path, Limits(max_dir_entries=2))
        store.write_file("d/a.md", "1")
        store.write_file("d/b.md", "1")
        with pytest.raises(LimitError):
            store.write_file("d/c.md", "1")
        store.write_file("d/a.md", "2")
        store.move("d/a.md", "d/z.md")
        (tmp_path / "d" / "c.md").write_text("1")
        with pytest.raises(LimitError):
            store.list_dir("d")
        assert len(store.scan_files("d").files) == 3

    def test_results_are_cut_last(self, make: MakeStore, tmp_path: Path) -> None:
        """The first by order remain, and the cut is marked."""
        store = make(tmp_path, Limits(max_results=2))
        for name in ("c.md", "a.md", "b.md"):
            store.write_file(name, "word\n")
        assert store.glob("*.md") == ["a.md", "b.md"]
        assert store.glob("*.md").truncated
        hits = store.grep("word")
        assert [hit.path for hit in hits] == ["a.md", "b.md"]
        assert hits.truncated
        assert store.grep("word", limit=1) == [GrepHit("a.md", 1, 0, 4, "word")]
        assert not store.grep("word", "c.md").truncated


class TestBorder:
    """Nothing outside the root, nothing through a link."""

    @pytest.mark.parametrize(
        "path",
        [
            "",
            "/etc/passwd",
            "../a.md",
            "people/../../a.md",
            "a/./b.md",
            "./a.md",
            "a//b.md",
            "a/",
            "C:/a.md",
            "C:a.md",
            "\\\\host\\share\\a.md",
            "a\\b.md",
            "a\0.md",
            "a\n.md",
            "a.md.",
            "a.md ",
            "people./a.md",
            "CON",
            "people/nul.md",
            "com1.txt",
            "a:b.md",
            "what?.md",
            "x" * 256,
            "中" * 86,
            ".index/embeddings.sqlite",
            ".gitignore",
            ".hidden/a.md",
            "people/.a.md",
            "a\ud800.md",
        ],
    )
    def test_a_path_that_cannot_be_is_refused(self, store: NoteStore, path: str) -> None:
        """For reading and for writing alike, with a typed error."""
        with pytest.raises(PathError):
            store.read_file(path)
        for change in (
            lambda: store.write_file(path, "x"),
            lambda: store.append_file(path, "x"),
            lambda: store.edit(path, str.upper),
            lambda: store.delete(path),
        ):
            with pytest.raises((PathError, NotFoundError)):
                change()
        with pytest.raises(PathError):
            store.write_file(path, "x")
        assert not list(store.root.parent.glob("*.md"))

    @pytest.mark.parametrize("path", ["people/_aliases.json", "People/_Aliases.json"])
    def test_derived_files_are_not_for_writing(self, store: NoteStore, path: str) -> None:
        """In no spelling."""
        with pytest.raises(PathError, match="reserved"):
            store.write_file(path, "{}")

    @pytest.mark.parametrize(
        "pattern",
        ["../*.md", "/etc/*", "a/../../*", "**/../x", "C:/*", "a\\*", "a\0", "./a", "a//b"],
    )
    def test_a_glob_cannot_leave(self, store: NoteStore, pattern: str) -> None:
        """Nor can any pattern that might, in its middle too."""
        with pytest.raises(PathError):
            store.glob(pattern)

    def test_a_name_that_differs_only_in_spelling_is_taken(self, store: NoteStore) -> None:
        """Case and composition do not make another file; the one that stands there is named."""
        store.write_file("topics/notes.md", "x")
        with pytest.raises(PathError, match=r"'topics/notes\.md' stands there"):
            store.write_file("topics/Notes.md", "y")
        with pytest.raises(PathError, match="'topics' stands there"):
            store.write_file("Topics/other.md", "y")
        store.write_file("topics/caf\u00e9.md", "x")
        with pytest.raises(PathError, match="stands there"):
            store.write_file("topics/cafe\u0301.md", "y")

    def test_a_strange_name_made_by_a_person_stays_usable(self, store: NoteStore) -> None:
        """What another system could not store can still be read and edited here."""
        store.write_file("a.md", "x")
        (store.root / "what?.md").write_text("one")
        assert store.read_file("what?.md") == "one"
        store.append_file("what?.md", "!")
        assert store.read_file("what?.md") == "one!"
        assert store.glob("what*") == ["what?.md"]

    def test_links_out_are_neither_read_nor_listed(self, store: NoteStore, tmp_path: Path) -> None:
        """Nor written, searched or scanned."""
        (tmp_path / "outside").mkdir()
        (tmp_path / "outside" / "secret.md").write_text("secret")
        store.write_file("a.md", "x")
        (store.root / "out").symlink_to(tmp_path / "outside")
        (store.root / "out.md").symlink_to(tmp_path / "outside" / "secret.md")
        (store.root / "nowhere.md").symlink_to("missing.md")
        for path in ("out/secret.md", "out.md"):
            with pytest.raises(PathError):
                store.read_file(path)
            with pytest.raises(PathError):
                store.write_file(path, "mine")
            with pytest.raises(PathError):
                store.grep("secret", path)
        assert [entry.name for entry in store.list_dir()] == ["a.md"]
        assert store.grep("secret") == []
        assert store.glob("**") == ["a.md"]
        assert [file.path for file in store.scan_files().files] == ["a.md"]
        assert (tmp_path / "outside" / "secret.md").read_text() == "secret"

    def test_links_inside_are_read_but_not_written(self, store: NoteStore) -> None:
        """A link to a visible place of the tree is listed; writing goes to the place itself."""
        store.write_file("topics/a.md", "word")
        (store.root / "b.md").symlink_to("topics/a.md")
        (store.root / "hidden.md").symlink_to(".gitignore")
        assert store.read_file("b.md") == "word"
        assert [entry.name for entry in store.list_dir()] == ["b.md", "topics"]
        with pytest.raises(PathError, match="symbolic link"):
            store.write_file("b.md", "x")
        with pytest.raises(PathError):
            store.read_file("hidden.md")
        assert [hit.path for hit in store.grep("word")] == ["topics/a.md"]
        assert [hit.path for hit in store.grep("word", "b.md")] == ["b.md"]


class TestSearching:
    """grep and glob."""

    def test_every_match_of_a_line_has_its_columns(self, store: NoteStore) -> None:
        """Columns are characters, lines count from 1 and end at any line break."""
        store.write_file("a.md", "é tea\r\nTea, tea\rx\n")
        assert store.grep("tea") == [
            GrepHit("a.md", 1, 2, 5, "é tea"),
            GrepHit("a.md", 2, 0, 3, "Tea, tea"),
            GrepHit("a.md", 2, 5, 8, "Tea, tea"),
        ]
        assert store.grep("tea$", case_insensitive=False) == [
            GrepHit("a.md", 1, 2, 5, "é tea"),
            GrepHit("a.md", 2, 5, 8, "Tea, tea"),
        ]

    def test_a_place_narrows_the_search(self, store: NoteStore) -> None:
        """A folder or one file; a place that is not there has no matches."""
        for path in ("people/a.md", "people/b.md", "people-b.md"):
            store.write_file(path, "word")
        assert [hit.path for hit in store.grep("word", "people")] == ["people/a.md", "people/b.md"]
        assert [hit.path for hit in store.grep("word", "people/b.md")] == ["people/b.md"]
        assert store.grep("word", "topics") == []
        assert store.grep("") == []

    def test_what_is_not_for_search_is_not_searched(self, store: NoteStore) -> None:
        """Hidden files, the index, derived files and proposals stay out."""
        store.write_file("a.md", "word")
        store.write_file("review.md", "word")
        store.write_file("people/review.md", "word")
        store.write_derived("people/_aliases.json", "word")
        (store.root / ".index" / "x.md").write_text("word")
        (store.root / ".b.md").write_text("word")
        assert [hit.path for hit in store.grep("word")] == ["a.md", "people/review.md"]

    def test_what_could_not_be_searched_is_named(self, store: NoteStore) -> None:
        """Binaries and other encodings are reported, whatever the pattern."""
        store.write_file("a.md", "word")
        (store.root / "b.png").write_bytes(b"\x89PNG\0word")
        (store.root / "c.md").write_bytes(b"w\xf6rd")
        for pattern in ("word", "absent", "w.rd"):
            assert store.grep(pattern).skipped == (
                ("b.png", "binary: it holds a NUL byte"),
                ("c.md", "c.md: not UTF-8 text at byte 1"),
            )

    @pytest.mark.parametrize(
        "pattern",
        ["(", "[a", "*a", "a)", "(?x)a b", "(?|a|b)", "(?R)", r"\p{L}", "a{99999999}", "a" * 1_001],
    )
    def test_a_bad_pattern_is_one_typed_error(self, store: NoteStore, pattern: str) -> None:
        """Malformed, too long, or more than Python's re knows."""
        with pytest.raises(PatternError):
            store.grep(pattern)

    def test_glob_takes_the_usual_wildcards(self, store: NoteStore) -> None:
        """`*` stays in a folder, `**` crosses any number, and only files are found."""
        for path in ("a.md", "people/a.md", "people/b.txt", "people/x/a.md", "people/[1].md"):
            store.write_file(path, "x")
        assert store.glob("*.md") == ["a.md"]
        assert store.glob("*") == ["a.md"]
        assert store.glob("people/?.md") == ["people/a.md"]
        assert store.glob("people/[ab].*") == ["people/a.md", "people/b.txt"]
        assert store.glob("people/[!a].*") == ["people/b.txt"]
        assert store.glob("**/a.md") == ["a.md", "people/a.md", "people/x/a.md"]
        assert store.glob("people/**") == [
            "people/[1].md",
            "people/a.md",
            "people/b.txt",
            "people/x/a.md",
        ]
        assert store.glob("**/x/**/*.md") == ["people/x/a.md"]
        assert store.glob("") == []
        assert store.glob("nowhere/*") == []

    def test_glob_leaves_out_what_grep_leaves_out(self, store: NoteStore) -> None:
        """Proposals that wait for a person, and what is hidden, be it named."""
        store.write_file("review.md", "x")
        store.write_file("people/review.md", "x")
        assert store.glob("**") == ["people/review.md"]
        assert store.glob("review.md") == []
        with pytest.raises(PathError, match="hidden"):
            store.glob(".index/**")

    def test_glob_passes_a_link_as_grep_does(self, store: NoteStore, tmp_path: Path) -> None:
        """One that leads inside is a folder; one that leads out is refused."""
        store.write_file("people/a.md", "x")
        (store.root / "folk").symlink_to("people")
        (tmp_path / "outside").mkdir()
        (tmp_path / "outside" / "secret.md").write_text("secret")
        (store.root / "out").symlink_to(tmp_path / "outside")
        assert store.glob("folk/*") == ["folk/a.md"]
        assert [hit.path for hit in store.grep("x", "folk")] == ["folk/a.md"]
        with pytest.raises(PathError, match="out of the memory folder"):
            store.glob("out/*")
        assert store.glob("*/secret.md") == []
