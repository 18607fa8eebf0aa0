"""What doctor finds about the chat models, and what they answer when they are asked."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from familiar_memory.assembly.parts import Parts
from familiar_memory.errors import ModelError
from familiar_memory.inspection.health.finding import Check, Finding
from familiar_memory.llm.base import ChatMessage, ChatRequest
from familiar_memory.llm.shelf import ModelShelf
from familiar_memory.sync.report import SyncReport

__all__ = ["check_models", "ping_models"]

_HERE = frozenset({"localhost", "127.0.0.1", "::1"})
_PING = ChatRequest((ChatMessage("user", "Answer with the word: yes"),), 16)
"""16 tokens: what a model that answers needs, at next to no cost."""


def check_models(parts: Parts, _: SyncReport) -> Iterator[Finding]:
    """Find slots that cannot be asked, and keys that would go over the net for all to read."""
    for name, slot in parts.setup.settings.models.configured().items():
        if (problem := parts.models.problem(name)) is not None:
            yield Finding(f"[models.{name}]: {problem[0]}", problem[1])
        url = urlsplit(slot.base_url)
        if url.scheme == "http" and url.hostname not in _HERE:
            yield Finding(
                f"[models.{name}]: memories, and any key, go to {slot.base_url} unencrypted",
                "an https address, unless the way there is your own network",
                serious=False,
            )


async def ping_models(models: ModelShelf) -> Check:
    """Ask every slot for a word."""
    facts: list[str] = []
    findings: list[Finding] = []
    for name in models.names:
        model = models.get(name)
        if model is None or models.problem(name) is not None:
            # The check of the settings has told why.
            continue
        try:
            reply = await model.complete(_PING)
        except ModelError as problem:
            findings.append(Finding(f"[models.{name}]: {problem.problem}", problem.accepted))
        else:
            facts.append(f"{name}: {model.name} answers (as {reply.model or 'no name'})")
    return Check("ping", tuple(findings), facts=tuple(facts) or ("no slot can be used",))
