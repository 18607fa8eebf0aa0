"""Where something was said: a channel, a direct message, a stream or a voice room."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from typing import Literal

from familiar_memory.domain.given import as_choice, as_flag, check_text, check_type
from familiar_memory.domain.talk.ids import as_id
from familiar_memory.domain.text.one_line import LONGEST_NAME, one_line
from familiar_memory.domain.text.slugs import component, platform_slug

__all__ = ["Place", "PlaceKind", "PlaceParts", "check_place", "parse_place_slug"]


class PlaceKind(StrEnum):
    """What sort of room a place is."""

    CHANNEL = "channel"
    DM = "dm"
    STREAM = "stream"
    VOICE = "voice"


_PRIVATE_WORD = "private"
_KIND_WORDS = {PlaceKind.DM: "dm", PlaceKind.STREAM: "stream", PlaceKind.VOICE: "voice"}
# An ordinary channel whose own name starts like one of these words is marked, so that a
# channel called "dm-42" can never be taken for the direct message 42.
_CHANNEL_MARK = "ch"
_RESERVED_STARTS = frozenset({_PRIVATE_WORD, *_KIND_WORDS.values(), _CHANNEL_MARK})

_ATOM = r"[a-z0-9]+(?:-[a-z0-9]+)*--[0-9a-f]{10}|[a-z0-9]+(?:-[a-z0-9]+)*"
_SLUG = re.compile(
    rf"(?P<platform>[a-z0-9]+(?:-[a-z0-9]+)*--[0-9a-f]{{10}}|[a-z0-9]+)-"
    rf"(?:(?P<private>{_PRIVATE_WORD})-)?(?:(?P<kind>dm|stream|voice|ch)-)?"
    rf"(?:(?P<guild>{_ATOM})\.)?(?P<channel>{_ATOM})"
)


@dataclass(frozen=True, slots=True, init=False)
class Place:
    """One room on one platform; `guild` is the server or community that it belongs to.

    `private` says that not everybody in the guild can read it: a channel of the
    moderators, a private thread, a locked voice room. A direct message always is.
    An empty guild is none. Integer ids are taken as their digits, and a `kind` given as
    text ("dm") as the member of that value.

    `name` is what people call the room ("tavern"; for a direct message the other person's
    name), `guild_name` what they call its guild. Both may change, so they are no part of
    its identity: places that differ in them alone are equal and share a slug. They are
    kept on one line; an empty one is none.

    Raises:
        InputError: an id is neither a text nor an integer, there is no such kind,
            `private` is not a bool, or a name is not a text.
    """

    platform: str
    channel: str
    guild: str | None
    kind: PlaceKind
    private: bool
    name: str | None = field(compare=False)
    guild_name: str | None = field(compare=False)

    def __init__(
        self,
        platform: str | int,
        channel: str | int,
        guild: str | int | None = None,
        kind: PlaceKind | Literal["channel", "dm", "stream", "voice"] = PlaceKind.CHANNEL,
        private: bool = False,
        *,
        name: str | None = None,
        guild_name: str | None = None,
    ) -> None:
        object.__setattr__(self, "platform", as_id(platform, "a place's platform"))
        object.__setattr__(self, "channel", as_id(channel, "a place's channel"))
        guild = None if guild in (None, "") else as_id(guild, "a place's guild")
        object.__setattr__(self, "guild", guild)
        object.__setattr__(self, "kind", as_choice(kind, PlaceKind, "a place's kind"))
        is_private = as_flag(private, "a place's private") or self.is_dm
        object.__setattr__(self, "private", is_private)
        object.__setattr__(self, "name", _as_name(name, "a place's name"))
        object.__setattr__(self, "guild_name", _as_name(guild_name, "a place's guild_name"))

    @property
    def slug(self) -> str:
        """The name used in tails (`in:`), headings and `channels/<slug>.md`.

        `discord-lantern.tavern`, `discord-dm-42`, `twitch-stream-mosslight`,
        `discord-private-lantern.mods`, `discord-private-voice-lantern.mods`.
        Distinct places never share one, and the parts can be read back.
        """
        guild = f"{component(self.guild)}." if self.guild else ""
        rest = f"{guild}{component(self.channel)}"
        word = _KIND_WORDS.get(self.kind)
        if word is None and rest.split("-")[0] in _RESERVED_STARTS:
            word = _CHANNEL_MARK
        private = _PRIVATE_WORD if self.private and self.kind is not PlaceKind.DM else None
        return "-".join(filter(None, (platform_slug(self.platform), private, word, rest)))

    @property
    def label(self) -> str:
        """What to call it among people: `#tavern`, of a direct message `@Rowan`.

        By its name, else by its channel's id, on one line. Two places may have the same one.
        """
        name = (self.name or "").lstrip("#@ ") or self.channel
        return ("@" if self.is_dm else "#") + one_line(name, LONGEST_NAME)

    @property
    def former_slug(self) -> str | None:
        """The slug that it had before private places had theirs, where that reads as one today."""
        marked = f"{platform_slug(self.platform)}-{_CHANNEL_MARK}-{_PRIVATE_WORD}-"
        if self.private or not self.slug.startswith(marked):
            return None
        return self.slug.replace(f"-{_CHANNEL_MARK}-", "-", 1)

    @property
    def is_private(self) -> bool:
        """Whether only those in it may know what was said: a direct message, a private channel."""
        return self.private

    @property
    def is_dm(self) -> bool:
        """Whether it is a direct message, which belongs to no guild's members."""
        return self.kind is PlaceKind.DM

    @property
    def twin(self) -> Place | None:
        """The same room, if it is private the open one, else the private; None for a DM.

        A channel's permissions change, and its messages keep their ids.
        """
        return None if self.is_dm else replace(self, private=not self.private)

    @property
    def open_twin(self) -> Place | None:
        """The same room before it was made private; None for an open one, and a DM."""
        return self.twin if self.private else None


def _as_name(given: object, what: str) -> str | None:
    check_text(given, what, optional=True)
    return one_line(str(given)) or None if given is not None else None


@dataclass(frozen=True, slots=True)
class PlaceParts:
    """What a place slug says of itself; guild and channel are slugs, not raw ids."""

    platform: str
    kind: PlaceKind
    guild: str | None
    channel: str
    is_private: bool


@lru_cache(maxsize=4_096)  # every line of a note is asked for its audience, and places are few
def parse_place_slug(slug: str) -> PlaceParts | None:
    """Read a place slug back into its parts; None when it is not one."""
    match = _SLUG.fullmatch(slug)
    if match is None:
        return None
    word = match["kind"]
    kind = PlaceKind.CHANNEL if word in (None, _CHANNEL_MARK) else PlaceKind(word)
    is_private = kind is PlaceKind.DM or match["private"] is not None
    return PlaceParts(match["platform"], kind, match["guild"], match["channel"], is_private)


def check_place(given: object, what: str) -> None:
    """Refuse what is no `Place`; where it is a slug, say which place is meant.

    A slug is not taken for its place: ids that a file name cannot carry are not in it.

    Raises:
        InputError: it is no place.
    """
    accepted = 'a Place, such as Place("discord", "tavern", "lantern")'
    parts = parse_place_slug(given) if isinstance(given, str) else None
    if parts is not None:
        named = [parts.platform, parts.channel, *([parts.guild] if parts.guild else [])]
        words = [f'"{one}"' for one in named]
        words += [] if parts.kind is PlaceKind.CHANNEL else [f"kind=PlaceKind.{parts.kind.name}"]
        words += ["private=True"] if parts.is_private and parts.kind is not PlaceKind.DM else []
        accepted = f"the Place of that slug: Place({', '.join(words)})"
        if any("--" in one for one in named):
            accepted = "the Place of that slug, from the platform's own ids"
    check_type(given, Place, what, accepted)
