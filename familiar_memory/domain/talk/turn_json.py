"""One JSON object a turn: the line format of `familiar record --jsonl`.

    {"ref": "m1", "timestamp": "2026-02-02T19:31:00+00:00", "channel": "tavern",
     "author": {"platform": "discord", "user_id": "42", "display_name": "Rowan"},
     "text": "hello"}

The ids (`ref`, `channel`, `guild`, `reply_to`, `user_id`) may be integers.

Optional: `role` (user | assistant), `guild`, `private`, `place_kind` (channel | dm |
stream | voice), `channel_name` and `guild_name` (what people call them, which may
change), `reply_to`, `kind` (interactive | automated), `silent`, `actions` (a list of
texts), `edited`, `deleted`; and in `author`: `username`, `aliases`.

`private: true` is a direct message; with a `guild`, or a `place_kind` other than dm, it
is a channel that not everybody in the guild can read.

Other keys are a bot's own business and are ignored, but one that looks like a
misspelling is refused, and so is one that says in another way that the turn is private:
to ignore `privat` or `is_dm` would tell everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, TypedDict, TypeVar

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.ids import as_id, is_id
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.privacy_words import stated_privacy
from familiar_memory.domain.talk.role import Role, TurnKind
from familiar_memory.errors import InputError

__all__ = ["TurnValues", "turn_values"]

_REQUIRED = ("ref", "timestamp", "channel", "author", "text")
_OPTIONAL = (
    "role",
    "guild",
    "private",
    "place_kind",
    "reply_to",
    "kind",
    "silent",
    "actions",
    "edited",
    "deleted",
    "incognito",
)
# A bot's own `channelName` is no misspelling to refuse: a name that is missed does no harm.
_NAMES = ("channel_name", "guild_name")
_KNOWN = frozenset({*_REQUIRED, *_OPTIONAL, *_NAMES}) - {"author"}
_AUTHOR_KEYS = ("platform", "user_id", "display_name", "username", "aliases")

_Choice = TypeVar("_Choice", bound=StrEnum)


class TurnValues(TypedDict):
    """The fields of a `Turn`."""

    ref: str
    timestamp: datetime
    place: Place
    author: Author
    text: str
    role: Role
    kind: TurnKind
    reply_to: str | None
    silent: bool
    edited: bool
    deleted: bool
    actions: tuple[str, ...]
    incognito: bool


def turn_values(line: object) -> TurnValues:
    """What one decoded JSON value says of a turn.

    Raises:
        InputError: it names the key, what was given, and what would be accepted.
    """
    if not isinstance(line, Mapping):
        raise InputError(
            f"a turn must be a JSON object, not {type(line).__name__}",
            f"an object with the keys {', '.join(_REQUIRED)}",
        )
    deleted = _flag(line, "deleted")
    _check_keys(line, _REQUIRED, _OPTIONAL, deleted=deleted)
    author = _author(line["author"])
    return TurnValues(
        ref=_id(line, "ref"),
        timestamp=_timestamp(line["timestamp"]),
        place=_place(line, author.platform),
        author=author,
        text="" if deleted and "text" not in line else _text(line, "text", allow_empty=True),
        role=_choice(line, "role", Role.USER),
        kind=_choice(line, "kind", TurnKind.INTERACTIVE),
        reply_to=_optional_id(line, "reply_to"),
        silent=_flag(line, "silent"),
        edited=_flag(line, "edited"),
        deleted=deleted,
        actions=_texts(line, "actions"),
        incognito=_flag(line, "incognito"),
    )


def _check_keys(
    given: Mapping[Any, Any], required: tuple[str, ...], optional: tuple[str, ...], *, deleted: bool
) -> None:
    needed = [k for k in required if not (deleted and k == "text")]
    if missing := [k for k in needed if k not in given]:
        raise InputError(
            f"a turn lacks {', '.join(repr(k) for k in missing)}",
            f"the keys {', '.join(required)} are required",
        )
    _refuse_misspellings(given, (*required, *optional))
    _refuse_other_privacy(given)


def _refuse_misspellings(given: Mapping[Any, Any], known: tuple[str, ...]) -> None:
    for key in given:
        if key in known or str(key).startswith(tuple(f"{name}_" for name in known)):
            # `channel_id` beside `channel` is a bot's own.
            continue
        if near := get_close_matches(str(key).casefold(), known, n=1, cutoff=0.8):
            raise InputError(
                f"the key {str(key)!r} is unknown, and looks like {near[0]!r}",
                f"accepted keys: {', '.join(known)}",
            )


def _refuse_other_privacy(given: Mapping[Any, Any]) -> None:
    if (key := stated_privacy(given, _KNOWN)) is None:
        return
    raise InputError(
        f"the key {key!r} is unknown, and looks like 'private'",
        "'private': true for a direct message (with a 'guild': a channel that not all of the"
        " guild can read), 'private': false for any other; without the other key",
    )


def _author(value: object) -> Author:
    if not isinstance(value, Mapping):
        raise InputError(
            f"'author' must be an object, not {type(value).__name__}",
            'for example {"platform": "discord", "user_id": "42", "display_name": "Rowan"}',
        )
    _refuse_misspellings(value, _AUTHOR_KEYS)
    return Author(
        platform=_text(value, "platform"),
        user_id=_id(value, "user_id"),
        display_name=_optional_text(value, "display_name"),
        username=_optional_text(value, "username"),
        aliases=_texts(value, "aliases"),
    )


def _place(line: Mapping[str, Any], platform: str) -> Place:
    kind = _choice(line, "place_kind", PlaceKind.CHANNEL)
    guild = _optional_id(line, "guild")
    private = _flag(line, "private")
    if private and guild is None and line.get("place_kind") is None:
        kind = PlaceKind.DM
    return Place(
        platform,
        _id(line, "channel"),
        guild,
        kind,
        private,
        name=_optional_text(line, _NAMES[0]),
        guild_name=_optional_text(line, _NAMES[1]),
    )


def _timestamp(value: object) -> datetime:
    accepted = "an ISO 8601 time with its offset, such as 2026-02-02T19:31:00+00:00"
    if not isinstance(value, str):
        raise InputError(f"'timestamp' must be text, not {type(value).__name__}", accepted)
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        raise InputError(f"'timestamp' {value!r} is not a time", accepted) from None
    if moment.utcoffset() is None:
        raise InputError(f"'timestamp' {value!r} has no offset from UTC", accepted)
    return moment


def _text(given: Mapping[str, Any], key: str, *, allow_empty: bool = False) -> str:
    value = given.get(key)
    if not isinstance(value, str):
        raise InputError(f"{key!r} must be text, not {type(value).__name__}", "a JSON string")
    if not allow_empty and not value.strip():
        raise InputError(f"{key!r} is empty", "a text of at least one character")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise InputError(f"{key!r} holds a lone surrogate", "valid Unicode text") from None
    return value


def _id(given: Mapping[str, Any], key: str) -> str:
    """An id of a platform: a text, or an integer, as Discord's libraries give them."""
    value = given.get(key)
    if not is_id(value):
        raise InputError(
            f"{key!r} must be text, not {type(value).__name__}", "a JSON string, or an integer"
        )
    return _text({key: as_id(value, key)}, key)


def _optional_id(given: Mapping[str, Any], key: str) -> str | None:
    return None if given.get(key) in (None, "") else _id(given, key)


def _optional_text(given: Mapping[str, Any], key: str) -> str | None:
    # Platforms send "" for what somebody has not set.
    return None if given.get(key) in (None, "") else _text(given, key)


def _texts(given: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = given.get(key)
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise InputError(f"{key!r} must be a list of texts", f'for example {{"{key}": ["waved"]}}')
    return tuple(value)


def _flag(given: Mapping[str, Any], key: str) -> bool:
    value = given.get(key, False)
    if not isinstance(value, bool):
        raise InputError(f"{key!r} must be true or false, not {value!r}", "a JSON boolean")
    return value


def _choice(given: Mapping[str, Any], key: str, default: _Choice) -> _Choice:
    value = given.get(key)
    if value is None:
        return default
    try:
        return type(default)(value)
    except ValueError:
        names = " or ".join(repr(m.value) for m in type(default))
        raise InputError(f"{key!r} is {value!r}", f"{names}") from None
