"""Nights over any talk: what people take out stays away, again changes nothing, all is cited.

`DAYS_LIVES` = how many lives are tried.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, timedelta
from pathlib import Path
from typing import Any

import pytest
from day_lives import DM, EVENING, GARDEN, TAVERN, Sleeper, said
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from familiar_memory.domain.talk.place import Place
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.maintenance.days.day_writing import DayRules
from familiar_memory.maintenance.sleep.step import StepReport, StepStatus
from familiar_memory.notes.document import NoteParser
from familiar_memory.store.journal.journal import AuditJournal
from familiar_memory.store.memory_store import MemoryStore

LIVES = int(os.environ.get("DAYS_LIVES", "15"))
TEXTS = (
    "we decided to build Fenlight on Friday the 13th of March",
    "I've decided to quit the records office on 3 March",
    "We agreed to move the exam to Monday 9 February.",
    "My mother died on Friday and I cannot sleep.",
    "I live in Durham.",
    "lol ok",
    "Gladys booked the hall on Sunday the 8th for the exam",
)
LINE = re.compile(r"^- .*\n", re.MULTILINE)


@dataclass(frozen=True)
class Said:
    """Where, who, what, how many hours after the last, and what is done to the notes then."""

    place: Place
    who: str
    text: str
    hours: int
    then: str


TALK = st.lists(
    st.builds(
        Said,
        st.sampled_from((TAVERN, GARDEN, DM)),
        st.sampled_from(("Rowan", "Bex")),
        st.sampled_from(TEXTS),
        st.sampled_from((0, 1, 5, 20)),
        st.sampled_from(("", "", "", "night", "line of a day", "line of a session", "day")),
    ),
    min_size=1,
    max_size=16,
)


def worded(page: dict[str, Any]) -> dict[str, Any]:
    """A model that says each turn in other words every time, and some nonsense."""
    turns = [turn for one in page["talk"] for turn in one["turns"]]
    memories = [
        {"text": f"As of {len(turns)} messages: {turn[3]}", "turns": [turn[0]], "topic": "work"}
        for turn in turns
    ]
    return {"memories": [*memories, {"text": "It rained frogs.", "turns": ["t1"], "topic": None}]}


def take_out(life: Sleeper, what: str, pick: int) -> set[str]:
    """As a person does with an editor; the turns of which no line is to come back."""
    folder = "sessions" if what.endswith("session") else "days"
    paths = sorted(life.tree(folder))
    if not paths:
        return set()
    path = paths[pick % len(paths)]
    text = life.store.read_file(path)
    lines = LINE.findall(text)
    if what == "day":
        (life.store.root / path).unlink()
        return {ref for line in lines for ref in refs_of(line)}
    if not lines:
        return set()
    line = lines[pick % len(lines)]
    (life.store.root / path).write_text(text.replace(line, "", 1), "utf-8")
    return set(refs_of(line))


def refs_of(line: str) -> list[str]:
    """The turns that a bullet names."""
    return re.findall(r"(?:ref:|\^)(m\d+)", line)


def told_in(life: Sleeper) -> set[str]:
    """The turns that some day tells of."""
    return {ref for found in life.lines().values() for line in found for ref in refs_of(line)}


def check_lines(life: Sleeper, talk: Sequence[Said], days: dict[str, date]) -> None:
    """Each line is of turns of its place and its day, and stands once."""
    reader = NoteParser()
    for path, text in life.tree().items():
        seen: list[tuple[str, str]] = []
        for passage in reader.read(path, text, "").passages:
            assert len(passage.refs) == 1
            number = passage.refs[0]
            assert passage.audience == talk[int(number[1:])].place.slug
            assert passage.learned is not None
            assert passage.learned.date() == days[number]
            assert path.endswith(f"{days[number]}.md")
            seen.append((passage.audience, number))
        assert len(seen) == len(set(seen))


@pytest.mark.long
@settings(max_examples=LIVES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TALK, st.sampled_from((None, worded)), st.integers(0, 50))
def test_what_a_person_takes_out_stays_away(talk: list[Said], model: Any, pick: int) -> None:
    """Of a day, or of a session before the night; a night that follows at once does nothing."""
    with (
        tempfile.TemporaryDirectory() as folder,
        HistoryStore(Path(folder) / "history.sqlite") as history,
        AuditJournal(Path(folder) / "journal") as journal,
    ):
        store = MemoryStore(Path(folder) / "memory", journal=journal)
        life = Sleeper(history, store, UTC, DayRules(lookback_hours=2_000), journal)
        at, gone, days = EVENING, set[str](), dict[str, date]()
        for number, one in enumerate(talk):
            at += timedelta(hours=one.hours)
            days[f"m{number}"] = at.date()
            life.hear([said(f"m{number}", one.text, one.who, one.place, at)])
            if one.then == "night":
                life.sleep(model, days=30)
            elif one.then:
                # What a day has told before stays there: that is another line.
                gone |= take_out(life, one.then, pick) - told_in(life)
        life.sleep(model, days=30)
        assert told_in(life).isdisjoint(gone)
        check_lines(life, talk, days)
        after = life.tree()
        assert life.sleep(model, days=30) == StepReport(StepStatus.NOTHING)
        assert life.tree() == after
