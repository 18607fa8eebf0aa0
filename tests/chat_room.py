"""A chat of one person with a familiar that a test begins and ends."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from familiars import started

from familiar_memory import Author, Familiar, Place
from familiar_memory.chat.chat import Chat
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.testing import FixedClock, HashEmbedder

__all__ = ["MIRA", "NOW", "PRIVATE", "notes_of", "sitting_down"]

NOW = datetime(2026, 3, 1, 10, tzinfo=UTC)
MIRA = Author("terminal", "mira", "Mira")
PRIVATE = Place("terminal", "mira", kind="dm", name="Mira")


@asynccontextmanager
async def sitting_down(
    home: Path,
    model: object | None = None,
    *,
    author: Author = MIRA,
    place: Place = PRIVATE,
    settings: str = "",
    **wishes: Any,
) -> AsyncIterator[Chat]:
    """A chat with a familiar that lives in `home`; `model` replies."""
    paths = FamiliarPaths(home, "ember")
    paths.memory.mkdir(parents=True, exist_ok=True)
    paths.character.write_text(f'[character]\nname = "Ember"\n{settings}', "utf-8")
    models = {} if model is None else {"reply": model}
    familiar = Familiar(
        paths,
        clock=FixedClock(NOW),
        embedder=HashEmbedder(),
        models=models,  # type: ignore[arg-type]
    )
    async with started(familiar):
        yield Chat(familiar, author, place, **wishes)


def notes_of(home: Path) -> str:
    """All that is written in the tree."""
    tree = home / "ember" / "memory"
    return "\n".join(path.read_text("utf-8") for path in sorted(tree.rglob("*.md")))
