"""What every chat model must do: the real SDKs, against a server on this machine."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import stamina
from model_server import ModelServer, Reply

from familiar_memory.errors import (
    ModelError,
    ModelRefusedError,
    ModelReplyError,
    ModelUnavailableError,
)
from familiar_memory.llm.base import (
    ChatMessage,
    ChatModel,
    ChatRequest,
    Completion,
    FinishReason,
    Usage,
)
from familiar_memory.llm.providers import transport
from familiar_memory.llm.resolve import model_of
from familiar_memory.llm.slot import ModelSlot

ASKED = (ChatMessage("system", "Be short."), ChatMessage("user", "What is warm? 漢字 \u2028"))
SCHEMA = {"title": "answer", "type": "object", "properties": {}, "additionalProperties": False}
KEY = "sk-very-secret"

Make = Callable[..., ChatModel]


@pytest.fixture(params=["openai", "anthropic"])
def provider(request: pytest.FixtureRequest) -> str:
    """Each provider in turn."""
    return str(request.param)


@pytest.fixture
def make(provider: str, model_server: ModelServer) -> Make:
    """A model of that provider, asked at the server."""

    def made(**changes: Any) -> ChatModel:
        given = {"base_url": model_server.url(provider), "key": KEY, "max_retries": 0}
        return model_of(ModelSlot(provider, "tiny", **(given | changes)))

    return made


def ask(model: ChatModel, **how: Any) -> Completion:
    """One question in a loop of its own."""

    async def asking() -> Completion:
        try:
            return await model.complete(ChatRequest(ASKED, **how))
        finally:
            await model.close()

    return asyncio.run(asking())


def failure(model: ChatModel, **how: Any) -> ModelError:
    """The error that asking ends in."""
    with pytest.raises(ModelError) as caught:
        ask(model, **how)
    return caught.value


def test_a_reply_is_its_text_and_what_it_cost(make, model_server):
    """With the model that really answered."""
    model_server.script = [Reply("tea, 漢字")]
    assert ask(make()) == Completion("tea, 漢字", Usage(11, 7), "tiny-1", FinishReason.STOP)


def test_the_messages_arrive_as_they_are(make, model_server):
    """Roles and text, the key where this API wants it, sizes as asked or as set."""
    ask(make(max_tokens=50, temperature=0.5))
    ask(make(max_tokens=50), max_tokens=9, temperature=0.0)
    first, second = model_server.asked
    assert first.texts == {"system": ASKED[0].text, "user": ASKED[1].text}
    assert (first.body["max_tokens"], first.body["temperature"]) == (50, 0.5)
    assert (second.body["max_tokens"], second.body["temperature"]) == (9, 0.0)
    assert first.body["model"] == "tiny"
    sent = first.headers.get("authorization") or first.headers.get("x-api-key")
    assert sent in (KEY, f"Bearer {KEY}")


def test_no_warmth_is_sent_unless_it_is_set(make, model_server):
    """Some models refuse any."""
    ask(make())
    assert "temperature" not in model_server.asked[0].body


@pytest.mark.parametrize("finish", ["length", "refusal"])
def test_it_says_why_a_reply_ends(make, model_server, finish):
    """Cut off, or refused; the text is what there is."""
    model_server.script = [Reply("I will not", finish=finish)]
    completion = ask(make())
    assert (completion.text, completion.finish_reason) == ("I will not", FinishReason(finish))


def test_a_schema_is_sent_in_the_way_of_the_provider(make, model_server, provider):
    """Whole and strict."""
    ask(make(), json_schema=SCHEMA)
    body = model_server.asked[0].body
    if provider == "openai":
        shape = {"name": "answer", "schema": SCHEMA, "strict": True}
        assert body["response_format"] == {"type": "json_schema", "json_schema": shape}
    else:
        assert body["output_config"] == {"format": {"type": "json_schema", "schema": SCHEMA}}


def test_a_server_that_knows_no_schemas_is_asked_without(make, model_server):
    """At once, and from then on."""
    model_server.script = [Reply("unknown field", status=400), Reply("tea")]
    model = make()

    async def twice() -> tuple[str, str]:
        first = await model.complete(ChatRequest(ASKED, json_schema=SCHEMA))
        second = await model.complete(ChatRequest(ASKED, json_schema=SCHEMA))
        await model.close()
        return first.text, second.text

    assert asyncio.run(twice()) == ("tea", "tea")
    keys = {"response_format", "output_config"}
    assert [bool(keys & asked.body.keys()) for asked in model_server.asked] == [True, False, False]


def test_a_bad_request_stays_one_without_the_schema(make, model_server):
    """And schemas are not given up for it."""
    model_server.script = [Reply("too long", status=400)]
    model = make()
    assert isinstance(failure(model, json_schema=SCHEMA), ModelRefusedError)
    failure(model, json_schema=SCHEMA)
    assert len(model_server.asked) == 4


def test_a_busy_server_is_asked_again_when_it_says(make, model_server):
    """429 with Retry-After, then good."""
    model_server.script = [Reply(status=429, headers={"retry-after": "0.01"}), Reply("tea")]
    assert ask(make(max_retries=1)).text == "tea"
    assert len(model_server.asked) == 2


@pytest.mark.parametrize(
    "trouble", [Reply(status=500), Reply(status=503), Reply(status=529), Reply(resets=True)]
)
def test_what_may_pass_is_tried_again_and_then_told(make, model_server, trouble):
    """So often as the slot says; the last failure comes through."""
    model_server.script = [trouble]
    with stamina.set_testing(True, attempts=3):
        problem = failure(make(max_retries=2))
    assert isinstance(problem, ModelUnavailableError)
    assert len(model_server.asked) == 3
    model_server.script = [trouble] * 4 + [Reply("tea")]
    with stamina.set_testing(True, attempts=3):
        assert ask(make(max_retries=2)).text == "tea"


@pytest.mark.parametrize("status", [400, 401, 403, 404, 301, 307])
def test_what_is_refused_is_not_asked_again(make, model_server, status):
    """One request; a redirect is not followed, with the key in hand."""
    model_server.script = [Reply("no", status=status, headers={"location": "/elsewhere"})]
    assert isinstance(failure(make(max_retries=3)), ModelRefusedError)
    assert [asked.path for asked in model_server.asked] == [model_server.asked[0].path]


def test_no_error_tells_the_key(make, model_server):
    """Not even where the provider quotes it."""
    model_server.script = [Reply(f"Incorrect API key: {KEY}", status=401)]
    problem = failure(make())
    assert KEY not in str(problem)
    assert "Incorrect API key: …" in str(problem)
    assert KEY not in repr(ModelSlot("openai", "tiny", "", KEY))


def test_a_wait_beyond_the_deadline_is_not_begun(make, model_server):
    """The failure stands at once."""
    model_server.script = [Reply("busy", status=429, headers={"retry-after": "3600"})]
    began = time.monotonic()
    problem = failure(make(max_retries=3), timeout_s=30.0)
    assert isinstance(problem, ModelUnavailableError)
    assert problem.retry_after_s == 3600
    assert (len(model_server.asked), time.monotonic() - began < 20) == (1, True)


@pytest.mark.long
def test_a_slow_server_is_left(make, model_server):
    """At the deadline, and the connection is closed: nothing goes on in the background."""
    model_server.script = [Reply(hangs=True)]
    problem = failure(make(max_retries=3), timeout_s=1.5)
    assert isinstance(problem, ModelUnavailableError)
    assert "within" in problem.problem
    assert model_server.abandoned.wait(10)
    assert len(model_server.asked) == 1


async def test_one_that_is_cancelled_is_left(make, model_server):
    """As soon as nobody waits for it."""
    model_server.script = [Reply(hangs=True)]
    model = make()
    asking = asyncio.create_task(model.complete(ChatRequest(ASKED)))
    # The first question imports an SDK, which takes seconds on a busy machine.
    assert await asyncio.to_thread(model_server.arrived.wait, 30)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert await asyncio.to_thread(model_server.abandoned.wait, 30)
    await model.close()


def test_nobody_at_the_address_is_told(make, model_server, provider):
    """With the address."""
    problem = failure(make(base_url="http://127.0.0.1:9/v1"))
    assert isinstance(problem, ModelUnavailableError)
    assert "http://127.0.0.1:9/v1" in problem.problem


@pytest.mark.parametrize(
    "body",
    [
        b"<html>It works!</html>",
        b'{"choices": [{"mess',
        b"",
        b"null",
        b'{"choices": "none", "content": 7}',
        b'{"ok": true}',
        b"\xff\xfe\x00",
    ],
)
def test_a_body_that_is_no_completion_is_an_error_that_quotes_it(make, model_server, body):
    """Not JSON, cut off, empty, of another shape."""
    model_server.script = [Reply(body=body)]
    problem = failure(make())
    assert isinstance(problem, ModelReplyError)
    assert problem.reply == " ".join(body.decode("utf-8", "replace").split())


def test_the_content_type_does_not_matter(make, model_server):
    """What holds a completion is one."""
    model_server.script = [Reply("tea", headers={"content-type": "text/html"})]
    assert ask(make()).text == "tea"


def test_empty_choices_are_an_error_or_an_empty_reply(make, model_server, provider):
    """As each API has them."""
    if provider == "openai":
        model_server.script = [Reply(body=b'{"choices": []}')]
        assert isinstance(failure(make()), ModelReplyError)
    else:
        model_server.script = [Reply(body=b'{"content": []}')]
        assert ask(make()).text == ""


def test_usage_may_be_missing(make, model_server, provider):
    """Then it is 0."""
    message = b'{"choices": [{"message": {"content": "tea"}}], "usage": null}'
    bodies = {"openai": message, "anthropic": b'{"content": [{"type": "text", "text": "tea"}]}'}
    model_server.script = [Reply(body=bodies[provider])]
    assert ask(make()) == Completion("tea", Usage(), "", FinishReason.OTHER)


def test_a_body_that_does_not_end_is_left(make, model_server, monkeypatch):
    """Once it is larger than any completion."""
    small = partial(transport.bounded_client, 200_000)
    monkeypatch.setattr(transport, "bounded_client", small)
    model_server.script = [Reply(is_endless=True)]
    problem = failure(make(max_retries=3))
    assert isinstance(problem, ModelReplyError)
    assert "too much" in problem.problem
    assert model_server.abandoned.wait(10)
    assert len(model_server.asked) == 1


def test_a_packed_body_is_refused(make, model_server):
    """Nobody asked for one, and it may unpack to anything."""
    bomb = gzip.compress(b" " * 5_000_000)
    model_server.script = [Reply(body=bomb, headers={"content-encoding": "gzip"})]
    assert isinstance(failure(make()), ModelReplyError)
    assert model_server.asked[0].headers["accept-encoding"] == "identity"


def test_without_a_key_none_of_the_environment_is_sent(make, model_server, monkeypatch):
    """Memories go where the slot says, with what the slot says."""
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.setenv(name, KEY)
    for name in ("OPENAI_BASE_URL", "ANTHROPIC_BASE_URL"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "our-organisation")
    assert ask(make(key=None)).text == "tea"
    sent = " ".join(f"{k}: {v}" for k, v in model_server.asked[0].headers.items())
    assert KEY not in sent
    assert "our-organisation" not in sent


def test_a_closed_model_opens_again(make, model_server):
    """Closing twice is closing once."""
    model = make()

    async def twice() -> list[str]:
        said = []
        for _ in range(2):
            said.append((await model.complete(ChatRequest(ASKED))).text)
            await model.close()
            await model.close()
        return said

    assert asyncio.run(twice()) == ["tea", "tea"]


def test_half_a_surrogate_pair_hurts_nobody(make, model_server):
    """People type anything."""
    model = make()

    async def asking() -> str:
        try:
            return (await model.complete(ChatRequest((ChatMessage("user", "tea \ud800"),)))).text
        finally:
            await model.close()

    assert asyncio.run(asking()) == "tea"
