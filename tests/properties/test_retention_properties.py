"""No sweep takes anything that is younger than its cut-off, whatever the zone and the days."""

from __future__ import annotations

import tempfile
from datetime import UTC, date, datetime, timedelta, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from old_nights import NOW, old_world, swept
from people_and_places import DM, TAVERN

from familiar_memory.maintenance.retention.dated_notes import TalkKind
from familiar_memory.store.base import Cause
from familiar_memory.store.revision import revision_of

_NOTE = "# Day\n\n## Notes\n\n- Tea\n"
_ROOM = "# Day\n\n## [[channels/discord-lantern.tavern|#tavern]]\n\n- Tea\n"
_OLD = "days/2025-01-01.md"
_ZONES = (
    "UTC",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "Europe/London",
    "America/St_Johns",
    "Australia/Lord_Howe",
)
_CHANGES = (
    *(NOW, datetime(2026, 3, 8, 6, 30, tzinfo=UTC), datetime(2026, 11, 1, 5, 30, tzinfo=UTC)),
    *(datetime(2026, 3, 29, 1, tzinfo=UTC), datetime(2026, 10, 25, 1, tzinfo=UTC)),
    *(datetime(2026, 4, 4, 15, tzinfo=UTC), datetime(2026, 10, 3, 15, 30, tzinfo=UTC)),
)
"""Moments at which a clock is changed in one of the zones, beside one at which none is."""
_MOMENTS = st.builds(
    lambda moment, days, minutes: moment + timedelta(days=days, minutes=minutes),
    st.sampled_from(_CHANGES),
    st.sampled_from((0, 0, 1, 2, 7, 30)),
    st.integers(-120, 120),
)
"""Nights of a change, and those that look back over one."""
_LIMIT = st.sampled_from((0, 1, 2, 7, 30))


@pytest.mark.long
@given(
    ages=st.sets(st.integers(0, 40), max_size=6),
    said=st.lists(st.tuples(st.floats(0, 40), st.booleans()), max_size=6),
    own=_LIMIT,
    rooms=_LIMIT,
    name=st.sampled_from(_ZONES),
    now=_MOMENTS,
)
@settings(max_examples=50)
def test_what_is_kept_so_many_days_is_there_until_then(
    ages: set[int], said: list[tuple[float, bool]], own: int, rooms: int, name: str, now: datetime
) -> None:
    """Notes by their days, messages by their moments; what is old enough and read goes."""
    zone, today = ZoneInfo(name), now.date()
    with tempfile.TemporaryDirectory() as folder, old_world(Path(folder)) as world:
        world.now = now
        for age in ages:
            day = today - timedelta(age)
            world.write(f"days/{day}.md", _NOTE if age % 2 else _ROOM)
        for number, (age, is_room) in enumerate(said):
            world.say(f"m{number}", age, place=TAVERN if is_room else DM)
        for sweep in TalkKind:
            swept(world.step(own, rooms, zone=zone, sweep=sweep), world.night())
        notes, left = world.notes(), world.said()
        own_day = now.astimezone(zone).date() - timedelta(own)
        room_day = today - timedelta(rooms)
        for age in ages:
            day = today - timedelta(age)
            stays = f"days/{day}.md" in notes
            if age % 2:
                assert stays is (own == 0 or day >= own_day)
            else:
                # Of its day in the zone every moment has to be old enough in UTC.
                assert stays or (rooms and day < room_day)
                assert not stays or rooms == 0 or day >= room_day - timedelta(1)
        for number, (age, is_room) in enumerate(said):
            if is_room:
                stays = rooms == 0 or _day(now, age, UTC) >= room_day
            else:
                stays = own == 0 or _day(now, age, zone) >= own_day
            assert bool(left[f"m{number}"]) is stays


_DEEDS = st.sampled_from(("program", "restore", "delete", "sweep", "person"))


@pytest.mark.long
@given(deeds=st.lists(st.tuples(_DEEDS, st.sampled_from((0, 1, 31, 99))), min_size=2, max_size=12))
@settings(max_examples=100)
def test_no_version_that_a_person_had_in_hand_goes(deeds: list[tuple[str, int]]) -> None:
    """Whatever programs, people and retention do with a day, and however long they wait."""
    deeds = [("program", 0), *deeds, ("sweep", 99)]
    with tempfile.TemporaryDirectory() as folder, old_world(Path(folder)) as world:
        theirs: set[bytes] = set()
        former, later = _NOTE, 0
        for number, (deed, days) in enumerate(deeds):
            later += days
            night = world.night(days_later=later)
            stands = world.store.read_file(_OLD) if _OLD in world.notes() else None
            if deed == "sweep":
                swept(world.step(own=30), night)
            elif deed == "program":
                world.write(_OLD, f"{_NOTE}- {number}\n")
            elif deed == "delete" and stands is not None:
                world.store.delete(_OLD, cause=Cause("cli"))
                theirs.add(stands.encode())
            elif deed in ("person", "restore"):
                text = former if deed == "restore" else f"{_NOTE}- By hand {number}\n"
                world.write(_OLD, text, "cli")
                theirs.add(text.encode())
            former = stands or former
            assert all(world.journal.kept(revision_of(one)) == one for one in theirs)


def _day(now: datetime, age: float, zone: tzinfo) -> date:
    return (now - timedelta(days=age)).astimezone(zone).date()
