"""One change is taken out of a text, and what came later stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.store.undo.merge import OverlapError, take_out


@pytest.mark.parametrize(
    ("before", "after", "now", "result"),
    [
        # Nothing came later.
        ("a\n", "a\nx\n", "a\nx\n", "a\n"),
        # Lines that were added later stay, wherever they stand.
        ("a\n", "a\nx\n", "a\nx\ny\n", "a\ny\n"),
        ("a\n", "a\nx\n", "y\na\nx\n", "y\na\n"),
        ("a\n", "a\nx\nz\n", "a\nx\ny\nz\n", "a\ny\n"),
        ("", "x\nz\n", "x\nz\ny\n", "y\n"),
        # Lines that went come back, before what was added at their place.
        ("a\nm\n", "a\nh\n", "a\nh\ny\n", "a\nm\ny\n"),
        ("a\nm\n", "a\n", "a\ny\n", "a\nm\ny\n"),
        ("a\nm\nb\n", "a\nb\n", "a\nB\n", "a\nm\nB\n"),
        # What is gone already stays gone.
        ("a\n", "a\nx\nz\n", "a\nx\n", "a\n"),
        ("a\n", "a\nx\n", "a\n", "a\n"),
        # A change that was made later too, in the same way, counts once.
        ("a\nm\n", "a\n", "a\nm\n", "a\nm\n"),
        ("a\nm\n", "a\nx\n", "a\nm\n", "a\nm\n"),
        # A line in place of another.
        ("a\nm\nb\n", "a\nx\nb\n", "a\nx\nb\nc\n", "a\nm\nb\nc\n"),
        # Other bytes stay as they are.
        ("a\r\n", "a\r\nx\r\n", "a\r\nx\r\nlast", "a\r\nlast"),
    ],
)
def test_later_lines_stay(before: str, after: str, now: str, result: str) -> None:
    """By lines, wherever the change stood."""
    assert take_out(before.encode(), after.encode(), now.encode()) == result.encode()


@pytest.mark.parametrize(
    ("before", "after", "now", "lines"),
    [
        ("a\n", "a\nx\n", "a\nX\n", [b"X\n"]),
        ("a\nm\n", "a\nx\n", "a\n", []),
        ("a\nm\nb\n", "a\nb\n", "", []),
        ("a\nm\nn\n", "a\nx\nz\n", "a\nx\ny\nz\n", [b"y\n"]),
    ],
)
def test_a_line_that_was_changed_again_is_an_overlap(
    before: str, after: str, now: str, lines: list[bytes]
) -> None:
    """The lines that stand there now are named."""
    with pytest.raises(OverlapError) as caught:
        take_out(before.encode(), after.encode(), now.encode())
    assert list(caught.value.lines) == lines


_TEXTS = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n", b"\n"]), max_size=8).map(b"".join)


@given(before=_TEXTS, after=_TEXTS, now=_TEXTS)
def test_what_is_taken_out_has_nothing_that_nobody_wrote(
    before: bytes, after: bytes, now: bytes
) -> None:
    """Either an overlap, or lines of the two texts, each at most as often as in both together."""
    try:
        result = take_out(before, after, now)
    except OverlapError:
        return
    for line in (b"a", b"b", b"c"):
        assert result.count(line) <= before.count(line) + now.count(line)


@given(before=_TEXTS, after=_TEXTS, now=_TEXTS)
def test_the_ends_are_exact(before: bytes, after: bytes, now: bytes) -> None:
    """A text that is still the changed one becomes the old one; an empty change does nothing."""
    assert take_out(before, after, after) == before
    assert take_out(before, before, now) == now


@given(before=_TEXTS, change=_TEXTS, later=_TEXTS)
def test_appends_are_independent(before: bytes, change: bytes, later: bytes) -> None:
    """An append is taken out from under another one, and nothing else happens."""
    result = take_out(before, before + change, before + change + later)
    assert sorted(result.splitlines()) == sorted((before + later).splitlines())
