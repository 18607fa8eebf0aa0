"""Anthropic's messages API."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from familiar_memory.llm.answer import (
    ReplyTooLargeError,
    read_body,
    sendable,
    status_error,
    too_large,
    too_late,
    unreachable,
)
from familiar_memory.llm.base import ChatRequest, Completion, FinishReason, JsonSchema, Usage
from familiar_memory.llm.providers.schema_fallback import SchemaFallback
from familiar_memory.llm.slot import ModelSlot

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic
from familiar_memory.threads.off_loop import in_own_thread

__all__ = ["ANTHROPIC_URL", "AnthropicModel"]

ANTHROPIC_URL = "https://api.anthropic.com"
_NO_KEY = "none"
"""So that the SDK looks for none in the environment."""
_FINISH = {
    "end_turn": FinishReason.STOP,
    "stop_sequence": FinishReason.STOP,
    "max_tokens": FinishReason.LENGTH,
    "refusal": FinishReason.REFUSAL,
}


class _Tokens(BaseModel):
    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    cache_read_input_tokens: int | None = None


class _Block(BaseModel):
    type: str
    text: str = ""


class _Body(BaseModel):
    content: list[_Block]
    model: str | None = None
    stop_reason: str | None = None
    usage: _Tokens | None = None


class AnthropicModel:
    """A `ChatModel` over the `anthropic` SDK, which is loaded, in a thread, by the first call."""

    def __init__(self, slot: ModelSlot) -> None:
        self._slot = slot
        self._client: AsyncAnthropic | None = None
        self._schemas = SchemaFallback()

    @property
    def name(self) -> str:
        """`provider:model`."""
        return self._slot.name

    async def complete(self, request: ChatRequest) -> Completion:
        """Ask once; see `ChatModel`."""
        slot = self._slot
        timeout_s = slot.timeout_s if request.timeout_s is None else request.timeout_s
        body: dict[str, Any] = {
            "model": slot.model,
            "max_tokens": slot.max_tokens if request.max_tokens is None else request.max_tokens,
            "messages": [
                {"role": m.role, "content": sendable(m.text)}
                for m in request.messages
                if m.role != "system"
            ],
        }
        if system := "\n\n".join(m.text for m in request.messages if m.role == "system"):
            body["system"] = sendable(system)
        warmth = slot.temperature if request.temperature is None else request.temperature
        if warmth is not None:
            # The newest SDK has no parameter for it any more; older models still take it.
            body["extra_body"] = {"temperature": warmth}
        try:
            async with asyncio.timeout(timeout_s):
                schema = _schema_fields(request.json_schema)
                answer = await self._schemas.ask(self._send, body, schema)
        except TimeoutError:
            raise too_late(self.name, timeout_s) from None
        return _completion(read_body(answer, _Body, self.name))

    async def _send(self, request: dict[str, Any]) -> bytes:
        client = await self._connected()
        import anthropic

        try:
            raw = await client.messages.with_raw_response.create(**request)
            return bytes(await raw.http_response.aread())
        except anthropic.APIStatusError as problem:
            answer = problem.response
            raise status_error(
                problem.status_code, answer.headers, answer.text, self.name, self._slot.key
            ) from problem
        except anthropic.APIConnectionError as problem:
            raise unreachable(self.name, self._slot.base_url, problem.__cause__) from problem
        except ReplyTooLargeError as problem:
            raise too_large(self.name, problem) from problem

    async def _connected(self) -> AsyncAnthropic:
        if self._client is None:
            # Reading certificates takes a while, and a bot's loop must not wait for it.
            self._client = await in_own_thread(self._make_client)
        return self._client

    def _make_client(self) -> AsyncAnthropic:
        from anthropic import AsyncAnthropic

        from familiar_memory.llm.providers.transport import bounded_client

        return AsyncAnthropic(
            api_key=self._slot.key or _NO_KEY,
            base_url=self._slot.base_url,
            max_retries=0,
            # Spans would carry what is asked and answered to wherever traces go.
            open_telemetry=False,
            http_client=bounded_client(),
        )

    async def close(self) -> None:
        """Close the connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()


def _schema_fields(schema: JsonSchema | None) -> dict[str, Any]:
    if schema is None:
        return {}
    return {"output_config": {"format": {"type": "json_schema", "schema": dict(schema)}}}


def _completion(body: _Body) -> Completion:
    usage = body.usage or _Tokens()
    read = (
        usage.input_tokens,
        usage.cache_creation_input_tokens,
        usage.cache_read_input_tokens,
    )
    return Completion(
        text="".join(block.text for block in body.content if block.type == "text"),
        usage=Usage(sum(n or 0 for n in read), usage.output_tokens or 0),
        model=body.model or "",
        finish_reason=_FINISH.get(body.stop_reason or "", FinishReason.OTHER),
    )
