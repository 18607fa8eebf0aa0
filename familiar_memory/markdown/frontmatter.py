"""The YAML block at the very start of a note; read where present, never required."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import yaml  # type: ignore[import-untyped, unused-ignore]

from familiar_memory.knowledge.audience import OWNER

__all__ = ["NO_FRONTMATTER", "Frontmatter", "read_frontmatter"]

BOM = "\ufeff"
_BLOCK = re.compile(
    r"\ufeff?---[ \t]*(?:\r\n|\n|\r)(?P<yaml>(?:.*?(?:\r\n|\n|\r))??)---[ \t]*(?:\r\n|\n|\r|\Z)",
    re.DOTALL,
)
_MENTIONS_VISIBILITY = re.compile(r"visibility", re.IGNORECASE)
# libyaml is some ten times as fast, and not everywhere.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """The keys of a note, and where they stand.

    `start` and `end` are offsets into the text, the fences included; both are 0 without
    a block. `problem` says why a block could not be read; `data` is empty then.
    """

    data: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    start: int = 0
    end: int = 0
    problem: str | None = None
    source: str = ""

    @property
    def visibility(self) -> str | None:
        """The audience key as written; None when the note says nothing.

        A block that can't be read but speaks of visibility gives `owner`: somebody
        meant to withhold something.
        """
        if self.problem is not None:
            return OWNER if _MENTIONS_VISIBILITY.search(self.source) else None
        if "visibility" not in self.data:
            return None
        return _scalar(self.data["visibility"])

    @property
    def type(self) -> str | None:
        """The note's `type`, if it is a plain value."""
        return _scalar(self.data.get("type")) or None

    @property
    def title(self) -> str | None:
        """The note's `title`, if it is a plain value."""
        return _scalar(self.data.get("title")) or None

    @property
    def aliases(self) -> tuple[str, ...]:
        """`aliases` (or `alias`), given as a list or as one value."""
        return _texts(self.data.get("aliases", self.data.get("alias")))

    @property
    def tags(self) -> tuple[str, ...]:
        """`tags` (or `tag`) without `#`, given as a list, or in one value with commas or spaces."""
        value = self.data.get("tags", self.data.get("tag"))
        given = re.split(r"[,\s]+", value) if isinstance(value, str) else _texts(value)
        return tuple(tag for tag in (text.removeprefix("#") for text in given) if tag)


NO_FRONTMATTER = Frontmatter()


def read_frontmatter(text: str) -> Frontmatter:
    """Read the block at offset 0 (a byte order mark may come first); never raises."""
    if not text.startswith(("---", f"{BOM}---")):
        return NO_FRONTMATTER
    match = _BLOCK.match(text)
    if match is None:
        return NO_FRONTMATTER
    source, start = match["yaml"], len(BOM) if text.startswith(BOM) else 0
    data, problem = _load(source)
    return Frontmatter(MappingProxyType(data), start, match.end(), problem, source)


def _load(source: str) -> tuple[dict[str, Any], str | None]:
    try:
        value = yaml.load(source, Loader=_LOADER)
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as exc:
        reason = " ".join(str(exc).split())
        return {}, f"the frontmatter is not valid YAML: {reason}"
    if value is None:
        return {}, None
    if not isinstance(value, dict):
        return {}, f"the frontmatter is a {type(value).__name__}, not a list of `key: value`"
    return {str(key): entry for key, entry in value.items()}, None


def _scalar(value: object) -> str:
    if value is None or isinstance(value, (dict, list, set)):
        return ""
    return str(value).strip()


def _texts(value: object) -> tuple[str, ...]:
    entries = value if isinstance(value, list) else [value]
    return tuple(text for text in (_scalar(entry) for entry in entries) if text)
