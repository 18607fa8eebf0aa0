"""Wire what keeps the notes of rooms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.assembly.setup import markers_of
from familiar_memory.assembly.wiring.writing import note_rules
from familiar_memory.maintenance.channels.room_rules import RoomRules
from familiar_memory.maintenance.channels.step import ChannelStep
from familiar_memory.writers.model.extractor import ReplyLimits

if TYPE_CHECKING:
    from familiar_memory.assembly.files import OpenFiles
    from familiar_memory.assembly.setup import Setup
    from familiar_memory.store.base import NoteStore

__all__ = ["channels_step"]


def channels_step(setup: Setup, files: OpenFiles, store: NoteStore) -> ChannelStep:
    """The step `channels`."""
    settings = setup.settings
    rooms, writer = settings.channel_sleep_cycle, settings.memory_writer
    rules = RoomRules(
        settings.zone,
        note_rules(setup, files.history, files.register),
        markers_of(settings),
        ReplyLimits(writer.prompt_chars, writer.reply_tokens, writer.reply_s),
        rooms.lookback_hours,
        rooms.enabled,
    )
    return ChannelStep(files.history, store, files.register, rules, files.journal)
