"""The notes of a folder, as `familiar show` lists them for a pipe."""

from __future__ import annotations

from datetime import UTC, datetime

from familiar_memory.inspection.notes.listing import ListedNote, Listing
from familiar_memory.interfaces.cli.notes.note_view import show_listing

AT = datetime(2026, 2, 2, tzinfo=UTC)


class _Out:
    is_rich = False

    def table(self, headers, rows):
        self.rows = list(rows)


def test_a_problem_does_not_name_its_note_again_and_a_title_is_as_it_is():
    """What is between the two: somebody's title may look like such a problem."""
    out = _Out()
    notes = (
        ListedNote("a.md", 3, AT, problem="a.md: not UTF-8"),
        ListedNote("b.md", 12, AT, title="b.md: the plan"),
    )
    show_listing(Listing("memory", notes, ()), out)
    assert out.rows == [("a.md", "3", "not UTF-8"), ("b.md", "12", "b.md: the plan")]
