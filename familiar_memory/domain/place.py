"""Where something was said: a channel, a direct message, a stream or a voice room."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from familiar_memory.domain.ids import as_id
from familiar_memory.domain.slugs import component, platform_slug

__all__ = ["Place", "PlaceKind", "PlaceParts", "parse_place_slug"]


class PlaceKind(StrEnum):
    """What sort of room a place is."""

    CHANNEL = "channel"
    DM = "dm"
    STREAM = "stream"
    VOICE = "voice"


_KIND_WORDS = {PlaceKind.DM: "dm", PlaceKind.STREAM: "stream", PlaceKind.VOICE: "voice"}
# An ordinary channel whose own name starts like a kind is marked, so that a
# channel called "dm-42" can never be taken for the direct message 42.
_CHANNEL_MARK = "ch"
_RESERVED_STARTS = frozenset({*_KIND_WORDS.values(), _CHANNEL_MARK})

_ATOM = r"[a-z0-9]+(?:-[a-z0-9]+)*--[0-9a-f]{10}|[a-z0-9]+(?:-[a-z0-9]+)*"
_SLUG = re.compile(
    rf"(?P<platform>[a-z0-9]+(?:-[a-z0-9]+)*--[0-9a-f]{{10}}|[a-z0-9]+)-"
    rf"(?:(?P<kind>dm|stream|voice|ch)-)?(?:(?P<guild>{_ATOM})\.)?(?P<channel>{_ATOM})"
)


@dataclass(frozen=True, slots=True)
class Place:
    """One room on one platform; `guild` is the server or community that it belongs to.

    An empty guild is none. Integer ids are taken as their digits.

    Raises:
        InputError: an id is neither a text nor an integer.
    """

    platform: str
    channel: str
    guild: str | None = None
    kind: PlaceKind = PlaceKind.CHANNEL

    def __post_init__(self) -> None:
        object.__setattr__(self, "platform", as_id(self.platform, "a place's platform"))
        object.__setattr__(self, "channel", as_id(self.channel, "a place's channel"))
        guild = None if self.guild in (None, "") else as_id(self.guild, "a place's guild")
        object.__setattr__(self, "guild", guild)

    @property
    def slug(self) -> str:
        """The name used in tails (`in:`), headings and `channels/<slug>.md`.

        `discord-lantern.tavern`, `discord-dm-42`, `twitch-stream-mosslight`.
        Distinct places never share one, and the parts can be read back.
        """
        guild = f"{component(self.guild)}." if self.guild else ""
        rest = f"{guild}{component(self.channel)}"
        word = _KIND_WORDS.get(self.kind)
        if word is None and rest.split("-")[0] in _RESERVED_STARTS:
            word = _CHANNEL_MARK
        return "-".join(filter(None, (platform_slug(self.platform), word, rest)))

    @property
    def is_private(self) -> bool:
        """Whether only the two people in it may know what was said."""
        return self.kind is PlaceKind.DM


@dataclass(frozen=True, slots=True)
class PlaceParts:
    """What a place slug says of itself; guild and channel are slugs, not raw ids."""

    platform: str
    kind: PlaceKind
    guild: str | None
    channel: str

    @property
    def is_private(self) -> bool:
        """Whether only those who are in it may know what was said."""
        return self.kind is PlaceKind.DM


@lru_cache(maxsize=4_096)  # every line of a note is asked for its audience, and places are few
def parse_place_slug(slug: str) -> PlaceParts | None:
    """Read a place slug back into its parts; None when it is not one."""
    match = _SLUG.fullmatch(slug)
    if match is None:
        return None
    word = match["kind"]
    kind = PlaceKind.CHANNEL if word in (None, _CHANNEL_MARK) else PlaceKind(word)
    return PlaceParts(match["platform"], kind, match["guild"], match["channel"])
