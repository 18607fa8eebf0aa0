"""The embedder that settings name, found on this machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from familiar_memory.config.environment import fastembed_cache, process_environment
from familiar_memory.embeddings import resolve
from familiar_memory.embeddings.base import Embedder

if TYPE_CHECKING:
    from familiar_memory.embeddings.resolve import ResolvedEmbedder

__all__ = ["LoadEmbedder", "better_embedder", "load_embedder"]

LoadEmbedder = Callable[[str, Path | None], Embedder]
"""(name, folder of the model) -> embedder, as `load_embedder`"""


def load_embedder(name: str, model_path: Path | None) -> Embedder:
    """The embedder of a name, from its folder or from where its models usually are.

    Raises:
        EmbedderError: it cannot be used here.
    """
    return resolve.load(
        name,
        environment=process_environment(),
        cache_dir=fastembed_cache(),
        model_path=model_path,
    )


def better_embedder(name: str, model_path: Path | None) -> ResolvedEmbedder | None:
    """The one that `auto` would take here before static word vectors, where those are used.

    Other choices are their owner's own: `none` was asked for, and whoever has a model knows it.
    """
    if name != "static":
        return None
    best = resolve.resolve("auto", cache_dir=fastembed_cache(), model_path=model_path)
    return None if best.name in ("static", "none") else best
