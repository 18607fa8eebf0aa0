"""What a night writes of some talk tells nobody of talk that they may not know.

Two familiars hear the same talk and sleep as often: one hears all, one only what a viewer may
know. Then that viewer finds the same lines in the days of both, and gets the same page. A model
is a function of the page that it is shown. `DAYS_WORLDS` = how many worlds are tried.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from day_lives import DM, EVENING, GARDEN, MODS, TAVERN, Sleeper, said
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.role import TurnKind
from familiar_memory.errors import ModelUnavailableError
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.knowledge.audience import AudiencePolicy, Viewer, permits
from familiar_memory.maintenance.days.day_writing import DayRules
from familiar_memory.notes.document import NoteParser
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.store.limits import Limits
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.writers.model.extractor import ReplyLimits

WORLDS = int(os.environ.get("DAYS_WORLDS", "30"))
ABROAD = Place("discord", "hall", "abroad")
OTHER_DM = Place("discord", "7", kind=PlaceKind.DM)
PLACES = (TAVERN, GARDEN, ABROAD, DM, OTHER_DM, MODS)
WHO = ("Rowan", "Bex", "Gladys")
TEXTS = (
    "we decided to build Fenlight on Friday the 13th of March",
    "I've decided to quit the records office on 3 March",
    "We agreed to move the exam to Monday 9 February.",
    "My mother died on Friday and I cannot sleep.",
    "I live in Durham.",
    "Gladys booked the hall on Sunday the 8th for the exam",
    "lol ok",
    "the heron ate another kettle " * 40,
    "来週の月曜日に卒論を出すと決めました。",
)


@dataclass(frozen=True)
class Line:
    """Where, who, what, how many minutes after the last, and whether a night comes then."""

    place: Place
    who: str
    text: str
    minutes: int
    is_automated: bool = False
    then_night: bool = False


LINES = st.lists(
    st.builds(
        Line,
        st.sampled_from(PLACES),
        st.sampled_from(WHO),
        st.sampled_from(TEXTS),
        st.sampled_from((1, 1, 5, 90, 700)),
        st.sampled_from((False,) * 5 + (True,)),
        st.sampled_from((False,) * 5 + (True,)),
    ),
    min_size=1,
    max_size=25,
)


def worded(page: dict[str, Any]) -> dict[str, Any]:
    """A model that tells all that it sees, and how much that is."""
    turns = [turn for one in page["talk"] for turn in one["turns"]]
    size = len(str(page))
    memories = [
        {"text": f"{turn[3][:80]}, of {size}.", "turns": [turn[0]], "topic": "work"}
        for turn in turns
    ]
    return {"memories": memories, "topics": [{"turn": "t1", "topic": "tech"}]}


def moody(page: dict[str, Any]) -> object:
    """A model that cannot be reached whenever anybody speaks of an exam."""
    if "exam" in str(page["talk"]):
        raise ModelUnavailableError("the model is away")
    return worded(page)


MODELS = (None, worded, moody)


def lived(
    talk: Sequence[Line], viewer: Viewer | None, model: Any, policy: AudiencePolicy, cap: int
) -> dict[str, object]:
    """What the viewer finds in the days, where only talk that they may know was heard, or all."""
    rules = DayRules(NoteRules(readers=policy), limits=ReplyLimits(prompt_chars=3_000))
    with (
        tempfile.TemporaryDirectory() as folder,
        HistoryStore(Path(folder) / "history.sqlite") as history,
    ):
        store = MemoryStore(Path(folder) / "memory", limits=Limits(max_file_bytes=cap))
        life = Sleeper(history, store, UTC, replace(rules, lookback_hours=1_000))
        at, nights = EVENING, 0
        for number, one in enumerate(talk):
            at += timedelta(minutes=one.minutes)
            if viewer is None or permits(viewer, one.place.slug):
                life.hear([_turn(number, one, at)], write=False)
            if one.then_night:
                nights += 1
                life.write_up()
                life.sleep(model, days=nights)
        life.write_up()
        life.sleep(model, days=nights + 1)
        return _told(life, viewer or Viewer())


def _turn(number: int, one: Line, at: datetime) -> Any:
    kind = TurnKind.AUTOMATED if one.is_automated else TurnKind.INTERACTIVE
    return said(f"m{number}", one.text, one.who, one.place, at, kind=kind)


def _told(life: Sleeper, viewer: Viewer) -> dict[str, object]:
    reader = NoteParser(policy=viewer.policy)
    found: dict[str, object] = {}
    for path, text in life.tree().items():
        document = reader.read(path, text, "")
        seen = [p for p in document.passages if permits(viewer, p.audience)]
        if seen:
            found[path] = [(p.heading, p.text, p.audience, p.refs, p.topic) for p in seen]
    return found


def same_for(
    viewer: Viewer, talk: Sequence[Line], model: Any, policy: AudiencePolicy, cap: int
) -> None:
    """The lines of those who heard all, as this viewer may know them, are the others'."""
    with_all = lived(talk, None, model, policy, cap)
    alone = lived(talk, viewer, model, policy, cap)
    seen = {
        path: [line for line in lines if permits(viewer, line[2])]  # type: ignore[attr-defined]
        for path, lines in with_all.items()
    }
    assert {path: lines for path, lines in seen.items() if lines} == alone


@pytest.mark.long
@settings(max_examples=WORLDS, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    talk=LINES,
    place=st.sampled_from(PLACES),
    model=st.sampled_from(MODELS),
    policy=st.sampled_from((AudiencePolicy.GUILD, AudiencePolicy.STRICT)),
    cap=st.sampled_from((Limits().max_file_bytes, 900)),
)
@example(
    # What fills the room of a page in private leaves that of a guild alone.
    talk=[*[Line(DM, "Rowan", TEXTS[7], 1)] * 9, Line(TAVERN, "Bex", TEXTS[0], 1)],
    place=TAVERN,
    model=worded,
    policy=AudiencePolicy.GUILD,
    cap=900,
)
def test_what_a_night_writes_tells_nothing_of_what_is_forbidden(
    talk: list[Line], place: Place, model: Any, policy: AudiencePolicy, cap: int
) -> None:
    """Lines, their order, topics and provenance; with a model, and where it fails, and without."""
    same_for(Viewer(place.slug, policy), talk, model, policy, cap)


@pytest.mark.long
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("place", [TAVERN, DM, MODS])
def test_of_a_busy_day_each_reach_has_its_own(model: Any, place: Place) -> None:
    """As above, and quick: every place says everything."""
    talk = [
        Line(one, who, text, 7, then_night=number == 5)
        for number, text in enumerate(TEXTS)
        for one, who in zip(PLACES, WHO * 2, strict=True)
    ]
    cap = Limits().max_file_bytes
    same_for(Viewer(place.slug), talk, model, AudiencePolicy.GUILD, cap)
