"""Asks a model for a reply. Whatever comes of that, there is one: memory never breaks a reply."""

from __future__ import annotations

import re

from familiar_memory.chat.exchange import Reply
from familiar_memory.errors import FamiliarError
from familiar_memory.llm.base import ChatModel, ChatRequest, Completion, FinishReason

__all__ = ["ask_for_reply"]

_THOUGHTS = re.compile(r"\s*<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)\s*", re.DOTALL)
"""What models on one's own machine say before they answer."""


async def ask_for_reply(model: ChatModel, request: ChatRequest, echo: str) -> Reply:
    """The words of the model; else the `echo`, with the problem that it had."""
    try:
        completion = await model.complete(request)
    except FamiliarError as error:
        hint = f" ({error.accepted})" if error.accepted else ""
        return Reply(echo, problem=f"{error.problem}{hint}")
    except Exception as error:  # noqa: BLE001 - the edge: a model may be anybody's code
        return Reply(echo, problem=f"{model.name} failed: {type(error).__name__}")
    text = _THOUGHTS.sub("", completion.text, count=1).strip()
    if problem := _problem(completion, text):
        return Reply(echo, problem=f"{model.name} {problem}")
    return Reply(text, model.name, is_cut=completion.finish_reason is FinishReason.LENGTH)


def _problem(completion: Completion, text: str) -> str:
    if completion.finish_reason is FinishReason.REFUSAL:
        return "refused to reply"
    return "" if text else "replied with nothing"
