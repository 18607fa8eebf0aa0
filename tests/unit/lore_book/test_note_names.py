"""Titles of strangers as names of files: safe on every system, and always the same."""

import pytest

from familiar_memory.lore.book.notes.file_names import book_slug, note_names, slug_of
from familiar_memory.store.names import check_new_path, check_path, name_key

HOSTILE = (
    "../../etc/passwd",
    "..\\..\\x",
    "C:\\x",
    "/abs",
    "CON",
    "con.md",
    "aux",
    "NUL.txt",
    "COM1",
    "LPT9",
    "com¹",
    "..",
    ".",
    "   ",
    "",
    "trailing. ",
    ".hidden",
    "_aliases.json",
    ".original.png",
    ".book.json",
    "x" * 300,
    "塩" * 300,
    "😀",
    "e\u0301te\u0301",
    "\u00e9t\u00e9",
    "straße",
    "STRASSE",
    "İstanbul",
    "Case",
    "cASE",
    "a\x00b\x1b[31m\u202eevil",
    "line\nbreak",
    ':?*<>|"',
    "a-b",
    "a b",
    "ﬀ",
    "ff",
)


def test_hostile_titles_are_safe_names_that_no_disk_confuses():
    """Each at most 80 bytes before the number, each usable everywhere."""
    names = note_names((title, str(number)) for number, title in enumerate(HOSTILE))
    assert len({name_key(name) for name in names}) == len(HOSTILE)
    for name in names:
        check_new_path(check_path(f"lore/imported/x/{name}"))
        assert len(name.encode()) <= 80 + 4 + len(".md")
        assert "/" not in name


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Sengoku Jidai 1550~1600", "sengoku-jidai-1550-1600"),
        ("Käse & Brot", "käse-brot"),
        ("Ka\u0308se", "käse"),
        ("塩の話", "塩の話"),
        ("CON", "entry-con"),
        ("😀", ""),
    ],
)
def test_a_name_is_readable(title, slug):
    """In its own script, lower case, words with hyphens between."""
    assert slug_of(title) == slug


def test_an_entry_added_at_the_end_renames_nobody():
    """The first of a title has the plain name, then come uids, then numbers."""
    titles = [("Same", "0"), ("Same", "4"), ("Same", "4"), ("", "7"), ("😀", "")]
    names = note_names(titles)
    assert names == ["same.md", "same-4.md", "same-4-2.md", "entry-7.md", "entry.md"]
    assert note_names([*titles, ("Same", "9")])[:-1] == names


def test_twenty_thousand_equal_titles_have_names():
    """In no more than a moment."""
    names = note_names([("Same", "0")] * 20_000)
    assert (len(set(names)), names[-1]) == (20_000, "same-0-19999.md")


def test_a_folder_is_called_after_the_book_else_after_the_file():
    """And something at least."""
    assert [book_slug("Sea!", "x"), book_slug("", "My Lore"), book_slug("😀", "...")] == [
        "sea",
        "my-lore",
        "book",
    ]
