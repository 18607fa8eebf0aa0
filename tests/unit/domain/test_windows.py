"""A long text is cut where its parts end, and nothing of it is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.text.windows import MOST_WHOLE, cut_windows

SENTENCE = "The kiln holds its heat until the morning, and nobody opens it before noon. "
CODE = "```python\n" + "    total = total + weigh(row, column)\n" * 14 + "```\n"


def pieces(text):
    """The windows as texts."""
    return [text[begin:end] for begin, end in cut_windows(text)]


@pytest.mark.parametrize("text", ["", "hello", "x" * MOST_WHOLE, SENTENCE * 4])
def test_a_short_text_is_one_window(text):
    """Also an empty one: a passage always has a row."""
    assert pieces(text) == [text]


def test_sentences_stay_whole():
    """Each window ends where one does."""
    found = pieces(SENTENCE * 12)
    assert len(found) > 2
    assert all(piece.endswith("noon. ") for piece in found)


def test_sentences_without_spaces_stay_whole():
    """In Japanese nothing stands between them."""
    found = pieces("窯は朝まで熱を保ち、昼前には誰も開けない。" * 40)
    assert len(found) > 2 and all(piece.endswith("。") for piece in found)


def test_code_begins_a_window_of_its_own():
    """What is said about it does not share its words."""
    found = pieces(SENTENCE * 2 + "\n\n" + CODE + "\n" + SENTENCE * 3)
    assert any(piece.startswith("```python") for piece in found)
    assert all(line.endswith("\n") for line in found if line.startswith("    total"))


def test_a_heading_goes_with_what_follows_it():
    """A window of a few words alone would be found by them and answer nothing."""
    assert pieces("Steps\n\n" + SENTENCE * 3 + "\n\n" + SENTENCE * 3)[0].startswith("Steps\n\nThe")


@pytest.mark.parametrize(
    "text",
    ["x" * 100_000, "\n" * 100_000, " " * 100_000, "```" * 30_000, "。" * 100_000, "a b " * 25_000],
    ids=["no space", "lines", "spaces", "fences", "ends", "words"],
)
def test_what_has_no_parts_is_cut_all_the_same(text):
    """In windows of some hundred characters, so that there are not more than that."""
    found = pieces(text)
    assert "".join(found) == text
    assert max(map(len, found)) <= MOST_WHOLE
    assert len(found) <= len(text) / 100


@given(st.lists(st.text(st.sampled_from("ab.?!。 \n`　あ"), max_size=120), max_size=40))
def test_windows_are_the_text(parts):
    """One after another, without a gap; none is empty but that of an empty text."""
    text = "".join(parts) * 3
    found = cut_windows(text)
    assert "".join(text[begin:end] for begin, end in found) == text
    assert all(end > begin for begin, end in found) or found == ((0, 0),)
    assert max(end - begin for begin, end in found) <= max(MOST_WHOLE, 0)
