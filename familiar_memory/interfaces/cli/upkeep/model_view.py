"""What can be told of the chat models: the slots, their keys (never the values), their use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from familiar_memory.interfaces.cli.frame.finding import Check, Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from familiar_memory.familiar import Familiar
    from familiar_memory.llm.slot import ModelSlot
    from familiar_memory.sync.report import SyncReport

__all__ = ["model_facts", "model_findings", "ping_models", "usage_rows", "usage_state"]

_HERE = frozenset({"localhost", "127.0.0.1", "::1"})
_PING_TOKENS = 16


def model_findings(familiar: Familiar, _: SyncReport) -> Iterator[Finding]:
    """Find slots that cannot be asked, and keys that would go over the net for all to read."""
    models = familiar.parts.models
    for name, slot in familiar.parts.settings.models.configured().items():
        if (problem := models.problem(name)) is not None:
            yield Finding(f"[models.{name}]: {problem[0]}", problem[1])
        parts = urlsplit(slot.base_url)
        if parts.scheme == "http" and parts.hostname not in _HERE:
            yield Finding(
                f"[models.{name}]: memories, and any key, go to {slot.base_url} unencrypted",
                "an https address, unless the way there is your own network",
                serious=False,
            )


def model_facts(familiar: Familiar) -> tuple[str, ...]:
    """Say which slots are configured and where their keys come from."""
    configured = familiar.parts.settings.models.configured()
    if not configured:
        return ("no chat model is configured, and none is needed",)
    return tuple(_fact(familiar, name, slot) for name, slot in configured.items())


def _fact(familiar: Familiar, name: str, slot: ModelSlot) -> str:
    from familiar_memory.config.environment import model_key

    variable = slot.key_variable
    if variable is None:
        key = "no key"
    else:
        key = f"key in ${variable}" if model_key(variable) else f"${variable} is not set"
    off = ""
    if name == "filter" and not familiar.parts.settings.recall.filter:
        off = "; switched off by recall.filter"
    if name == "memory_writer":
        off = "; nothing asks it yet: the writer does without a model"
    where = slot.base_url or "its provider's address"
    return f"{name}: {slot.provider}:{slot.model} at {where}; {key}{off}"


async def ping_models(familiar: Familiar) -> Check:
    """Ask every slot for a word."""
    from familiar_memory.errors import ModelError
    from familiar_memory.llm.base import ChatMessage, ChatRequest

    models = familiar.parts.models
    ping = ChatRequest((ChatMessage("user", "Answer with the word: yes"),), _PING_TOKENS)
    facts: list[str] = []
    findings: list[Finding] = []
    for name in models.names:
        model = models.get(name)
        if model is None or models.problem(name) is not None:
            # The check of the settings has told why.
            continue
        try:
            reply = await model.complete(ping)
        except ModelError as problem:
            findings.append(Finding(f"[models.{name}]: {problem.problem}", problem.accepted))
        else:
            facts.append(f"{name}: {model.name} answers (as {reply.model or 'no name'})")
    return Check("ping", tuple(findings), facts=tuple(facts) or ("no slot can be asked",))


def usage_state(familiar: Familiar) -> list[dict[str, Any]]:
    """What was used, by slot and model, as data."""
    return [
        {
            "slot": slot,
            "model": model,
            "calls": used.calls,
            "failures": used.failures,
            "input_tokens": used.input_tokens,
            "output_tokens": used.output_tokens,
            "seconds": round(used.seconds, 3),
        }
        for (slot, model), used in familiar.usage().items()
    ]


def usage_rows(state: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    """The same as rows of the table of `familiar stats`; none without use."""
    return [
        (
            "model calls" if at == 0 else "",
            str(one["calls"]),
            f"{one['slot']}, {one['model']}: {one['failures']} failed,"
            f" {one['input_tokens']:,} tokens in, {one['output_tokens']:,} out,"
            f" {one['seconds']:.1f} s",
        )
        for at, one in enumerate(state)
    ]
