"""As much of discord.py as the bots of the documentation use; nothing of it is on a network."""

from __future__ import annotations

import types
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum
from typing import Any

__all__ = ["Channel", "Guild", "Message", "Scene", "User", "fake_discord"]


class ChannelType(Enum):
    """Kinds of channels, whose text is their name as in discord.py."""

    text = 0
    private = 1
    private_thread = 12

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class User:
    """Who speaks."""

    id: int
    display_name: str
    name: str = ""


@dataclass(frozen=True)
class Guild:
    """A server."""

    id: int = 300
    name: str = "Lantern"
    default_role: str = "@everyone"


@dataclass(frozen=True)
class Channel:
    """Where it is said; in a direct message there is no guild."""

    id: int
    name: str = "tavern"
    guild: Guild | None = field(default_factory=Guild)
    type: ChannelType = ChannelType.text
    is_open: bool = True

    def permissions_for(self, role: str) -> types.SimpleNamespace:
        """What everybody may do there."""
        assert role == "@everyone"
        return types.SimpleNamespace(view_channel=self.is_open)


@dataclass
class Message:
    """One message, which keeps the replies to it."""

    id: int
    author: User
    channel: Channel
    clean_content: str
    mentions: list[User] = field(default_factory=list)
    created_at: datetime = datetime(2026, 3, 1, 9, tzinfo=UTC)
    reference: None = None
    replies: list[str] = field(default_factory=list)

    @property
    def guild(self) -> Guild | None:
        """Where its channel is."""
        return self.channel.guild

    async def reply(self, text: str) -> None:
        """Keep what a bot answers."""
        assert 0 < len(text) <= 2000
        self.replies.append(text)


@dataclass
class Scene:
    """What happens once a bot is started: events, by name and what they carry."""

    events: list[tuple[str, Any]]
    bot: User = User(1, "Ember")


def fake_discord(scene: Scene) -> types.ModuleType:
    """The module `discord`, in which a bot that is started hears the scene, and stops."""

    class Client:
        def __init__(self, *, intents: dict[str, bool], **_: object) -> None:
            assert {"guilds", "messages", "message_content"} <= intents.keys()
            self.user = scene.bot
            self._handlers: dict[str, Callable[[Any], Awaitable[None]]] = {}

        def event(self, handler: Callable[[Any], Awaitable[None]]) -> object:
            self._handlers[handler.__name__] = handler
            return handler

        def get_channel(self, channel_id: int) -> None:
            """Nothing is in its cache."""

        async def fetch_channel(self, channel_id: int) -> Channel:
            said = (given for _, given in scene.events if isinstance(given, Message))
            return next(one.channel for one in said if one.channel.id == channel_id)

        async def __aenter__(self) -> Client:
            return self

        async def __aexit__(self, *_: object) -> None:
            return None

        async def start(self, token: str) -> None:
            assert token
            for name, given in scene.events:
                if name in self._handlers:
                    await self._handlers[name](given)

    module = types.ModuleType("discord")
    vars(module).update(Client=Client, Intents=dict, AllowedMentions=dict, ChannelType=ChannelType)
    return module
