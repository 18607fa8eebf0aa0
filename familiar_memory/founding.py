"""Make a new familiar: its folder, its settings, its record of which embedder it uses."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

import tomlkit

from familiar_memory.config.environment import fastembed_cache
from familiar_memory.config.load import checked_settings, load_settings
from familiar_memory.config.paths import CHARACTER_FILE, FamiliarPaths, shipped_defaults
from familiar_memory.domain.text.device_names import is_device_name
from familiar_memory.domain.tree import LORE, PEOPLE, SELF, SESSIONS, TOPICS
from familiar_memory.embeddings.resolve import ResolvedEmbedder, resolve
from familiar_memory.errors import FamiliarExistsError, StorageError, UsageError
from familiar_memory.store.disk.ownership import hand_over, make_folders

__all__ = ["ensure_found", "found"]

_GIVEN = "it was given for the new familiar (--timezone, --name); nothing was created"
_FOLDERS = (SELF, PEOPLE, TOPICS, SESSIONS, LORE)


def found(
    paths: FamiliarPaths,
    *,
    name: str | None = None,
    timezone: str | None = None,
    embedder: str | None = None,
) -> ResolvedEmbedder:
    """Create a familiar; nothing is left behind when it cannot be done.

    Raises:
        FamiliarExistsError: there is one of that name, or of one that some disks take for it.
        UsageError: Windows could not hold a folder of that name.
        ConfigError: a setting is not accepted.
        EmbedderError: the embedder asked for cannot be used here.
    """
    if paths.character.exists():
        raise _exists(paths)
    _refuse_unportable(paths)
    settings = load_settings(paths)
    model_path = Path(settings.index.fastembed_path) if settings.index.fastembed_path else None
    chosen = resolve(
        embedder or settings.index.embedder, cache_dir=fastembed_cache(), model_path=model_path
    )
    character: dict[str, str] = {"name": name or paths.familiar_id}
    if timezone is not None:
        character["timezone"] = timezone
    checked_settings({"character": character}, _GIVEN)
    made: list[Path] = []
    try:
        for folder in (paths.memory, *(paths.memory / name for name in _FOLDERS)):
            make_folders(folder, made)
        with paths.character.open("x", encoding="utf-8", newline="\n") as file:
            made.append(paths.character)
            hand_over(file.fileno(), str(paths.character.parent))
            file.write(_character_toml(character, chosen))
    except FileExistsError as problem:
        _unmake(made)
        if paths.character.exists():
            raise _exists(paths) from problem
        raise _unwritable(paths, problem) from problem
    except OSError as problem:
        _unmake(made)
        raise _unwritable(paths, problem) from problem
    return chosen


def ensure_found(paths: FamiliarPaths) -> None:
    """Create a familiar where there is none; another process may be doing the same.

    Raises:
        FamiliarError: as `found`, but none for one that is there.
    """
    if paths.character.is_file():
        return
    try:
        found(paths)
    except FamiliarExistsError:
        if not paths.character.is_file():
            raise


def _refuse_unportable(paths: FamiliarPaths) -> None:
    """A home is copied, synced and backed up: what is told apart here must be there too."""
    name = paths.familiar_id
    if is_device_name(name) or name.endswith("."):
        raise UsageError(
            f"{name!r} cannot name a familiar: no folder on Windows can have that name",
            "another name, not con, nul, com1 or the like, and with no dot at its end",
        )
    others = (path.parent.name for path in paths.home.glob(f"*/{CHARACTER_FILE}"))
    for other in others:
        if other != name and other.casefold() == name.casefold():
            raise FamiliarExistsError(
                f"there is a familiar {other!r} in {paths.home} already, and some disks cannot"
                f" tell it from {name!r}",
                "another name, or the existing one",
            )


def _unmake(made: Sequence[Path]) -> None:
    """Take back what was made, the newest first; what is in use by now stays."""
    for path in reversed(made):
        with contextlib.suppress(OSError):
            path.rmdir() if path.is_dir() else path.unlink()


def _exists(paths: FamiliarPaths) -> FamiliarExistsError:
    return FamiliarExistsError(
        f"there is a familiar {paths.familiar_id!r} in {paths.root} already",
        "another name, or the existing one: `familiar doctor` shows its state",
    )


def _unwritable(paths: FamiliarPaths, problem: OSError) -> StorageError:
    return StorageError(
        f"{paths.root} cannot be written: {problem.strerror or problem}",
        "a writable folder: --home, or $FAMILIAR_HOME",
    )


def _character_toml(character: dict[str, str], chosen: ResolvedEmbedder) -> str:
    document = tomlkit.document()
    document.add(tomlkit.comment("What is not set here has the shipped default:"))
    document.add(tomlkit.comment(f"_default/{shipped_defaults().name}"))
    table = tomlkit.table()
    table.update(character)
    document.add("character", table)
    index = tomlkit.table()
    index.add("embedder", chosen.name)
    index["embedder"].comment(f"settled at init: {chosen.reason}".replace("\n", " "))
    document.add("index", index)
    return tomlkit.dumps(document)
