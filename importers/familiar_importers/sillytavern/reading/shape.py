"""Where a card of any generation keeps its fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeAlias

from familiar_importers.sillytavern.containers.incoming import printable
from familiar_importers.sillytavern.containers.json_kind import kind_of
from familiar_memory.errors import InputError

__all__ = ["TEXT_FIELDS", "CardShape", "Json", "shape_of"]

Json: TypeAlias = dict[str, Any]

TEXT_FIELDS = (
    "description",
    "personality",
    "scenario",
    "first_mes",
    "mes_example",
    "system_prompt",
    "post_history_instructions",
)
"""The fields that are a note each, `self/<field>.md`."""

_V1_FIELDS = TEXT_FIELDS[:5]
_SPECS = {"chara_card_v2": "V2", "chara_card_v3": "V3"}
_NEWEST = 3.0
"""The version of the card specification that is known."""
_PYGMALION = {
    "name": "char_name",
    "description": "char_persona",
    "scenario": "world_scenario",
    "first_mes": "char_greeting",
    "mes_example": "example_dialogue",
}
_TEXT_GENERATION = {
    "name": "name",
    "description": "context",
    "first_mes": "greeting",
    "mes_example": "example_dialogue",
}


@dataclass(frozen=True, slots=True)
class CardShape:
    """A generation of cards: `inside` is the key of the object that holds the fields, if any.

    `keys` are our fields by the names that they have there; a field that is not among
    them has no place in such a card.
    """

    title: str
    inside: str | None
    keys: Mapping[str, str]
    remarks: tuple[str, ...] = ()

    def fields(self, card: Json) -> Json:
        """The object that holds the fields."""
        fields: Json = card if self.inside is None else card[self.inside]
        return fields

    def value(self, card: Json, field: str) -> Any:  # noqa: ANN401 - JSON
        """What the card has for one of our fields; None when it has nothing."""
        key = self.keys.get(field)
        return None if key is None else self.fields(card).get(key)

    @property
    def is_foreign(self) -> bool:
        """Whether SillyTavern reads it from no picture: names of other programs."""
        return self.keys.get("name") != "name" or "context" in self.keys.values()


def shape_of(card: Any, label: str) -> CardShape:  # noqa: ANN401 - JSON
    """The generation of a card, by its `spec` and not by where it stood.

    Raises:
        InputError: it is no card; the message says what it looks like.
    """
    if not isinstance(card, dict):
        raise InputError(f"{label}: its JSON is {kind_of(card)}", "a card: a JSON object")
    spec, data = card.get("spec"), card.get("data")
    if _is_lorebook(card, spec):
        raise InputError(f"{label}: this is a lorebook, not a character", "--as lorebook")
    if isinstance(data, dict) and (spec is not None or _has_fields(data)):
        if _has_fields(data) or not _has_fields(card):
            title = _generation(card, spec)
            return CardShape(title, "data", _plain_keys(), _doubts(spec, card))
        remark = "data is empty: the fields are read from the top level"
        return CardShape("V1", None, _plain_keys(), (remark,))
    if "char_name" in card or "char_persona" in card:
        return CardShape("Pygmalion", None, _PYGMALION)
    if "name" in card and ("context" in card or "greeting" in card) and not _has_text(card):
        return CardShape("text-generation-webui", None, _TEXT_GENERATION)
    if "name" in card or _has_text(card):
        remarks = () if spec is None else (f"it calls itself {_shown(spec)} but has no data",)
        return CardShape("V1", None, _plain_keys(), remarks)
    raise InputError(f"{label}: {_lacking(spec, data)}", "a card with a name")


def is_card(value: Any) -> bool:  # noqa: ANN401 - JSON
    """Whether it is a character rather than a lorebook: it says so, or has texts of one."""
    if not isinstance(value, dict) or _is_lorebook(value, value.get("spec")):
        return False
    data = value.get("data")
    if str(value.get("spec")) in _SPECS:
        return True
    # A book may have a name and a description too.
    return any(
        field in fields
        for fields in (value, data if isinstance(data, dict) else {})
        for field in _V1_FIELDS[1:]
    )


def _generation(card: Json, spec: object) -> str:
    if spec is None:
        return "V2"
    version = printable(str(card.get("spec_version", ""))[:20])
    return _SPECS.get(str(spec), f"V{version}".strip())


def _doubts(spec: object, card: Json) -> tuple[str, ...]:
    if spec is None:
        return ("it has no spec: it is read as a V2 card",)
    if str(spec) not in _SPECS:
        return (f"its spec is {_shown(spec)}, which is not known here: it is read as V3",)
    if _is_newer(card.get("spec_version")):
        shown = _shown(card.get("spec_version"))
        return (f"its version is {shown}, newer than {_NEWEST}: what is not known is kept",)
    return ()


def _plain_keys() -> dict[str, str]:
    return {field: field for field in ("name", *TEXT_FIELDS)}


def _is_newer(version: object) -> bool:
    try:
        return isinstance(version, str | int | Decimal) and float(version) > _NEWEST
    except (ValueError, OverflowError):
        return False


def _is_lorebook(card: Json, spec: object) -> bool:
    if spec == "lorebook_v3" or "lorebookVersion" in card or card.get("type") == "risu":
        return True
    return "entries" in card and spec is None and not any(f in card for f in _V1_FIELDS[1:])


def _has_fields(fields: Json) -> bool:
    return "name" in fields or _has_text(fields)


def _has_text(fields: Json) -> bool:
    return any(field in fields for field in _V1_FIELDS)


def _lacking(spec: object, data: object) -> str:
    if spec is not None and not isinstance(data, dict):
        return f"it calls itself {_shown(spec)}, and its data is missing or not an object"
    return "there is no character in it: neither a name nor a description"


def _shown(value: object) -> str:
    return repr(printable(str(value)[:200]))
