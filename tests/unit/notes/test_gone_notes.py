"""Which notes the journal knows to have been deleted, under all names that they had."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from familiar_memory.notes.register.gone_notes import GoneNote, gone_notes
from familiar_memory.store.journal.entry import ChangeState, JournalEntry, Operation

_BEGAN = datetime(2026, 2, 1, tzinfo=UTC)
_OF = {"+": Operation.WRITE, "-": Operation.DELETE, ">": Operation.MOVE}


def story(*lines: str) -> list[JournalEntry]:
    """Entries a day apart: `+ path`, `- path`, `> path to`, and who did it behind a semicolon."""
    entries = []
    for number, line in enumerate(lines):
        said, _, source = line.partition(";")
        sign, path, *to = said.split()
        entries.append(
            JournalEntry(
                str(number),
                _BEGAN + timedelta(days=number),
                _OF[sign],
                path,
                source.partition("!")[0] or "human",
                (),
                None if sign == "+" else "r",
                None if sign == "-" else "r",
                1,
                1,
                moved_to=to[0] if to else None,
                state=ChangeState.ABORTED if source == "cut" else ChangeState.DONE,
                erased=source.endswith("!"),
            )
        )
    return entries


def found(*lines: str, there: str = "") -> dict[str, tuple[str, int]]:
    """By name: where the note stood last, and on which day it was deleted."""
    gone = gone_notes(story(*lines), lambda path: path in there.split())
    return {name: (one.path, (one.when - _BEGAN).days) for name, one in gone.items()}


OF_TEA = {"a/tea": ("a/Tea.md", 1), "tea": ("a/Tea.md", 1)}


@pytest.mark.parametrize(
    ("lines", "there", "gone"),
    [
        (("+ a/Tea.md", "- a/Tea.md"), "", OF_TEA),
        (("+ a/Tea.md", "- a/Tea.md;baseline"), "", OF_TEA),
        (("+ a/Tea.md",), "", {}),
        (("+ a/Tea.md", "- a/Tea.md;cut"), "", {}),
        (("+ a/Tea.md", "- a/Tea.md;erase"), "", {}),
        (("+ a/Tea.md", "- a/Tea.md;human!"), "", {}),
        (("+ a/Tea.md", "- a/Tea.md", "+ a/Tea.md"), "a/Tea.md", {}),
        (("+ a/Tea.md", "- a/Tea.md"), "a/Tea.md", {}),
        (("+ Tea.md", "> Tea.md Mint.md"), "Mint.md", {}),
        (
            ("+ Tea.md", "> Tea.md b/Mint.md", "- b/Mint.md"),
            "",
            {"tea": ("b/Mint.md", 2), "b/mint": ("b/Mint.md", 2), "mint": ("b/Mint.md", 2)},
        ),
        (("+ Tea.md", "> Tea.md Mint.md", "- Mint.md;erase"), "", {}),
        (("+ Tea.md", "> Tea.md M.md", "+ Tea.md", "- M.md"), "Tea.md", {"m": ("M.md", 3)}),
        (("- Tea.md", "> M.md Tea.md"), "", {}),
        (("- a.csv",), "", {}),
        (
            ("- a/Tea.md", "- b/Tea.md", "+ a/Tea.md", "- a/Tea.md"),
            "",
            {"a/tea": ("a/Tea.md", 3), "tea": ("a/Tea.md", 3), "b/tea": ("b/Tea.md", 1)},
        ),
    ],
)
def test_what_was_deleted_is_known(
    lines: tuple[str, ...], there: str, gone: dict[str, tuple[str, int]]
) -> None:
    """Not what came again, was renamed, was forgotten, or was deleted by halves."""
    assert found(*lines, there=there) == gone


def test_a_note_that_is_gone_has_its_path_and_its_day() -> None:
    """As the last entry says."""
    (one,) = gone_notes(story("- Tea.md"), lambda _: False).values()
    assert one == GoneNote("Tea.md", _BEGAN)
