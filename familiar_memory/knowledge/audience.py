"""Who may know what: the one rule that every path to a prompt goes through.

A passage has exactly one audience, written as a key:

    everyone                    anybody, anywhere
    owner                       only the familiar's owner (command line, dashboard)
    discord-lantern.tavern      what was said or learned in that place

A viewer stands in a place and may see `everyone`, the place itself, and, by policy,
more: `strict` nothing more; `guild` the other rooms of the same guild; `open` every
room that is not private. A direct message is seen only in itself, under every policy.
In a direct message the policy applies to the rooms in which that person has spoken, so
a friend who writes in private finds the shared memories there.

A private channel (`discord-private-lantern.mods`) is seen in itself, and in the direct
message of somebody who has spoken there, under every policy and nowhere else. Who is in
it is in its guild, and sees what the guild's other rooms say.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from familiar_memory.domain.talk.place import PlaceKind, parse_place_slug

__all__ = [
    "EVERYONE",
    "OWNER",
    "AudiencePolicy",
    "AudienceSettings",
    "Viewer",
    "is_audience",
    "narrowest",
    "permits",
    "read_audience",
    "covers",
    "reach_of",
]

EVERYONE = "everyone"
OWNER = "owner"


class AudiencePolicy(StrEnum):
    """How far what was said in one room carries to others."""

    STRICT = "strict"
    GUILD = "guild"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class AudienceSettings:
    """`[audience]`: the policy, and who may know a line that says nothing of it."""

    policy: AudiencePolicy = AudiencePolicy.GUILD
    default: Literal["everyone", "owner"] = "everyone"


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who would read the answer: the owner (`place` is None), a place, or a broadcast's readers.

    `rooms` are place slugs in which the person of a direct message has spoken.
    """

    place: str | None = None
    policy: AudiencePolicy = AudiencePolicy.GUILD
    rooms: frozenset[str] = frozenset()
    is_broadcast: bool = False
    """Nobody in particular: what is read by everybody, everywhere, as a newsletter is."""

    @property
    def is_owner(self) -> bool:
        """Whether everything may be shown."""
        return self.place is None and not self.is_broadcast


def is_audience(key: str) -> bool:
    """Whether the text is a valid audience key."""
    return key in (EVERYONE, OWNER) or parse_place_slug(key) is not None


def read_audience(written: str) -> str | None:
    """The audience key that a person's word means, in any case; None when it names none."""
    key = written.strip().casefold()
    if key == "public":
        return EVERYONE
    return key if is_audience(key) else None


def permits(viewer: Viewer, audience: str) -> bool:
    """Decide whether a viewer may see a passage of this audience; unknown keys are refused."""
    if viewer.is_broadcast:
        return audience == EVERYONE
    if viewer.is_owner or audience == EVERYONE or audience == viewer.place:
        return True
    origin = parse_place_slug(audience)
    if audience == OWNER or origin is None or origin.kind is PlaceKind.DM:
        return False
    if origin.is_private:
        return audience in viewer.rooms and _is_dm(viewer.place)
    if viewer.policy is AudiencePolicy.OPEN:
        return True
    if audience in viewer.rooms:
        return True
    if viewer.policy is AudiencePolicy.STRICT:
        return False
    return any(_same_guild(room, audience) for room in (viewer.place, *viewer.rooms) if room)


def narrowest(audiences: Iterable[str]) -> str:
    """The audience of what is derived from several: their intersection.

    Two different places have only the owner in common.
    """
    limited = {a for a in audiences if a != EVERYONE}
    if not limited:
        return EVERYONE
    return limited.pop() if len(limited) == 1 else OWNER


def covers(wider: str, narrower: str, policy: AudiencePolicy) -> bool:
    """Whether everybody who may know what is for `narrower` may know what is for `wider`.

    So a name that is for `wider` may stand beside a line that is for `narrower`.
    """
    if wider in (EVERYONE, narrower) or narrower == OWNER:
        return True
    # Whoever else may see a room's lines sees at least what its own people see.
    return narrower != EVERYONE and permits(Viewer(narrower, policy), wider)


def reach_of(place: str, policy: AudiencePolicy) -> str:
    """Which talk everybody knows who may know what was said in a place, as a key.

    Places of one key know of each other. What is derived from talk (which line is worth
    keeping, what is a topic) may depend on the talk of its own reach alone. `open` goes no
    further than `guild`: a policy can be changed, and what was derived stays. A private
    room is a reach of its own.
    """
    parts = parse_place_slug(place)
    if parts is None or parts.guild is None or parts.is_private or policy is AudiencePolicy.STRICT:
        return place
    return f"{parts.platform}:{parts.guild}"


def _is_dm(place: str | None) -> bool:
    parts = None if place is None else parse_place_slug(place)
    return parts is not None and parts.kind is PlaceKind.DM


def _same_guild(one: str, other: str) -> bool:
    a, b = parse_place_slug(one), parse_place_slug(other)
    if a is None or b is None or a.guild is None or a.kind is PlaceKind.DM:
        # Writing to the familiar in private makes nobody a member.
        return False
    return (a.platform, a.guild) == (b.platform, b.guild)
