"""Calls of the operations as a bot makes them, and a familiar that may write."""

from __future__ import annotations

from typing import Any

import numpy as np
from people_and_places import ROWAN, TAVERN

from familiar_memory import Author, Familiar, Place
from familiar_memory.embeddings.base import EmbedderId
from familiar_memory.errors import EmbedderError
from familiar_memory.testing import HashEmbedder

__all__ = ["JOB", "MAY_WRITE", "Broken", "Calls", "Meaning"]

MAY_WRITE = "\n[tools]\nwrite = true\n"

JOB = {
    "type": "semantic",
    "subject": "User's current employer",
    "content": "User works at Acme Corp as a senior backend engineer on the Payments team.",
    "tags": ["work", "employment"],
    "importance": 8,
    "source": "user-stated",
    "entities": [
        {"name": "Acme Corp", "type": "organization"},
        {
            "name": "Payments",
            "type": "project",
            "relations": [{"relation": "part_of", "target": "Acme Corp"}],
        },
    ],
}
"""The example of the documentation that bots were written for."""


class Calls:
    """Calls by somebody in a place (None: by the owner), by short names."""

    def __init__(
        self, familiar: Familiar, author: Author | None = ROWAN, place: Place | None = TAVERN
    ) -> None:
        self.familiar = familiar
        self.author = author
        self.place = place

    async def __call__(self, name: str, **arguments: Any) -> dict[str, Any]:
        """The answer of `memory_NAME`."""
        return await self.familiar.tools.call(
            f"memory_{name}", arguments, author=self.author, place=self.place
        )

    async def store(self, content: str, **more: Any) -> str:
        """Store a memory, and say its id."""
        given = {"type": "semantic", "subject": "Rowan", "content": content} | more
        answer = await self("store", **given)
        assert answer["stored"] is True, answer
        return str(answer["id"])

    async def found(self, query: str, **more: Any) -> list[str]:
        """What a search finds, best first."""
        return [row["content"] for row in (await self("search", query=query, **more))["results"]]

    async def recalled(self, **arguments: Any) -> list[str]:
        """What a recall shows, the newest first."""
        return [row["content"] for row in (await self("recall", **arguments))["results"]]

    async def row(self, record_id: str) -> dict[str, Any]:
        """One memory, whole."""
        (row,) = (await self("recall", id=record_id))["results"]
        return dict(row)


class Meaning:
    """A model of sentences whose cosines are those that a test wants."""

    max_tokens = 512

    def __init__(self, angles: dict[str, float]) -> None:
        """The angle of each text, by a word of it; any other text is at a right angle."""
        self.id = EmbedderId("meaning", "of-a-test", 2)
        self.angles = angles

    def _vector(self, text: str) -> np.ndarray:
        angle = next((a for word, a in self.angles.items() if word in text), np.pi / 2)
        return np.array([np.cos(angle), np.sin(angle)], np.float32)

    def embed_documents(self, texts):
        """One row a text."""
        return np.stack([self._vector(text) for text in texts])

    def embed_query(self, text):
        """As a document of the same text."""
        return self._vector(text)

    def count_tokens(self, text):
        """Words."""
        return len(text.split())

    def close(self):
        """Nothing is held."""


class Broken(HashEmbedder):
    """A model that fails from some moment on."""

    fails = False

    def embed_documents(self, texts):
        """Or fail."""
        if self.fails:
            raise EmbedderError("the model is gone")
        return super().embed_documents(texts)

    def embed_query(self, text):
        """Or fail."""
        if self.fails:
            raise EmbedderError("the model is gone")
        return super().embed_query(text)
