"""An old version of a note tells of a merged line only to those who may know that line today."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from familiar_memory.notes.document import NoteParser
from familiar_memory.recall.past.told_now import told_now

_OLD = "- ~~Sings (2026-01-01, into:^m1)~~"
_NEW = "- Sings at night (2026-01-20{}) ^m1"


@pytest.mark.parametrize(
    ("today", "merged_at"),
    [
        (_NEW.format(""), datetime(2026, 1, 20, tzinfo=UTC)),
        (_NEW.format(", in:owner"), None),
        (_NEW.format(", in:discord-dm-42"), None),
        ("- Sings by day (2026-01-20) ^m1", None),
    ],
    ids=["it stands", "narrowed", "for others", "reworded"],
)
def test_the_day_of_a_line_that_is_hidden_today_is_not_told(today, merged_at):
    """Neither by itself nor by when what went into it ends."""

    def read(*lines):
        return NoteParser().read("topics/a.md", "\n".join(lines) + "\n", "")

    then = told_now(read(_OLD, _NEW.format("")), read(_OLD, today))
    assert (then.passages[0].text, then.passages[0].merged_at) == ("Sings", merged_at)
