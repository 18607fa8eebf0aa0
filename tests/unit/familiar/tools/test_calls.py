"""The door of the operations: what is offered, refused, and answered."""

from __future__ import annotations

import asyncio
import json

import pytest
from few_and_many import few_and_many
from hypothesis import strategies as st
from people_and_places import DM, ROWAN, TAVERN
from tool_calls import JOB, MAY_WRITE, Calls

from familiar_memory.errors import InputError, UsageError
from familiar_memory.life.records.caller import Caller
from familiar_memory.life.tools.asked.arguments import REQUESTS
from familiar_memory.life.tools.asked.definitions import (
    definition_of,
    offered,
    read_request,
)

READING = ["memory_search", "memory_recall", "memory_graph"]
WRITING = ["memory_store", "memory_update", "memory_delete", "memory_reflect"]
PARAMETERS = {
    "memory_store": "type subject content tags importance source ttl entities",
    "memory_search": "query type tags topK weights",
    "memory_recall": "id type tags includeConsolidated",
    "memory_update": "id subject content tags importance",
    "memory_delete": "id originals",
    "memory_reflect": "force",
    "memory_graph": "entity depth",
}
REQUIRED = {
    "memory_store": "type subject content",
    "memory_search": "query",
    "memory_recall": "",
    "memory_update": "id",
    "memory_delete": "id",
    "memory_reflect": "",
    "memory_graph": "entity",
}


@pytest.mark.parametrize("name", REQUESTS)
def test_each_operation_takes_these(name):
    """By the names that bots know; nothing else, and it is described."""
    schema = definition_of(name)["parameters"]
    assert list(schema["properties"]) == PARAMETERS[name].split()
    assert schema.get("required", []) == REQUIRED[name].split()
    assert schema["additionalProperties"] is False
    assert "$ref" not in json.dumps(schema)
    assert "anyOf" not in json.dumps(schema)
    assert all(one.get("description") for key, one in schema["properties"].items() if key != "tags")


def test_what_writes_is_offered_only_where_it_is_allowed():
    """There are seven."""
    assert offered(with_writes=False) == READING
    assert sorted(offered(with_writes=True)) == sorted(READING + WRITING)


async def test_reading_is_what_a_familiar_offers_by_itself(tavern):
    """Until its settings allow more; a call of what is not offered is refused, and nothing done."""
    async with tavern(settings="") as calls:
        tools = calls.familiar.tools
        assert [one["name"] for one in tools.definitions()] == READING
        assert len(tools.definitions(write=True)) == 7
        for name in WRITING:
            arguments = {"memory_store": JOB, "memory_reflect": {}}.get(name, {"id": "a.md#^b"})
            answer = await tools.call(name, arguments, author=ROWAN, place=TAVERN)
            assert "switched off" in answer["error"]
            assert "write = true" in answer["accepted"]
        assert calls.familiar.store.glob("**/*.md") == []


async def test_definitions_have_the_form_of_each_sdk(tavern):
    """The same schema in all of them."""
    async with tavern() as calls:
        tools = calls.familiar.tools
        plain = tools.definitions()
        assert [one["function"] for one in tools.definitions(style="openai")] == plain
        assert [one["input_schema"] for one in tools.definitions(style="anthropic")] == [
            one["parameters"] for one in plain
        ]
        with pytest.raises(InputError, match="style"):
            tools.definitions(style="xml")


BAD = [
    ("memory_forget", {}, "no operation"),
    ("memory_search", {}, "query: it is missing"),
    ("memory_search", {"query": "tea", "top_k": 3}, "top_k: there is no such parameter"),
    ("memory_search", {"query": "tea", "topK": "3"}, "topK: it must be a whole number"),
    ("memory_search", {"query": "tea", "topK": 0}, "topK: it must be 1 or more"),
    ("memory_search", {"query": " "}, "query: is empty"),
    ("memory_search", {"query": "tea", "weights": {"age": 1}}, "weights.age"),
    ("memory_search", {"query": "tea", "weights": {"recency": -1}}, "weights.recency"),
    ("memory_search", {"query": "tea", "type": "vague"}, "'vague' is no type"),
    ("memory_search", ["tea"], "no object"),
    ("memory_search", "{", "no JSON"),
    ("memory_search", "[]", "no object"),
    ("memory_search", {"query": "tea", "tags": "work"}, "tags: it must be a list"),
    ("memory_recall", {"includeConsolidated": "yes"}, "includeConsolidated"),
    ("memory_graph", {"entity": "tea", "depth": 99}, "depth"),
    ("memory_store", JOB | {"importance": 11}, "importance: it must be 10 or less"),
    ("memory_store", JOB | {"source": "discord"}, "no source 'discord'"),
    ("memory_store", JOB | {"entities": [{"name": "Bob"}]}, "entities.0.type: it is missing"),
    (
        "memory_store",
        JOB | {"entities": [{"name": "Bob", "type": "dog"}]},
        "entities.0.type: it must be",
    ),
    ("memory_store", JOB | {"content": "x" * 5_000}, "content"),
    ("memory_update", {"id": 7}, "id: it must be text"),
    ("memory_delete", {"id": "a.md#^b", "originals": "maybe"}, "originals"),
]


@pytest.mark.parametrize(("name", "arguments", "told"), BAD)
async def test_what_an_operation_does_not_take_is_told_to_the_model(tavern, name, arguments, told):
    """As an answer, with what would be accepted: no error reaches the bot."""
    async with tavern() as calls:
        answer = await calls.familiar.tools.call(name, arguments, author=ROWAN, place=TAVERN)
        assert told in answer["error"]
        assert answer["accepted"]
        assert calls.familiar.store.glob("**/*.md") == []
        with pytest.raises((InputError, UsageError), match=r"(?s).+"):
            calls.familiar.tools.checked(name, arguments)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
_NAMED = st.sampled_from(sorted({one for some in PARAMETERS.values() for one in some.split()}))


@few_and_many(
    25, 100, st.sampled_from(list(REQUESTS)), st.dictionaries(_NAMED | st.text(max_size=5), _JSON)
)
def test_any_arguments_are_a_request_or_a_clear_error(name, arguments):
    """Nothing else can come of them; as a text they mean the same."""
    told = []
    for form in (arguments, json.dumps(arguments)):
        try:
            told.append(read_request(name, form))
        except InputError as problem:
            assert problem.problem
            assert problem.accepted
            told.append(problem.problem)
    assert told[0] == told[1]


async def test_arguments_may_come_as_json_and_null_is_nothing(tavern):
    """As SDKs hand them on."""
    async with tavern() as calls:
        await calls.store("Rowan plays the viola.", tags=None, ttl=None, entities=None)
        call = calls.familiar.tools.call
        text = json.dumps({"query": "viola", "type": None, "topK": 1})
        answer = await call("memory_search", text, author=ROWAN, place=TAVERN)
        assert len(answer["results"]) == 1
        assert (await call("memory_recall", "", author=None, place=None))["results"]


async def test_who_calls_is_for_the_bot_to_say(tavern):
    """Somebody in a place has a name; what is no place is no model's fault."""
    async with tavern() as calls:
        for author, place in ((None, TAVERN), ("rowan", TAVERN), (ROWAN, "discord-x.y")):
            with pytest.raises(InputError):
                await calls.familiar.tools.call("memory_recall", {}, author=author, place=place)
        with pytest.raises(InputError):
            Caller("rowan", None)


@pytest.mark.parametrize("place", [TAVERN, None])
async def test_a_failure_is_an_answer(tavern, place, monkeypatch):
    """Nobody in a place is told which note could not be read or written; no reply falls with it."""
    from familiar_memory.errors import StorageError
    from familiar_memory.life.records.desk import Desk

    def fails(*_):
        raise StorageError("people/discord-43.md: the disk is full", "room")

    def breaks(*_):
        raise RuntimeError("people/discord-43.md")

    async with tavern() as calls:
        calls.place = place
        for failing in (fails, breaks):
            monkeypatch.setattr(Desk, "apply", failing)
            answer = await calls("store", **JOB)
            assert answer["error"]
            assert ("discord-43" in answer["error"]) is (place is None and failing is fails)


async def test_an_index_that_cannot_be_read_is_made_anew(tavern, monkeypatch):
    """And the call is answered from that."""
    from familiar_memory.errors import IndexUnavailableError

    async with tavern() as calls:
        await calls.store("Rowan plays the viola.")
        index = type(calls.familiar.parts.files.index)
        snapshot, refused = index.snapshot, []

        def damaged(self):
            if not refused:
                refused.append(self)
                raise IndexUnavailableError("the index is damaged", "it is made anew")
            return snapshot(self)

        monkeypatch.setattr(index, "snapshot", damaged)
        assert await calls.recalled() == ["Rowan plays the viola."]
        assert refused


async def test_two_calls_at_once_store_one_memory(tavern):
    """The second finds what the first has stored."""
    async with tavern() as calls:
        given = {"type": "semantic", "subject": "Rowan", "content": "Rowan plays the viola."}
        answers = await asyncio.gather(*(calls("store", **given) for _ in range(4)))
        assert sorted(one["stored"] for one in answers) == [False, False, False, True]
        assert len(await calls.recalled()) == 1


async def test_what_was_done_is_known_at_once_journalled_and_undone(tavern):
    """The next recall, search and prompt know it; `undo` of the batch takes all of it back."""
    from familiar_memory import RecallRequest

    async with tavern() as calls:
        familiar = calls.familiar
        answer = await calls("store", **JOB)
        assert answer["stored"] is True
        assert await calls.found("Acme Corp") == [JOB["content"]]
        assert await calls.recalled() == [JOB["content"]]
        context = await familiar.recall(RecallRequest("where do I work?", ROWAN, TAVERN))
        assert "Acme Corp" in context.render()
        batches = {one.batch for one in familiar.journal.entries() if one.source == "tool"}
        assert len(batches) == 1
        assert (await calls("delete", id=answer["id"]))["deleted"] is True
        assert await calls.found("Acme Corp senior engineer") == []
        assert await calls.recalled() == []


async def test_reflecting_can_be_switched_off_and_forced(tavern):
    """The switch is a setting; `force` is for now."""
    async with tavern(settings=f"{MAY_WRITE}[consolidation]\nenabled = false\n") as calls:
        for more in ("", " at the end of it"):
            await calls.store(f"Rowan sorts the books of the shop by colour each week{more}")
        answer = await calls("reflect")
        assert "switched off" in answer["error"]
        assert len(await calls.recalled()) == 2
        assert (await calls("reflect", force=True))["consolidated"] == 2
        assert (await calls("reflect", force=True))["message"] == "no memories say nearly the same"


async def test_what_reflecting_leaves_alone(tavern):
    """Another type, subject or audience, what expires, a line that was written by hand."""
    words = "Rowan sorts the books of the shop by colour each week"
    async with tavern() as calls:
        await calls.store(words, subject="books")
        await calls.store(f"{words} now", subject="shelves")
        await calls.store(f"{words} now", type="procedural", subject="books")
        await calls.store(f"{words} again", subject="books", ttl="7d")
        await Calls(calls.familiar, place=DM).store(f"{words} now", subject="books")
        (path,) = calls.familiar.store.glob("people/*.md")
        text = calls.familiar.store.read_file(path)
        calls.familiar.store.write_file(path, f"{text}- {words} at last\n")
        owner = Calls(calls.familiar, place=None)
        assert (await owner("reflect"))["consolidated"] == 0


async def test_a_familiar_that_cannot_be_written_is_read(tavern, tmp_path):
    """What writes says so, and nobody in a place is told of files."""
    async with tavern() as calls:
        await calls.store("Rowan plays the viola.")
        calls.familiar.parts.files.read_only = "read-only: journal cannot be written by this user"
        assert await calls.found("viola") == ["Rowan plays the viola."]
        answer = await calls("store", **JOB)
        assert "journal" not in answer["error"]
        assert await calls.recalled() == ["Rowan plays the viola."]
