"""Choose which embedder a familiar uses: find its model, write the name into its settings."""

from __future__ import annotations

import contextlib
import os
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from familiar_memory.config.environment import embedder_override, fastembed_cache
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.config.settings import Settings
from familiar_memory.embeddings import resolve
from familiar_memory.embeddings.base import Embedder
from familiar_memory.embeddings.resolve import ResolvedEmbedder
from familiar_memory.errors import ConfigError, StorageError, UsageError
from familiar_memory.store.disk.attributes import attributes_of, give_attributes
from familiar_memory.store.disk.filesystem import FileSystem, Spot

__all__ = ["ChosenEmbedder", "choose_embedder", "record_embedder"]

_BOM = "\ufeff"
_SETTLED = "settled"
"""How a comment of ours begins; another one is the owner's, and stays."""


class ChosenEmbedder:
    """An embedder by name, found on the disk and not loaded yet.

    `model_path` is what the settings are to name; None leaves them as they are.
    """

    def __init__(self, resolved: ResolvedEmbedder, embedder: Embedder, path: str | None) -> None:
        self.name = resolved.name
        self.reason = resolved.reason
        self.embedder = embedder
        self.model_path = path


def choose_embedder(
    name: str,
    settings: Settings,
    model_path: Path | str | None = None,
    *,
    load: Callable[[str, Path | None], Embedder],
) -> ChosenEmbedder:
    """Find what a name stands for here: `auto` becomes the best that is on the disk.

    `model_path` is a folder with the files of fastembed's model. `load` makes
    the embedder of a name and such a folder, or knows one that is loaded already.

    Raises:
        EmbedderError: its model is not on the disk; the message says how to bring it.
        UsageError: the environment names another, or a path was given for the wrong one.
    """
    forced = embedder_override()
    if forced is not None and forced != name:
        raise UsageError(
            f"FAMILIAR_MEMORY_INDEX__EMBEDDER is {forced!r}, and wins over {name!r}",
            "unset it first, or give the same name",
        )
    if model_path is not None and name != "fastembed":
        raise UsageError(f"a model path has no meaning for the embedder {name!r}", "fastembed")
    given = None if model_path is None else str(Path(model_path).expanduser().absolute())
    path = given or settings.index.fastembed_path
    folder = Path(path) if path else None
    resolved = resolve.resolve(name, cache_dir=fastembed_cache(), model_path=folder)
    return ChosenEmbedder(resolved, load(resolved.name, folder), given)


def record_embedder(paths: FamiliarPaths, chosen: ChosenEmbedder) -> dict[str, str]:
    """Write the name into character.toml, and give what was written under `[index]`.

    Whatever else stands there stays as it is.

    Raises:
        ConfigError: the file is no TOML, or is written so that it cannot be changed safely.
        StorageError: the disk refuses; the old file stands.
    """
    values = {"embedder": chosen.name}
    if chosen.model_path is not None:
        values["fastembed_path"] = chosen.model_path
    try:
        with paths.character.open(encoding="utf-8", newline="") as file:
            before = file.read()
        after = _with_values(before, values, f"{_SETTLED} by command: {chosen.reason}")
        if after != before:
            _replace(paths.character, after)
    except (TOMLKitError, tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise ConfigError(
            f"{paths.character} is not valid TOML: {problem}", "UTF-8 text in TOML"
        ) from problem
    except OSError as problem:
        raise StorageError(
            f"{paths.character} cannot be written: {problem.strerror or problem}",
            f"a writable file; or write it there yourself: [index] embedder = {chosen.name!r}",
        ) from problem
    return values


def _with_values(text: str, values: dict[str, str], comment: str) -> str:
    """The file with these values in its table `index`.

    Raises:
        ConfigError: it would come out as something else.
    """
    bare = text.removeprefix(_BOM)
    expected: dict[str, Any] = tomllib.loads(bare)
    expected["index"] = {**expected.get("index", {}), **values}
    ending = "\r\n" if "\r\n" in bare else "\n"
    document = tomlkit.parse(bare)
    if "index" not in document:
        document.add("index", tomlkit.table())
    table: Any = document["index"]
    for key, value in values.items():
        if table.get(key) != value:
            _set(table, key, value, " ".join(comment.split()))
    after = tomlkit.dumps(document).replace("\r\n", "\n").replace("\n", ending)
    if tomllib.loads(after) != expected or not _keeps_lines(bare, after):
        raise ConfigError(
            "the settings are written in a way that cannot be changed without touching other lines",
            "write it there yourself: " + ", ".join(f"{k} = {v!r}" for k, v in values.items()),
        )
    return text[: len(text) - len(bare)] + after


def _set(table: Any, key: str, value: str, comment: str) -> None:  # noqa: ANN401 - tomlkit's proxies
    former = table.get(key)
    said = "" if former is None else former.trivia.comment.lstrip("# ")
    table[key] = value
    ours = key == "embedder" and (former is None or said.startswith(_SETTLED))
    if ours and isinstance(table, tomlkit.items.Table):
        table[key].comment(comment)


def _keeps_lines(before: str, after: str) -> bool:
    """Whether every line that says nothing of the embedder stands as it stood."""
    keys = ("embedder", "fastembed_path")

    def others(text: str) -> list[str]:
        lines = text.splitlines()
        return [line for line in lines if line.strip() and not any(key in line for key in keys)]

    kept, now = others(before), others(after)
    return now == kept or [line for line in now if line.strip() != "[index]"] == kept


def _replace(file: Path, text: str) -> None:
    """Put the new text in the place of the old in one step; a link stays a link."""
    target = file.resolve()
    fs = FileSystem()
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as out:
            out.write(text)
            out.flush()
            attributes = attributes_of(fs, Spot(str(target.parent), target.name, None))
            give_attributes(fs, out.fileno(), attributes)
            os.fsync(out.fileno())
        Path(name).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
