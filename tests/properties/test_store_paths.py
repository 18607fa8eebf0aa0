"""Whatever the path, a write lands below the root or nowhere."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

from familiar_memory.errors import PatternError, StoreError
from familiar_memory.store import MemoryStore
from familiar_memory.store.search.pattern import compile_pattern
from familiar_memory.store.search.prefilter import byte_filter
from familiar_memory.store.tree.glob import path_fits, split_pattern

pytestmark = pytest.mark.long


_PIECES = st.sampled_from(
    ["..", ".", "", "a", "A", "é", "e\u0301", "con", "a.", "a ", ".git", ".index", "C:", "\\", "\0"]
)
_PATHS = st.one_of(
    st.text(max_size=30),
    st.lists(st.one_of(_PIECES, st.text(max_size=5)), min_size=1, max_size=5).map("/".join),
)


@given(paths=st.lists(_PATHS, min_size=1, max_size=3))
@settings(deadline=None, max_examples=150)
def test_nothing_lands_outside_the_root(paths: list[str]) -> None:
    """Each path is refused by a typed error, or is a file of exactly that name inside."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "deep", "memory")
        store = MemoryStore(root)
        written = {}
        for path in paths:
            try:
                store.write_file(path, path)
            except StoreError:
                continue
            written[path] = path
        found = {file.path: store.read_file(file.path) for file in store.scan_files().files}
        assert found == written
        assert [entry.name for entry in Path(folder).iterdir()] in ([], ["deep"])
        if root.exists():
            assert [entry.name for entry in root.parent.iterdir()] == ["memory"]


_LETTERS = st.text("aikKsIS.\u0130\u0131\u212a\u017féÉß中 |\n", max_size=12)


@given(needle=_LETTERS, text=_LETTERS, ignore_case=st.booleans())
@example(needle="ss", text="\u017f\u017f", ignore_case=True)
@settings(deadline=None, max_examples=600)
def test_the_look_at_raw_bytes_is_sound(needle: str, text: str, ignore_case: bool) -> None:
    """A file in which the pattern matches is never ruled out."""
    pattern = compile_pattern(needle, case_insensitive=ignore_case, max_chars=100)
    may_match = byte_filter(pattern)
    matches = any(pattern.compiled.search(line) for line in text.split("\n"))
    assert not matches or may_match is None or may_match(text.encode())


_PATTERNS = st.text("ab|()[]^$.*+?{},1\\wb -:", max_size=10)


@given(pattern=_PATTERNS, text=st.text("ab1{},-: [", max_size=12))
@example(pattern="a{e}", text="a{e}")
@settings(deadline=None, max_examples=1_000)
def test_a_pattern_matches_what_re_matches(pattern: str, text: str) -> None:
    """What `re` takes is taken, with the same matches, and the bytes are never ruled out."""
    try:
        expected = [match.span() for match in _compiled(pattern).finditer(text)]
    except (re.error, OverflowError):
        return
    try:
        ours = compile_pattern(pattern, case_insensitive=False, max_chars=100)
    except PatternError:
        # Possessive repeats of repeats and the like: refusing is safe.
        return
    assert [match.span() for match in ours.compiled.finditer(text)] == expected
    may_match = byte_filter(ours)
    assert not expected or may_match is None or may_match(text.encode())


def _compiled(pattern: str) -> re.Pattern[str]:
    """What `re` takes without a warning; "[[" and "--" in a set mean no more to it."""
    try:
        return re.compile(pattern)
    except FutureWarning as error:
        raise re.error(str(error)) from error


@given(
    parts=st.lists(st.sampled_from(["**", "*", "a", "b*", "?"]), min_size=1, max_size=5),
    path=st.lists(st.sampled_from(["a", "b", "bb"]), min_size=1, max_size=5),
)
@settings(deadline=None, max_examples=500)
def test_globs_fit_as_their_meaning_says(parts: list[str], path: list[str]) -> None:
    """Against the plainest statement of what the wildcards mean, as one expression."""
    pieces = []
    for at, part in enumerate(parts):
        last = at == len(parts) - 1
        if part == "**":
            pieces.append("(?:[^/]+/)*[^/]+" if last else "(?:[^/]+/)*")
        else:
            one = {"*": "[^/]+", "a": "a", "b*": "b[^/]*", "?": "[^/]"}[part]
            pieces.append(one if last else one + "/")
    meant = regex.fullmatch("".join(pieces), "/".join(path)) is not None
    assert path_fits(path, split_pattern("/".join(parts), 100)) == meant
