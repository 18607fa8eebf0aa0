"""What a search is limited to, besides what its asker may see."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from familiar_memory.domain.given import as_texts, check_text, check_type
from familiar_memory.domain.memory.memory_types import known_type
from familiar_memory.domain.memory.record import TOPIC_NAMES, TYPE_NAMES
from familiar_memory.errors import UsageError

__all__ = ["RecallFilters"]


@dataclass(frozen=True, slots=True)
class RecallFilters:
    """Only what matches all of these is considered; None or empty limits nothing.

    `type` is of the record as it stands, also by its older names (fact, conversation, …); a
    fact that names none is semantic, a turn is episodic. All `tags` must match.
    `topic` also allows what has no topic. `entity` is a
    person or subject, by slug, `platform:id`, path of the note or name: the passages of
    its own note, facts of it, and what links to it. `since` is by when it was said or learned;
    undated passages do not match.

    Raises:
        UsageError: a type, topic, tag, entity or date that cannot be.
        InputError: a value of another type.
    """

    type: str | None = None
    tags: tuple[str, ...] = ()
    topic: str | None = None
    entity: str | None = None
    since: datetime | None = None

    def __post_init__(self) -> None:
        """Refuse what could never match."""
        for name in ("type", "topic", "entity"):
            check_text(getattr(self, name), f"a filter's {name}", optional=True)
        object.__setattr__(self, "tags", as_texts(self.tags, "a filter's tags"))
        if self.since is not None:
            check_type(self.since, datetime, "a filter's since", "an aware datetime, or None")
        if self.type is not None:
            # What is none is refused by the name under which it was given.
            object.__setattr__(self, "type", known_type(self.type) or self.type)
        _one_of("type", self.type, TYPE_NAMES)
        _one_of("topic", self.topic, TOPIC_NAMES)
        if any(not tag.strip() for tag in self.tags):
            raise UsageError("a tag is empty", "tags as they stand in the notes, such as work")
        if self.entity is not None and not self.entity.strip():
            raise UsageError(
                "the entity is empty",
                "a slug (discord-42, acme-corp), platform:id, the path of a note, or a name",
            )
        if self.since is not None and self.since.utcoffset() is None:
            raise UsageError(
                f"since {self.since.isoformat()} has no offset from UTC", "an aware datetime"
            )

    @property
    def is_empty(self) -> bool:
        """Whether nothing is limited."""
        return self == RecallFilters()


def _one_of(what: str, given: str | None, accepted: Collection[str]) -> None:
    if given is not None and given not in accepted:
        raise UsageError(f"there is no {what} {given!r}", f"{what}: {', '.join(accepted)}")
