"""Open the index of one familiar, and the embedder that it is asked with."""

from __future__ import annotations

import contextlib
import hashlib
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from familiar_memory.assembly.embedder import ask_meanwhile, open_embedders
from familiar_memory.errors import IndexUnavailableError
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.knowledge.predicate_words import words_of_predicate
from familiar_memory.notes.chunk import CHUNKER_VERSION

if TYPE_CHECKING:
    from familiar_memory.assembly.embedder import LoadEmbedder
    from familiar_memory.assembly.setup import Setup
    from familiar_memory.config.settings import Settings
    from familiar_memory.embeddings.base import Embedder, EmbedderId
    from familiar_memory.embeddings.embedders import Embedders
    from familiar_memory.knowledge.predicates import Vocabulary
    from familiar_memory.notes.register.register import TreeRegister

__all__ = ["OpenIndex", "open_index", "reading_digest"]


@dataclass(frozen=True, slots=True)
class OpenIndex:
    """The index, and what makes its vectors."""

    index: EmbeddingIndex
    embedders: Embedders
    embedder_problem: str | None
    """Why the embedder that was asked for is not there; None when it is."""

    def close(self) -> None:
        """Let go of the file and of the models, whatever fails of that."""
        with ExitStack() as last_first:
            last_first.callback(self.embedders.close)
            last_first.callback(self.index.close)


def open_index(
    setup: Setup, register: TreeRegister, given: Embedder | None, load: LoadEmbedder
) -> OpenIndex:
    """Open it with the embedder that was `given`, or that the settings name.

    One that is given stays its owner's where this fails.

    Raises:
        IndexUnavailableError: the folder of the index cannot be written.
    """
    paths, settings = setup.paths, setup.settings
    embedders, problem = open_embedders(paths, settings, given, load)
    with ExitStack() as until_open:
        if given is None:
            until_open.callback(embedders.close)
        own = embedders.own.id if problem is None else None
        index = EmbeddingIndex(paths.index, _identity(settings, own, setup.vocabulary))
        until_open.callback(index.close)
        index.follow(register)
        with contextlib.suppress(IndexUnavailableError):
            # What is wrong with it is met again, and mended, by the first sync.
            ask_meanwhile(index, embedders, settings, load)
        until_open.pop_all()
    return OpenIndex(index, embedders, problem)


def _identity(
    settings: Settings, embedder: EmbedderId | None, vocabulary: Vocabulary
) -> IndexIdentity:
    """What shapes the rows of the index; no embedder = the one asked for cannot be used."""
    return IndexIdentity(
        embedder="" if embedder is None else embedder.key,
        dimension=0 if embedder is None else embedder.dimension,
        chunker=CHUNKER_VERSION,
        settings=reading_digest(settings, vocabulary),
    )


def reading_digest(settings: Settings, vocabulary: Vocabulary) -> str:
    """A digest of the settings by which notes are understood: each has rows of its own."""
    audience = settings.audience
    asked_by = [(name, words_of_predicate(name)) for name in sorted(vocabulary.predicates)]
    shaping = repr((audience.default, audience.policy.value, asked_by))
    return hashlib.blake2b(shaping.encode(), digest_size=8).hexdigest()
