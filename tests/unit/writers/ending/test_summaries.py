"""What the talks of a place were about is read from its own sessions, the newest first."""

from __future__ import annotations

from datetime import UTC, datetime

from people_and_places import DM, TAVERN

from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.errors import StorageError
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.store.limits import Limits
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.testing import MemoryHistory
from familiar_memory.writers.ending.summaries import Summaries

WHO = "discord-42"
AT = datetime(2026, 2, 3, 9, 0, tzinfo=UTC)
GARDEN = Place("discord", "garden", "lantern")


def _session(place: Place, *lines: str) -> str:
    return "\n".join((f"# S\n\n## {place.slug}\n", *lines, ""))


def _of(store, place: Place, turn, cited=frozenset(), history=None):
    summaries = Summaries(store, history or MemoryHistory(), NoteRules(), UTC)
    arc, earlier = summaries.of(place, [StoredTurn(1, turn, "x/1")], WHO, cited)
    return arc.lines, [one.lines for one in earlier]


def test_the_newest_session_comes_first_and_the_present_one_apart(store, make_turn) -> None:
    """By the day, and by the part of the day; other rooms, and notes without a line, are none."""
    notes = {
        "2026-02-03-morning": _session(TAVERN, "Now."),
        "2026-02-02-night": _session(TAVERN, "Late."),
        "2026-02-02-evening": _session(TAVERN, "Evening."),
        "2026-02-02-morning": _session(TAVERN, "Early."),
        "2025-12-31-evening": _session(TAVERN, "Last year."),
        "2026-02-01-evening": _session(GARDEN, "Elsewhere."),
        "2026-01-31-evening": "# S\n",
    }
    for name, text in notes.items():
        store.write_file(f"sessions/{name}.md", text)
    present, earlier = _of(store, TAVERN, make_turn("x", timestamp=AT))
    assert present == ("Now.",)
    assert earlier == [("Evening.",), ("Early.",), ("Late.",), ("Last year.",)]


def test_what_is_private_is_read_for_its_own_place_alone(store, make_turn) -> None:
    """It stands in a folder of its own."""
    store.write_file(f"sessions/private/{DM.slug}/2026-01-01-evening.md", _session(DM, "Alone."))
    store.write_file("sessions/2026-01-01-evening.md", _session(TAVERN, "Together."))
    assert _of(store, DM, make_turn("x", place=DM))[1] == [("Alone.",)]
    assert _of(store, TAVERN, make_turn("x"))[1] == [("Together.",)]


def test_lines_of_others_and_of_the_messages_themselves_are_left_out(store, make_turn) -> None:
    """Nor is a line that somebody struck."""
    history = MemoryHistory()
    for ref, who in (("a1", "42"), ("a2", "7"), ("a3", "42")):
        history.record(make_turn("x", ref=ref, user_id=who))
    said = (
        ("mine", "42", "a1"),
        ("of another", "7", "a2"),
        ("now", "42", "a3"),
        ("gone", "42", "a9"),
    )
    lines = [f"- [[x|discord-{who}]]: {text} ^{ref}" for text, who, ref in said]
    lines += ["- ~~struck~~", "- Rowan was merry (2026-01-01)"]
    store.write_file("sessions/2026-01-01-evening.md", _session(TAVERN, "All of it.", "", *lines))
    found = _of(store, TAVERN, make_turn("x"), frozenset({"a3"}), history)
    assert found == ((), [("All of it.", "**discord-42**: mine", "Rowan was merry")])


def test_without_readable_notes_nothing_is_borne_out(store, make_turn, monkeypatch) -> None:
    """What was said still counts."""
    store.write_file("sessions/2026-01-01-evening.md", _session(TAVERN, "Here."))

    def fails(*given: object) -> None:
        raise StorageError("the disk is gone", "a disk")

    for broken in ("read_file", "scan_files"):
        with monkeypatch.context() as patch:
            patch.setattr(store, broken, fails)
            assert _of(store, TAVERN, make_turn("x")) == ((), [])


def test_the_newest_are_read_of_more_notes_than_a_search_shows(tmp_path, make_turn) -> None:
    """The cap of searches would leave the first by name, which are the oldest."""
    store = MemoryStore(tmp_path, limits=Limits(max_results=1))
    for day in "123":
        text = _session(TAVERN, f"Day {day}.")
        store.write_file(f"sessions/2026-01-0{day}-evening.md", text)
    found = [("Day 3.",), ("Day 2.",), ("Day 1.",)]
    assert _of(store, TAVERN, make_turn("x", timestamp=AT)) == ((), found)
