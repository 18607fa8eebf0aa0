"""How one list of lines becomes another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.text.line_diff import LineChange, changes

some_lines = st.lists(st.sampled_from(["", "a", "b", "c", "d", "e"]), max_size=14)


@given(some_lines, some_lines)
def test_the_changes_make_the_new_of_the_old(old, new):
    """In order, and no two touch; between them the lines are the same."""
    made, at, new_at = [], 0, 0
    for number, one in enumerate(changes(old, new)):
        assert one.start - at == one.new_start - new_at
        assert number == 0 or one.start > at
        assert (one.start, one.new_start) != (one.end, one.new_end)
        made += [*old[at : one.start], *new[one.new_start : one.new_end]]
        at, new_at = one.end, one.new_end
    assert [*made, *old[at:]] == new
    assert new_at + len(old) - at == len(new)


def test_lines_that_went_are_told_where_they_stood():
    """Lines that stand once hold the equal ones around them in their places."""
    old = ["# A", "", "- ok", "", "# B", "", "- ok", "- mine", ""]
    assert changes(old, [*old[:6], *old[8:]]) == [LineChange(6, 8, 6, 6)]
    assert changes(old, ["# A", "", *old[4:]]) == [LineChange(2, 4, 2, 2)]
    assert changes(old, old) == []


class _Counted(str):
    """A line that counts how often it is compared."""

    compared = 0

    def __eq__(self, other: object) -> bool:
        _Counted.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_blank_lines_between_others_are_not_all_compared_with_one_another(monkeypatch):
    """Of a note of thousands of lines a third goes: a few comparisons for each line."""
    monkeypatch.setattr(_Counted, "compared", 0)
    old = [
        _Counted(line)
        for number in range(2000)
        for line in (f"- {'gone' if number % 3 == 0 else 'kept'} {number}", "")
    ]
    new = [line for line in old if not line.startswith("- gone")]
    found = changes(old, new)
    assert sum(one.end - one.start for one in found) == len(old) - len(new)
    assert _Counted.compared < 10 * len(old)
