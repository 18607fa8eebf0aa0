"""Tell a statement of privacy in a bot's own keys, however it is spelt: a pure rule.

A turn says that it is private with `private`, and nothing else is understood. But a bot
that says `"dm": true`, `"isPrivate": 1` or `"channel_type": "private_thread"` meant it:
to ignore that key would tell everybody, so whoever reads the turn refuses it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from enum import Enum, auto
from functools import lru_cache

__all__ = ["is_denial", "keeps_to_few", "stated_privacy"]

_WORD = re.compile(r"[A-Z]{2,}s?(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+")
_PRIVATE = frozenset(
    {
        *("dm", "dms", "gdm", "pm", "pms", "im", "ims", "mpim", "direct", "directly"),
        *("whisper", "whispers", "whispered", "whispering", "secret", "secretly"),
        *("confidential", "ephemeral", "restricted", "unlisted", "hidden", "personal"),
    }
)
_SHORT = re.compile(r"(?:is|in|was|has|to|via|as|from)?(?:group)?(?:dm|pm|im|mpim)s?")
_LONG = re.compile(
    r"private|whisper|direct(?:message|chat|msg|text|conversation|channel)|nonpublic"
)
_LOOKS_ALIKE = ("privileg", "privy")
_ONLY = "only"
_FEW = frozenset(
    {
        *("mod", "mods", "moderator", "moderators", "staff", "member", "members", "friend"),
        *("friends", "admin", "admins", "owner", "owners", "team", "sub", "subs", "subscriber"),
        *("subscribers", "follower", "followers", "vip", "vips", "role", "roles", "invite"),
        *("invited", "guild", "family", "contacts", "patron", "patrons", "supporter", "supporters"),
        *("adult", "adults", "me", "us", "you", "self", "server", "group", "crew"),
    }
)
"""Before `only`: who alone may read it."""
_SELF = frozenset({"me", "myself", "mine", "self", "owner", "owners", "nobody", "noone"})
"""Whom a person names who means nobody else."""
_SHUT = frozenset({"internal", "internally", "protected", "closed", "off_the_record"})
"""Of a room or a turn, these say that not everybody may read it."""
_ALL = r"(?:world|public|publicly|guests?|anyone|everyone|everybody|all)"
_MAY_READ = re.compile(
    rf"{_ALL}?(?:readable|viewable|visible)(?:(?:to|by){_ALL})?|discoverable|listed"
    r"|(?:can|may)(?:view|read|see)(?:history|messages?)?"
    r"|(?:view|read|see)(?:channel|room|chat|thread|history|messages)"
)
"""Said of a room (`view_channel`), and denied: not everybody can read it."""
_PUBLIC = frozenset({"public", "publicly", "everyone", "everybody", "all", "world", "open"})
_ROOMS = frozenset({"room", "chat", "channel", "conversation", "thread", "place"})
_AROUND = _ROOMS | {"is", "was", "in", "message", "msg", "turn"}
_WHO_MAY = frozenset({"visibility", "audience", "privacy", "confidentiality"})
_SORTS = _ROOMS | {
    *("type", "kind", "subtype", "scope", "access", "mode", "context"),
    *("flag", "flags", "tag", "tags", "label", "labels"),
}
_NAMING = frozenset({"name", "title", "topic", "id", "ids", "url", "link", "description", "text"})
"""A key that ends in one of these holds somebody's words, or names something."""
_DENIALS = frozenset({"", "0", "no", "false", "none", "null", "off", "n", "f"})
_DISCORDS_PRIVATE_TYPES = (1, 3, 12)
"""Of a channel: a direct message, one of a group, a private thread."""
_DEEPEST = 50
"""Deeper JSON than any platform writes; recursion ends long before Python's stack does."""


class _Sense(Enum):
    """What a key speaks of."""

    PRIVATE = auto()
    PUBLIC = auto()
    WHO_MAY_KNOW = auto()
    SORT = auto()
    """What sort of room or message it is: its value says whether that is private."""
    PLACE = auto()
    """For whom a line of a note is: a place, or the owner."""
    OTHER = auto()


def stated_privacy(given: Mapping[str, object], known: frozenset[str]) -> str | None:
    """The first key, outside those known, that says the turn is not for everybody.

    Objects and lists under unknown keys are looked into; such a key is named with its
    path, `raw.is_dm`. A key that plainly denies it (`"is_dm": false`) says nothing.
    """
    unknown = {key: value for key, value in given.items() if key not in known}
    return next(_statements(unknown, "", 0), None)


def keeps_to_few(text: str) -> bool:
    """Whether somebody's words for who may know a thing say that not everybody may.

    `only me`, `mods only`, `private`; "developers" and "all ages" say nothing of that.
    """
    words = _words(text)
    few = {_ONLY, *_SELF, *_SHUT}
    return not few.isdisjoint(words) or _is_of_few(words) or _names_private(words)


def _statements(value: object, path: str, depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        yield path
    elif isinstance(value, Mapping):
        for key, below in value.items():
            name = f"{path}.{key}" if path else str(key)
            if _states(str(key), below) or _is_discords(name, below):
                yield name
            yield from _statements(below, name, depth + 1)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _statements(one, path, depth + 1)


def _states(key: str, value: object) -> bool:
    match _sense(key):
        case _Sense.PRIVATE:
            return not is_denial(value)
        case _Sense.PUBLIC:
            return value is not None and is_denial(value)
        case _Sense.WHO_MAY_KNOW:
            return not is_denial(value) and not _says_public(value)
        case _Sense.SORT:
            values = value if isinstance(value, list | tuple) else (value,)
            return any(isinstance(one, str) and _names_private(_words(one)) for one in values)
        case _Sense.PLACE:
            said = _words(value) if isinstance(value, str) else []
            return said == ["owner"] or _names_private(said)
        case _Sense.OTHER:
            return False


@lru_cache(maxsize=1_024)  # the keys of a log are the same on each line
def _sense(key: str) -> _Sense:
    words = _words(key)
    if words == ["in"]:
        return _Sense.PLACE
    if _WHO_MAY & set(words):
        return _Sense.WHO_MAY_KNOW
    if _names_private(words):
        return _Sense.PRIVATE
    told = [word for word in words if word not in _AROUND]
    if _is_of_few(told):
        return _Sense.PRIVATE
    if told == ["public"] or any(_MAY_READ.fullmatch("".join(one)) for one in (told, words)):
        return _Sense.PUBLIC
    if words and words[-1] not in _NAMING and _SORTS & set(words):
        return _Sense.SORT
    return _Sense.OTHER


def _is_of_few(told: list[str]) -> bool:
    """`mods_only`, `only_friends`, `internal`, `off_the_record`: without what is around it."""
    if len(told) > 1 and _ONLY in (told[0], told[-1]):
        return bool(_FEW & set(told))
    return "_".join(told) in _SHUT


def _names_private(words: list[str]) -> bool:
    if any(word in _PRIVATE or _is_of_privacy(word) for word in words):
        return True
    joined = "".join(words)
    return bool(_SHORT.fullmatch(joined) or _LONG.search(joined))


def _is_of_privacy(word: str) -> bool:
    """`priv`, `privat`, `privado`, `privée`: whatever the language."""
    return word.startswith("priv") and not word.startswith(_LOOKS_ALIKE)


def _is_discords(path: str, value: object) -> bool:
    """`channel_type: 1`, or `channel: {type: 1}`."""
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    words = _words(".".join(path.split(".")[-2:]))
    is_type = len(words) > 1 and words[-1] == "type" and words[-2] in _ROOMS
    return is_type and value in _DISCORDS_PRIVATE_TYPES


def is_denial(value: object) -> bool:
    """Whether a value says no, or nothing: `false`, `off`, an empty text or list."""
    if isinstance(value, str):
        return value.strip().casefold() in _DENIALS
    return value is None or value is False or value in (0, [], {})


def _says_public(value: object) -> bool:
    return isinstance(value, str) and value.strip().casefold() in _PUBLIC


def _words(text: str) -> list[str]:
    """`isDirectMessage`, `is_direct_message` and `IS-DIRECT-MESSAGE` are three words each."""
    return [word.casefold() for word in _WORD.findall(unicodedata.normalize("NFKC", text))]
