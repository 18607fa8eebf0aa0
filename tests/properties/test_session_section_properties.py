"""Each message stands in the one file and section of its own time and place."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.markdown.tree import parse_note
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.writing import WritingRules

_ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "America/Sao_Paulo",
    "Pacific/Apia",
)
_PLACES = (
    Place("discord", "tavern", "lantern"),
    Place("discord", "hall", "lantern"),
    Place("discord", "42", kind=PlaceKind.DM),
)
# Clocks go forward and back, a day is left out, midnight comes twice: borders of some zone.
_MOMENTS = tuple(
    datetime.fromisoformat(one).replace(tzinfo=UTC)
    for one in (
        "2026-03-29T00:30", "2026-03-29T01:00", "2026-10-25T00:30", "2026-10-25T01:30",
        "2026-03-08T07:00", "2026-11-01T05:30", "2026-11-01T06:30", "2026-04-04T15:00",
        "2026-10-03T15:30", "2017-10-15T03:00", "2018-02-18T01:30", "2011-12-30T09:59",
        "2026-02-02T00:00", "2026-02-02T06:00", "2026-02-02T12:00", "2026-02-02T18:00",
    )
)  # fmt: skip
_SAID = (
    "I decided to paint barn {n} on 3 March.",
    "I moved to house {n} in Durham last spring.",
    "Does anybody know when ferry number {n} goes on Sunday?",
    "I'm going to book hall number {n} for the choir.",
    "I booked hall number {n}.",
    "ok {n}",
)
_settings = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@st.composite
def _turns(draw: st.DrawFn) -> list[Turn]:
    """Messages around one border of time, in any order."""
    middle = draw(st.sampled_from(_MOMENTS))
    turns = []
    for number in range(draw(st.integers(3, 14))):
        at = middle + timedelta(minutes=draw(st.integers(-90, 90)))
        who = draw(st.sampled_from(("1", "2")))
        text = draw(st.sampled_from(_SAID)).format(n=draw(st.integers(1, 3)))
        author = Author("discord", who, f"P{who}")
        turns.append(Turn(f"m{number}", at, draw(st.sampled_from(_PLACES)), author, text))
    return turns


def _path_of(turn: Turn, zone: ZoneInfo) -> str:
    """Where its line belongs; told otherwise than the writer tells it."""
    local = turn.timestamp.astimezone(zone)
    part = ("night", "morning", "afternoon", "evening")[local.hour // 6]
    folder = f"sessions/private/{turn.place.slug}" if turn.place.is_private else "sessions"
    return f"{folder}/{local:%Y-%m-%d}-{part}.md"


def _check(store: MemoryStore, turns: Sequence[Turn], zone: ZoneInfo) -> None:
    by_ref = {turn.ref: turn for turn in turns}
    found: dict[tuple[str, str], list[str]] = {}
    for path in store.glob("sessions/**/*.md"):
        note = parse_note(store.read_file(path), path=path)
        headings = [one.heading for one in note.sections if one.level == 2]
        assert len(headings) == len(set(headings))
        for section in note.sections:
            for block in section.blocks:
                if block.record is None:
                    continue
                (ref,) = block.record.fields.refs
                turn = by_ref[ref]
                assert path == _path_of(turn, zone), (path, turn)
                assert block.record.fields.place == turn.place.slug
                assert turn.place.slug in section.source
                kind = "thread" if (block.record.id or "").startswith("arc-") else "line"
                found.setdefault((ref, kind), []).append(path)
    assert all(len(paths) == 1 for paths in found.values()), found


@pytest.mark.long
@_settings
@given(_turns(), st.sampled_from(_ZONES), st.lists(st.integers(1, 5), max_size=6), st.data())
def test_a_message_has_its_line_where_and_when_it_was_said(turns, zone, cuts, data) -> None:
    """In any zone, also as clocks change; late ones, and those that come again, fork nothing."""
    place_time = ZoneInfo(zone)
    with tempfile.TemporaryDirectory() as folder:
        store = MemoryStore(Path(folder) / "memory")
        with HistoryStore(Path(folder) / "history.sqlite") as history:
            writer = MemoryWriter(
                history,
                store,
                ExtractiveWriter(),
                lambda: datetime(2026, 12, 1, tzinfo=UTC),
                WritingRules(place_time),
            )
            at = 0
            for cut in (*cuts, len(turns)):
                history.record_many(turns[at : at + cut])
                at += cut
                if at and data.draw(st.booleans()):
                    history.record(data.draw(st.sampled_from(turns[: min(at, len(turns))])))
                assert writer.run().is_complete
                _check(store, turns, place_time)
            before = {path: store.read_file(path) for path in store.glob("**/*.md")}
            history.record_many(turns)
            assert writer.run().is_complete
            assert {path: store.read_file(path) for path in store.glob("**/*.md")} == before


_CORE = (
    (5, "1", "I decided to paint barn 1 on 3 March."),
    (6, "2", "I moved to house 1 in Durham last spring."),
    (7, "1", "I'm going to book hall number 1 for the choir."),
    (30, "1", "I booked hall number 1."),
    (110, "2", "Does anybody know when ferry number 1 goes on Sunday?"),
    (230, "2", "Does anybody know when ferry number 2 goes on Sunday?"),
)
"""Minutes after six in the evening; two threads stay open, and one is resolved."""


@st.composite
def _later(draw: st.DrawFn) -> list[Turn]:
    """Messages before, among and after those of the core, which answer some of it."""
    turns = []
    for number in range(draw(st.integers(1, 8))):
        at = _MOMENTS[-1] + timedelta(minutes=draw(st.integers(-30, 900)))
        who = draw(st.sampled_from(("1", "2", "3")))
        text = draw(
            st.sampled_from((*_SAID, "Ferry number {n} goes at noon on Sunday.", "never mind"))
        ).format(n=draw(st.integers(1, 3)))
        place = draw(st.sampled_from(_PLACES[:2]))
        turns.append(Turn(f"n{number}", at, place, Author("discord", who, f"P{who}"), text))
    return turns


@pytest.mark.long
@_settings
@given(_later(), st.permutations(["changed", "deleted", "left"]))
def test_what_a_person_did_to_the_arc_lines_stays(later, done) -> None:
    """One was reworded and one deleted: neither comes back, whatever is said afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        store = MemoryStore(Path(folder) / "memory")
        with HistoryStore(Path(folder) / "history.sqlite") as history:
            writer = MemoryWriter(
                history, store, ExtractiveWriter(), lambda: _MOMENTS[0], WritingRules(UTC)
            )
            for number, (minute, who, text) in enumerate(_CORE):
                at = _MOMENTS[-1] + timedelta(minutes=minute)
                author = Author("discord", who, f"P{who}")
                history.record(Turn(f"c{number}", at, _PLACES[0], author, text))
            assert writer.run().is_complete
            path = "sessions/2026-02-02-evening.md"
            text = store.read_file(path)
            lines = dict(zip(done, re.findall(r"^- .* \^arc-\w+$", text, re.M), strict=True))
            theirs = lines["changed"].replace("**: ", "**: my word! ")
            text = text.replace(lines["changed"], theirs).replace(f"{lines['deleted']}\n", "")
            (store.root / path).write_text(text, encoding="utf-8")
            for turn in later:
                history.record(turn)
                assert writer.run().is_complete
                assert store.read_file(path).count(theirs) == 1
                assert lines["deleted"] not in store.read_file(path)
                assert lines["changed"] not in store.read_file(path)
