"""Logs of Twitch chat."""

import itertools
import zoneinfo
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from familiar_importers.chats.reading.zone_names import HOURS_OF
from familiar_importers.chats.twitch import TwitchLogImporter
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Role, Turn
from familiar_memory.errors import InputError
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.transfer.importer import Item, Remark, SkippedFile, TurnItem

_STREAM = Place("twitch", "mosslight", None, PlaceKind.STREAM)


def _file(tmp_path: Path, *lines: str, name: str = "raw.log") -> Path:
    path = tmp_path / name
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def _read(path: Path, **options: Any) -> list[Item]:
    return list(TwitchLogImporter(**options).read(path))


def _turns(path: Path, **options: Any) -> list[Turn]:
    return [item.turn for item in _read(path, **options) if isinstance(item, TurnItem)]


def _said(words: str, ref: str = "a-1", user: str = "42", login: str = "rowan") -> str:
    return (
        f"@badge-info=;display-name={login.title()};id={ref};tmi-sent-ts=1707000000123;"
        f"user-id={user} :{login}!{login}@{login}.tmi.twitch.tv PRIVMSG #mosslight :{words}"
    )


def test_raw_irc_has_twitchs_own_ids(tmp_path: Path) -> None:
    """Colons in what was said stay; names, times and replies come from the tags."""
    reply = _said("yes: I am", "a-2").replace("@", "@reply-parent-msg-id=a-1;", 1)
    path = _file(tmp_path, _said("are you there?"), reply)
    said_at = datetime(2024, 2, 3, 22, 40, 0, 123_000, UTC)
    author = Author("twitch", "42", "Rowan", "rowan")
    assert _read(path) == [
        TurnItem(Turn("a-1", said_at, _STREAM, author, "are you there?"), f"{path}, line 1"),
        TurnItem(
            Turn("a-2", said_at, _STREAM, author, "yes: I am", reply_to="a-1"), f"{path}, line 2"
        ),
    ]


def test_a_whisper_is_passed_over_and_a_channel_may_be_private(tmp_path: Path) -> None:
    """Nothing tells who else was in the room."""
    whisper = _said("psst", "a-2").replace("PRIVMSG #mosslight", "WHISPER ember")
    path = _file(tmp_path, _said("hello"), whisper)
    assert [turn.text for turn in _turns(path)] == ["hello"]
    assert [turn.place for turn in _turns(path, private=True)] == [_STREAM.twin]


def test_an_action_is_told_as_one(tmp_path: Path) -> None:
    """`/me waves`; escapes in tags are undone."""
    line = _said("\x01ACTION waves\x01").replace("display-name=Rowan", r"display-name=Ro\swan")
    (turn,) = _turns(_file(tmp_path, line))
    assert (turn.text, turn.author.display_name) == ("*waves*", "Ro wan")


def test_what_a_moderator_removes_is_taken_away(tmp_path: Path) -> None:
    """One message, all of one person, or all of everybody; others stay."""
    removed = "tmi-sent-ts=1707000001000 :tmi.twitch.tv CLEARMSG #mosslight :a"
    path = _file(
        tmp_path,
        _said("a", "1"),
        _said("b", "2"),
        f"@login=rowan;target-msg-id=1;{removed}",
        _said("c", "3", "43", "gus"),
        "@target-user-id=42;tmi-sent-ts=1707000002000 :tmi.twitch.tv CLEARCHAT #mosslight :rowan",
        "@target-msg-id=99;login=iris :tmi.twitch.tv CLEARMSG #mosslight :old",
    )
    with HistoryStore(tmp_path / "history.sqlite") as history:

        def stored(ref: str) -> tuple[str, bool] | None:
            found = history.turn(_STREAM.slug, ref)
            return found and (found.turn.text, found.turn.deleted)

        for _ in range(2):
            history.record_many(_turns(path))
            assert {ref: stored(ref) for ref in ("1", "2", "3", "99")} == {
                "1": ("", True),
                "2": ("", True),
                "3": ("c", False),
                "99": ("", True),
            }
        everything = _file(tmp_path, _said("c", "3"), ":tmi.twitch.tv CLEARCHAT #mosslight")
        history.record_many(_turns(everything))
        assert stored("3") == ("", True)


def test_a_clear_takes_nothing_in_another_channel(tmp_path: Path) -> None:
    """Logs may hold several."""
    path = _file(tmp_path, _said("a"), ":tmi.twitch.tv CLEARCHAT #elsewhere")
    assert [turn.deleted for turn in _turns(path)] == [False]


def test_chatterinos_times_have_the_day_of_the_log(tmp_path: Path) -> None:
    """Over midnight it is the next day; and the zone that it names."""
    path = _file(
        tmp_path,
        "# Start logging at 2024-03-05 23:59:00 CET",
        "[23:59:30] rowan: hello",
        "[23:59:31] ローワン rowan: hello again",
        "[00:00:10] rowan: late: is it?",
        "[00:00:11] rowan has been timed out for 10m.",
        "# Stop logging at 2024-03-06 00:01:00 CET",
        "# Start logging at 2024-03-09 10:00:00 CET",
        "[09:59:00]  Rowan: days later",
        name="mosslight-2024-03-05.log",
    )
    items = _read(path)
    turns = [item.turn for item in items if isinstance(item, TurnItem)]
    assert [(turn.timestamp.astimezone(UTC).isoformat(), turn.text) for turn in turns] == [
        ("2024-03-05T22:59:30+00:00", "hello"),
        ("2024-03-05T22:59:31+00:00", "hello again"),
        ("2024-03-05T23:00:10+00:00", "late: is it?"),
        ("2024-03-09T08:59:00+00:00", "days later"),
    ]
    assert {turn.author.user_id for turn in turns} == {"rowan"}
    assert turns[1].author.display_name == "ローワン"
    assert {turn.place for turn in turns} == {_STREAM}
    assert items[4:] == [
        SkippedFile(str(path), "1 × a notice (line 5)"),
        SkippedFile(str(path), "1 × not a chat line (line 6)"),
    ]


@pytest.mark.parametrize(
    ("zone", "utc", "told"),
    [
        ("CET", "09:00", ""),
        ("CEST", "08:00", ""),
        ("EST", "15:00", ""),
        ("+02:00", "08:00", ""),
        ("UTC-5", "15:00", ""),
        ("GMT+0530", "04:30", ""),
        ("UTC", "10:00", ""),
        ("CST", "05:00", "its zone 'CST' is not known, or may be one of several: they are read as"),
        ("Mitteleuropäische Zeit", "05:00", "its zone 'Mitteleuropäische Zeit' is not known"),
        ("+99:00", "05:00", "its zone '+99:00' is not known"),
        ("", "05:00", "its times name no zone: they are read as UTC+05:00"),
    ],
)
def test_chatterinos_zone_is_read_or_told(zone: str, utc: str, told: str, tmp_path: Path) -> None:
    """Where the letters mean one distance; else the option holds, and the report says so."""
    lines = (f"# Start logging at 2024-03-05 09:59:00 {zone}".strip(), "[10:00:00] rowan: hello")
    turn, *remarks = _read(_file(tmp_path, *lines, name="mosslight.log"), zone="+05:00")
    assert isinstance(turn, TurnItem)
    assert turn.turn.timestamp.astimezone(UTC).strftime("%H:%M") == utc
    assert [one.text.startswith(told) for one in remarks if isinstance(one, Remark)] == (
        [True] if told else []
    )


def test_a_zone_that_is_guessed_is_told_also_where_it_is_utc(tmp_path: Path) -> None:
    """Nobody said so: neither a line nor a person."""
    for lines in (["[10:00:00] rowan: a"], ["# Start logging at 2024-03-05 09:00:00 IST"]):
        path = _file(tmp_path, *lines, "[10:00:00] rowan: hello", name="mosslight-2024-03-05.log")
        (remark,) = (item for item in _read(path) if isinstance(item, Remark))
        assert remark.text.endswith("they are read as UTC")


def test_the_letters_of_zones_mean_one_distance_everywhere() -> None:
    """By the zones of the world since 2019, as far as this system knows them."""
    names = zoneinfo.available_timezones() - {"Factory", "localtime"}
    distances: dict[str, set[float]] = {}
    for zone in map(zoneinfo.ZoneInfo, names):
        for year, month in itertools.product((2019, 2022, 2025), (1, 7)):
            moment = datetime(year, month, 15, tzinfo=zone)
            hours = moment.utcoffset()
            assert hours is not None
            distances.setdefault((moment.tzname() or "").upper(), set()).add(
                hours.total_seconds() / 3600
            )
    if "CET" not in distances:
        pytest.skip("this system knows no time zones")
    for name, hours in HOURS_OF.items():
        assert distances.get(name, {hours}) == {hours}, name
    assert all(len(distances[name]) > 1 for name in ("CDT", "CST", "IST", "PST"))


def test_the_day_may_stand_in_the_files_name(tmp_path: Path) -> None:
    """Chatterino begins a file a day."""
    path = _file(tmp_path, "[10:00:00] rowan: hello", name="mosslight-2024-03-05.log")
    assert [turn.timestamp for turn in _turns(path)] == [datetime(2024, 3, 5, 10, tzinfo=UTC)]


def test_plain_lines_are_read_in_their_usual_forms(tmp_path: Path) -> None:
    """With the channel or without it, with a zone or without one."""
    path = _file(
        tmp_path,
        "[2024-03-05 14:22:33] #Mosslight Rowan: hello",
        "[2024-03-05 14:22:34 UTC] rowan: hello",
        "[2024-03-05T14:22:35Z] <rowan> hello",
        name="mosslight.txt",
    )
    turns = _turns(path)
    assert [(t.place, t.timestamp.second, t.author.user_id, t.text) for t in turns] == [
        (_STREAM, second, "rowan", "hello") for second in (33, 34, 35)
    ]
    assert {turn.place.label for turn in turns} == {"#mosslight"}


def test_logs_that_overlap_bring_each_message_once(tmp_path: Path) -> None:
    """The same words twice in one second are two messages all the same."""
    lines = [f"[2024-03-05 14:22:3{n // 2}] #mosslight rowan: hello" for n in range(6)]
    with HistoryStore(tmp_path / "history.sqlite") as history:
        history.record_many(_turns(_file(tmp_path, *lines[:4], name="one.log")))
        history.record_many(_turns(_file(tmp_path, *lines[2:], name="two.log")))
        history.record_many(_turns(tmp_path / "two.log", zone="+05:00"))
        assert history.counts().turns == 6


def test_the_familiar_itself_can_be_named(tmp_path: Path) -> None:
    """By login, by id, or by the name that is shown."""
    path = _file(tmp_path, _said("a"), _said("b", "2", "43", "ember"))
    for me in ("ember", "43", "EMBER"):
        assert [turn.role for turn in _turns(path, me=me)] == [Role.USER, Role.ASSISTANT]


@pytest.mark.parametrize(
    ("lines", "name", "problem"),
    [
        (["hello", "there"], "a.log", "it has no line of a Twitch chat"),
        (["[10:00:00] rowan: hello"], "mosslight.log", "line 1: a time without a day"),
        (["[2024-03-05 10:00:00] rowan: hello"], "chat.log", "line 1: the channel is not known"),
        (["x" * 70_000], "a.log", "line 1: longer than 64 KB"),
    ],
)
def test_what_cannot_be_understood_is_refused(
    tmp_path: Path, lines: list[str], name: str, problem: str
) -> None:
    """With the file and the line."""
    path = _file(tmp_path, *lines, name=name)
    with pytest.raises(InputError, match=problem) as caught:
        _read(path)
    assert caught.value.problem.startswith(str(path))


def test_other_commands_are_counted(tmp_path: Path) -> None:
    """Joins, pings and the like."""
    join = ":rowan!rowan@rowan.tmi.twitch.tv JOIN #mosslight"
    path = _file(tmp_path, _said("a"), join, join)
    skipped = SkippedFile(str(path), "2 × not a message but JOIN (line 2, line 3)")
    assert _read(path)[1:] == [skipped]


def test_a_line_that_is_not_utf_8_is_named(tmp_path: Path) -> None:
    """With the byte."""
    path = tmp_path / "a.log"
    path.write_bytes(b"[2024-03-05 14:22:33] #c a: b\n[2024 \xff")
    with pytest.raises(InputError, match="line 2: byte 7 is not UTF-8"):
        _read(path)
