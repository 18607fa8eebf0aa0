"""Which notes go: dated ones, by their names, that no person has a hand in."""

from datetime import UTC, date
from zoneinfo import ZoneInfo

import pytest
from old_nights import swept

from familiar_memory.errors import StorageError
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.maintenance.retention.dated_notes import (
    DatedNote,
    TalkKind,
    dated_note,
    talk_in,
)
from familiar_memory.maintenance.sleep.failures import StepFailure
from familiar_memory.maintenance.sleep.step import StepReport, StepStatus
from familiar_memory.store.undo.plan import undo

_ROOM = "# 2 February\n\n## [[channels/discord-lantern.tavern|#tavern]]\n\n- Tea\n"
_OWN = "# 2 February\n\n## Notes\n\n- Tea\n"
_BOTH = _ROOM + "\n## discord-dm-42\n\n- Coffee\n"


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("days/2026-01-02.md", date(2026, 1, 2)),
        ("days/private/discord-dm-42/2026-01-02.md", date(2026, 1, 2)),
        ("sessions/2026-01-02-evening.md", date(2026, 1, 2)),
        ("sessions/2024-02-29-night.md", date(2024, 2, 29)),
        ("sessions/private/discord-dm-42/2026-01-02-night.md", date(2026, 1, 2)),
        ("days/2026-13-40.md", None),
        ("days/2025-02-29.md", None),
        ("days/0000-01-01.md", None),
        ("days/2026-1-2.md", None),
        ("days/20260102.md", None),
        ("days/2026-01-02 (copy).md", None),
        ("days/2026-01-02.sync-conflict-20260103.md", None),
        ("days/2026-01-02.MD", None),
        ("days/٢٠٢٦-٠١-٠٢.md", None),
        ("days/2026-01-02.md\n", None),
        ("days/trips/2026-01-02.md", None),
        ("days/private/my diary/2026-01-02.md", None),
        ("days/2026-01-02-plan.md", None),
        ("Days/2026-01-02.md", None),
        ("topics/2026-01-02.md", None),
        ("people/2026-01-02.md", None),
        ("2026-01-02.md", None),
    ],
)
def test_a_dated_note_is_one_that_a_writer_has_called_so(path, day):
    """What a person has named otherwise is theirs, and so is a date that there never was."""
    found = dated_note(path)
    assert (None if found is None else found.day) == day


@pytest.mark.parametrize(
    ("path", "text", "talks"),
    [
        ("days/2026-02-02.md", _OWN, {TalkKind.OWN}),
        ("days/2026-02-02.md", _ROOM, {TalkKind.ROOMS}),
        ("days/2026-02-02.md", _BOTH, {TalkKind.OWN, TalkKind.ROOMS}),
        ("days/2026-02-02.md", "", {TalkKind.OWN}),
        ("days/2026-02-02.md", "# D\n\n## follow-up\n\n- Tea\n", {TalkKind.OWN, TalkKind.ROOMS}),
        ("days/2026-02-02.md", "# D\n\n- Tea (in:discord-lantern.tavern)\n", {TalkKind.ROOMS}),
        ("sessions/private/discord-dm-42/2026-02-02-night.md", _ROOM, {TalkKind.OWN}),
        ("sessions/private/discord-private-lantern.mods/2026-02-02-night.md", "", {TalkKind.ROOMS}),
    ],
)
def test_a_note_is_of_the_talk_that_it_tells_of(path, text, talks):
    """By its folder, its headings, and the places of its lines."""
    dated = dated_note(path)
    assert isinstance(dated, DatedNote)
    assert talk_in(dated, text, SHIPPED) == talks


def test_old_notes_go_and_young_ones_and_durable_ones_stay(world):
    """The day of the cut-off stays; a lasting note is never too old."""
    lasting = ["people/rowan.md", "topics/tea.md", "channels/discord-lantern.tavern.md"]
    lasting += ["lore/2025-01-01.md", "notes.md", "self/rules.md"]
    for path in [*lasting, "days/2026-01-29.md", "days/2026-01-30.md", "days/2025-01-01.md"]:
        world.write(path, _OWN)
    world.write("sessions/2026-01-29-night.md", _OWN)
    report = swept(world.step(own=30), world.night())
    gone = ("days/2025-01-01.md", "days/2026-01-29.md", "sessions/2026-01-29-night.md")
    assert report == StepReport(StepStatus.DONE, {"removed": 3}, gone)
    assert world.notes() == sorted([*lasting, "days/2026-01-30.md"])
    assert swept(world.step(own=30), world.night()) == StepReport(StepStatus.NOTHING)


@pytest.mark.parametrize("source", ["human", "baseline", "import:istota", "undo:x", "cli", "tools"])
def test_what_a_person_has_a_hand_in_stays_and_is_reported(world, source):
    """Whoever wrote or edited it, by whatever way."""
    world.write("days/2025-01-01.md", _OWN)
    world.write("days/2025-01-01.md", _OWN + "- More\n", source)
    world.write("days/2025-01-02.md", _OWN, source)
    report = swept(world.step(own=30), world.night())
    told = "2 old notes written or edited by people stay: days/2025-01-01.md, days/2025-01-02.md."
    assert report == StepReport(StepStatus.NOTHING, lines=(told,))


def test_an_edit_that_nobody_has_noticed_yet_is_a_persons(world):
    """The bytes are not those that the journal knows; nor is a note that it has never seen."""
    world.write("days/2025-01-01.md", _OWN)
    (world.store.root / "days/2025-01-01.md").write_text(_OWN + "- Mine\n", "utf-8")
    (world.store.root / "days/2025-01-02.md").write_text(_OWN, "utf-8")
    report = swept(world.step(own=30), world.night())
    assert report.status is StepStatus.NOTHING
    assert world.notes() == ["days/2025-01-01.md", "days/2025-01-02.md"]


def test_what_is_brought_back_stays(world):
    """Whoever takes the sweep back wants the note."""
    world.write("days/2025-01-01.md", _OWN)
    swept(world.step(own=30), world.night())
    undo(world.store, world.journal, "night-0")
    assert world.notes() == ["days/2025-01-01.md"]
    assert swept(world.step(own=30), world.night()).status is StepStatus.NOTHING
    assert world.notes() == ["days/2025-01-01.md"]


def test_a_note_of_several_places_stays_as_long_as_any_of_them_is_kept(world):
    """Rooms have days of their own, and 0 of them is for ever."""
    world.write("days/2025-01-01.md", _ROOM)
    world.write("days/2025-01-02.md", _BOTH)
    world.write("days/2025-01-03.md", _OWN)

    def left(sweep, **days):
        return swept(world.step(sweep=sweep, **days), world.night(dry=True)).changed

    both, room, own = "days/2025-01-02.md", "days/2025-01-01.md", "days/2025-01-03.md"
    assert left(TalkKind.OWN, own=30) == (own,)
    assert left(TalkKind.ROOMS, rooms=30) == (room,)
    assert left(TalkKind.OWN, own=30, rooms=30) == (both, own)
    assert left(TalkKind.OWN, own=30, rooms=9999) == (own,)
    assert left(TalkKind.ROOMS, own=30, rooms=30) == (room,)


def test_days_are_those_of_the_familiars_zone(world):
    """At two in the night of UTC it is still yesterday in Honolulu."""
    world.write("days/2026-02-27.md", _OWN)
    honolulu = world.step(own=1, zone=ZoneInfo("Pacific/Honolulu"))
    assert swept(honolulu, world.night(dry=True)).changed == ()
    assert swept(world.step(own=1, zone=UTC), world.night(dry=True)).changed == (
        "days/2026-02-27.md",
    )


def test_a_dry_run_lists_what_would_go_and_takes_nothing(world):
    """Each note with its length, not its text, and how much would go of each room."""
    world.write("days/2025-01-01.md", _OWN)
    world.say("m1", days_ago=60)
    world.say("m2", days_ago=60)
    report = swept(world.step(own=30), world.night(dry=True))
    assert (report.counts, report.changed, report.lines) == (
        {"removed": 1, "messages emptied": 2},
        ("days/2025-01-01.md",),
        (
            f"days/2025-01-01.md would be removed ({_OWN.count(chr(10))} lines).",
            "2 messages of @42 would be emptied.",
        ),
    )
    assert report.previews == ()
    assert world.notes() == ["days/2025-01-01.md"]
    assert world.said() == {"m1": "words of m1", "m2": "words of m2"}
    assert world.history.watermarks_like("retained") == {}


def test_a_note_that_cannot_be_deleted_is_told_of(world, monkeypatch):
    """By name: it has failed, and the next night tries again."""
    world.write("days/2025-01-01.md", _OWN)

    def refused(rel_path, **more):
        raise StorageError(f"{rel_path}: permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(world.store, "delete", refused)
        report = swept(world.step(own=30), world.night())
    failure = StepFailure("days/2025-01-01.md", "permission denied")
    assert report == StepReport(StepStatus.FAILED, failures=(failure,))
    assert swept(world.step(own=30), world.night()).status is StepStatus.DONE


def test_a_note_that_is_saved_just_then_stays(world, monkeypatch):
    """A person who edits it between the look and the deletion has decided."""
    world.write("days/2025-01-01.md", _OWN)
    step, delete = world.step(own=30), world.store.delete
    path = world.store.root / "days/2025-01-01.md"

    def late(rel_path, **more):
        path.write_text(_OWN + "- Mine\n", "utf-8")
        return delete(rel_path, **more)

    monkeypatch.setattr(world.store, "delete", late)
    report = swept(step, world.night())
    told = "days/2025-01-01.md is old and stays: somebody has just changed it."
    assert report == StepReport(StepStatus.NOTHING, lines=(told,))
    assert path.read_text("utf-8") == _OWN + "- Mine\n"


def test_a_note_that_a_program_writes_while_it_is_read_stays(world, monkeypatch):
    """What was judged are the words that were read: by now it is of a room, which keeps its own."""
    world.write("days/2025-01-01.md", _OWN)
    step, read = world.step(own=30), world.store.read_file

    def late(rel_path):
        text = read(rel_path)
        if text == _OWN:
            world.write("days/2025-01-01.md", _BOTH)
        return text

    monkeypatch.setattr(world.store, "read_file", late)
    swept(step, world.night())
    assert world.store.exists("days/2025-01-01.md")


@pytest.mark.parametrize("text", [_OWN.replace("\n", "\r\n"), "\ufeff" + _OWN, "# é\r" + _OWN])
def test_old_notes_go_whatever_their_line_ends_are(world, text):
    """Their revision is that of every byte."""
    world.write("days/2025-01-01.md", text)
    assert swept(world.step(own=30), world.night()).changed == ("days/2025-01-01.md",)
