"""The YAML block at the very start of a note; read where present, never required.

It ends at `---`, or at YAML's own end mark `...`. What was plainly meant as such a block and
cannot be read as one is a problem, and its note the owner's: nobody can tell any more whom
it was to be kept from.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import yaml  # type: ignore[import-untyped, unused-ignore]

from familiar_memory.knowledge.audience import OWNER
from familiar_memory.markdown.frontmatter.damaged_head import damage_of_head, is_prose
from familiar_memory.markdown.frontmatter.visibility_key import (
    Spelling,
    audience_named,
    plain_key,
    spelling,
    spelling_at_start,
)
from familiar_memory.markdown.frontmatter.withholding import WITHHOLDING_KEYS, withheld_by
from familiar_memory.markdown.frontmatter.yaml_problem import yaml_problem

__all__ = ["NO_FRONTMATTER", "Frontmatter", "read_frontmatter"]

BOM = "\ufeff"
_BLOCK = re.compile(
    r"\ufeff?---[ \t]*(?:\r\n|\n|\r)(?P<yaml>(?:.*?(?:\r\n|\n|\r))??)"
    r"(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|\Z)",
    re.DOTALL,
)
_COMMENT = re.compile(r"\s*(?:#|\Z)")
_READ_HERE = WITHHOLDING_KEYS | {
    "alias",
    "aliases",
    "heard_as",
    "id",
    "places",
    "tag",
    "tags",
    "title",
    "type",
    "visibility",
}
_DEEPEST = 100
"""Levels of lists and maps; the loader calls itself for each, in C, where no error ends that."""
_MAY_NEST = "[{-?:"
_LIBYAML_TOO_DEEP = "maximum nesting depth"
_FIRST_LINE = 2
"""Of the block, in its note: the line above it is ---."""
# libyaml is some ten times as fast, and not everywhere.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """The keys of a note, in small letters, and where they stand.

    `start` and `end` are offsets into the text, the fences included; both are 0 without
    a block. `problem` says why the block cannot be read, or not for sure; `data` is empty then.
    """

    data: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    start: int = 0
    end: int = 0
    problem: str | None = None
    source: str = ""

    @property
    def visibility(self) -> str | None:
        """The audience as written; None when the note says nothing.

        It is `owner` where there is a problem: somebody may have meant to withhold something.
        """
        if self.problem is not None or self.withheld_by is not None:
            return OWNER
        if "visibility" not in self.data:
            return None
        given = self.data["visibility"]
        return f"[{', '.join(_texts(given))}]" if isinstance(given, list) else _scalar(given)

    @property
    def audience(self) -> str | None:
        """The audience that it names, the owner's where it names none; None for no `visibility`."""
        written = self.visibility
        return None if written is None else audience_named(written) or OWNER

    @property
    def withheld_by(self) -> str | None:
        """The key of another program that plainly keeps the note back: `private`, `audience`."""
        return withheld_by(self.data)

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
    def heard_as(self) -> tuple[str, ...]:
        """Those of the aliases that a writer has put there: the text says for whom each is."""
        return _texts(self.data.get("heard_as"))

    @property
    def tags(self) -> tuple[str, ...]:
        """`tags` (or `tag`) without `#`, given as a list, or in one value with commas or spaces."""
        value = self.data.get("tags", self.data.get("tag"))
        given = re.split(r"[,\s]+", value) if isinstance(value, str) else _texts(value)
        return tuple(tag for tag in (text.removeprefix("#") for text in given) if tag)


NO_FRONTMATTER = Frontmatter()


def read_frontmatter(text: str) -> Frontmatter:
    """Read the block at offset 0 (a byte order mark may come first); never raises."""
    match = _BLOCK.match(text) if text.startswith(("---", f"{BOM}---")) else None
    if match is None:
        problem = damage_of_head(text)
        return NO_FRONTMATTER if problem is None else Frontmatter(problem=problem)
    source, start = match["yaml"], len(BOM) if text.startswith(BOM) else 0
    try:
        data, problem = _load(source), None
        _check_visibility(source, data)
        _check_heard(data)
    except _DamagedError as damage:
        if is_prose(source):
            return NO_FRONTMATTER
        data, problem = {}, str(damage)
    return Frontmatter(MappingProxyType(data), start, match.end(), problem, source)


class _DamagedError(Exception):
    """Why a block cannot be read."""


def _load(source: str) -> dict[str, Any]:
    try:
        _check_depth(source)
        loader = _LOADER(source)
        try:
            node = loader.get_single_node()
            _check_once(node)
            value = None if node is None else loader.construct_document(node)
        finally:
            loader.dispose()
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as exc:
        reason = yaml_problem(exc, source, _FIRST_LINE)
        raise _DamagedError(f"the frontmatter is not valid YAML: {reason}") from exc
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise _DamagedError(
            f"the frontmatter is a {type(value).__name__}, not a list of `key: value`"
        )
    return {plain_key(str(key)): entry for key, entry in value.items()}


def _check_depth(source: str) -> None:
    """Refuse what is nested so deep that loading it would end the process."""
    if sum(map(source.count, _MAY_NEST)) <= _DEEPEST:
        return
    too_deep = _DamagedError(f"the frontmatter is nested deeper than {_DEEPEST} levels")
    depth = 0
    try:
        for event in yaml.parse(source, Loader=_LOADER):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > _DEEPEST:
                raise too_deep
    except yaml.MarkedYAMLError as exc:
        # libyaml reads ahead, and since PyYAML 6.0.4 stops at a limit of its own, above ours.
        if _LIBYAML_TOO_DEEP not in (exc.problem or ""):
            raise
        raise too_deep from exc


def _check_once(node: yaml.Node | None) -> None:
    """Refuse a key that is read here and said twice, unless it says the same."""
    said: dict[str, tuple[str, Any]] = {}
    for key, value in node.value if isinstance(node, yaml.MappingNode) else ():
        name = plain_key(key.value) if isinstance(key, yaml.ScalarNode) else ""
        if name not in _READ_HERE:
            continue
        what = (value.tag, value.value if isinstance(value, yaml.ScalarNode) else id(value))
        if said.setdefault(name, what) != what:
            raise _DamagedError(f"the frontmatter says `{name}` twice")


def _check_visibility(source: str, data: Mapping[str, Any]) -> None:
    """Refuse a block that speaks of visibility in a way that is not read."""
    for key in data:
        if spelling(key) is Spelling.NEAR:
            raise _DamagedError(f"the frontmatter says `{key}`, which is nearly `visibility`")
    if (below := _named_below(data)) is not None:
        raise _DamagedError(f"the frontmatter says `{below}` below another property")
    for line in source.splitlines():  # YAML ends lines at more signs than notes do
        if _COMMENT.match(line):
            continue
        found = spelling_at_start(line)
        if found is Spelling.NEAR or (found is Spelling.EXACT and "visibility" not in data):
            raise _DamagedError(
                f"the line {line.strip()[:40]!r} of the frontmatter is nearly"
                " `visibility: owner`, and not read as that"
            )


def _check_heard(data: Mapping[str, Any]) -> None:
    """Refuse names that cannot be read: without them, those of `aliases` would be for everyone."""
    given = data.get("heard_as")
    if any(
        isinstance(one, (dict, list)) for one in (given if isinstance(given, list) else [given])
    ):
        raise _DamagedError("the `heard_as` of the frontmatter is no list of names")


def _named_below(data: Mapping[str, Any]) -> str | None:
    """A key inside of a value, in braces say, that is `visibility`, or nearly."""
    pending, seen = list(data.values()), set[int]()
    while pending:
        value = pending.pop()
        # By `&anchors` a short text can hold one list a million times.
        if not isinstance(value, (Mapping, list)) or id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, list):
            pending += value
            continue
        pending += value.values()
        for key in map(str, value):
            if spelling(key) is not Spelling.OTHER:
                return key
    return None


def _scalar(value: object) -> str:
    if value is None or isinstance(value, (dict, list, set, tuple)):
        return ""
    return str(value).strip()


def _texts(value: object) -> tuple[str, ...]:
    entries = value if isinstance(value, list) else [value]
    return tuple(text for text in (_scalar(entry) for entry in entries) if text)
