"""Every constant of the ranking, in one value; 0 switches a signal off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from familiar_memory.domain.question.weights import checked_weights
from familiar_memory.embeddings.base import EmbedderId
from familiar_memory.errors import UsageError
from familiar_memory.index.arrays.lexical import LexicalWeights

__all__ = ["DEFAULT_PROFILE", "PROFILES", "Profiles", "RankingWeights"]

DEFAULT_PROFILE = "default"


@dataclass(frozen=True, slots=True)
class RankingWeights:
    """Measured on three kinds of talk (`docs/figures.md`): flat optima, so the numbers are round.

    `vector`: what the best cosine is worth, as a share of the best lexical score, where it
    is one of static word vectors; what another embedder's count beside these its own
    description says (`EmbedderId.weight`), and `asked_with` multiplies.
    `date`: a date that the question names counts as so many terms, matched in full by
    the passages of that date. `speaker`: how much more a passage counts whose author
    the question names. `question`: how much less one counts that only asks. `myself`: how
    much less a turn counts in which nobody speaks of themselves. `chance`: the best of n
    windows of a long text is divided by 1 + chance · log2(n).
    `recency`, `importance`, `graph`: how much more one counts that is of today, is of
    importance 10 instead of 5, stands in the note of one whom the question names.
    `decay`: the share of its recency that a passage loses a day.
    `superseded`: how much less a turn counts whose facts have all been retired.
    `known`: by what share of the best score a fact exceeds it that is all a question asks for.
    `diversity`: how much less a passage counts for each better one of the same note.
    `floor`: the cosine below which a passage that shares no word with the question is no
    answer. `unrelated`: the cosine that says nothing, from which all cosines count up: the
    embedder's own, and nothing to be chosen. `threshold`: the relevance below which nothing
    is: the cosine, or what the shared words are worth by rarity, as a share of the question's
    (of two rare ones, if it has more).

    With `semantic` above 0 the score is a sum instead, and all words of the question are
    asked for: semantic · relevance + recency · recency + importance · importance / 10 +
    graph · proximity, each part from 0 to 1.
    """

    lexical: LexicalWeights = field(default_factory=LexicalWeights)
    vector: float = 0.4
    date: float = 2.0
    speaker: float = 0.4
    question: float = 0.2
    myself: float = 0.2
    chance: float = 0.15
    recency: float = 0.0
    importance: float = 0.2
    graph: float = 0.0
    superseded: float = 0.5
    known: float = 0.05
    diversity: float = 0.15
    decay: float = 0.05
    floor: float = 0.2
    threshold: float = 0.02
    semantic: float = 0.0
    unrelated: float = 0.0

    def asked_with(self, embedder: EmbedderId) -> RankingWeights:
        """The same for the vectors of one embedder: also a `vector` of a profile or request.

        So a weight that was chosen keeps its meaning when the embedder is changed, and 0
        stays 0.
        """
        return replace(self, vector=self.vector * embedder.weight, unrelated=embedder.unrelated)


PROFILES: Mapping[str, RankingWeights] = MappingProxyType(
    {
        DEFAULT_PROFILE: RankingWeights(),
        "recent": RankingWeights(recency=1.0),
        "related": RankingWeights(graph=0.5),
        "memory_search": RankingWeights(
            semantic=0.6,
            recency=0.2,
            importance=0.2,
            graph=0.0,
            superseded=0.0,
            known=0.0,
            diversity=0.0,
            decay=0.05,
            threshold=0.5,
        ),
    }
)
"""The default was tuned on three kinds of talk (docs/figures.md has what each weight is worth, and
the choice with one held out); the others were chosen by what they are called."""


class Profiles:
    """The shipped profiles and the configured ones, by name."""

    def __init__(self, configured: Mapping[str, Mapping[str, float]] | None = None) -> None:
        """A configured profile changes the shipped one of its name, else the default."""
        self._named = dict(PROFILES)
        for name, changes in (configured or {}).items():
            base = self._named.get(name, self._named[DEFAULT_PROFILE])
            self._named[name] = _changed(base, changes)

    def weights(
        self, name: str | None = None, overrides: Mapping[str, float] | None = None
    ) -> RankingWeights:
        """The weights of a profile (the default one for None), with some replaced.

        Raises:
            UsageError: no profile, or no weight, of such a name; a number out of its range.
        """
        found = self._named.get(name or DEFAULT_PROFILE)
        if found is None:
            raise UsageError(
                f"there is no profile {name!r}",
                f"profiles: {', '.join(sorted(self._named))}; [recall.profiles.NAME] in"
                " character.toml makes another",
            )
        return _changed(found, overrides or {})


def _changed(base: RankingWeights, changes: Mapping[str, float]) -> RankingWeights:
    checked: dict[str, Any] = {**checked_weights(changes)}
    return replace(base, **checked)
