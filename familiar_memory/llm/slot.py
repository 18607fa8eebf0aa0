"""Configured models: which, where, with which key, within which bounds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Literal
from urllib.parse import urlsplit

from annotated_types import Ge, Gt, Le, MinLen
from pydantic import AfterValidator, BeforeValidator

__all__ = ["ModelSlot", "ModelSlots"]

_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]{1,63}")
_LOOKS_LIKE_A_KEY = re.compile(r"(?i)^(?!api_key_env$)(?!max_tokens$).*(key|token|secret|password)")


def _without_key(table: object) -> object:
    given = table if isinstance(table, Mapping) else {}
    if held := sorted(key for key in given if _LOOKS_LIKE_A_KEY.search(str(key))):
        raise ValueError(
            f"{held[0]!r} would put a key into a file: put it into an environment variable,"
            f' and name that: api_key_env = "OPENAI_API_KEY"'
        )
    return table


def _variable_name(value: str) -> str:
    if value and not _VARIABLE.fullmatch(value):
        # What stands here may be the key: it is told to nobody.
        raise ValueError("it is not the name of an environment variable, such as OPENAI_API_KEY")
    return value


def _address(value: str) -> str:
    if not value:
        return value
    try:
        parts = urlsplit(value)
        is_web = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_web = False
    if not is_web or parts.username or parts.password or parts.query or parts.fragment:
        raise ValueError("it is not an address such as http://localhost:11434/v1, without a key")
    return value.rstrip("/")


@dataclass(frozen=True, slots=True)
class ModelSlot:
    """What a provider needs to be asked: `[models.<slot>]`, and later its key.

    Without `base_url` it is the provider's own address. `api_key_env` names an environment
    variable; without it, the provider's own address has its usual one, and any other
    address is asked without a key. The `key` is in no file and in no `repr`. `timeout_s`
    bounds one call with all its retries.
    """

    provider: Literal["openai", "anthropic"]
    model: Annotated[str, MinLen(1)]
    base_url: Annotated[str, AfterValidator(_address)] = ""
    key: str | None = field(default=None, repr=False)
    api_key_env: Annotated[str, AfterValidator(_variable_name)] = ""
    timeout_s: Annotated[float, Gt(0), Le(600)] = 15.0
    max_tokens: Annotated[int, Gt(0)] = 1024
    temperature: Annotated[float, Ge(0), Le(2)] | None = None
    max_retries: Annotated[int, Ge(0), Le(10)] = 2

    @property
    def name(self) -> str:
        """`provider:model`."""
        return f"{self.provider}:{self.model}"

    @property
    def key_variable(self) -> str | None:
        """The environment variable that holds the key; None where none is sent."""
        if self.api_key_env:
            return self.api_key_env
        return None if self.base_url else f"{self.provider.upper()}_API_KEY"


# The key is a field of the value, and no setting: whatever sounds like one is refused.
_Configured = Annotated[ModelSlot, BeforeValidator(_without_key)]


@dataclass(frozen=True, slots=True)
class ModelSlots:
    """`[models]`; a slot that is not set has no model, and what would ask it does without."""

    filter: _Configured | None = None
    conversation: _Configured | None = None
    memory_writer: _Configured | None = None
    sleep: _Configured | None = None
    reply: _Configured | None = None

    def configured(self) -> dict[str, ModelSlot]:
        """The slots that are set, by name."""
        found = {one.name: getattr(self, one.name) for one in fields(self)}
        return {name: slot for name, slot in found.items() if slot is not None}
