"""What people say, have and are: the lists in the TOML files beside this."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["GROUPS", "Asked", "asked", "style", "styled", "talk", "things", "wordings"]

GROUPS = ("seen", "held", "fresh", "fourth", "fifth", "sixth", "unseen")
"""Wordings by which the rules have been worked on; five groups that were only counted at first,
and worked on then; and one that is only counted. Each was written by somebody else."""
_FILES = {group: f"wordings_{group}" for group in GROUPS[2:]}

_HERE = Path(__file__).parent
_PRONOUN = re.compile(r"\bI\b")


@dataclass(frozen=True, slots=True)
class Asked:
    """How a subject is asked for, and which predicates can answer (any, where none is named)."""

    now: tuple[str, ...]
    then: str
    predicates: frozenset[str]


def wordings(topic: str, act: str, group: str) -> Sequence[str]:
    """How people of a group state it: `act` is state, change, dated, correct or end."""
    found: Sequence[str] = _read(_FILES.get(group, "wordings"))[topic][act][group]
    return found


def things(name: str) -> Sequence[str]:
    """A list: names, towns, employers."""
    found: Sequence[str] = _read("things")[name]
    return found


def talk(name: str) -> Sequence[str]:
    """A list of sentences that state nothing."""
    found: Sequence[str] = _read("talk")[name]
    return found


def style(name: str) -> Sequence[str]:
    """What may stand before or after a sentence."""
    found: Sequence[str] = _read("talk")["style"][name]
    return found


def styled(text: str, opening: str, ending: str, *, is_lower: bool) -> str:
    """With a word before it and a laugh behind it (either may be ""), or typed carelessly."""
    if opening and text.split()[0] in style("lowered"):
        text = text[0].lower() + text[1:]
    said = f"{opening}{text}"
    if is_lower:
        said = _PRONOUN.sub("i", said.removesuffix("."))
    return said + ending


def asked(topic: str) -> Asked:
    """How it is asked for."""
    found: Mapping[str, Any] = _read("asked")[topic]
    return Asked(tuple(found["now"]), found["then"], frozenset(found["predicates"]))


@cache
def _read(name: str) -> Mapping[str, Any]:
    return tomllib.loads((_HERE / f"{name}.toml").read_text("utf-8"))
