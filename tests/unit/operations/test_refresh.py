"""Lines that are kept up to date: what goes, what comes, and what a person has made of them."""

from __future__ import annotations

from datetime import date

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.proposal import FreshLine, RefreshRecords

PATH = "topics/gladys.md"


def _line(text: str, ref: str) -> Record:
    place = "discord-lantern.tavern"
    return Record(text, RecordFields(learned=date(2026, 2, 3), refs=(ref,), place=place))


OLD, NEW, NOW = _line("moved east", "t1"), _line("moved west", "t2"), _line("is gone", "t3")


def _refresh(gone: tuple[Record, ...], *fresh: FreshLine) -> RefreshRecords:
    return RefreshRecords(PATH, "Gladys", gone, fresh)


def _written() -> str:
    text, _ = merge("", (_refresh((), FreshLine(None, NOW), FreshLine("Mentions", OLD)),))
    return text


def test_a_note_that_is_not_there_is_made() -> None:
    """With its title, what stands above the list, and the list."""
    lines = [line.partition(" (")[0] for line in _written().splitlines() if line]
    assert lines == ["# Gladys", "- is gone", "## Mentions", "- moved east"]


def test_what_goes_and_what_comes_is_one_change() -> None:
    """The rest stays byte for byte."""
    text = f"{_written()}\nA person's words.\n"
    after, (outcome,) = merge(text, (_refresh((OLD,), FreshLine("Mentions", NEW, is_on_top=True)),))
    assert outcome.verdict is Verdict.APPLIED
    assert ("moved east" in after, "moved west" in after) == (False, True)
    assert after.endswith("\nA person's words.\n")


def test_a_line_that_a_person_changed_is_not_taken_out() -> None:
    """Nor is one that was struck."""
    for mine in ("moved SOUTH", "~~moved east~~"):
        text = _written().replace("moved east", mine)
        after, _ = merge(text, (_refresh((OLD,), FreshLine("Mentions", NEW)),))
        assert (mine in after, "moved west" in after) == (True, True)


def test_a_line_that_stands_or_was_struck_does_not_come_again() -> None:
    """So that the same proposal changes nothing the second time."""
    proposal = _refresh((OLD,), FreshLine("Mentions", NEW))
    once, _ = merge(_written(), (proposal,))
    again, (outcome,) = merge(once, (proposal,))
    assert (again, outcome.verdict) == (once, Verdict.SKIPPED)
    struck = once.replace("- moved west", "- ~~moved west~~")
    assert merge(struck, (proposal,))[0] == struck
