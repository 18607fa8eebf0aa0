"""The depth prompt: a text that SillyTavern puts between the last messages."""

from __future__ import annotations

from typing import Any

from familiar_importers.sillytavern.cards.notes.text import edited, shown
from familiar_importers.sillytavern.reading.shape import Json
from familiar_memory.domain.tree import note_of_self

__all__ = ["DEPTH_PROMPT_PATH", "depth_prompt_of", "patched_depth_prompt"]

DEPTH_PROMPT_PATH = note_of_self("depth_prompt")
_DEPTH = 4
"""As SillyTavern has it where a card says none."""
_ROLE = "system"


def depth_prompt_of(fields: Json) -> Any:  # noqa: ANN401 - JSON
    """The prompt; None when there is none. Its depth and role stay in the sidecar."""
    extensions = fields.get("extensions")
    depth_prompt = extensions.get("depth_prompt") if isinstance(extensions, dict) else None
    return depth_prompt.get("prompt") if isinstance(depth_prompt, dict) else None


def patched_depth_prompt(fields: Json, note: str | None) -> Json:
    """The fields with what a person did to the note; `fields` itself if nothing."""
    before = depth_prompt_of(fields)
    after = "" if note is None and shown(before) else edited(shown(before), note or "")
    if after is None:
        return fields
    extensions = fields.get("extensions")
    kept = extensions if isinstance(extensions, dict) else {}
    old = kept.get("depth_prompt")
    prompt = {**old, "prompt": after} if isinstance(old, dict) else _new(after)
    return {**fields, "extensions": {**kept, "depth_prompt": prompt}}


def _new(prompt: str) -> Json:
    return {"prompt": prompt, "depth": _DEPTH, "role": _ROLE}
