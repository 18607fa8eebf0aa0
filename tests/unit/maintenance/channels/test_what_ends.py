"""What is done, gone, taken back or decided otherwise ends the line that is meant; nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

NOTE = "channels/discord-lantern.tavern.md"
_LIST = Path(__file__).with_name("what_ends.txt").read_text("utf-8").splitlines()
_SAID = [one.rsplit("=>", 1) for one in _LIST if one.strip() and not one.startswith("#")]
_OF_THE_SAME = "[self]"
ENDINGS = [(*said.split("||"), fate.strip()) for said, fate in _SAID]


@pytest.mark.parametrize(("first", "later", "fate"), ENDINGS)
def test_the_labelled_endings(life, first: str, later: str, fate: str) -> None:
    """The first is said by Bex; the later one by somebody else, unless it is marked."""
    who = "Bex" if _OF_THE_SAME in later else "Gus"
    life.say("Bex", first.strip())
    life.sleep()
    (line,) = life.lines(NOTE)
    life.say(who, later.replace(_OF_THE_SAME, "").strip(), day=1)
    life.sleep(days=1)
    assert (f"~~{line}" if fate == "struck" else line) in life.lines(NOTE)
