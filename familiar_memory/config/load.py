"""Settings: the shipped defaults, the owner's, the familiar's, the environment's.

Later ones win: `_default/character.toml` (shipped, or `<home>/_default/`), the
familiar's own `character.toml`, then `FAMILIAR_MEMORY_<SECTION>__<KEY>`.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
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
from familiar_memory.config.refused import SettingsLayer, refused_setting
from familiar_memory.config.settings import Settings
from familiar_memory.errors import ConfigError

__all__ = ["checked_settings", "load_settings", "settings_files"]

_TOML = 'UTF-8 text in TOML, such as key = "text", key = 3 or key = true below a [section]'


def load_settings(paths: FamiliarPaths) -> Settings:
    """Merge the layers and check them.

    Raises:
        ConfigError: it names the file, the key and what would be accepted.
    """
    files = [file for file in settings_files(paths) if file.is_file()]
    layers = [SettingsLayer(f"it is set in {file}", _read_toml(file)) for file in files]
    written: dict[str, Any] = dict(_shipped())
    for layer in layers:
        written = _merge(written, layer.tables)
    settings = _checked(written, layers)
    if not (given := environment_tables()):
        return settings
    # The environment has texts alone, where a file has numbers and truth values of its own.
    layers.append(SettingsLayer(f"it is set in the environment ({PREFIX}SECTION__KEY)", given))
    try:
        return _checker().validate_python(_merge(written, given))
    except ValidationError as problem:
        raise refused_setting(problem, layers) from None


def settings_files(paths: FamiliarPaths) -> tuple[Path, Path]:
    """The owner's file for all familiars, and the familiar's own, which wins."""
    return paths.home / DEFAULT_FOLDER / CHARACTER_FILE, paths.character


def checked_settings(tables: Mapping[str, Any], where: str) -> Settings:
    """Settings of decoded TOML; `where` says where a person would mend them.

    Raises:
        ConfigError: it names the key and what would be accepted.
    """
    return _checked(tables, [SettingsLayer(where, tables)])


def _checked(tables: Mapping[str, Any], layers: Sequence[SettingsLayer]) -> Settings:
    """Check decoded TOML: `true` is no number of days there, and "30" is none either.

    As JSON, since what is read strictly from Python has to be an instance of each section.
    """
    try:
        return _checker().validate_json(json.dumps(tables, default=str), strict=True)
    except ValidationError as problem:
        raise refused_setting(problem, layers) from None


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
        raise ConfigError(f"{file} is not valid TOML: {problem}", _TOML) from None
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
