"""docs/python-api.md: every public name of `familiar_memory`, from its docstring."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from types import FunctionType

import familiar_memory
from building.type_text import type_text

__all__ = ["api_page"]

_PARTS = "Parts, for programs of your own"
_GROUPS = {
    "The familiar": "Familiar Household People KnownPerson IndexUpkeep Explaining Explanation"
    " WhyNotReport SettingsInForce",
    "What is said": "Turn Author Place PlaceKind Role TurnKind",
    "Asking": "RecallRequest RecallFilters Mode Context Contribution Layer Line Injection"
    " SearchResult SearchHit NamedFact Conversation ConversationMessage",
    "Writing by itself": "MemoryWriterScheduler EndReason SessionEnd WriterStatus"
    " WaitingPlace BatchState Replay",
    "What is known": "Knowledge FactAnswer Fact EntityName FactObject KnownGraph EntityNode Entity"
    " EntityRelation EntityKind Entities",
    "Changing what is known": "Memories NewMemory NewFact Caller RecordName RecordChange"
    " ChangeKind Rules Rule RuleChange Review OpenItem ReviewReport",
    "Operations for models": "Tools StoreMemory SearchMemory RecallMemory UpdateMemory"
    " DeleteMemory ReflectMemory GraphMemory ToolEntity ToolRelation ToolWeights",
    "Choosing older messages": "TurnChooser AskingChooser NumberedTurn",
    "Context providers": "ContextProvider ProviderRequest KnownFact Viewer",
    "Changes": "Changed ChangeCursor",
    "Errors": "FamiliarError",
    _PARTS: "MemoryStore IndexingMemoryStore MemoryEntry GrepHit Limits Cause ABSENT"
    " EmbeddingIndex build_if_stale HistoryStore MemoryWriter NoteRules WritingRules"
    " ContentSearchProvider",
}
_REST = "Also public"
_LEFT_OUT = {"__version__"}

_INTRODUCTION = """\
# Python API

Everything here can be imported from `familiar_memory`; whatever else the package holds may change
without notice. It is fully typed, and importing it loads nothing until a name is used. Pages that
show how the parts work together: [a bot](start/bot.md), [an agent](start/agents.md),
[households](households.md).
"""

_OF_PARTS = """\
What a `Familiar` is put together from. A bot needs none of it; methods are in the docstrings.
"""

_MEMORY_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_SECTION = re.compile(r"^(Raises|Returns|Args):\n((?:    .*\n?|\n)+)", re.MULTILINE)


def api_page() -> str:
    """The whole page."""
    parts = [_INTRODUCTION]
    for title, names in _grouped():
        parts.append(f"## {title}\n")
        if title == _PARTS:
            parts.append(_OF_PARTS)
        with_members = title != _PARTS
        parts += [_entry(name, getattr(familiar_memory, name), with_members) for name in names]
    return "\n".join(parts).rstrip() + "\n"


def _grouped() -> Iterator[tuple[str, list[str]]]:
    """Public names by what they are for; what no group names comes last."""
    public = [one for one in familiar_memory.__all__ if one not in _LEFT_OUT]
    groups = {title: names.split() for title, names in _GROUPS.items()}
    for title, names in groups.items():
        yield title, [name for name in names if name in public]
    named = {name for names in groups.values() for name in names}
    if rest := [name for name in public if name not in named]:
        yield _REST, rest


def _entry(name: str, value: object, with_members: bool) -> str:
    head = f"### `{name}`\n"
    if isinstance(value, type) and issubclass(value, Enum):
        members = "\n".join(f"- `{one.name}` = `{one.value!r}`" for one in value)
        return f"{head}\n{_prose(value)}\n\n{members}\n"
    if isinstance(value, type):
        members = _members(value) if with_members else ""
        return f"{head}\n{_signature(name, value)}\n\n{_prose(value)}\n{members}"
    if isinstance(value, FunctionType):
        return f"{head}\n{_signature(name, value)}\n\n{_prose(value)}\n"
    return f"{head}\n`{value!r}`\n"


def _signature(name: str, value: object) -> str:
    """How it is called, or that it is a protocol, which nobody calls."""
    if getattr(value, "_is_protocol", False):
        return f"```python\nclass {name}(Protocol)\n```"
    if not callable(value):
        return f"```python\n{name}\n```"
    try:
        found = inspect.signature(value)
    except ValueError:
        return f"```python\nclass {name}\n```"
    kept = [_plain(one, value) for one in found.parameters.values() if one.name != "self"]
    returned = found.return_annotation
    arrow = "" if returned in (inspect.Signature.empty, None, "None") else f" -> {returned}"
    text = str(found.replace(parameters=kept, return_annotation=inspect.Signature.empty))
    if len(name) + len(text) > _WIDE:
        shown = [f"    {one}," for one in _split(text)]
        text = "\n".join(["(", *shown, ")"])
    return f"```python\n{name}{text}{arrow}\n```"


_WIDE = 88


def _split(text: str) -> list[str]:
    """The parameters of a signature, one by one."""
    depth, parts, now = 0, [], ""
    for sign in text[1:-1]:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            parts.append(now.strip())
            now = ""
        else:
            now += sign
    return [*parts, now.strip()]


class _Shown:
    """A default as a reader would write it."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def _plain(parameter: inspect.Parameter, owner: object) -> inspect.Parameter:
    default = parameter.default
    if is_dataclass(owner):
        default = next(
            (
                one.default_factory()
                for one in fields(owner)
                if one.name == parameter.name and one.default_factory is not MISSING
            ),
            default,
        )
    if isinstance(default, Enum):
        default = _Shown(f"{type(default).__name__}.{default.name}")
    elif default is not inspect.Parameter.empty:
        default = _Shown(_MEMORY_ADDRESS.sub("", repr(default)))
    annotation = parameter.annotation
    if annotation is not inspect.Parameter.empty:
        annotation = _Shown(type_text(annotation))
    return parameter.replace(default=default, annotation=annotation)


def _members(owner: type) -> str:
    """Its public methods and properties, in the order of their definition."""
    shown: dict[str, str] = {}
    for home in owner.__mro__:
        if not home.__module__.startswith("familiar_memory"):
            continue
        for name, value in vars(home).items():
            if not name.startswith("_") and name not in shown and (text := _member(name, value)):
                shown[name] = text
    return "".join(f"\n{text}\n" for text in shown.values())


def _member(name: str, value: object) -> str | None:
    if isinstance(value, property):
        return f"**`{name}`** (property)\n\n{_prose(value)}"
    of_class = isinstance(value, classmethod)
    function = value.__func__ if isinstance(value, classmethod | staticmethod) else value
    if not isinstance(function, FunctionType):
        return None
    found = inspect.signature(function)
    skipped = 0 if isinstance(value, staticmethod) else 1
    kept = [_plain(one, None) for one in list(found.parameters.values())[skipped:]]
    text = str(found.replace(parameters=kept, return_annotation=inspect.Signature.empty))
    returned = found.return_annotation
    arrow = "" if returned in (inspect.Signature.empty, None, "None") else f" -> {returned}"
    word = "await " if inspect.iscoroutinefunction(function) else ""
    note = " (class method)" if of_class else ""
    return f"**`{word}{name}{text}{arrow}`**{note}\n\n{_prose(function)}"


def _prose(value: object) -> str:
    """A docstring as Markdown: its sections become lists."""
    text = inspect.getdoc(value) or ""
    return _SECTION.sub(_as_list, text + "\n").strip()


def _as_list(section: re.Match[str]) -> str:
    items: list[str] = []
    for line in section[2].splitlines():
        if line.startswith("    ") and not line.startswith("     "):
            name, _, said = line.strip().partition(": ")
            items.append(f"- `{name}`: {said}")
        elif line.strip() and items:
            items[-1] += f" {line.strip()}"
    return f"{section[1]}:\n\n" + "\n".join(items) + "\n"
