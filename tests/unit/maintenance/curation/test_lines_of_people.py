"""What curation would do to a line of a person: one proposal, once, for whom the line is."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from curated_notes import KEY, Curated, append, on
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory.maintenance.sleep.step import Night

NOTE = f"""\
---
id: {ROWAN.slug}
---
# Rowan

## About

- plays the drum
"""
NEXT = Night(datetime(2026, 2, 6, 2, tzinfo=UTC), UTC, "b2", has_model=True)
REMOVE = {"op": "remove", "heading": "About", "match": "drum"}
REPLACE = {**append("plays the lute"), "op": "replace", "match": "drum"}
BEFORE = """\
# Review

## Open

## Dismissed

- [-] ~~plays the drum~~ ^pbf252aa16d
  - retire in: people/discord-42.md
  - line: {}
  - it says: plays the drum
  - ended on: 2026-01-28
  - why: the last days say otherwise, and a person wrote this line
  - audience: everyone
"""


@pytest.fixture
def curated(tmp_path: Path) -> Curated:
    """A person of whom the last days speak, in a note that somebody wrote by hand."""
    life = Curated(tmp_path)
    life.put(KEY, NOTE)
    life.said(4, "m1", "[[Rowan]]: I am learning the lute.")
    return life


def proposals(life: Curated) -> list[str]:
    """The first lines of the list."""
    return [one for one in life.read("review.md").splitlines() if one.startswith("- [")]


@pytest.mark.parametrize("op", [REMOVE, REPLACE], ids=["remove", "replace"])
@pytest.mark.parametrize("mark", ["[ ]", "[-]"])
def test_what_was_proposed_once_is_not_proposed_on_another_night(
    curated: Curated, op: dict[str, object], mark: str
) -> None:
    """Whether it waits or was dismissed: the day of the night makes no other proposal of it."""
    curated.night([op])
    before = curated.read("review.md").replace("[ ]", mark)
    curated.put("review.md", before)
    curated.said(5, "m2", "[[Rowan]]: I am learning the lute, really.")
    curated.night([op], night=NEXT)
    assert len(curated.asked) == 2
    assert curated.read("review.md") == before


def test_what_was_dismissed_in_a_list_of_before_stays_so(curated: Curated) -> None:
    """Its line says the same in other words, and with another id."""
    curated.night([REMOVE])
    (line,) = [one for one in curated.read("review.md").splitlines() if "  - line: " in one]
    before = BEFORE.format(line.removeprefix("  - line: "))
    curated.put("review.md", before)
    curated.said(5, "m2", "[[Rowan]]: I am learning the lute, really.")
    curated.night([REMOVE], night=NEXT)
    assert curated.read("review.md") == before


def test_a_replacement_is_one_proposal(curated: Curated) -> None:
    """It says what ends and what comes; the person's line has no tail, and is for whom it is."""
    curated.night([REPLACE])
    assert curated.read("review.md").partition("## Open\n\n")[2].splitlines() == [
        "- [ ] replace: “plays the drum” of Rowan with “plays the lute”, on 2026-02-05"
        f" ^{proposals(curated)[0].rpartition('^')[2]}",
        f"  - replace in: {KEY}",
        "  - line: ~39ad17aa",
        "  - it says: plays the drum",
        f"  - with: plays the lute (2026-02-04, ref:m1, by:{ROWAN.slug}, in:{TAVERN.slug})",
        "  - section: About",
        "  - ended on: 2026-02-05",
        "  - why: the last days say otherwise, and a person wrote this line",
        "  - audience: everyone",
    ]


def test_a_line_of_few_people_is_proposed_for_them(tmp_path: Path) -> None:
    """As the note says for whom it is."""
    life = Curated(tmp_path)
    life.put(KEY, NOTE.replace("drum\n", f"drum (in:{DM.slug})\n"))
    life.said(4, "m1", "[[Rowan]]: I am learning the lute.", place=DM)
    life.night([REMOVE])
    assert f"  - it says: plays the drum (in:{DM.slug})\n" in life.read("review.md")
    assert f"  - audience: {DM.slug}\n" in life.read("review.md")


@pytest.mark.parametrize("where", ["in the note", "by the same night"])
def test_what_the_note_says_already_replaces_nothing(curated: Curated, where: str) -> None:
    """The line of the person would only end."""
    ops = [append("plays the lute"), REPLACE]
    if where == "in the note":
        curated.put(KEY, f"{NOTE}- Plays the lute\n")
        ops = ops[1:]
    curated.night(ops)
    (line,) = proposals(curated)
    assert line.startswith("- [ ] end: “plays the drum” of Rowan, on 2026-02-05 ^")
    assert "lute" not in curated.read("review.md")


def test_a_dry_run_proposes_nothing(curated: Curated) -> None:
    """As it writes nothing."""
    curated.night([REPLACE], night=on(is_dry_run=True))
    assert not curated.store.exists("review.md")
