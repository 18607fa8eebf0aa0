"""A value out of whatever a model says."""

from __future__ import annotations

import json

import pytest
from pydantic import BaseModel

from familiar_memory.errors import ModelReplyError
from familiar_memory.llm.base import Completion, FinishReason
from familiar_memory.llm.structured import read_reply, schema_of


class Inner(BaseModel):
    """A part."""

    name: str


class Shape(BaseModel):
    """What is asked for."""

    keep: list[str]
    grep: str | None = None
    inner: Inner | None = None


def read(text, finish=FinishReason.STOP):
    """What is read from a text."""
    return read_reply(Completion(text, finish_reason=finish), Shape)


@pytest.mark.parametrize(
    "text",
    [
        '{"keep": ["p1", "p2"]}',
        '  \n{"keep": ["p1", "p2"], "why": "extra"}\n',
        '```json\n{"keep": ["p1", "p2"]}\n```',
        'Sure! Here it is:\n{"keep": ["p1", "p2"]}\nHope that helps {smile}.',
        'I think {p1} matters. {"keep": ["p1", "p2"]}',
        '<think>{"keep": 3}</think>{"keep": ["p1", "p2"]}',
        '<think>{"keep": ["p3"]}</think>{"keep": ["p1", "p2"]}',
        '\n<Thinking>it is {"keep": []}, or not\n</thinking>\n```json\n{"keep": ["p1", "p2"]}\n```',
        'or {"keep": ["p3"]}? No.</think>{"keep": ["p1", "p2"]}',
        '{"keep": ["p1", "p2",], }',
        "{'keep': ['p1', 'p2'],}",
        '{"keep": ["p1", "p2"] // both\n}',
    ],
)
def test_an_object_is_found_in_what_surrounds_it(text):
    """Fences, prose, thoughts, single quotes, comments."""
    assert read(text) == Shape(keep=["p1", "p2"])


@pytest.mark.parametrize(
    "said", ["a</think>b", '<think>{"keep": []}', '</think>{"keep": []}', "a,] b", ",}"]
)
def test_what_a_reply_quotes_is_no_mark_of_its_own(said):
    """Somebody may write the marks of thinking, or commas before brackets."""
    assert read(json.dumps({"keep": [said]})) == Shape(keep=[said])
    assert read(f"Sure: {json.dumps({'keep': [said]})}") == Shape(keep=[said])
    assert read(json.dumps({"keep": [said]})[:-1] + ",}") == Shape(keep=[said])


def test_a_thought_that_does_not_end_is_no_reply():
    """What is in it was a draft."""
    with pytest.raises(ModelReplyError, match="it contains no JSON object"):
        read('<think>perhaps {"keep": ["p1"]}')


def test_a_comma_too_many_is_put_up_with_in_a_long_reply():
    """Where nothing else that is no JSON would be mended."""
    names = [f"p{n}" for n in range(20_000)]
    assert read(json.dumps({"keep": names})[:-1] + ",}") == Shape(keep=names)


@pytest.mark.parametrize("end", [FinishReason.STOP, FinishReason.LENGTH, FinishReason.OTHER])
@pytest.mark.parametrize("before", ["", "```json\n", "Sure: "])
def test_a_reply_that_is_cut_off_is_not_taken(before, end):
    """Wherever it ends: what it was about to say may be the opposite."""
    whole = '{"keep": ["p1", "p2"], "grep": "te[ao]"}'
    for size in range(1, len(whole)):
        with pytest.raises(ModelReplyError):
            read(before + whole[:size], end)
    if end is not FinishReason.LENGTH:
        assert read(before + whole, end) == Shape(keep=["p1", "p2"], grep="te[ao]")


def test_what_was_said_up_to_the_longest_is_cut_off():
    """Also where an object is whole: a thought may have been meant, not the answer."""
    with pytest.raises(ModelReplyError, match="cut off at its longest"):
        read('First {"keep": []}, but then', FinishReason.LENGTH)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "the reply is empty"),
        (" \n", "the reply is empty"),
        ("I cannot help with that.", "it contains no JSON object"),
        ('["p1"]', "it contains no JSON object"),
        ('{"keep": "p1"}', "keep: Input should be a valid list"),
        ('{"grep": "tea"}', "keep: Field required"),
        ('{"keep": [1]}', "keep.0: Input should be a valid string"),
        ("{" * 100_000, "it contains no JSON object"),
        ('{"a":' * 30_000, "it contains no JSON object"),
        ('{"keep": ["' + 'p1" x ' * 20_000, "it contains no JSON object"),
        ("x" * 300_000, "the reply has 300,000 characters"),
    ],
)
def test_what_cannot_be_used_is_quoted(text, why):
    """Its beginning, and what is wrong with it."""
    with pytest.raises(ModelReplyError) as caught:
        read(text)
    assert why in caught.value.problem
    assert caught.value.reply[:20] == text.strip()[:20]
    assert len(caught.value.reply) <= 200


def test_a_refusal_is_none_even_if_it_looks_like_an_answer():
    """The provider says that it is one."""
    with pytest.raises(ModelReplyError, match="the model refused"):
        read('{"keep": []}', FinishReason.REFUSAL)


def test_a_schema_is_strict_at_every_level():
    """Every key required, no other allowed, no defaults."""
    schema = schema_of(Shape)
    assert (schema["title"], schema["required"]) == ("Shape", ["keep", "grep", "inner"])
    assert schema["additionalProperties"] is False
    assert schema["$defs"]["Inner"]["additionalProperties"] is False
    assert ["default" in value for value in schema["properties"].values()] == [False] * 3
