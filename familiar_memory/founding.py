"""Make a new familiar: its folder, its settings, its record of which embedder it uses."""

from __future__ import annotations

import tomlkit

from familiar_memory.config import (
    FamiliarPaths,
    Settings,
    fastembed_cache,
    load_settings,
    shipped_defaults,
)
from familiar_memory.embeddings.resolve import ResolvedEmbedder, resolve
from familiar_memory.errors import FamiliarExistsError, StorageError

__all__ = ["found"]

_FOLDERS = ("self", "people", "topics", "sessions", "lore")


def found(
    paths: FamiliarPaths,
    *,
    name: str | None = None,
    timezone: str | None = None,
    embedder: str | None = None,
) -> ResolvedEmbedder:
    """Create a familiar; nothing is left behind when it cannot be done.

    Raises:
        FamiliarExistsError: there is one of that name.
        ConfigError: a setting is not accepted.
        EmbedderError: the embedder asked for cannot be used here.
    """
    if paths.character.exists():
        raise FamiliarExistsError(
            f"there is a familiar {paths.familiar_id!r} in {paths.root} already",
            "another name, or the existing one: `familiar doctor` tells how it is",
        )
    settings = load_settings(paths)
    chosen = resolve(embedder or settings.index.embedder, cache_dir=fastembed_cache())
    character: dict[str, str] = {"name": name or paths.familiar_id}
    if timezone is not None:
        character["timezone"] = timezone
    Settings.model_validate({"character": character})
    text = _character_toml(character, chosen)
    try:
        for folder in _FOLDERS:
            (paths.memory / folder).mkdir(parents=True, exist_ok=True)
        paths.character.write_text(text, encoding="utf-8", newline="\n")
    except OSError as problem:
        raise StorageError(
            f"{paths.root} cannot be written: {problem.strerror or problem}",
            "a writable folder: --home, or $FAMILIAR_HOME",
        ) from problem
    return chosen


def _character_toml(character: dict[str, str], chosen: ResolvedEmbedder) -> str:
    document = tomlkit.document()
    document.add(tomlkit.comment("What is not set here is as in the shipped defaults:"))
    document.add(tomlkit.comment(f"_default/{shipped_defaults().name}"))
    table = tomlkit.table()
    table.update(character)
    document.add("character", table)
    index = tomlkit.table()
    index.add("embedder", chosen.name)
    index["embedder"].comment(f"settled at init: {chosen.reason}".replace("\n", " "))
    document.add("index", index)
    return tomlkit.dumps(document)
