"""How a proposal that waits looks in a terminal."""

from __future__ import annotations

import pytest

from familiar_memory.domain.memory.record import Record
from familiar_memory.interfaces.cli.know.review_view import show_item
from familiar_memory.maintenance.review.deciding import OpenItem
from familiar_memory.operations.review.item import ReviewItem


class _Out:
    """What was printed."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def print(self, text: str) -> None:
        self.lines.append(text)


@pytest.mark.parametrize(
    ("others", "said"),
    [
        (0, "  relink in notes.md, for everyone"),
        (1, "  relink in notes.md and 1 other note, for everyone"),
        (2, "  relink in notes.md and 2 other notes, for everyone"),
    ],
)
def test_of_several_notes_it_says_how_many(others: int, said: str) -> None:
    """One key rewrites all of them."""
    details = tuple((f"and in {number + 1}", f"days/{number}.md") for number in range(others))
    item = ReviewItem("relink in", "notes.md", Record("links to “pip”"), (*details, ("x", "y")))
    out = _Out()
    show_item(OpenItem("p1", "links to “pip”", item), out, {})
    assert out.lines[1] == said
