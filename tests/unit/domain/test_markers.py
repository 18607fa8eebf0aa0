"""Text that came out of memory is taken out before anything is learned."""

from __future__ import annotations

import pytest

from familiar_memory.domain.text.markers import MEMORY_BEGIN, MEMORY_END, strip_recalled


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("nothing marked", "nothing marked"),
        ('a <memory trust="learned">old</memory> b', "a  b"),
        ("a <memory>x <memory>y</memory> z</memory> b", "a  b"),
        ("a <MEMORY>x</Memory> b", "a  b"),
        ("a <memory>cut off", "a "),
        ("left over</memory> kept", "left over kept"),
        ("<memorygame> is not ours", "<memorygame> is not ours"),
    ],
)
def test_what_stands_between_the_marks_is_dropped(text: str, kept: str) -> None:
    """Blocks go, whole, nested or cut; everything else stays."""
    assert strip_recalled(text) == kept


def test_the_marks_that_recall_writes_are_the_ones_that_are_stripped() -> None:
    """A block made of the two constants leaves nothing behind."""
    assert strip_recalled(f"{MEMORY_BEGIN} place=x>\n- a\n{MEMORY_END}") == ""
