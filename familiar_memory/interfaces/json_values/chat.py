"""A chat with a familiar: what was said, recalled, replied and learned."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from familiar_memory.interfaces.json_values.encoder import as_json, picked

if TYPE_CHECKING:
    from familiar_memory.chat.exchange import ChatEnd, Exchange, LearnedLine, RecalledPassage

__all__ = ["end_json", "exchange_json", "learned_json", "recalled_json"]


def exchange_json(exchange: Exchange) -> dict[str, Any]:
    """One message and its reply; `model` is None for an echo of memory."""
    said, reply = exchange.said, exchange.reply
    return {
        "said": said.text,
        "ref": said.ref,
        "outcome": as_json(exchange.outcome),
        "reply": reply.text,
        "model": reply.model,
        "is_cut": reply.is_cut,
        "recalled": recalled_json(exchange.recalled),
        "learned": learned_json(exchange.learned),
        "problems": [*filter(None, (reply.problem,)), *exchange.problems],
    }


def recalled_json(passages: Iterable[RecalledPassage]) -> list[dict[str, Any]]:
    """Passages, in the order of the prompt."""
    return [picked(one, "where path line ref text why") for one in passages]


def learned_json(lines: Iterable[LearnedLine]) -> list[dict[str, Any]]:
    """Lines of notes as they stand there; of one that waits not its words: nobody has kept it."""
    return [
        {**picked(one, "path line text is_waiting"), **({"text": ""} if one.is_waiting else {})}
        for one in lines
    ]


def end_json(end: ChatEnd) -> dict[str, Any]:
    """The end of a chat, with all that was learned in it."""
    return {
        "kept": end.kept,
        "learned": learned_json(end.learned),
        "problem": end.problem or None,
        "unshown": end.unshown or None,
    }
