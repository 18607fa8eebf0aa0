"""Lines that come above the list of a section."""

from __future__ import annotations

import pytest

from familiar_memory.errors import EditError
from familiar_memory.markdown.change.on_top import insert_on_top

NEW = ("- newest", "- newer")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# G\n\n## M\n\n- old\n- older\n", "# G\n\n## M\n\n- newest\n- newer\n- old\n- older\n"),
        ("# G\n\n## M\n\nProse.\n\n* old\n", "# G\n\n## M\n\nProse.\n\n* newest\n* newer\n* old\n"),
        ("# G\r\n\r\n## M\r\n\r\n- a\r\n", "# G\r\n\r\n## M\r\n\r\n- newest\r\n- newer\r\n- a\r\n"),
        ("# G\n", "# G\n\n## M\n\n- newest\n- newer\n"),
        ("# G\n\n- lead\n\n## M\n", "# G\n\n- lead\n\n## M\n\n- newest\n- newer\n"),
    ],
)
def test_they_take_the_habits_of_the_list_below(before: str, after: str) -> None:
    """Without a list they are appended."""
    assert insert_on_top(before, "M", NEW) == after


def test_above_the_first_heading() -> None:
    """None is what stands before the first H2."""
    assert insert_on_top("# G\n\n- a\n\n## M\n\n- b\n", None, ["- c"]) == (
        "# G\n\n- c\n- a\n\n## M\n\n- b\n"
    )


def test_nothing_to_insert_changes_nothing() -> None:
    """Byte for byte."""
    assert insert_on_top("# G\n", "M", ()) == "# G\n"


def test_a_fence_that_was_left_open_is_an_error() -> None:
    """The lines would be code."""
    with pytest.raises(EditError):
        insert_on_top("# G\n\n```\n## M\n\n- a\n", "M", NEW)
