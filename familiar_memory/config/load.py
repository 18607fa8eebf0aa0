"""Settings: the shipped defaults, the owner's, the familiar's, the environment's.

Later ones win: `_default/character.toml` (shipped, or `<home>/_default/`), the
familiar's own `character.toml`, then `FAMILIAR_MEMORY_<SECTION>__<KEY>`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from familiar_memory.config.environment import PREFIX, environment_tables
from familiar_memory.config.paths import (
    CHARACTER_FILE,
    DEFAULT_FOLDER,
    FamiliarPaths,
    shipped_defaults,
)
from familiar_memory.config.settings import Settings
from familiar_memory.domain.validation_words import plain_words
from familiar_memory.errors import ConfigError

__all__ = ["checked_settings", "load_settings", "settings_files"]


def load_settings(paths: FamiliarPaths) -> Settings:
    """Merge the layers and check them.

    Raises:
        ConfigError: it names the file, the key and what would be accepted.
    """
    merged: dict[str, Any] = dict(_shipped())
    for file in settings_files(paths):
        if file.is_file():
            merged = _merge(merged, _read_toml(file))
    merged = _merge(merged, environment_tables())
    where = f"see the shipped defaults; it is set in {paths.character} or in {PREFIX}*"
    return checked_settings(merged, where)


def settings_files(paths: FamiliarPaths) -> tuple[Path, Path]:
    """The owner's file for all familiars, and the familiar's own, which wins."""
    return paths.home / DEFAULT_FOLDER / CHARACTER_FILE, paths.character


def checked_settings(tables: Mapping[str, Any], where: str) -> Settings:
    """Settings of decoded tables; `where` says where a person would mend them.

    Raises:
        ConfigError: it names the key and what would be accepted.
    """
    try:
        return _checker().validate_python(tables)
    except ValidationError as problem:
        raise _config_error(problem, where) from None


@cache
def _checker() -> TypeAdapter[Settings]:
    # Making it takes longer than reading a file; what imports this module may read none.
    return TypeAdapter(Settings)


@cache
def _shipped() -> Mapping[str, Any]:
    # Read once in a process: it is the program's own, and parsing it is most of the work.
    return _read_toml(shipped_defaults())


def _read_toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise ConfigError(f"{file} is not valid TOML: {problem}", "UTF-8 text in TOML") from None
    except OSError as problem:
        raise ConfigError(f"{file} cannot be read: {problem}", "a readable file") from problem


def _merge(under: dict[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Lay one tree of tables over another; tables merge, everything else is replaced."""
    merged = dict(under)
    for key, value in over.items():
        below = merged.get(key)
        both = isinstance(below, dict) and isinstance(value, Mapping)
        merged[key] = _merge(below, value) if both else value  # type: ignore[arg-type]
    return merged


def _config_error(problem: ValidationError, where: str) -> ConfigError:
    first = problem.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    why = plain_words(first["msg"])
    # What stands in a slot, or for the name of a variable, may be a key by mistake.
    given = "" if key.startswith("models") or key.endswith("_env") else f" = {first.get('input')!r}"
    return ConfigError(
        f"setting {key!r}{given} is not accepted: {why}",
        where,
    )
