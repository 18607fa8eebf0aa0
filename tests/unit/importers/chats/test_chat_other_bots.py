"""JSON lines of other bots, and the history of Familiar-Connect."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from chat_samples import familiar_connect_file, json_lines

from familiar_importers.chats.familiar_connect import FamiliarConnectImporter
from familiar_importers.chats.generic_jsonl import ChatJsonlImporter
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Role, Turn
from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import Item, Remark, SkippedFile, TurnItem
from familiar_memory.transfer.reading.counted_file import watch_reading

_WHEN = "2026-02-02T19:31:00+00:00"
_LEGACY = "id INTEGER, familiar_id, channel_id, guild_id, role, speaker, content, timestamp, mode"
_NEW = (
    "id INTEGER, familiar_id, channel_id, guild_id, role, author_platform, author_user_id,"
    " author_username, author_display_name, content, timestamp, mode, platform_message_id,"
    " reply_to_message_id"
)


def _file(tmp_path: Path, *lines: object) -> Path:
    path = tmp_path / "bot.jsonl"
    path.write_bytes(json_lines(*lines))
    return path


def _turns(items: list[Item]) -> list[Turn]:
    return [item.turn for item in items if isinstance(item, TurnItem)]


@pytest.mark.parametrize(
    ("line", "who", "role", "words"),
    [
        ({"role": "user", "content": "hi"}, "user", Role.USER, "hi"),
        ({"role": "assistant", "content": "hi"}, "assistant", Role.ASSISTANT, "hi"),
        ({"role": "user", "name": "Rowan", "text": "hi"}, "Rowan", Role.USER, "hi"),
        ({"sender": "bot", "message": "hi"}, "bot", Role.ASSISTANT, "hi"),
        ({"speaker": "Ember", "text": "hi"}, "Ember", Role.ASSISTANT, "hi"),
        ({"author": {"id": 5, "name": "Rowan"}, "body": "hi"}, "5", Role.USER, "hi"),
        ({"user": "Rowan", "user_id": "r5", "text": "hi"}, "r5", Role.USER, "hi"),
        (
            {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "image"}]},
            "user",
            Role.USER,
            "a",
        ),
    ],
)
def test_who_said_what_is_found_under_many_names(
    tmp_path: Path, line: dict[str, Any], who: str, role: Role, words: str
) -> None:
    """Roles, senders, speakers; texts, messages, blocks."""
    path = _file(tmp_path, {**line, "time": _WHEN})
    (turn,) = _turns(list(ChatJsonlImporter(me="ember").read(path)))
    assert (turn.author.user_id, turn.role, turn.text) == (who, role, words)
    assert turn.timestamp == datetime(2026, 2, 2, 19, 31, tzinfo=UTC)
    assert turn.place == Place("chat", "bot", None, PlaceKind.DM)


def test_ids_and_rooms_are_taken_where_they_stand(tmp_path: Path) -> None:
    """Else a message is named by its place in the file."""
    said = {"name": "Rowan", "text": "hi", "ts": 1707000000}
    path = _file(tmp_path, {**said, "id": 7, "channel": "tavern"}, said, said)
    turns = _turns(list(ChatJsonlImporter(kind="channel").read(path)))
    assert turns[0].ref == "7"
    assert turns[0].place == Place("chat", "tavern")
    assert [turn.ref.partition(":")[2] for turn in turns] == ["", "1", "2"]


def test_a_line_that_says_it_is_private_is(tmp_path: Path) -> None:
    """Whatever the file is said to be; `private` says it of all lines."""
    said = {"name": "Rowan", "text": "hi", "ts": 1707000000, "channel": "mods"}
    path = _file(tmp_path, said, {**said, "is_dm": True}, {**said, "is_dm": False})
    room = Place("chat", "mods")
    turns = _turns(list(ChatJsonlImporter(kind="channel").read(path)))
    assert [turn.place for turn in turns] == [room, room.twin, room]
    turns = _turns(list(ChatJsonlImporter(kind="channel", private=True).read(path)))
    assert {turn.place for turn in turns} == {room.twin}


def test_what_was_said_by_neither_is_counted(tmp_path: Path) -> None:
    """System messages, tools, and empty ones; messages without a time are remarked."""
    path = _file(
        tmp_path,
        {"role": "system", "content": "Be kind.", "time": _WHEN},
        {"role": "user", "content": ""},
        {"role": "user", "content": "hi"},
    )
    first, *rest = list(ChatJsonlImporter().read(path))
    assert isinstance(first, TurnItem)
    assert first.turn.timestamp == datetime(2026, 2, 2, 19, 31, 2, tzinfo=UTC)
    assert rest[:2] == [
        SkippedFile(str(path), "1 × from neither the user nor the assistant (system) (line 1)"),
        SkippedFile(str(path), "1 × an empty message (line 2)"),
    ]
    assert isinstance(rest[2], Remark)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ({"name": "Rowan"}, "nothing said"),
        ({"text": "hi"}, "nobody said it"),
        ({"name": "Rowan", "text": 5}, "'text' must be text, not a number"),
        ([], "a line must be an object"),
    ],
)
def test_a_malformed_line_is_named(tmp_path: Path, line: object, problem: str) -> None:
    """With file, line and field."""
    path = _file(tmp_path, {"name": "Rowan", "text": "hi"}, line)
    with pytest.raises(InputError, match=f"line 2: {problem}"):
        list(ChatJsonlImporter().read(path))


def test_an_old_history_knows_speakers_only_by_name(tmp_path: Path) -> None:
    """They become people of the platform legacy-discord."""
    path = familiar_connect_file(
        tmp_path / "history.db",
        _LEGACY,
        [
            (1, "ember", 8, 7, "user", "Rowan B.", "hello", "2026-02-02T19:31:00", "text"),
            (2, "ember", 8, 7, "assistant", None, "hi", _WHEN, "text"),
            (3, "ember", 9, None, "user", "Gus", "psst", _WHEN, "text"),
            (4, "ember", 8, 7, "user", "Gus", "over the air", _WHEN, "voice"),
            (5, "ember", 8, 7, "system", None, "note", _WHEN, "text"),
            (6, "ember", 8, 7, "user", "Gus", "", _WHEN, "text"),
        ],
    )
    said_at = datetime(2026, 2, 2, 19, 31, tzinfo=UTC)
    tavern = Place("discord", "8", "7")
    gus = Author("legacy-discord", "Gus", "Gus")
    before = path.read_bytes()
    assert list(FamiliarConnectImporter().read(path)) == [
        TurnItem(
            Turn(
                "familiar-connect:1",
                said_at,
                tavern,
                Author("legacy-discord", "Rowan B.", "Rowan B."),
                "hello",
            ),
            f"{path}, turn 1",
        ),
        TurnItem(
            Turn(
                "familiar-connect:2",
                said_at,
                tavern,
                Author("familiar-connect", "ember", "ember"),
                "hi",
                Role.ASSISTANT,
            ),
            f"{path}, turn 2",
        ),
        TurnItem(
            Turn(
                "familiar-connect:3",
                said_at,
                Place("discord", "9", None, PlaceKind.DM),
                gus,
                "psst",
            ),
            f"{path}, turn 3",
        ),
        TurnItem(
            Turn(
                "familiar-connect:4",
                said_at,
                Place("discord", "8", "7", PlaceKind.VOICE),
                gus,
                "over the air",
            ),
            f"{path}, turn 4",
        ),
        SkippedFile(str(path), "1 × from neither the user nor the assistant (system) (turn 5)"),
        SkippedFile(str(path), "1 × an empty message (turn 6)"),
    ]
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["history.db"]


def test_a_newer_history_has_the_ids_of_its_platform(tmp_path: Path) -> None:
    """So what a bot has recorded itself meanwhile is not told twice."""
    person = ("discord", "42", "rowan", "Rowan")
    path = familiar_connect_file(
        tmp_path / "history.db",
        _NEW,
        [
            (1, "ember", 8, 7, "user", *person, "hello", _WHEN, None, "100", None),
            (2, "ember", 8, 7, "user", *person, "again", _WHEN, None, "101", "100"),
        ],
    )
    turns = _turns(list(FamiliarConnectImporter().read(path)))
    assert [(turn.ref, turn.reply_to) for turn in turns] == [("100", None), ("101", "100")]
    told = _turns(list(FamiliarConnectImporter(private=True).read(path)))
    assert [turn.place for turn in told] == [turn.place.twin for turn in turns]
    assert {turn.author for turn in turns} == {Author("discord", "42", "Rowan", "rowan")}


def test_missing_columns_are_told(tmp_path: Path) -> None:
    """With what follows from it: without guilds, every channel is private."""
    path = familiar_connect_file(
        tmp_path / "history.db",
        "id, channel_id, role, speaker, content, timestamp",
        [(1, 8, "user", "Rowan", "hello", _WHEN)],
    )
    guild, mode, item = FamiliarConnectImporter().read(path)
    assert guild == Remark(
        str(path), "there is no column guild_id: every channel is taken to be private"
    )
    assert isinstance(mode, Remark)
    assert isinstance(item, TurnItem)
    assert item.turn.place.kind is PlaceKind.DM


def test_one_of_several_familiars_must_be_chosen(tmp_path: Path) -> None:
    """Their memories must not be mixed."""
    row = (8, 7, "user", "Rowan", "hello", _WHEN, "text")
    path = familiar_connect_file(
        tmp_path / "history.db", _LEGACY, [(1, "ember", *row), (2, "ash", *row)]
    )
    with pytest.raises(InputError, match="several familiars share it: ember, ash"):
        list(FamiliarConnectImporter().read(path))
    with pytest.raises(InputError, match="there is no familiar 'coal'"):
        list(FamiliarConnectImporter(familiar="coal").read(path))
    (item,) = FamiliarConnectImporter(familiar="ash").read(path)
    assert isinstance(item, TurnItem)
    assert item.turn.ref == "familiar-connect:2"


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        (("ember", 8, 7, "user", "Rowan", "hello", "then"), "'timestamp' 'then' is not a time"),
        (("ember", 8, 7, "user", "Rowan", b"\xff", _WHEN), "'content' is bytes"),
        (("ember", 8, 7, "user", 1.5, "hello", _WHEN), "'speaker' is float"),
        (("ember", "", 7, "user", "Rowan", "hello", _WHEN), "'channel_id' is empty"),
    ],
)
def test_a_malformed_row_is_told_with_its_id_and_column(
    tmp_path: Path, row: tuple[object, ...], problem: str
) -> None:
    """SQLite keeps anything in any column."""
    path = familiar_connect_file(tmp_path / "history.db", _LEGACY, [(3, *row, "text")])
    with pytest.raises(InputError, match=f"history.db, turn 3: {problem}"):
        list(FamiliarConnectImporter().read(path))


def test_a_view_is_no_table_and_a_damaged_file_is_named(tmp_path: Path) -> None:
    """What a stranger's file computes is not run."""
    other = familiar_connect_file(tmp_path / "other.db", "id, channel_id", [], table="things")
    importer = FamiliarConnectImporter()
    assert importer.detect(other) is False
    with pytest.raises(InputError, match=r"other\.db: the table turns has no column"):
        list(importer.read(other))
    whole = familiar_connect_file(
        tmp_path / "whole.db",
        _LEGACY,
        [(n, "e", 8, 7, "user", "R", "x" * 900, _WHEN, "") for n in range(200)],
    )
    data = bytearray(whole.read_bytes())
    data[4096 * 3 : 4096 * 20] = b"\xff" * (4096 * 17)
    whole.write_bytes(data)
    with pytest.raises(InputError, match=r"whole\.db: SQLite: "):
        list(importer.read(whole))


def test_what_is_only_in_the_log_of_writes_is_told(tmp_path: Path) -> None:
    """The file is read as it stands, so that nothing is made beside it."""
    path = familiar_connect_file(tmp_path / "history.db", _LEGACY, [])
    path.with_name("history.db-wal").write_bytes(b"x")
    (remark,) = FamiliarConnectImporter().read(path)
    assert isinstance(remark, Remark)
    assert "stop Familiar-Connect and import once more" in remark.text


def test_a_database_can_be_watched_too(tmp_path: Path) -> None:
    """By turns, not bytes."""
    rows = [(n, "e", 8, 7, "user", "R", "x", _WHEN, "") for n in range(1_500)]
    path = familiar_connect_file(tmp_path / "history.db", _LEGACY, rows)
    told: list[tuple[int, int]] = []
    with watch_reading(lambda done, total: told.append((done, total))):
        assert len(list(FamiliarConnectImporter().read(path))) == 1_500
    assert told == [(1_000, 1_500), (1_500, 1_500)]


def test_a_name_in_a_damaged_database_need_not_be_text(tmp_path: Path) -> None:
    """SQLite hands out the bytes of its own tables as they are."""
    path = tmp_path / "history.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE turns (id INTEGER PRIMARY KEY, speaker TEXT)")
        connection.commit()
    path.write_bytes(path.read_bytes().replace(b"speaker", b"spea\xa2er"))
    with pytest.raises(InputError, match=r"history\.db: "):
        list(FamiliarConnectImporter().read(path))
