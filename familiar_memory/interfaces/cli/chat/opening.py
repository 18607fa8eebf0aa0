"""Opens a familiar for a chat: who talks, where, and what will reply."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from familiar_memory.assembly.parts import Parts
from familiar_memory.chat.chat import Chat
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.errors import FamiliarError, UsageError
from familiar_memory.familiar import Familiar
from familiar_memory.interfaces.cli.chat.who import Seat, seat_of
from familiar_memory.interfaces.cli.frame.invocation import Invocation
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.opening import settle
from familiar_memory.interfaces.cli.frame.output import Output
from familiar_memory.markdown.record.legend import NO_LEGEND, PlaceLegend, legend_of
from familiar_memory.markdown.tree import parse_note

__all__ = ["ChatRoom", "Wishes", "open_chat", "unopened"]

_WRITE_EVERY_S = 30.0
"""Whoever tries it wants to see what is learned while they talk, and no setting has been made."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """The options of the command, as they were given."""

    speaker: str | None
    place: str | None
    is_incognito: bool = False
    writes: bool = True


@dataclass(frozen=True, slots=True)
class ChatRoom:
    """What a chat is begun with, for those who show it.

    `path_of` is where a note stands that recall knows by its key; `legend_of` what its short names
    of places mean, by its path; `model` is what replies.
    """

    name: str
    seat: Seat
    model: str | None
    folder: Path
    path_of: Callable[[str], str]
    is_incognito: bool = False
    writes: bool = True
    legend_of: Callable[[str], PlaceLegend] = lambda _: NO_LEGEND


def unopened(call: Invocation, wishes: Wishes) -> tuple[Familiar, FamiliarPaths]:
    """The familiar that is meant; with nothing to keep it writes nothing by itself, either.

    Raises:
        UnknownFamiliarError: there is none of that name.
    """
    paths = FamiliarPaths(call.home_folder(), call.familiar_id())
    paths.require()
    if wishes.is_incognito or not wishes.writes:
        return Familiar.open(paths.familiar_id, home=call.home_folder()), paths
    return Familiar.open(
        paths.familiar_id, home=call.home_folder(), auto_write=True, write_every=_WRITE_EVERY_S
    ), paths


async def open_chat(
    familiar: Familiar, paths: FamiliarPaths, wishes: Wishes, out: Output
) -> tuple[Chat, ChatRoom]:
    """Open it, bring its index up to date, and sit down."""
    await familiar.__aenter__()
    parts = _parts(familiar)
    if parts is not None:
        if parts.files.read_only is not None:
            out.notice(parts.files.read_only, "yellow")
        if not wishes.is_incognito:
            await settle(Opened(familiar, parts), out)
    is_incognito = wishes.is_incognito or parts is None
    seat = seat_of(parts, wishes.speaker, wishes.place)
    chat = Chat(familiar, seat.author, seat.place, learns=wishes.writes, is_incognito=is_incognito)
    room = ChatRoom(
        familiar.name,
        seat,
        None if chat.model is None else chat.model.name,
        paths.memory,
        str if parts is None else parts.files.register.last_path,
        is_incognito,
        wishes.writes,
        (lambda _: NO_LEGEND) if parts is None else partial(_legend, familiar),
    )
    return chat, room


def _legend(familiar: Familiar, path: str) -> PlaceLegend:
    """Of a note that cannot be read the tails are shown."""
    try:
        note = parse_note(familiar.store.read_file(path), path=path)
    except FamiliarError:
        return NO_LEGEND
    return legend_of(note.frontmatter.data)


def _parts(familiar: Familiar) -> Parts | None:
    """What it is made of; None of one whose settings say that it is incognito."""
    try:
        return familiar.parts
    except UsageError:
        return None
