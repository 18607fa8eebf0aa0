"""Two steps write into days, in any order: what a person takes out, whenever, none puts back.

Also what they take out while a model is asked. `DAYS_LIVES` = how many lives are tried.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from day_lives import DM, EVENING, GARDEN, TAVERN, said
from days_and_rooms import Both
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.domain.tree import note_of_day
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.maintenance.channels.room_rules import RoomRules
from familiar_memory.maintenance.days.day_writing import DayRules
from familiar_memory.store.journal.journal import AuditJournal
from familiar_memory.store.memory_store import MemoryStore

LIVES = int(os.environ.get("DAYS_LIVES", "15"))
TEXTS = (
    "We've decided to build Fenlight on Friday the 13th of March",
    "I've decided to quit the records office on 3 March",
    "We agreed to move the exam to Monday 9 February.",
    "Decided: the shed stays locked",
    "I'll send the minutes by Friday.",
    "Gladys booked the hall on Sunday the 8th for the exam",
)
LINE = re.compile(r"^- .*\n", re.MULTILINE)
OUT = ("line of a day", "line of a session", "day", "session")


@dataclass(frozen=True)
class Deed:
    """Something is said, `hours` after the last; a step is done; or something is taken out.

    With `late` it arrives a day after it was said. `pick` says what is taken out.
    """

    what: str
    place: Place = TAVERN
    text: str = TEXTS[0]
    hours: int = 1
    late: bool = False
    pick: int = 0
    during: tuple[tuple[str, int], ...] = ()


SAID = st.builds(
    Deed,
    st.just("said"),
    st.sampled_from((TAVERN, GARDEN, DM)),
    st.sampled_from(TEXTS),
    st.sampled_from((0, 1, 5, 20)),
    st.booleans(),
)
TAKEN = st.tuples(st.sampled_from(OUT), st.integers(0, 20))
STEP = st.builds(
    Deed,
    st.sampled_from(("days", "rooms")),
    during=st.lists(TAKEN, max_size=2).map(tuple),
)
OUT_DEED = st.builds(Deed, st.sampled_from(OUT), pick=st.integers(0, 20))
DEEDS = st.lists(st.one_of(SAID, SAID, SAID, STEP, STEP, OUT_DEED), min_size=2, max_size=20)


def worded(page: dict[str, Any]) -> dict[str, Any]:
    """Of each message of the days a line, in other words every time."""
    turns = [turn for one in page["talk"] for turn in one["turns"]]
    memories = [
        {"text": f"As of {len(turns)} messages: {turn[3]}", "turns": [turn[0]], "topic": None}
        for turn in turns
    ]
    return {"memories": memories, "topics": []}


def settled(page: dict[str, Any]) -> dict[str, Any]:
    """And of each of a room a decision."""
    items = [
        {
            "kind": "decision",
            "speaker": turn[2],
            "turns": [turn[0]],
            "quote": turn[3],
            "text": turn[3],
        }
        for turn in page["talk"]
    ]
    return {"items": items, "ended": []}


@dataclass
class Life:
    """What was done, and which messages no day may tell of from now on."""

    both: Both
    turns: list[Turn] = field(default_factory=list)
    known: int = 0
    gone: set[str] = field(default_factory=set)
    days_of: dict[str, str] = field(default_factory=dict)

    def say(self, deed: Deed) -> None:
        """Hear and write up a message."""
        last = self.turns[-1].timestamp if self.turns else EVENING
        at = last + timedelta(hours=deed.hours)
        ref = f"m{len(self.turns)}"
        self.turns.append(said(ref, deed.text, "Rowan", deed.place, at))
        heard = said(ref, deed.text, "Rowan", deed.place, at - timedelta(days=deed.late))
        self.both.days.hear([heard])
        self.days_of[ref] = note_of_day(
            heard.timestamp.date(), deed.place.slug if deed.place.is_private else ""
        )

    def sleep(self, deed: Deed, *, with_model: bool) -> None:
        """Do a step, in which a person takes something out whenever a model is asked."""
        during = list(deed.during)
        upto = self.both.history.latest_id()

        def says(page: dict[str, Any]) -> object:
            if during:
                self.take_out(*during.pop())
            return worded(page) if deed.what == "days" else settled(page)

        self.both.night(deed.what, days=30, says=says if with_model else None)
        self.known = upto

    def take_out(self, what: str, pick: int) -> None:
        """As a person does with an editor."""
        told = self.told()
        folder = "sessions" if "session" in what else "days"
        paths = sorted(self.both.days.tree(folder))
        if not paths:
            return
        path = paths[pick % len(paths)]
        note = self.both.store.root / path
        lines = LINE.findall(note.read_text("utf-8"))
        if what in OUT[2:]:
            note.unlink()
        else:
            lines = lines[pick % len(lines) :][:1] if lines else []
            note.write_text(note.read_text("utf-8").replace("".join(lines), "", 1), "utf-8")
        refs = {ref for line in lines for ref in refs_of(line)}
        if what == "day":
            had_come = (f"m{number}" for number in range(self.known))
            refs |= {ref for ref in had_come if self.days_of[ref] == path}
        # What a day has told before of a session's line stays there: that is another line.
        self.gone |= refs - told if folder == "sessions" else refs

    def told(self) -> set[str]:
        """The messages that some day tells of."""
        lines = self.both.days.lines().values()
        return {ref for found in lines for line in found for ref in refs_of(line)}


def refs_of(line: str) -> list[str]:
    """The messages that a bullet names."""
    return re.findall(r"(?:ref:|\^)(m\d+)", line)


SAYS = Deed("said", text=TEXTS[0])
LESS = Deed("said", text=TEXTS[4], hours=0)


@pytest.mark.long
@settings(max_examples=LIVES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(DEEDS, st.booleans())
# Each order, for a line and for a day of which the second step has more to tell.
@example([SAYS, Deed("days"), Deed("line of a day"), Deed("rooms")], False)
@example([SAYS, Deed("rooms"), Deed("line of a day"), Deed("days")], False)
@example([SAYS, LESS, Deed("days"), Deed("day"), Deed("rooms")], False)
@example([SAYS, LESS, Deed("rooms"), Deed("day"), Deed("days")], False)
# While a model is asked, of a page that is written afterwards.
@example([SAYS, Deed("days", during=(("line of a session", 0),))], True)
@example([SAYS, Deed("days", during=(("session", 0),))], True)
@example([SAYS, Deed("days"), Deed("rooms", during=(("line of a day", 0),))], True)
@example([SAYS, Deed("rooms", during=(("session", 0),))], True)
def test_what_a_person_takes_out_of_days_neither_step_puts_back(
    deeds: Sequence[Deed], with_model: bool
) -> None:
    """A line, or a day with all that had come when a step was last done; and again is nothing."""
    with (
        tempfile.TemporaryDirectory() as folder,
        HistoryStore(Path(folder) / "history.sqlite") as history,
        AuditJournal(Path(folder) / "journal") as journal,
    ):
        late = EVENING + timedelta(days=400)
        store = MemoryStore(Path(folder) / "memory", journal=journal, clock=lambda: late)
        both = Both(history, store, journal)
        both.days.rules = DayRules(lookback_hours=2_000)
        both.rooms.rules = RoomRules(lookback_hours=2_000)
        life = Life(both)
        for deed in (*deeds, Deed("rooms"), Deed("days"), Deed("rooms")):
            if deed.what == "said":
                life.say(deed)
            elif deed.what in OUT:
                life.take_out(deed.what, deed.pick)
            else:
                life.sleep(deed, with_model=with_model)
            assert life.told().isdisjoint(life.gone)
        after = both.days.tree()
        for step in ("days", "rooms"):
            life.sleep(Deed(step), with_model=with_model)
        assert both.days.tree() == after
