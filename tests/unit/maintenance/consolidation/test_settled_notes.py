"""Notes in which nothing is left to do are passed by, until something makes a difference."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from merging_nights import NOTE, Merging, line

from familiar_memory.maintenance.consolidation.standing import StandingMemories
from familiar_memory.notes.noted_records import NotedRecord
from familiar_memory.store.undo.plan import undo

OTHER = "topics/tea.md"
SHORT = "Repairs broken zithers in a dry cellar"
FULL = f"{SHORT} at night"


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The keys of the notes whose memories are read."""
    keys: list[str] = []
    reading = StandingMemories.read

    def noted(memories: StandingMemories, key: str, text: str) -> tuple[NotedRecord, ...]:
        keys.append(key)
        return reading(memories, key, text)

    monkeypatch.setattr(StandingMemories, "read", noted)
    yield keys


def test_a_second_night_looks_into_what_has_changed(tree: Merging, read: list[str]) -> None:
    """What was merged is looked into once more, and then no more."""
    tree.write(
        line(SHORT),
        line(FULL, 2),
    )
    tree.write(line("is green"), path=OTHER)
    assert tree.night().counts == {"merged": 2, "added": 1}
    read.clear()
    tree.night()
    assert read == [NOTE]
    tree.night()
    assert read == [NOTE]
    tree.write(line("is black"), path=OTHER)
    tree.night()
    assert read == [NOTE, OTHER]


def test_a_dry_run_keeps_nothing(tree: Merging, read: list[str]) -> None:
    """It writes no file at all."""
    tree.write(line("grows tomatoes"))
    tree.night(dry=True)
    assert not tree.kept.exists()


def test_a_model_is_asked_about_what_was_settled_without_one(tree: Merging) -> None:
    """And a night without it passes by what it has settled."""
    tree.write(line("plays bass in Tidewater"), line("plays bass at the harbour", 2))
    tree.night()
    report = tree.night(lambda _: '{"text": "plays bass in Tidewater at the harbour"}')
    assert report.counts == {"merged": 2, "added": 1}


def test_what_was_not_asked_about_is_not_settled(tree: Merging) -> None:
    """A model that failed is asked again in the next night."""
    tree.write(line("plays bass in Tidewater"), line("plays bass at the harbour", 2))
    for _ in range(2):
        tree.night(lambda _: "{")
    assert len(tree.asked) == 2


def test_what_expires_is_looked_at_again(tree: Merging, read: list[str]) -> None:
    """Since what is left may be alike."""
    tree.write(line("grows tomatoes", 1, ", expires:2026-03-03"))
    tree.night()
    read.clear()
    tree.night(later=timedelta(days=1))
    assert read == []
    tree.night(later=timedelta(days=5))
    assert read == [NOTE]


def test_a_mark_that_is_gone_makes_a_difference(tree: Merging) -> None:
    """Whoever puts back the history of before has what was apart merged, as ever."""
    tree.write(
        line(SHORT),
        line(FULL, 2),
    )
    tree.night()
    undo(tree.store, tree.journal, "night")
    tree.night()
    tree.night()
    assert len(tree.lines()) == 2
    tree.history.drop_watermarks(["merged "])
    assert tree.night().counts == {"merged": 2, "added": 1}


def test_the_file_holds_no_words_of_notes(tree: Merging) -> None:
    """And is as good as none where it is damaged."""
    tree.write(line("grows tomatoes"), line("plays the zorbanjo", 2))
    tree.night()
    whole = tree.kept.read_bytes()
    assert b"discord-42" in whole
    assert b"tomatoes" not in whole and b"zorbanjo" not in whole
    for damaged in (whole[:-9], whole.replace(b"42", b"43"), b"", b"{}"):
        tree.kept.write_bytes(damaged)
        tree.night()
        assert tree.kept.read_bytes() == whole


def test_a_line_comes_back_when_what_it_went_into_goes_from_another_note(tree: Merging) -> None:
    """Its own note has not changed since it was settled."""
    tree.write(line(SHORT), line(FULL, 2))
    tree.night()
    struck = [one for one in tree.text().splitlines() if one.startswith("- ~~")]
    (merged,) = (one for one in tree.text().splitlines() if one.startswith(f"- {FULL}"))
    moved = [one.replace("into:^", f"into:{OTHER}#^") for one in struck]
    tree.write(*moved)
    tree.write(merged, line("is green"), path=OTHER)
    for _ in range(2):
        assert tree.night().counts == {}
    assert tree.lines() == []
    tree.write(line("is green"), path=OTHER)
    assert tree.night().counts == {"restored": 2}
    assert tree.lines() == [SHORT, FULL]
