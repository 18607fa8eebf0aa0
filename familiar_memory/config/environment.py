"""What the environment says: the only module that reads it."""

from __future__ import annotations

import getpass
import os
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import platformdirs

__all__ = [
    "PREFIX",
    "default_home",
    "embedder_override",
    "environment_tables",
    "fastembed_cache",
    "language_folder",
    "login_name",
    "model_key",
    "process_environment",
    "selected_familiar",
]

PREFIX = "FAMILIAR_MEMORY_"


def default_home() -> Path:
    """`$FAMILIAR_HOME`, else ./data/familiars if that is there, else the platform's data folder."""
    if given := os.environ.get("FAMILIAR_HOME"):
        return Path(given).expanduser()
    local = Path("data", "familiars")
    if local.is_dir():
        return local
    return Path(platformdirs.user_data_dir("familiar_memory", appauthor=False)) / "familiars"


def selected_familiar() -> str | None:
    """`$FAMILIAR_ID`; None when it is not set."""
    return os.environ.get("FAMILIAR_ID") or None


def fastembed_cache() -> Path:
    """Where fastembed's models are: `$FASTEMBED_CACHE_PATH`, else ~/.cache/fastembed."""
    given = os.environ.get("FASTEMBED_CACHE_PATH")
    return Path(given).expanduser() if given else Path.home() / ".cache" / "fastembed"


def language_folder() -> Path | None:
    """`$FAMILIAR_LANGUAGES`, a folder of files of languages; None when it is not set."""
    given = os.environ.get("FAMILIAR_LANGUAGES", "").strip()
    return Path(given).expanduser() if given else None


def embedder_override() -> str | None:
    """The embedder that the environment names over every settings file; None for none."""
    found = environment_tables().get("index", {}).get("embedder")
    return None if found is None else str(found)


def model_key(variable: str) -> str | None:
    """The key in an environment variable; None when it is not set, or blank."""
    return os.environ.get(variable, "").strip() or None


def process_environment() -> MutableMapping[str, str]:
    """The process's own environment, for libraries that can only be told through it."""
    return os.environ


def environment_tables() -> dict[str, Any]:
    """Settings as `FAMILIAR_MEMORY_<SECTION>__<KEY>` give them: tables of texts."""
    found: dict[str, Any] = {}
    for name, value in os.environ.items():
        *tables, key = name.removeprefix(PREFIX).lower().split("__")
        if name.startswith(PREFIX) and tables:
            below = found
            for table in tables:
                if not isinstance(below.get(table), dict):
                    below[table] = {}
                below = below[table]
            below.setdefault(key, value)
    return found


def login_name() -> str:
    """Who is logged in on this machine; "me" where the system does not know."""
    try:
        return getpass.getuser() or "me"
    except (OSError, KeyError, ImportError):
        return "me"
