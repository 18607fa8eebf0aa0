"""docs/configuration.md: every key of character.toml, from the settings that the program reads.

Type, default and range are those of the fields; what a key means is the comment behind it in
the shipped character.toml.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from annotated_types import Ge, Gt, Le, MinLen

from building.fixed_figures import fixed_figures
from building.other_systems import other_systems
from familiar_memory.config.at_next_start import AT_THE_NEXT_START
from familiar_memory.config.environment import PREFIX
from familiar_memory.config.paths import shipped_defaults
from familiar_memory.config.settings import Settings
from familiar_memory.llm.slot import ModelSlot, ModelSlots

__all__ = ["keys_without_meaning", "settings_page"]

_SLOT = "models.<slot>"
_TABLES = ("recall.profiles", "recall.caps", "predicates", "markers")
_HEADER = re.compile(r"#? ?\[([\w.]+)\](?:\s+# (.*))?")
_KEY = re.compile(r"#? ?(\w+) = .*?\s# (.*)")
_PLAIN = {bool: "true or false", int: "whole number", float: "number", str: "text"}

_INTRODUCTION = f"""\
# Configuration

Every setting has a default, so a `character.toml` may be empty. Later layers win:

1. the defaults below, which come with the package;
2. `_default/character.toml` in the folder of familiars, for all familiars in it;
3. `<familiar>/character.toml`, for one;
4. the environment: `{PREFIX}<SECTION>__<KEY>`, such as `{PREFIX}AUDIENCE__POLICY=strict`.

A key that does not exist, or a value that does not fit, is an error that says in which file it
stands and what would be accepted. `true` is no number of days there, and `"30"` is none either; in
the environment everything is text.

**What you save takes effect at once.** An open familiar looks every second whether its own
`character.toml`, or `_default/character.toml`, has been saved, and goes by it from the next
request on;
a reply that is under way is finished by the settings that it was begun with. A save that is not
accepted changes nothing: the settings from before stay in force, the log and `familiar doctor`
say why, and so does `familiar.settings.problem`. A file that had settings and is suddenly empty,
by an editor or a disk that is full, is not accepted either: to go by the defaults, leave a comment
in it. Only the sections that say so below wait for the
next start, as do the environment and a folder of languages; `familiar.settings.at_next_start`
lists what was saved and waits. `mode = "incognito"` stops recording and recall before anything
else is done. A change under `[audience]` or `[predicates]` has the index made anew.

```toml
[character]
name = "Ember"
timezone = "Europe/Ljubljana"

[audience]
policy = "strict"
```

| variable | what it does |
|---|---|
| `FAMILIAR_HOME` | the folder of familiars; without it `./data/familiars` if that folder is there,\
 else the platform's data folder (on Linux `~/.local/share/familiar_memory/familiars`) |
| `FAMILIAR_ID` | which familiar a command means |
| `FAMILIAR_LANGUAGES` | a folder with [languages of yours](writing.md#another-language),\
 for all familiars of a process |
| `FAMILIAR_MEMORY_DEBUG=1` | show logs and tracebacks |
| `FASTEMBED_CACHE_PATH` | where fastembed's models are; without it `~/.cache/fastembed` |
| `NO_COLOR` | no colours |

Keys of models (`OPENAI_API_KEY`, …) are only read from the environment, never from a file.
"""


def settings_page() -> str:
    """The whole page."""
    meanings = dict(_meanings())
    parts = [_INTRODUCTION]
    for section, rows in _sections():
        parts.append(f"## `[{section}]`\n")
        if said := meanings.get((section, "")):
            parts.append(f"{_sentence(said)}\n")
        if section in AT_THE_NEXT_START:
            parts.append("These take effect at the next start.\n")
        if rows:
            parts.append("| key | default | accepted | meaning |\n|---|---|---|---|")
            parts += [_row(section, row, meanings) for row in rows]
            parts.append("")
    parts.append(f"{other_systems()}\n")
    parts.append(fixed_figures())
    return "\n".join(parts).rstrip() + "\n"


def keys_without_meaning() -> list[str]:
    """Keys that the shipped character.toml does not explain."""
    meanings = dict(_meanings())
    named = ((section, row.name) for section, rows in _sections() for row in rows)
    return [f"{section}.{key}" for section, key in named if not meanings.get((section, key))]


def _sections() -> Iterator[tuple[str, list[Field[Any]]]]:
    """The tables of character.toml, each with its keys; one that takes any key has none here."""
    for section in fields(Settings):
        value = section.default_factory() if section.default_factory is not MISSING else None
        if isinstance(value, ModelSlots):
            yield _SLOT, [one for one in fields(ModelSlot) if one.name != "key"]
        elif is_dataclass(value):
            rows = [one for one in fields(value) if f"{section.name}.{one.name}" not in _TABLES]
            yield section.name, rows
        yield from ((one, []) for one in _TABLES if one.split(".")[0] == section.name)


def _meanings() -> Iterator[tuple[tuple[str, str], str]]:
    """What the comments of the shipped file say, by section and key ("" for the section)."""
    section = ""
    for line in shipped_defaults().read_text("utf-8").splitlines():
        if header := _HEADER.fullmatch(line):
            section = _SLOT if header[1].startswith("models.") else header[1]
            if header[2] and section != _SLOT:
                yield (section, ""), header[2]
        elif key := _KEY.fullmatch(line):
            yield (section, key[1]), key[2]
    slots = ", ".join(f"`{one.name}`" for one in fields(ModelSlots))
    yield (
        (_SLOT, ""),
        f"chat models, of which none is needed; the slots are {slots}. They need the extra `llm`."
        " [Security](security.md) says what each is sent",
    )


def _row(section: str, key: Field[Any], meanings: dict[tuple[str, str], str]) -> str:
    home = ModelSlot if section == _SLOT else _type_of(section)
    kind = get_type_hints(home, include_extras=True)[key.name]
    meaning = meanings.get((section, key.name), "").replace("|", "·")
    pages = re.sub(r"docs/(\w+)\.md", r"[\1](\1.md)", meaning)
    return f"| `{key.name}` | {_default(key)} | {_accepted(kind)} | {pages} |"


def _type_of(section: str) -> type:
    found = get_type_hints(Settings)[section]
    assert isinstance(found, type)
    return found


def _default(key: Field[Any]) -> str:
    value = key.default_factory() if key.default_factory is not MISSING else key.default
    if value is MISSING:
        return "required"
    if value is None:
        return "–"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, str):
        return f'`"{value!s}"`'
    return f"`{list(value) if isinstance(value, tuple) else value}`"


def _accepted(kind: object) -> str:
    """What a person may write, from the type of the field."""
    if get_origin(kind) is Annotated:
        inner, *marks = get_args(kind)
        return _accepted(inner) + _range(marks)
    if get_origin(kind) is Literal:
        return ", ".join(f"`{one}`" for one in get_args(kind))
    if get_origin(kind) in (types.UnionType, Union):
        return ", ".join(_accepted(one) for one in get_args(kind) if one is not type(None))
    if get_origin(kind) is tuple:
        return "list of texts"
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return ", ".join(f"`{one.value}`" for one in kind)
    assert isinstance(kind, type), kind
    return _PLAIN[kind]


def _range(marks: list[object]) -> str:
    low = [f"from {one.ge}" for one in marks if isinstance(one, Ge)]
    low += [f"above {one.gt}" for one in marks if isinstance(one, Gt)]
    high = [f"to {one.le}" for one in marks if isinstance(one, Le)]
    filled = ["not empty" for one in marks if isinstance(one, MinLen)]
    said = " ".join([*low, *high, *filled])
    return f", {said}" if said else ""


def _sentence(text: str) -> str:
    pages = re.sub(r"docs/(\w+)\.md", r"[\1](\1.md)", text)
    return f"{pages[0].upper()}{pages[1:]}."
