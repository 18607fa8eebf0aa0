"""No sweep takes anything that is younger than its cut-off, whatever the zone and the days."""

from __future__ import annotations

import tempfile
from datetime import UTC, date, timedelta, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from old_nights import NOW, old_world, swept
from people_and_places import DM, TAVERN

from familiar_memory.maintenance.retention.dated_notes import TalkKind

_NOTE = "# Day\n\n## Notes\n\n- Tea\n"
_ROOM = "# Day\n\n## [[channels/discord-lantern.tavern|#tavern]]\n\n- Tea\n"
_ZONES = ("UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/London", "America/St_Johns")
_TODAY = NOW.date()
_LIMIT = st.sampled_from((0, 1, 2, 7, 30))


@pytest.mark.long
@given(
    ages=st.sets(st.integers(0, 40), max_size=6),
    said=st.lists(st.tuples(st.floats(0, 40), st.booleans()), max_size=6),
    own=_LIMIT,
    rooms=_LIMIT,
    name=st.sampled_from(_ZONES),
)
@settings(max_examples=25)
def test_what_is_kept_so_many_days_is_there_until_then(
    ages: set[int], said: list[tuple[float, bool]], own: int, rooms: int, name: str
) -> None:
    """Notes by their days, messages by their moments; what is old enough and read goes."""
    zone = ZoneInfo(name)
    with tempfile.TemporaryDirectory() as folder, old_world(Path(folder)) as world:
        for age in ages:
            day = _TODAY - timedelta(age)
            world.write(f"days/{day}.md", _NOTE if age % 2 else _ROOM)
        for number, (age, is_room) in enumerate(said):
            world.say(f"m{number}", age, place=TAVERN if is_room else DM)
        for sweep in TalkKind:
            swept(world.step(own, rooms, zone=zone, sweep=sweep), world.night())
        notes, left = world.notes(), world.said()
        own_day = NOW.astimezone(zone).date() - timedelta(own)
        room_day = _TODAY - timedelta(rooms)
        for age in ages:
            day = _TODAY - timedelta(age)
            stays = f"days/{day}.md" in notes
            if age % 2:
                assert stays is (own == 0 or day >= own_day)
            else:
                # Of its day in the zone every moment has to be old enough in UTC.
                assert stays or (rooms and day < room_day)
                assert not stays or rooms == 0 or day >= room_day - timedelta(1)
        for number, (age, is_room) in enumerate(said):
            if is_room:
                stays = rooms == 0 or _day(age, UTC) >= room_day
            else:
                stays = own == 0 or _day(age, zone) >= own_day
            assert bool(left[f"m{number}"]) is stays


def _day(age: float, zone: tzinfo) -> date:
    return (NOW - timedelta(days=age)).astimezone(zone).date()
