"""Any server that speaks OpenAI's chat completions: OpenAI, OpenRouter, Ollama, llama.cpp, vLLM."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from familiar_memory.errors import ModelReplyError
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
    from openai import AsyncOpenAI
from familiar_memory.threads.off_loop import in_own_thread

__all__ = ["OPENAI_URL", "OpenAICompatibleModel"]

OPENAI_URL = "https://api.openai.com/v1"
_NO_KEY = "none"
"""Local servers ask for no key, and the SDK for some: so none of the environment is sent."""
_FINISH = {
    "stop": FinishReason.STOP,
    "length": FinishReason.LENGTH,
    "content_filter": FinishReason.REFUSAL,
}


class _Tokens(BaseModel):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Said(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    message: _Said
    finish_reason: str | None = None


class _Body(BaseModel):
    choices: list[_Choice]
    model: str | None = None
    usage: _Tokens | None = None


class OpenAICompatibleModel:
    """A `ChatModel` over the `openai` SDK, which is loaded, in a thread, by the first call."""

    def __init__(self, slot: ModelSlot) -> None:
        self._slot = slot
        self._client: AsyncOpenAI | None = None
        self._schemas = SchemaFallback()

    @property
    def name(self) -> str:
        """`provider:model`."""
        return self._slot.name

    async def complete(self, request: ChatRequest) -> Completion:
        """Ask once; see `ChatModel`."""
        slot = self._slot
        timeout_s = slot.timeout_s if request.timeout_s is None else request.timeout_s
        size = slot.max_tokens if request.max_tokens is None else request.max_tokens
        # OpenAI's newest models refuse the old name, and other servers know no other.
        size_key = "max_completion_tokens" if slot.base_url == OPENAI_URL else "max_tokens"
        body: dict[str, Any] = {
            "model": slot.model,
            "messages": [{"role": m.role, "content": sendable(m.text)} for m in request.messages],
            size_key: size,
        }
        warmth = slot.temperature if request.temperature is None else request.temperature
        if warmth is not None:
            body["temperature"] = warmth
        try:
            async with asyncio.timeout(timeout_s):
                schema = _schema_fields(request.json_schema)
                answer = await self._schemas.ask(self._send, body, schema)
        except TimeoutError:
            raise too_late(self.name, timeout_s) from None
        return _completion(read_body(answer, _Body, self.name), self.name)

    async def _send(self, request: dict[str, Any]) -> bytes:
        client = await self._connected()
        import openai

        try:
            raw = await client.chat.completions.with_raw_response.create(**request)
        except openai.APIStatusError as problem:
            answer = problem.response
            raise status_error(
                problem.status_code, answer.headers, answer.text, self.name, self._slot.key
            ) from problem
        except openai.APIConnectionError as problem:
            raise unreachable(self.name, self._slot.base_url, problem.__cause__) from problem
        except ReplyTooLargeError as problem:
            raise too_large(self.name, problem) from problem
        return bytes(raw.content)

    async def _connected(self) -> AsyncOpenAI:
        if self._client is None:
            # Reading certificates takes a while, and a bot's loop must not wait for it.
            self._client = await in_own_thread(self._make_client)
        return self._client

    def _make_client(self) -> AsyncOpenAI:
        from openai import AsyncOpenAI

        from familiar_memory.llm.providers.transport import bounded_client

        client = AsyncOpenAI(
            api_key=self._slot.key or _NO_KEY,
            base_url=self._slot.base_url,
            max_retries=0,
            http_client=bounded_client(),
        )
        if self._slot.base_url != OPENAI_URL:
            # The SDK reads them from the environment, and would tell them to anybody.
            client.organization = client.project = None
        return client

    async def close(self) -> None:
        """Close the connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()


def _schema_fields(schema: JsonSchema | None) -> dict[str, Any]:
    if schema is None:
        return {}
    shape = {"name": schema.get("title", "reply"), "schema": dict(schema), "strict": True}
    return {"response_format": {"type": "json_schema", "json_schema": shape}}


def _completion(body: _Body, model: str) -> Completion:
    if not body.choices:
        raise ModelReplyError(f"{model} answered with no choices", "a reply of a chat model")
    choice = body.choices[0]
    usage = body.usage or _Tokens()
    refusal = choice.message.refusal
    finish = _FINISH.get(choice.finish_reason or "", FinishReason.OTHER)
    return Completion(
        text=refusal or choice.message.content or "",
        usage=Usage(usage.prompt_tokens or 0, usage.completion_tokens or 0),
        model=body.model or "",
        finish_reason=FinishReason.REFUSAL if refusal else finish,
    )
