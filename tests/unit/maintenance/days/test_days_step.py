"""The night writes the days: without a model, from what the writer has noted of their sessions."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from day_lives import (
    DAY,
    DM,
    EVENING,
    GARDEN,
    MODS,
    PRIVATE_DAY,
    Sleeper,
    said,
)

from familiar_memory.history.history_store import HistoryStore
from familiar_memory.knowledge.audience import AudiencePolicy
from familiar_memory.maintenance.days.day_writing import DayRules
from familiar_memory.maintenance.days.gathering.stretches import DAYS_DONE
from familiar_memory.maintenance.sleep.step import Preview, StepReport, StepStatus
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.store.memory_store import MemoryStore

QUITS = "I've decided to quit the records office on 3 March, I told my boss this morning."
EXAM = "we decided to meet on Friday at nine for the exam"
NOTICE = "I plan to hand in my notice on Friday the 27th."
SESSION = "sessions/2026-02-02-evening.md"


def test_the_best_of_a_day_stands_under_its_places(life: Sleeper) -> None:
    """With who said it and what it is about; greetings and what people are like stay out."""
    life.hear(
        [
            said("t1", QUITS),
            said("t2", EXAM, "Bex"),
            said("t3", "lol ok", "Bex"),
            said("t4", "I live in Durham."),
            said("t5", "We agreed to plant the beans on Sunday the 8th.", place=GARDEN),
            said("t6", NOTICE, place=DM),
        ]
    )
    report = life.sleep()
    head = "---\ndate: 2026-02-02\ntags:\n  - day\n---\n# Monday 2 February 2026\n\n"
    assert life.tree() == {
        DAY: (
            f"{head}## [[channels/discord-lantern.garden|#garden]]\n\n"
            "- [[Rowan]]: We agreed to plant the beans on Sunday the 8th. ^t5\n\n"
            "## [[channels/discord-lantern.tavern|#tavern]]\n\n"
            f"- [[Rowan]]: {QUITS} (topic:work) ^t1\n"
            f"- [[Bex]]: {EXAM} (topic:learning) ^t2\n"
        ),
        PRIVATE_DAY: (
            f"{head}## [[channels/discord-dm-42|@dm-42]]\n\n"
            f"- [[Rowan]]: {NOTICE} (topic:work) ^t6\n"
        ),
    }
    counts = {
        "appended": 4,
        "removed": 0,
        "new headings": 3,
        "messages": 6,
        "not shown": 0,
        "refused": 0,
    }
    assert report == StepReport(StepStatus.DONE, counts, (DAY, PRIVATE_DAY))


def test_a_second_night_has_nothing_to_do(life: Sleeper) -> None:
    """Nor does another process."""
    life.hear([said("t1", QUITS)])
    life.sleep()
    before = life.tree("")
    assert life.sleep() == StepReport(StepStatus.NOTHING)
    assert life.sleep(days=1).status is StepStatus.NOTHING
    assert life.tree("") == before


def test_a_day_is_added_to_and_not_written_over(life: Sleeper) -> None:
    """Whatever a person has written there, struck or taken out stays as they left it."""
    life.hear([said("t1", QUITS), said("t2", EXAM, "Bex")])
    life.sleep()
    text = life.store.read_file(DAY)
    mine = text.replace(f"- [[Rowan]]: {QUITS} (topic:work) ^t1\n", "- a quiet day\n").replace(
        f"[[Bex]]: {EXAM}", f"~~[[Bex]]: {EXAM}~~"
    )
    life.store.write_file(DAY, mine)
    life.hear([said("t9", "We moved the exam to Monday the 9th of March.", "Bex")])
    assert life.sleep().counts["appended"] == 1
    line = "- [[Bex]]: We moved the exam to Monday the 9th of March. ^t9\n"
    assert life.store.read_file(DAY).replace(" (topic:learning)", "") == (
        mine.replace(" (topic:learning)", "") + line
    )


def test_a_day_that_somebody_deleted_does_not_come_back(life: Sleeper) -> None:
    """What is said afterwards has a new note."""
    life.hear([said("t1", QUITS)])
    life.sleep()
    (life.store.root / DAY).unlink()
    life.hear([said("t2", EXAM, "Bex")])
    life.sleep()
    assert life.lines() == {DAY: [f"- [[Bex]]: {EXAM} (topic:learning) ^t2"]}


@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        (f"- [[Rowan]]: {QUITS} ^t1\n", ""),
        (f"[[Rowan]]: {QUITS}", f"~~[[Rowan]]: {QUITS}~~"),
        ("quit the records office", "quit the library"),
    ],
)
def test_what_a_person_has_changed_in_a_session_is_in_no_day(
    life: Sleeper, line: str, becomes: str
) -> None:
    """Deleted, struck or put in other words."""
    life.hear([said("t1", QUITS), said("t2", EXAM, "Bex")])
    text = life.store.read_file(SESSION)
    assert line in text
    life.store.write_file(SESSION, text.replace(line, becomes))
    life.sleep()
    assert life.lines() == {DAY: [f"- [[Bex]]: {EXAM} (topic:learning) ^t2"]}


@pytest.mark.parametrize(
    "words",
    [
        "My mother died on Friday and I cannot sleep.",
        "nobody else knows that I quit the office on 3 March, keep that between us",
        "I decided to quit the office on 3 March. Don't tell anyone.",
    ],
)
def test_what_was_told_in_confidence_is_in_no_day(life: Sleeper, words: str) -> None:
    """By what it tells, or by its own word. A day with nothing else has no note."""
    life.hear([said("t1", words, place=DM)])
    report = life.sleep()
    assert (life.tree(), report.counts["appended"]) == ({}, 0)


def test_a_conversation_over_midnight_has_lines_in_two_days(life: Sleeper) -> None:
    """Each turn by its own date."""
    life.hear(
        [
            said("t1", QUITS, at=EVENING.replace(hour=23, minute=55)),
            said("t2", EXAM, "Bex", at=EVENING.replace(day=3, hour=0, minute=5)),
        ]
    )
    life.sleep()
    assert life.lines() == {
        DAY: [f"- [[Rowan]]: {QUITS} (topic:work) ^t1"],
        "days/2026-02-03.md": [f"- [[Bex]]: {EXAM} (topic:learning) ^t2"],
    }


@pytest.mark.parametrize(
    ("zone", "at", "day"),
    [
        ("Pacific/Auckland", "2026-02-02T18:40+00:00", "2026-02-03"),
        ("America/New_York", "2026-02-02T03:00+00:00", "2026-02-01"),
        # The night in which clocks go forward, and the one in which they go back.
        ("Europe/Ljubljana", "2026-03-28T23:30+00:00", "2026-03-29"),
        ("Europe/Ljubljana", "2026-03-29T22:30+00:00", "2026-03-30"),
        ("Europe/Ljubljana", "2025-10-25T21:30+00:00", "2025-10-25"),
        ("Europe/Ljubljana", "2025-10-25T22:30+00:00", "2025-10-26"),
        ("Europe/Ljubljana", "2025-10-26T22:59+00:00", "2025-10-26"),
        ("Europe/Ljubljana", "2025-10-26T23:00+00:00", "2025-10-27"),
    ],
)
def test_a_day_is_one_of_the_familiars_own_calendar(
    tmp_path: Path, zone: str, at: str, day: str
) -> None:
    """Also where clocks change in it."""
    with HistoryStore(tmp_path / "history.sqlite") as history:
        rules = DayRules(lookback_hours=8_760)
        life = Sleeper(history, MemoryStore(tmp_path / "memory"), ZoneInfo(zone), rules)
        life.hear([said("t1", QUITS, at=datetime.fromisoformat(at))])
        life.sleep()
        assert list(life.tree()) == [f"days/{day}.md"]


def test_what_comes_late_stands_in_the_day_on_which_it_was_said(life: Sleeper) -> None:
    """Beside what was there."""
    life.hear([said("t1", QUITS)])
    life.sleep()
    life.hear([said("t2", EXAM, "Bex", at=EVENING + timedelta(minutes=3))])
    report = life.sleep(days=3)
    assert life.lines()[DAY] == [
        f"- [[Rowan]]: {QUITS} (topic:work) ^t1",
        f"- [[Bex]]: {EXAM} (topic:learning) ^t2",
    ]
    assert (report.counts["appended"], report.counts["new headings"]) == (1, 0)


def test_the_first_night_looks_back_so_far_and_the_next_to_the_last_one(life: Sleeper) -> None:
    """What was said long before there was a night has sessions, and no days."""
    life.hear([said("t1", QUITS, at=EVENING - timedelta(days=9)), said("t2", EXAM, "Bex")])
    life.sleep()
    assert list(life.tree()) == [DAY]
    life.hear([said("t3", NOTICE, at=EVENING + timedelta(days=1))])
    life.sleep(days=9)
    assert list(life.tree()) == [DAY, "days/2026-02-03.md"]


def test_of_a_day_the_best_lines_of_a_place_are_taken(life: Sleeper) -> None:
    """However much was said: ten of a place at once, in the order in which they were said."""
    words = "We decided to meet painter{} from Oban on Friday the 13th of March."
    begin = EVENING - timedelta(hours=16)
    turns = [
        said(f"t{n:02}", words.format(n), at=begin + timedelta(hours=3 * (n // 8), minutes=n))
        for n in range(40)
    ]
    life.hear(turns)
    life.sleep()
    lines = life.lines()[DAY]
    noted = [line for found in life.lines("sessions").values() for line in found]
    refs = [line.rpartition("^t")[2] for line in lines]
    assert len(lines) == 10 < len(noted)
    assert refs == sorted(refs)
    assert set(lines) <= set(noted)


def test_a_dry_night_writes_nothing_and_shows_what_it_would(life: Sleeper) -> None:
    """The next one does just that."""
    life.hear([said("t1", QUITS), said("t2", NOTICE, place=DM)])
    before = life.tree("")
    tried = life.sleep(is_dry_run=True)
    assert life.tree("") == before
    done = life.sleep()
    shown = {one.path: one.after for one in tried.previews}
    assert shown == life.tree()
    assert {one.before for one in tried.previews} == {""}
    assert replace(tried, previews=()) == done


def test_a_preview_begins_with_what_stands_there(life: Sleeper) -> None:
    """So that it can be shown as a diff."""
    life.hear([said("t1", QUITS)])
    life.sleep()
    before = life.store.read_file(DAY)
    life.hear([said("t2", EXAM, "Bex")])
    line = f"- [[Bex]]: {EXAM} (topic:learning) ^t2\n"
    assert life.sleep(is_dry_run=True).previews == (Preview(DAY, before, before + line),)


def test_a_note_with_windows_line_ends_keeps_them(life: Sleeper) -> None:
    """And every byte that stood there."""
    life.hear([said("t1", QUITS)])
    life.sleep()
    mine = f"{life.store.read_file(DAY)}\n## Mine\n\nmy own words  \n"
    text = "\ufeff" + mine.replace("\n", "\r\n")
    (life.store.root / DAY).write_bytes(text.encode())
    life.hear([said("t2", EXAM, "Bex")])
    life.sleep()
    after = (life.store.root / DAY).read_bytes().decode()
    line = f"- [[Bex]]: {EXAM} (topic:learning) ^t2\r\n"
    assert after.replace(line, "") == text
    assert line in after


def test_a_private_channel_has_days_of_its_own_under_every_policy(life: Sleeper) -> None:
    """Its folder alone closes it."""
    life.rules = DayRules(NoteRules(readers=AudiencePolicy.OPEN))
    life.hear([said("t1", "We decided to ban Gus on Friday the 6th.", place=MODS)])
    life.sleep()
    assert list(life.tree()) == [f"days/private/{MODS.slug}/2026-02-02.md"]


@pytest.mark.long
def test_a_hundred_places_each_have_their_part(life: Sleeper) -> None:
    """In one note, in one change."""
    from familiar_memory.domain.talk.place import Place

    rooms = [Place("discord", f"room{n}", "lantern") for n in range(100)]
    words = "We decided to invite painter{} to the boathouse on Friday the 6th of March."
    life.hear([said(f"r{n}", words.format(n), place=room) for n, room in enumerate(rooms)])
    report = life.sleep()
    assert (report.counts["appended"], report.counts["new headings"]) == (100, 100)
    assert len(life.lines()[DAY]) == 100


def test_a_note_that_cannot_be_written_holds_up_no_other(life: Sleeper) -> None:
    """A folder stands where it should be, say: that is told, and the rest is done."""
    (life.store.root / DAY).mkdir(parents=True)
    life.hear([said("t1", QUITS), said("t2", NOTICE, place=DM)])
    report = life.sleep()
    assert list(life.tree()) == [PRIVATE_DAY]
    assert [one.what for one in report.failures] == [DAY]
    assert (report.status, report.lines) == (StepStatus.PARTLY, ())
    marks = life.history.watermarks_like(DAYS_DONE)
    assert marks == {DAYS_DONE: 0, f"{DAYS_DONE} discord-dm-42": 2}
    (life.store.root / DAY).rmdir()
    report = life.sleep(days=1)
    assert (report.status, report.counts["appended"]) == (StepStatus.DONE, 1)
    assert life.lines()[DAY] == [f"- [[Rowan]]: {QUITS} (topic:work) ^t1"]
    assert life.sleep(days=2) == StepReport(StepStatus.NOTHING)


def test_a_day_whose_note_is_damaged_waits_and_the_days_behind_it_are_done(life: Sleeper) -> None:
    """Until somebody mends it; what a person deletes of the others meanwhile does not come back."""
    life.rules = DayRules(lookback_hours=100)
    life.hear([said("t1", QUITS), said("t2", EXAM, "Bex", at=EVENING + timedelta(days=1))])
    next_day, bad = "days/2026-02-03.md", "# Monday\n\n- na\u00efve\n".encode("latin-1")
    (life.store.root / "days").mkdir()
    (life.store.root / DAY).write_bytes(bad)
    report = life.sleep(days=1)
    assert (report.status, [one.what for one in report.failures]) == (StepStatus.PARTLY, [DAY])
    assert (report.counts["messages"], report.changed) == (1, (next_day,))
    assert (life.store.root / DAY).read_bytes() == bad
    (life.store.root / next_day).unlink()
    life.hear([said("t3", NOTICE, at=EVENING + timedelta(days=2))])
    assert life.sleep(days=2).status is StepStatus.PARTLY
    life.store.root.joinpath(DAY).write_text("# Monday\n\n- mended\n", "utf-8")
    assert life.sleep(days=3).status is StepStatus.DONE
    assert life.lines() == {
        DAY: ["- mended", f"- [[Rowan]]: {QUITS} (topic:work) ^t1"],
        "days/2026-02-04.md": [f"- [[Rowan]]: {NOTICE} (topic:work) ^t3"],
    }
    assert life.sleep(days=4) == StepReport(StepStatus.NOTHING)


def test_a_damaged_note_is_waited_for_no_longer_than_three_days(life: Sleeper) -> None:
    """Then the night says that it gives up, and what is said later goes on."""
    life.hear([said("t1", QUITS)])
    (life.store.root / "days").mkdir()
    (life.store.root / DAY).write_bytes(b"\xff\n")
    assert [life.sleep(days=day).status for day in range(3)] == [StepStatus.FAILED] * 3
    report = life.sleep(days=3)
    assert report.status is StepStatus.FAILED
    assert report.lines == (
        f"{DAY} is waited for no longer: the talk stands in its sessions alone.",
    )
    assert life.sleep(days=4) == StepReport(StepStatus.NOTHING)


def test_a_session_that_cannot_be_read_keeps_no_other_from_its_day(life: Sleeper) -> None:
    """Its own day waits, for three days, until somebody mends it; the night says so."""
    life.hear([said("t1", QUITS), said("t2", NOTICE, at=EVENING + timedelta(hours=6))])
    life.hear([said("t3", EXAM, "Bex", place=DM)])
    whole = life.store.root.joinpath(SESSION).read_bytes()
    life.store.root.joinpath(SESSION).write_bytes(whole + b"\xff\n")
    report = life.sleep()
    assert report.status is StepStatus.PARTLY
    assert [one.what for one in report.failures] == ["the sessions of 2026-02-02"]
    assert set(life.lines()) == {PRIVATE_DAY, "days/2026-02-03.md"}
    life.store.root.joinpath(SESSION).write_bytes(whole)
    assert life.sleep(days=1).status is StepStatus.DONE
    assert life.lines()[DAY] == [f"- [[Rowan]]: {QUITS} (topic:work) ^t1"]


def test_a_session_that_nobody_mends_is_waited_for_no_longer_than_three_days(life: Sleeper) -> None:
    """As is a day that cannot be read."""
    life.hear([said("t1", QUITS)])
    life.store.root.joinpath(SESSION).write_bytes(b"\xff\n")
    assert [life.sleep(days=day).status for day in range(3)] == [StepStatus.FAILED] * 3
    assert life.sleep(days=3).lines == ("The sessions of 2026-02-02 are waited for no longer.",)
    assert life.sleep(days=4) == StepReport(StepStatus.NOTHING)


def test_what_a_person_deletes_from_a_session_is_shown_to_no_model(life: Sleeper) -> None:
    """The journal knows that it stood there."""
    life.hear([said("t1", QUITS), said("t2", EXAM, "Bex"), said("t3", "ok, at nine")])
    text = life.store.read_file(SESSION)
    life.store.write_file(SESSION, text.replace(f"- [[Rowan]]: {QUITS} ^t1\n", ""))
    shown: list[str] = []
    life.sleep(lambda page: shown.append(str(page["talk"])) or {"memories": [], "topics": []})
    assert ["records office" in shown[0], EXAM in shown[0], "ok, at nine" in shown[0]] == [
        False,
        True,
        True,
    ]


def test_what_an_editor_has_saved_right_before_the_night_counts(life: Sleeper) -> None:
    """Nobody has met that version yet; a session that is gone as a whole says the same."""
    life.hear([said("t1", QUITS), said("t2", NOTICE, place=DM)])
    text = life.store.read_file(SESSION)
    saved = text.replace(f"- [[Rowan]]: {QUITS} ^t1\n", "")
    (life.store.root / SESSION).write_text(saved, "utf-8")
    (life.store.root / f"sessions/private/{DM.slug}/2026-02-02-evening.md").unlink()
    shown: list[str] = []
    life.sleep(lambda page: shown.append(str(page)) or {"memories": [], "topics": []})
    assert shown == []


def test_what_a_session_cuts_short_a_day_tells_in_full(life: Sleeper) -> None:
    """The end is as often what it was said for."""
    news = (
        "we decided it over three pots of tea and an argument about moths that nobody won:"
        " Lantern Night is moved from Saturday the 14th to Saturday the 21st"
    )
    life.hear([said("t1", news)])
    assert "the 21st" not in life.store.read_file(SESSION)
    life.sleep()
    assert f"- [[Rowan]]: {news} ^t1\n" in life.tree()[DAY]


def test_a_day_has_what_its_session_chose_and_no_caption(life: Sleeper) -> None:
    """The sentences that tell most, in their order, and not those that come first."""
    rained = "It rained and rained all afternoon. We sat by the window with a blanket. " * 2
    decided = "I've decided to sell the red tractor on 14 March to the museum in Hexham."
    life.hear(
        [
            said("t1", f"{rained}The soup tasted of soup. {decided}"),
            said("t2", f"{EXAM} [Image: a photo of Bex in the bath]", "Bex"),
        ]
    )
    life.sleep()
    day = life.tree()[DAY]
    assert decided in day
    assert "bath" not in day
    assert f"{EXAM} (topic:learning) ^t2" in day


@pytest.mark.parametrize(
    ("words", "is_there"),
    [
        ("I'm allergic to cats, tragically, so I shall salute from a distance.", False),
        ("oh and for the new ones, my birthday is 14 april", False),
        ("私はそばアレルギーなので、おそばだけは食べられません。9歳から", False),
        ("I work at the mill, and yesterday the roof there collapsed.", True),
        ("I'm allergic to nuts and on 14 March we sail to the island.", True),
        ("I live in Durham. We decided to meet on Friday at nine.", True),
        ("I'm moving to York on Friday the 27th, it is decided.", True),
    ],
)
def test_what_people_are_like_stands_in_no_day(life: Sleeper, words: str, is_there: bool) -> None:
    """Even where a day is named beside it; what happens on a day does."""
    life.hear([said("t1", words), said("t2", QUITS, "Bex")])
    life.sleep()
    assert ("^t1" in life.tree()[DAY]) is is_there
