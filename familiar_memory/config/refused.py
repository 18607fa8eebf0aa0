"""Why a setting is refused: what was given, where it stands, and what would be accepted."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from pydantic import ValidationError

from familiar_memory.config.other_systems import OTHER_KEYS
from familiar_memory.config.settings import Settings
from familiar_memory.config.toml_value import toml_value
from familiar_memory.domain.validation_words import plain_words
from familiar_memory.errors import ConfigError

__all__ = ["SettingsLayer", "refused_setting"]

_UNKNOWN = frozenset({"extra_forbidden", "unexpected_keyword_argument"})
_NEAR = 0.75
"""How much of a misspelt key has to be that of another, for it to be named (difflib's ratio)."""
_ALL = "docs/configuration.md lists every setting"


@dataclass(frozen=True, slots=True)
class SettingsLayer:
    """One source of settings: where to mend them, as a sentence, and its tables."""

    where: str
    tables: Mapping[str, Any]

    def has(self, path: Sequence[str]) -> bool:
        """Whether it says something at that place."""
        below: object = self.tables
        for part in path:
            if not isinstance(below, Mapping) or part not in below:
                return False
            below = below[part]
        return True


def refused_setting(problem: ValidationError, layers: Sequence[SettingsLayer]) -> ConfigError:
    """The first thing that is wrong; of the layers the last that says it is where to mend it."""
    first = problem.errors()[0]
    path = [str(part) for part in first["loc"]]
    key = ".".join(path)
    why = plain_words(first["msg"])
    # What stands in a slot, or for the name of a variable, may be a key by mistake.
    is_secret = key.startswith("models") or key.endswith("_env")
    given = "" if is_secret else f" = {toml_value(first.get('input'))}"
    hints = (_where(path, layers), _meant(path) if first["type"] in _UNKNOWN else "", _ALL)
    return ConfigError(
        f"setting {key!r}{given} is not accepted: {why}", "; ".join(filter(None, hints))
    )


def _where(path: Sequence[str], layers: Sequence[SettingsLayer]) -> str:
    """The layer in which it stands; of a list or a table of a setting, that of the setting."""
    for length in range(len(path), 0, -1):
        for layer in reversed(layers):
            if layer.has(path[:length]):
                return layer.where
    return ""


def _meant(path: Sequence[str]) -> str:
    """Which setting somebody may have meant by one that there is not."""
    key, name = ".".join(path), path[-1]
    for other in OTHER_KEYS:
        if other.here and name in other.key.replace(".", " ").split():
            return f"what {other.system} calls {name} is {other.here} here"
    known = list(_settings())
    same = [one for one in known if one.rpartition(".")[2] == name]
    if len(path) > 2 and not same:
        # What the table of a setting has, as that of a model, stands in no list.
        return ""
    here = [one for one in known if one.startswith(f"{path[0]}.") and len(path) > 1]
    near = same or difflib.get_close_matches(key, known, n=1, cutoff=_NEAR)
    if here and not same:
        # Of two keys of one section its name says nothing.
        near = [f"{path[0]}.{one}" for one in _close(name, here)]
    if near or not here:
        return f"perhaps {near[0]} is meant" if near else ""
    return f"[{path[0]}] has {', '.join(map(_last, here))}"


def _close(name: str, keys: Sequence[str]) -> list[str]:
    return difflib.get_close_matches(name, list(map(_last, keys)), n=1, cutoff=_NEAR)


def _last(key: str) -> str:
    return key.rpartition(".")[2]


def _settings() -> Iterator[str]:
    settings = Settings()
    for section in fields(settings):
        yield section.name
        value = getattr(settings, section.name)
        if is_dataclass(value):
            yield from (f"{section.name}.{one.name}" for one in fields(value))
