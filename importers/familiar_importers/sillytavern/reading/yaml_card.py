"""Characters of text-generation-webui: a YAML file of a few texts."""

from __future__ import annotations

import re
from typing import Any

import yaml  # type: ignore[import-untyped, unused-ignore]

from familiar_memory.errors import InputError

__all__ = ["looks_like_yaml_card", "parse_yaml_card"]

_MAX_BYTES = 1024 * 1024
"""YAML is parsed in Python, which is slow; a card in it has a few kB."""
_MAX_DEPTH = 20
"""A card in YAML is flat; references that hold themselves end here too."""
_KEY = re.compile(rb"^(name|context|greeting|char_name|char_persona)\s*:", re.MULTILINE)
_ENDINGS = (".yaml", ".yml")


def looks_like_yaml_card(data: bytes, label: str) -> bool:
    """Whether the name ends as YAML does, and two keys of a character stand at a line's start."""
    return label.lower().endswith(_ENDINGS) and len(set(_KEY.findall(data[:_MAX_BYTES]))) > 1


def parse_yaml_card(data: bytes, label: str) -> dict[str, Any]:
    """The mapping in the file; every plain value is a text, as it is written there.

    Raises:
        InputError: it is too large, no YAML, nested deep, or refers to itself.
    """
    if len(data) > _MAX_BYTES:
        raise InputError(f"{label}: {len(data):,} bytes of YAML", f"at most {_MAX_BYTES:,}")
    try:
        text = data.decode("utf-8-sig")
        _check_events(text, label)
        value = yaml.load(text, Loader=yaml.BaseLoader)
    except UnicodeDecodeError as problem:
        raise InputError(f"{label}: byte {problem.start + 1} is not UTF-8", "UTF-8") from None
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as problem:
        reason = " ".join(str(problem).split())
        raise InputError(f"{label}: not YAML: {reason}", "a character as YAML") from None
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise InputError(f"{label}: its YAML is not a list of `key: value`", "a character as YAML")
    return value


def _check_events(text: str, label: str) -> None:
    """No references, by which a short file becomes endless, and no depth."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.BaseLoader):
        if isinstance(event, yaml.AliasEvent):
            raise InputError(f"{label}: its YAML refers to itself (*{event.anchor})", "plain YAML")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > _MAX_DEPTH:
            raise InputError(f"{label}: its YAML is nested too deep", f"at most {_MAX_DEPTH}")
