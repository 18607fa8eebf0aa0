"""How a page of data is put to a model: apart from what to do with it, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from familiar_memory.llm.base import ChatMessage

__all__ = ["page_messages"]


def page_messages(instructions: str, page: Mapping[str, Any]) -> tuple[ChatMessage, ...]:
    """What to do, and what to do it with; as JSON nothing on the page ends what is around it.

    Letters of every script stay as they are: escapes would cost tokens, and be read less well.
    """
    return (
        ChatMessage("system", instructions),
        ChatMessage("user", json.dumps(page, ensure_ascii=False)),
    )
