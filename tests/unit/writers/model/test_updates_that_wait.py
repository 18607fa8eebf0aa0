"""A new line that waits ends no old one: what is to end waits beside it."""

from __future__ import annotations

import pytest
from model_lives import op, record_of, refusals

from familiar_memory.operations.outcome import Verdict

OLD = "Sleeps with the window open."


def _noted(life, make_turn):
    life.write(
        [make_turn("I sleep with the window open, always have")],
        op("state", "t1", "sleep with the window open", person="p1", aspect="who", text=OLD),
    )


def _changed(life, make_turn, said):
    return life.write(
        [make_turn(f"{said} so I sleep with it closed")],
        lambda page: op("update", "t1", said, record=record_of(page, OLD), text=said),
    )


def _texts(life):
    return [line.partition(" (")[0] for line in life.lines("people/Rowan.md", "About")]


def test_an_update_that_waits_strikes_nothing(make_turn, life):
    """Both the new line and the end of the old one wait in the list for a decision."""
    _noted(life, make_turn)
    life.write([make_turn("the roof was mended today"), make_turn("and the door was painted")])
    report = _changed(life, make_turn, "i am a failure with windows")
    assert _texts(life) == [f"- {OLD}"]
    assert report.count(Verdict.HELD) == 2
    waiting = life.store.read_file("review.md").partition("- [ ] end: “Sleeps")[2].splitlines()
    assert waiting[1:] == [
        "  - end in: people/Rowan.md <!-- people/discord-519.md -->",
        "  - line: ~03cc9f2b",
        f"  - it says: {OLD}",
        "  - ended on: 2026-02-02",
        "  - instead: i am a failure with windows (2026-02-02, ref:t4, by:discord-519,"
        " in:discord-lantern.tavern, source:auto-extraction,"
        ' quote:"i am a failure with windows")',
        "  - said: i am a failure with windows",
        "  - why: what takes its place waits: what somebody fears of themselves is kept only when"
        " it is said again",
        "  - audience: discord-lantern.tavern",
    ]


@pytest.mark.long
def test_an_update_that_is_dropped_strikes_nothing(make_turn, life):
    """What is not kept takes nobody's place."""
    _noted(life, make_turn)
    report = _changed(life, make_turn, "i am a failure with windows")
    assert _texts(life) == [f"- {OLD}"]
    assert report.count(Verdict.HELD) == 0
    assert "what takes its place is not kept: somebody has only begun to talk" in refusals(report)


def test_an_update_that_is_kept_at_once_strikes_the_old_line(make_turn, life):
    """What nobody has to decide on takes its place in one step."""
    _noted(life, make_turn)
    report = _changed(life, make_turn, "I close every window before bed")
    assert _texts(life) == [f"- ~~{OLD}", "- I close every window before bed"]
    assert report.count(Verdict.HELD) == 0
