"""The embedder of one familiar: given, or found on this machine as its settings and index say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from familiar_memory.config.environment import fastembed_cache, process_environment
from familiar_memory.embeddings import resolve
from familiar_memory.embeddings.base import Embedder, space_name
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.embeddings.models.none import NoEmbedder
from familiar_memory.errors import EmbedderError
from familiar_memory.index.spaces.base import Space
from familiar_memory.index.spaces.tables import last_used_in

if TYPE_CHECKING:
    from familiar_memory.config.paths import FamiliarPaths
    from familiar_memory.config.settings import Settings
    from familiar_memory.embeddings.resolve import ResolvedEmbedder
    from familiar_memory.index.index import EmbeddingIndex

__all__ = [
    "LoadEmbedder",
    "ask_meanwhile",
    "better_embedder",
    "load_embedder",
    "model_path",
    "open_embedders",
]

_LOADABLE = ("static", "minilm", "fastembed")
"""Embedders with vectors that are known by their name alone."""

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


def open_embedders(
    paths: FamiliarPaths, settings: Settings, given: Embedder | None, load: LoadEmbedder
) -> tuple[Embedders, str | None]:
    """The embedder that was given, or the one that is settled; else none, and why.

    `auto` in the settings is what the index was asked with last.
    """
    if given is not None:
        return Embedders(given), None
    name: str = settings.index.embedder
    if name == "auto" and (last := space_name(last_used_in(paths.index))) in _LOADABLE:
        name = last
    try:
        return Embedders(load(name, model_path(settings))), None
    except EmbedderError as problem:
        return Embedders(NoEmbedder()), problem.problem


def ask_meanwhile(
    index: EmbeddingIndex, embedders: Embedders, settings: Settings, load: LoadEmbedder
) -> None:
    """Where the own space is yet to be filled, ask with the one that was used last.

    That is possible where its model is on this machine, by the same name.
    """
    standing = index.spaces.standing()
    name = space_name(standing.last)
    if standing.is_ready or not standing.is_changing or name not in _LOADABLE:
        return
    try:
        former = load(name, model_path(settings))
    except EmbedderError:
        return
    if former.id.key == standing.last:
        embedders.keep(former)
        index.spaces.fall_back_on(Space(former.id.key, former.id.dimension))


def model_path(settings: Settings) -> Path | None:
    """The folder of fastembed's model, where the settings name one."""
    return Path(settings.index.fastembed_path) if settings.index.fastembed_path else None
