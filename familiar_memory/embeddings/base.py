"""What every embedder offers, and how its vector space is named."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

from familiar_memory.errors import EmbedderError

if TYPE_CHECKING:
    # Who only asks which space it is waits for no numpy.
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "MODEL_WEIGHT",
    "STATIC_WEIGHT",
    "Embedder",
    "EmbedderId",
    "Vectors",
    "is_quick",
    "space_name",
]

Vectors: TypeAlias = "NDArray[np.float32]"

STATIC_WEIGHT = 1.0
"""Of vectors that are means of words: they know nothing of what the words say together."""
MODEL_WEIGHT = 2.0
"""Of vectors that a model of sentences makes (docs/embedders.md has what was measured)."""


@dataclass(frozen=True, slots=True)
class EmbedderId:
    """Everything that decides which space a vector lies in; two spaces never mix.

    `model` names the exact weights. `query_prefix` and `document_prefix` are texts put
    before what is embedded. `dimension` 0 means that there are no vectors at all.

    No part of the space, but what a ranking must know of its cosines: `weight` is how many
    times as much they count as those of static word vectors (`RankingWeights.vector` is the
    weight of those), and `unrelated` the cosine of texts that have nothing to do with each
    other, from which relatedness counts up: about 0 for many models, .8 for some.
    """

    name: str
    model: str
    dimension: int
    normalised: bool = True
    query_prefix: str = ""
    document_prefix: str = ""
    weight: float = field(default=MODEL_WEIGHT, compare=False)
    unrelated: float = field(default=0.0, compare=False)

    def __post_init__(self) -> None:
        """Refuse what would make every score a nonsense.

        Raises:
            EmbedderError: `weight` is no number of at least 0, or `unrelated` not below 1.
        """
        if not (math.isfinite(self.weight) and self.weight >= 0):
            raise EmbedderError(
                f"the embedder {self.name} gives its vectors the weight {self.weight!r}",
                f"a number of at least 0: {STATIC_WEIGHT} for static word vectors,"
                f" {MODEL_WEIGHT} for a model of sentences",
            )
        if not 0 <= self.unrelated < 1:
            raise EmbedderError(
                f"the embedder {self.name} calls texts unrelated at the cosine {self.unrelated!r}",
                "a number from 0 to below 1",
            )

    @property
    def key(self) -> str:
        """One line of text that is equal exactly when the spaces are."""
        form = "l2" if self.normalised else "raw"
        return (
            f"{self.name}|{self.model}|{self.dimension}|{form}"
            f"|{self.query_prefix!r}|{self.document_prefix!r}"
        )


def space_name(key: str) -> str:
    """What people call the embedder of a space: the beginning of its key."""
    return key.split("|", 1)[0]


class Embedder(Protocol):
    """Turns texts into vectors; safe to share between threads.

    The model is loaded on the first call that needs it. The vector of a text does not
    depend on the texts beside it (but for rounding).

    One that has its model at hand, and embeds a question in far less than a millisecond,
    may say so with an attribute `is_quick`: see there.
    """

    @property
    def id(self) -> EmbedderId:
        """The vector space; known without loading the model."""

    @property
    def max_tokens(self) -> int:
        """How many tokens of a text, as `count_tokens` counts, its vector can stand for.

        What is longer must be cut first: see `windows`.
        """

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """One row a text, shape (n, dimension), L2-normalised; blank texts give zeros.

        Raises:
            EmbedderError: the model cannot be loaded or run.
        """

    def embed_query(self, text: str) -> Vectors:
        """The vector of a question, shape (dimension,), L2-normalised; zeros when blank.

        Raises:
            EmbedderError: the model cannot be loaded or run.
        """

    def count_tokens(self, text: str) -> int:
        """The length of a text in the model's own tokens, without marks for start and end."""

    def close(self) -> None:
        """Let go of the model; a later call loads it again."""


def is_quick(embedder: Embedder) -> bool:
    """Whether a question can be embedded at once, without a thread that can be left behind.

    Only where the embedder says so itself, by a true `is_quick`.
    """
    return getattr(embedder, "is_quick", False) is True
