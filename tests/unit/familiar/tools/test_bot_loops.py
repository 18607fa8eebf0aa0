"""The definitions in the hands of real SDKs: a model calls, is answered, and answers."""

from __future__ import annotations

import json

import anthropic
import openai
import pytest
from model_server import Reply
from people_and_places import ROWAN, TAVERN
from tool_calls import JOB

_USAGE = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}


def _chat(message: dict, finish: str) -> Reply:
    choice = {"index": 0, "message": {"role": "assistant"} | message, "finish_reason": finish}
    body = {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "tiny-1",
        "choices": [choice],
        "usage": _USAGE,
    }
    return Reply(body=json.dumps(body).encode())


def _message(content: list[dict], reason: str) -> Reply:
    body = {
        "id": "m1",
        "type": "message",
        "role": "assistant",
        "model": "tiny-1",
        "content": content,
        "stop_reason": reason,
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    return Reply(body=json.dumps(body).encode())


async def test_a_loop_with_openai(tavern, model_server):
    """The model asks to store, with arguments as a text; it is told the id."""
    asks = {
        "content": None,
        "tool_calls": [
            {
                "id": "call-1",
                "type": "function",
                "function": {"name": "memory_store", "arguments": json.dumps(JOB)},
            }
        ],
    }
    model_server.script = [
        _chat(asks, "tool_calls"),
        _chat({"content": "Noted: Acme Corp."}, "stop"),
    ]
    client = openai.AsyncOpenAI(api_key="-", base_url=model_server.url("openai"), max_retries=0)
    async with tavern() as calls, client:
        tools = calls.familiar.tools
        messages = [{"role": "user", "content": "I work at Acme Corp now!"}]
        while True:
            reply = await client.chat.completions.create(
                model="tiny-1", messages=messages, tools=tools.definitions(style="openai")
            )
            message = reply.choices[0].message
            if not message.tool_calls:
                break
            messages.append(message.model_dump(exclude_none=True))
            for one in message.tool_calls:
                answer = await tools.call(
                    one.function.name, one.function.arguments, author=ROWAN, place=TAVERN
                )
                messages.append(
                    {"role": "tool", "tool_call_id": one.id, "content": json.dumps(answer)}
                )
        assert message.content == "Noted: Acme Corp."
        assert await calls.recalled() == [JOB["content"]]
    offered = model_server.asked[0].body["tools"]
    assert [one["function"]["name"] for one in offered] == [
        one["name"] for one in tools.definitions()
    ]
    told = json.loads(model_server.asked[1].body["messages"][-1]["content"])
    assert told["stored"] is True


@pytest.mark.long
async def test_a_loop_with_anthropic(tavern, model_server):
    """The model misspells a parameter, is told so, and does it right."""
    wrong, right = {"query": "Acme", "top_k": 1}, {"query": "Acme", "topK": 1}
    model_server.script = [
        *(
            _message(
                [{"type": "tool_use", "id": f"t{number}", "name": "memory_search", "input": given}],
                "tool_use",
            )
            for number, given in enumerate((wrong, right))
        ),
        _message([{"type": "text", "text": "You work at Acme Corp."}], "end_turn"),
    ]
    client = anthropic.AsyncAnthropic(
        api_key="-", base_url=model_server.url("anthropic"), max_retries=0
    )
    async with tavern() as calls, client:
        tools = calls.familiar.tools
        await calls("store", **JOB)
        messages = [{"role": "user", "content": "Where do I work?"}]
        while True:
            reply = await client.messages.create(
                model="tiny-1",
                max_tokens=100,
                messages=messages,
                tools=tools.definitions(style="anthropic"),
            )
            if reply.stop_reason != "tool_use":
                break
            messages.append(
                {"role": "assistant", "content": [one.model_dump() for one in reply.content]}
            )
            results = [
                {
                    "type": "tool_result",
                    "tool_use_id": one.id,
                    "content": json.dumps(
                        await tools.call(one.name, one.input, author=ROWAN, place=TAVERN)
                    ),
                }
                for one in reply.content
                if one.type == "tool_use"
            ]
            messages.append({"role": "user", "content": results})
    assert reply.content[0].text == "You work at Acme Corp."
    first, second = (
        json.loads(asked.body["messages"][-1]["content"][0]["content"])
        for asked in model_server.asked[1:]
    )
    assert "top_k" in first["error"]
    assert [row["content"] for row in second["results"]] == [JOB["content"]]
