"""Searching: bounded time for any pattern, and the same matches as Python's re."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from pathlib import Path

import pytest
from processor import work

from familiar_memory.errors import PatternError
from familiar_memory.store import GrepHit, Limits, MemoryStore

_EVIL = [
    "^(a+)+$",
    "(a|aa)+$",
    r"([a-z]+)*\d",
    "(x+x+)+y|(a*)*b",
    r"(\w|\w\w|a)+$",
    "(?=(a+)+b)",
    r"((a+)b?)+c\1",
    "(?:(?:a+)+)+$",
    "(a{1,30}){1,30}c",
    "(.*a){12}b",
    "(a?){50}a{50}b",
]


@pytest.mark.parametrize("pattern", _EVIL)
def test_a_catastrophic_pattern_is_stopped(pattern: str, tmp_path: Path) -> None:
    """In a quarter of a second of processor time, by a typed error or with a right answer.

    Whether the lines are short and many or as long as a file may be.
    """
    (tmp_path / "a.md").write_text(("a" * 30 + "!\n") * 50 + "a" * 5_000 + "!\n")
    (tmp_path / "b.md").write_text("a" * 250_000 + "!\n" + "x" * 5_000 + "\n")
    store = MemoryStore(tmp_path)
    with work() as searching:
        try:
            hits = store.grep(pattern)
        except PatternError as error:
            assert error.problem == "the pattern takes too long to match"
        else:
            assert hits == []
    assert searching.seconds <= 0.26


def test_a_pattern_that_is_slow_to_prepare_is_refused(tmp_path: Path) -> None:
    """And what preparing one takes is part of what it may waste."""
    (tmp_path / "a.md").write_text("abc 123")
    store = MemoryStore(tmp_path)
    with pytest.raises(PatternError, match="repeats too much"):
        store.grep("[" + "a-z0-9" * 150 + "]{4000}")
    with pytest.raises(PatternError, match="too long to match"):
        MemoryStore(tmp_path, limits=Limits(grep_timeout_s=0.0)).grep("[b-d]+")
    assert [hit.start for hit in store.grep("[" + "a-z" * 100 + "]{3}")] == [0]


@pytest.mark.long
def test_other_threads_run_while_a_pattern_does(tmp_path: Path) -> None:
    """Matching holds nobody up: writes and searches go on meanwhile."""
    (tmp_path / "a.md").write_text("a" * 5_000 + "!\n")
    store = MemoryStore(tmp_path)
    running = threading.Event()
    counted: list[int] = []

    def count() -> None:
        count = 0
        while running.is_set():
            count += 1
        counted.append(count)

    running.set()
    thread = threading.Thread(target=count)
    thread.start()
    with pytest.raises(PatternError):
        store.grep("(a|aa)+$")
    running.clear()
    thread.join()
    assert counted[0] > 10_000


def test_a_wasteful_pattern_cannot_add_up_over_files(tmp_path: Path) -> None:
    """The budget is one for the whole search, beyond what a decent pattern needs."""
    for number in range(40):
        (tmp_path / f"{number}.md").write_text("a" * 24 + "!\n")
    with work() as searching, pytest.raises(PatternError):
        MemoryStore(tmp_path, limits=Limits(grep_timeout_s=0.02)).grep("^(a|a)*$")
    assert searching.seconds < 1


def test_a_big_tree_is_not_stopped(tmp_path: Path) -> None:
    """Much to read is no fault of the pattern."""
    for number in range(200):
        (tmp_path / f"{number:03}.md").write_text("tea and coffee\n" * 100)
    store = MemoryStore(tmp_path, limits=Limits(grep_timeout_s=0.02))
    assert store.grep(r"[qx]\w+\d") == []
    assert store.grep(r"c\w+\b").truncated


@pytest.mark.parametrize(
    ("pattern", "text", "spans"),
    [
        ("a{e<=1}", "a{e<=1} ab", [(0, 7)]),
        ("[[:alpha:]]", "x:] a]", [(1, 3), (4, 6)]),
        ("a{,2}b", "aaab", [(1, 4)]),
        ("x{}", "x{}", [(0, 3)]),
        (r"\bid\b", "id vid id", [(0, 2), (7, 9)]),
        (r"(a)(?P<n>b)\1(?P=n)", "abab", [(0, 4)]),
        ("(?i:TEA)|coffee", "tea COFFEE", [(0, 3), (4, 10)]),
        (r"a\.b|c\|d", "a.b axb c|d", [(0, 3), (8, 11)]),
        ("a|", "b", [(0, 0), (1, 1)]),
        ("(?#note)tea(?=s)", "tea teas", [(4, 7)]),
        (r"[\]x]\x41", "]A xA", [(0, 2), (3, 5)]),
        ("a\nb", "a b", []),
        (r"\s$", "a ", [(1, 2)]),
        ("(?<!x)y", "xy y", [(3, 4)]),
        ("(a)?(?(1)b|c)", "ab c", [(0, 2), (3, 4)]),
    ],
)
def test_a_pattern_means_what_re_makes_of_it(
    pattern: str, text: str, spans: list[tuple[int, int]], tmp_path: Path
) -> None:
    """No fuzzy matches, no POSIX classes, no match across lines."""
    (tmp_path / "a.md").write_text(text + "\n")
    assert [(hit.start, hit.end) for hit in MemoryStore(tmp_path).grep(pattern)] == spans


@pytest.mark.parametrize(
    ("needle", "text"),
    [
        ("skin", "\u017fkin"),
        ("kelvin", "\u212aelvin"),
        ("\u212aelvin", "kelvin"),
        ("CAFÉ", "café"),
        ("Ünlü", "ünlü"),
        ("istanbul", "\u0130stanbul"),
        ("日本", "日本語"),
        ("straße 日", "STRAßE 日"),
    ],
)
def test_case_is_ignored_beyond_ascii(needle: str, text: str, tmp_path: Path) -> None:
    """The look at raw bytes never hides a match that the pattern has."""
    (tmp_path / "a.md").write_text(text)
    assert [hit.start for hit in MemoryStore(tmp_path).grep(needle)] == [0]


def test_a_bom_is_no_part_of_the_first_line(tmp_path: Path) -> None:
    """Columns still count it, as the text that is read does."""
    (tmp_path / "a.md").write_bytes(b"\xef\xbb\xbf# Title\n# Other\n")
    hits = MemoryStore(tmp_path).grep("^# .")
    assert [(hit.line, hit.start, hit.end) for hit in hits] == [(1, 1, 4), (2, 0, 3)]


def test_a_long_line_is_quoted_around_its_match(tmp_path: Path) -> None:
    """The quotation says at which column it begins."""
    (tmp_path / "a.md").write_text("x" * 5_000 + "tea" + "y" * 5_000)
    (hit,) = MemoryStore(tmp_path, limits=Limits(max_line_chars=11)).grep("tea")
    assert hit == GrepHit("a.md", 1, 5_000, 5_003, "xxxxteayyyy", 4_996)
    assert hit.text[hit.start - hit.offset : hit.end - hit.offset] == "tea"


def test_candidates_spare_the_sweep(tmp_path: Path) -> None:
    """Only what is named is read; None means everything; what is not for search stays out."""
    asked: list[tuple[str, bool]] = []

    def candidates(pattern: str, case_insensitive: bool) -> Iterable[str] | None:
        asked.append((pattern, case_insensitive))
        return None if pattern == "tea$" else ["b.md", "gone.md", "review.md", "d/c.md", "../x.md"]

    for path in ("a.md", "b.md", "review.md"):
        (tmp_path / path).write_text("tea")
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "c.md").write_text("tea")
    store = MemoryStore(tmp_path, candidates=candidates)
    found = store.grep("tea", case_insensitive=False)
    assert [hit.path for hit in found] == ["b.md", "d/c.md"]
    assert [skipped.path for skipped in found.skipped] == ["../x.md"]
    assert [hit.path for hit in store.grep("tea", "d")] == ["d/c.md"]
    assert [hit.path for hit in store.grep("tea$")] == ["a.md", "b.md", "d/c.md"]
    assert asked == [("tea", False), ("tea", True), ("tea$", True)]


def test_pipes_and_unreadable_names_stop_no_search(tmp_path: Path) -> None:
    """A pipe is passed over without waiting; a name that is not UTF-8 is reported."""
    (tmp_path / "a.md").write_text("tea")
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text("tea")
    store = MemoryStore(tmp_path)
    found = store.grep("tea")
    assert [hit.path for hit in found] == ["a.md"]
    assert [skipped.path for skipped in found.skipped] == ["caf?.md"]
    assert [skipped.path for skipped in store.scan_files().unreadable] == ["caf?.md"]
    assert [entry.name for entry in store.list_dir()] == ["a.md"]
    assert not store.exists("pipe.md")
