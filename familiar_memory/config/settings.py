"""Every setting of one familiar: a section each, which is the value of the layer that uses it.

A section that serves several layers, a value each, stands here. Bounds are told with the
fields, so that a value made by hand and one that was read are the same class.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from annotated_types import Ge, Gt, MinLen
from pydantic import AfterValidator, ConfigDict

from familiar_memory.config.memory_mode import MemorySettings
from familiar_memory.domain.question.search import NEWEST_TURNS
from familiar_memory.knowledge.audience import AudienceSettings
from familiar_memory.knowledge.write_policy.marker import Marker
from familiar_memory.llm.slot import ModelSlots
from familiar_memory.maintenance.consolidation.settings import ConsolidationSettings
from familiar_memory.maintenance.housekeeping.settings import HousekeepingSettings
from familiar_memory.maintenance.sleep.settings import ChannelSleepSettings, SleepSettings
from familiar_memory.recall.lore.settings import LoreSettings
from familiar_memory.recall.settings import ConversationLimits, RecallSettings
from familiar_memory.store.journal.settings import JournalSettings
from familiar_memory.store.limits import StoreSettings
from familiar_memory.writers.settings import WriterSettings

__all__ = ["CharacterSettings", "IndexSettings", "Settings", "ToolSettings"]


def _known_zone(value: str) -> str:
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(
            f"{value!r} is not a time zone; a name such as Europe/Ljubljana is"
        ) from None
    return value


@dataclass(frozen=True, slots=True)
class CharacterSettings:
    """Who the familiar is."""

    name: str = ""
    timezone: Annotated[str, AfterValidator(_known_zone)] = "UTC"


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """What the index is built with: by which embedder, how often, and of how much talk."""

    embedder: Literal["auto", "static", "minilm", "fastembed", "none"] = "auto"
    fastembed_path: str = ""
    reconcile_s: Annotated[float, Gt(0)] = 60.0
    conversation_turns: Annotated[int, Ge(0)] = NEWEST_TURNS


@dataclass(frozen=True, slots=True)
class ToolSettings:
    """What a chat model may do with the operations: look, or also write."""

    write: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting of one familiar; each section has the name of its TOML table."""

    # A misspelt setting would do nothing: it is refused, in every section.
    __pydantic_config__ = ConfigDict(extra="forbid", allow_inf_nan=False)

    character: CharacterSettings = field(default_factory=CharacterSettings)
    memory: MemorySettings = field(default_factory=MemorySettings)
    audience: AudienceSettings = field(default_factory=AudienceSettings)
    store: StoreSettings = field(default_factory=StoreSettings)
    index: IndexSettings = field(default_factory=IndexSettings)
    journal: JournalSettings = field(default_factory=JournalSettings)
    memory_writer: WriterSettings = field(default_factory=WriterSettings)
    recall: RecallSettings = field(default_factory=RecallSettings)
    lore: LoreSettings = field(default_factory=LoreSettings)
    models: ModelSlots = field(default_factory=ModelSlots)
    conversation: ConversationLimits = field(default_factory=ConversationLimits)
    tools: ToolSettings = field(default_factory=ToolSettings)
    sleep_cycle: SleepSettings = field(default_factory=SleepSettings)
    channel_sleep_cycle: ChannelSleepSettings = field(default_factory=ChannelSleepSettings)
    consolidation: ConsolidationSettings = field(default_factory=ConsolidationSettings)
    housekeeping: HousekeepingSettings = field(default_factory=HousekeepingSettings)
    predicates: dict[str, Literal["one", "many", "temporary"]] = field(default_factory=dict)
    markers: dict[Marker, tuple[Annotated[str, MinLen(1)], ...]] = field(default_factory=dict)

    @property
    def zone(self) -> ZoneInfo:
        """The zone in which days and sessions are cut."""
        return ZoneInfo(self.character.timezone)
