"""The history of Familiar-Connect: a SQLite file, read as it stands and never written to.

Its oldest files know a speaker only by name (`speaker`); those are people of the platform
`legacy-discord`, named by that name, and nobody merges them with anyone. Old notes about
people are another matter and are left alone.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar

from familiar_importers.chats.reading.fields import located_at
from familiar_importers.chats.reading.looks import read_head
from familiar_importers.chats.reading.moments import required_moment
from familiar_importers.chats.reading.passed_over import PassedOver
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Role, Turn
from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import Item, Remark, TurnItem
from familiar_memory.transfer.reading.counted_file import tell_reading

__all__ = ["FamiliarConnectImporter"]

LEGACY_PLATFORM = "legacy-discord"

_MAGIC = b"SQLite format 3\x00"
_NEEDED = ("id", "channel_id", "role", "content", "timestamp")
_USED = (
    *_NEEDED,
    "familiar_id",
    "guild_id",
    "speaker",
    "author_platform",
    "author_user_id",
    "author_username",
    "author_display_name",
    "mode",
    "platform_message_id",
    "reply_to_message_id",
)
_MISSING_MEANS = {
    "guild_id": "every channel is taken to be private",
    "mode": "voice cannot be told from text",
}
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}
_MAX_VALUE_BYTES = 16 * 1024 * 1024
"""As one entry of JSON: a database of a stranger may claim any length."""
_TELL_EVERY = 1_000
"""Rows between two steps of the progress bar."""


@dataclass(frozen=True, slots=True)
class FamiliarConnectImporter:
    """Turns of one familiar; `familiar` says which, where a file holds several.

    `private` says that not everybody in a guild can read its channels.
    """

    familiar: str = ""
    private: bool = False

    name: ClassVar[str] = "familiar-connect"
    describe: ClassVar[str] = "the history of Familiar-Connect (a SQLite file)"

    def detect(self, path: Path) -> bool:
        """A SQLite file with a table of turns that has Familiar-Connect's columns."""
        if not read_head(path).startswith(_MAGIC):
            return False
        try:
            with closing(_opened(path)) as connection:
                columns = _columns(connection)
        except (sqlite3.Error, OSError, ValueError):
            return False
        return set(_NEEDED) <= columns and bool(
            columns & {"speaker", "author_display_name", "author_user_id"}
        )

    def read(self, path: Path) -> Iterator[Item]:
        """Every turn of people and the familiar, oldest first.

        Raises:
            InputError: it is no such file, is damaged, or holds several familiars; it names
                the file, the row and the column.
        """
        label = str(path)
        if not read_head(path).startswith(_MAGIC):
            raise InputError(f"{label}: no SQLite file", "the history.db of Familiar-Connect")
        try:
            with closing(_opened(path)) as connection:
                yield from _items(connection, label, self.familiar, self.private)
        except sqlite3.Error as problem:
            raise InputError(f"{label}: SQLite: {problem}", "a database that is whole") from None
        except UnicodeDecodeError:
            raise InputError(
                f"{label}: a name in it is not UTF-8", "a database that is whole"
            ) from None
        if _size_of_log(path):
            yield Remark(
                label,
                "there is a -wal file next to it: what is only in that file was not read; stop"
                " Familiar-Connect and import once more",
            )


def _items(
    connection: sqlite3.Connection, label: str, familiar: str, private: bool
) -> Iterator[Item]:
    columns = _columns(connection)
    if missing := [column for column in _NEEDED if column not in columns]:
        raise InputError(
            f"{label}: the table turns has no column {', '.join(missing)}",
            f"a table turns with {', '.join(_NEEDED)}",
        )
    for column, meaning in _MISSING_MEANS.items():
        if column not in columns:
            yield Remark(label, f"there is no column {column}: {meaning}")
    whose = _whose(connection, columns, label, familiar)
    used = [column for column in _USED if column in columns]
    condition = "" if whose is None else "WHERE familiar_id IS ?"
    values = () if whose is None else (whose,)
    (total,) = connection.execute(f"SELECT COUNT(*) FROM turns {condition}", values).fetchone()
    passed = PassedOver(label)
    rows = connection.execute(
        f"SELECT {', '.join(used)} FROM turns {condition} ORDER BY id", values
    )
    for done, row in enumerate(rows, 1):
        if done % _TELL_EVERY == 0 or done == total:
            tell_reading(done, total)
        yield from _item(dict(zip(used, row, strict=True)), label, passed, private)
    yield from passed.told()


def _item(
    row: Mapping[str, Any], label: str, passed: PassedOver, private: bool
) -> Iterator[TurnItem]:
    where = f"{label}, turn {row['id']}"
    try:
        role = _ROLES.get(_text(row, "role"))
        said = _text(row, "content")
        if role is None:
            passed.add(
                f"from neither the user nor the assistant ({row['role']})", f"turn {row['id']}"
            )
        elif not said.strip():
            passed.add("an empty message", f"turn {row['id']}")
        else:
            yield TurnItem(_turn(row, role, said, private), where)
    except InputError as problem:
        raise located_at(problem, where) from None


def _turn(row: Mapping[str, Any], role: Role, said: str, private: bool) -> Turn:
    return Turn(
        # The platform's id, where it was kept, is also what a bot records today.
        ref=_text(row, "platform_message_id") or f"familiar-connect:{row['id']}",
        timestamp=_moment(row),
        place=_place(row, private),
        author=_author(row, role),
        text=said,
        role=role,
        reply_to=_text(row, "reply_to_message_id") or None,
    )


def _moment(row: Mapping[str, Any]) -> datetime:
    return required_moment(_text(row, "timestamp"), "timestamp")


def _place(row: Mapping[str, Any], private: bool) -> Place:
    guild = _text(row, "guild_id") or None
    kind = PlaceKind.CHANNEL if guild else PlaceKind.DM
    if guild and _text(row, "mode") == "voice":
        kind = PlaceKind.VOICE
    channel = _text(row, "channel_id")
    if not channel:
        raise InputError("'channel_id' is empty", "the id of a channel")
    return Place("discord", channel, guild, kind, private)


def _author(row: Mapping[str, Any], role: Role) -> Author:
    user_id = _text(row, "author_user_id").strip()
    shown = _text(row, "author_display_name").strip() or _text(row, "speaker").strip()
    username = _text(row, "author_username").strip()
    if user_id:
        platform = _text(row, "author_platform").strip() or "discord"
        return Author(platform, user_id, shown or None, username or None)
    if role is Role.ASSISTANT:
        name = _text(row, "familiar_id").strip() or "familiar"
        return Author("familiar-connect", name, shown or name)
    name = shown or username or "unknown"
    return Author(LEGACY_PLATFORM, name, name)


def _text(row: Mapping[str, Any], column: str) -> str:
    """A text, or a number as one; "" where the column or the value is missing."""
    value = row.get(column)
    if value is None:
        return ""
    if isinstance(value, bytes | float):
        raise InputError(f"{column!r} is {type(value).__name__}", "a text or a whole number")
    return str(value)


def _whose(
    connection: sqlite3.Connection, columns: set[str], label: str, familiar: str
) -> str | None:
    """Which familiar's turns are read; None when the file does not distinguish them."""
    if "familiar_id" not in columns:
        return None
    found = [
        one for (one,) in connection.execute("SELECT DISTINCT familiar_id FROM turns LIMIT 20")
    ]
    if familiar:
        if familiar not in found:
            raise InputError(
                f"{label}: there is no familiar {familiar!r}",
                f"one of {', '.join(map(str, found))}",
            )
        return familiar
    if len(found) > 1:
        raise InputError(
            f"{label}: several familiars share it: {', '.join(map(str, found))}",
            "the option familiar, with one of them",
        )
    return None


def _opened(path: Path) -> sqlite3.Connection:
    # Immutable: not even a lock file is made beside what belongs to another program.
    uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    connection = sqlite3.connect(uri, uri=True)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_VALUE_BYTES)
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def _columns(connection: sqlite3.Connection) -> set[str]:
    """The columns of the table turns; a view of that name is none."""
    made = connection.execute(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'turns'"
    ).fetchone()
    if made is None:
        return set()
    return {row[1] for row in connection.execute("PRAGMA table_info(turns)")}


def _size_of_log(path: Path) -> int:
    try:
        return path.with_name(f"{path.name}-wal").stat().st_size
    except OSError:
        return 0
