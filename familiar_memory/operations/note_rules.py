"""How the lines of notes are understood."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.domain.given import as_choice, check_text, check_type
from familiar_memory.knowledge.audience import EVERYONE, AudiencePolicy
from familiar_memory.knowledge.predicates import SHIPPED, Vocabulary
from familiar_memory.operations.place_labels import Labels

__all__ = ["NoteRules"]


@dataclass(frozen=True, slots=True)
class NoteRules:
    """Which predicates there are, and who may read a line: the same for writers and recall.

    `readers` says who knows what of which place; `default_audience` is that of lines which
    say nothing. With `labels` a writer names places by those, which its notes explain; without,
    by their slugs.

    With a `reach` (`knowledge.audience.reach_of`) all that is proposed is of its talk, and a note
    is full when its lines for everyone and for that reach come to the store's cap of a file:
    what others say in private takes no room.
    """

    vocabulary: Vocabulary = SHIPPED
    readers: AudiencePolicy = AudiencePolicy.GUILD
    default_audience: str = EVERYONE
    labels: Labels | None = None
    reach: str | None = None

    def __post_init__(self) -> None:
        check_type(self.vocabulary, Vocabulary, "the vocabulary of note rules", "a Vocabulary")
        readers = as_choice(self.readers, AudiencePolicy, "the readers of note rules")
        object.__setattr__(self, "readers", readers)
        check_text(self.default_audience, "the default_audience of note rules")
