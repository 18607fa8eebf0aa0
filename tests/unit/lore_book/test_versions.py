"""Which of two names is that of the older version, and what a book's folder is called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.lore.book.joined.versions import family_name, is_older_name, plain_name

ORDERED = (
    ("Eldoria", "Eldoria (1)"),
    ("Eldoria (2)", "Eldoria (10)"),
    ("Eldoria", "eldoria_v2"),
    ("Eldoria_v2", "Eldoria-v3"),
    ("Eldoria v1.9", "Eldoria v1.10"),
    ("Eldoria_2025-01-31", "Eldoria_2025-02-01"),
    ("Eldoria_v2", "Eldoria_v2 (1)"),
)
UNKNOWN = (
    ("Eldoria", "Eldoria"),
    ("Eldoria", "Eldoria - Copy"),
    ("Eldoria (1)", "Eldoria_v2"),
    ("Eldoria_v1 (2)", "Eldoria_v2 (1)"),
    ("Eldoria_v9", "Eldoria_2025-01-31"),
    ("Eldoria final", "Eldoria_v2"),
    ("Eldoria", "Tavern (1)"),
)


@pytest.mark.parametrize(("older", "newer"), ORDERED)
def test_older_and_newer(older: str, newer: str) -> None:
    """A plain name is the first, numbers count as numbers."""
    assert is_older_name(older, newer)
    assert not is_older_name(newer, older)


@pytest.mark.parametrize(("one", "other"), UNKNOWN)
def test_of_others_nobody_knows(one: str, other: str) -> None:
    """Words, and numbers of two kinds, have no order."""
    assert not is_older_name(one, other)
    assert not is_older_name(other, one)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Eldoria (1)", "Eldoria"),
        ("Eldoria - Copy (2)", "Eldoria"),
        ("Eldoria_v2.1", "Eldoria"),
        ("Cyberpunk 2077", "Cyberpunk 2077"),
        ("(1)", "(1)"),
        ("", ""),
    ],
)
def test_the_name_of_a_folder_has_no_mark_of_a_copy(name: str, plain: str) -> None:
    """What may be a part of the name stays."""
    assert plain_name(name) == plain


PARTS = st.sampled_from(["Eldoria", " (1)", " (2)", "_v2", "_v3", "-1.3", " - Copy", " 2025-01-31"])
NAMES = st.lists(PARTS, min_size=1, max_size=4).map("".join)


@given(NAMES, NAMES, NAMES)
def test_the_order_is_one(one: str, two: str, three: str) -> None:
    """Nothing is older than itself, nor both ways; what is older than the older is older."""
    assert not is_older_name(one, one)
    assert not (is_older_name(one, two) and is_older_name(two, one))
    if is_older_name(one, two) and is_older_name(two, three):
        assert is_older_name(one, three)
    assert family_name(plain_name(one)) == family_name(one)
