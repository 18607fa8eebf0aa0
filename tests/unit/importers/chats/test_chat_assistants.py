"""Exports of ChatGPT and Claude."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from chat_samples import SAMPLES

from familiar_importers.chats.chatgpt import ChatGptImporter
from familiar_importers.chats.claude import ClaudeImporter
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Role, Turn
from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import Item, Remark, SkippedFile, TurnItem

_ROOM = Place("chatgpt", "c-1", None, PlaceKind.DM)


def _file(tmp_path: Path, value: object) -> Path:
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps(value), "utf-8")
    return path


def _sample(name: str) -> Any:
    return json.loads(SAMPLES[name][2]())


def _turns(items: list[Item]) -> list[Turn]:
    return [item.turn for item in items if isinstance(item, TurnItem)]


def _node(ref: str, parent: str, words: str = "x", **message: Any) -> dict[str, Any]:
    said = {
        "id": ref,
        "author": {"role": "assistant"},
        "create_time": 1707000003.0,
        "content": {"content_type": "text", "parts": [words]},
        **message,
    }
    return {"id": ref, "message": said, "parent": parent, "children": []}


def _with(*nodes: dict[str, Any], current: str | None = None) -> list[Any]:
    (conversation,) = _sample("chatgpt")
    conversation["mapping"].update({node["id"]: node for node in nodes})
    conversation["current_node"] = current or nodes[-1]["id"]
    return [conversation]


def test_chatgpt_tells_the_path_that_was_shown(tmp_path: Path) -> None:
    """From the root to the current node; each conversation is a private room."""
    path = _file(tmp_path, _with(_node("other", "a", "Black."), current="b"))
    assert list(ChatGptImporter().read(path)) == [
        TurnItem(
            Turn(
                "a",
                datetime(2024, 2, 3, 22, 40, 1, 500_000, UTC),
                _ROOM,
                Author("chatgpt", "user", "user"),
                "Which tea?",
            ),
            f"{path}, conversation 1, message a",
        ),
        TurnItem(
            Turn(
                "b",
                datetime(2024, 2, 3, 22, 40, 2, 500_000, UTC),
                _ROOM,
                Author("chatgpt", "assistant", "ChatGPT"),
                "Green.",
                Role.ASSISTANT,
            ),
            f"{path}, conversation 1, message b",
        ),
    ]


def test_chatgpt_leaves_out_what_nobody_said_to_a_person(tmp_path: Path) -> None:
    """Tools, thoughts, hidden and empty messages are counted."""
    hidden = {"is_visually_hidden_from_conversation": True}
    path = _file(
        tmp_path,
        _with(
            _node("s", "b", author={"role": "system"}),
            _node("t", "s", recipient="python"),
            _node("u", "t", metadata=hidden),
            _node("v", "u", content={"content_type": "thoughts", "thoughts": []}),
            _node("w", "v", content={"content_type": "text", "parts": [""]}),
            _node(
                "x",
                "w",
                content={
                    "content_type": "multimodal_text",
                    "parts": [{"content_type": "image_asset_pointer"}, "A cup.", {"text": "Tea"}],
                },
            ),
        ),
    )
    items = list(ChatGptImporter(user="Rowan").read(path))
    turns = _turns(items)
    assert [turn.text for turn in turns] == [
        "Which tea?",
        "Green.",
        "[attachment: image]\nA cup.\nTea",
    ]
    assert turns[0].author == Author("chatgpt", "Rowan", "Rowan")
    assert items[3:] == [
        SkippedFile(str(path), "1 × from neither the user nor the assistant (system) (s)"),
        SkippedFile(str(path), "1 × said to a tool (t)"),
        SkippedFile(str(path), "1 × hidden in the conversation (u)"),
        SkippedFile(str(path), "2 × an empty message (v, w)"),
    ]


@pytest.mark.parametrize("when", [None, -5, 1e300, 0])
def test_a_message_of_chatgpt_without_a_time_follows_the_one_before(
    tmp_path: Path, when: float | None
) -> None:
    """By a second; the first takes the time of the conversation."""
    path = _file(tmp_path, _with(_node("z", "b", create_time=when)))
    assert _turns(list(ChatGptImporter().read(path)))[-1].timestamp == datetime(
        2024, 2, 3, 22, 40, 3, 500_000, UTC
    )


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"mapping": []}, "conversation 1: 'mapping' must be an object, not a list"),
        ({"conversation_id": None}, "conversation 1: it has no 'id'"),
        ({"create_time": "now"}, "conversation 1: 'create_time' must be a number, not a text"),
    ],
)
def test_a_malformed_conversation_is_named(
    tmp_path: Path, change: dict[str, Any], problem: str
) -> None:
    """With its number in the file."""
    (conversation,) = _sample("chatgpt")
    with pytest.raises(InputError, match=problem):
        list(ChatGptImporter().read(_file(tmp_path, [{**conversation, **change}])))


@pytest.mark.parametrize(
    ("node", "problem"),
    [
        ({"content": {"parts": "x"}}, "message z: 'parts' must be a list"),
        ({"author": "me"}, "message z: 'author' must be an object, not a text"),
        ({"create_time": True}, "message z: 'create_time' must be a number, not a boolean"),
    ],
)
def test_a_malformed_message_of_chatgpt_is_named(
    tmp_path: Path, node: dict[str, Any], problem: str
) -> None:
    """With its own id."""
    with pytest.raises(InputError, match=f"conversation 1: {problem}"):
        list(ChatGptImporter().read(_file(tmp_path, _with(_node("z", "b", **node)))))


def test_a_ring_of_messages_is_refused(tmp_path: Path) -> None:
    """Reading it would never end."""
    value = _with(_node("y", "z"), _node("z", "y"))
    with pytest.raises(InputError, match="the node z is its own ancestor"):
        list(ChatGptImporter().read(_file(tmp_path, value)))


def test_claude_tells_the_messages_in_their_order(tmp_path: Path) -> None:
    """Text blocks and attachments by name; tools and thoughts are left out."""
    (conversation,) = _sample("claude")
    conversation["chat_messages"].append(
        {
            "uuid": "m-3",
            "sender": "assistant",
            "created_at": "2026-02-02T19:33:00Z",
            "text": "not this",
            "content": [
                {"type": "thinking", "thinking": "hm"},
                {"type": "text", "text": "A list."},
                {"type": "tool_use", "name": "search", "input": {}},
                {"type": "text", "text": "And more."},
            ],
            "files": [{"file_name": "list.txt"}],
        }
    )
    path = _file(tmp_path, [conversation])
    room = Place("claude", "c-1", None, PlaceKind.DM)
    said_at = datetime(2026, 2, 2, 19, 31, 0, 123_456, UTC)
    claude = Author("claude", "assistant", "Claude")
    assert list(ClaudeImporter(user="Rowan").read(path)) == [
        TurnItem(
            Turn("m-1", said_at, room, Author("claude", "acc-1", "Rowan"), "Which tea?"),
            f"{path}, conversation 1, message 1",
        ),
        TurnItem(
            Turn("m-2", said_at, room, claude, "Green.", Role.ASSISTANT),
            f"{path}, conversation 1, message 2",
        ),
        TurnItem(
            Turn(
                "m-3",
                datetime(2026, 2, 2, 19, 33, tzinfo=UTC),
                room,
                claude,
                "A list.\nAnd more.\n[attachment: list.txt]",
                Role.ASSISTANT,
            ),
            f"{path}, conversation 1, message 3",
        ),
    ]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"sender": None}, "message 1: the key 'sender' is missing"),
        ({"content": {"a": 1}}, "message 1: 'content' must be a list, not an object"),
        ({"created_at": "soon"}, "message 1: 'created_at' 'soon' is not a time"),
        ({"created_at": 5}, "message 1: 'created_at' must be text, not a number"),
    ],
)
def test_a_malformed_message_of_claude_is_named(
    tmp_path: Path, change: dict[str, Any], problem: str
) -> None:
    """With its number in its conversation, and that one's in the file."""
    (conversation,) = _sample("claude")
    conversation["chat_messages"][0].update(change)
    with pytest.raises(InputError, match=f"conversation 1: {problem}"):
        list(ClaudeImporter().read(_file(tmp_path, [conversation])))


@pytest.mark.parametrize("importer", [ChatGptImporter(), ClaudeImporter()])
@pytest.mark.parametrize(
    ("value", "problem"),
    [({"mapping": {}}, "it has no"), ([5], "must be an object"), ([{}], "has no")],
)
def test_a_file_that_is_no_export_is_refused(
    tmp_path: Path, importer: ChatGptImporter | ClaudeImporter, value: object, problem: str
) -> None:
    """Rather than read as one without conversations."""
    with pytest.raises(InputError, match=rf"conversations\.json.*{problem}|the key 'uuid'"):
        list(importer.read(_file(tmp_path, value)))


def test_chatgpt_falls_back_to_the_newest_branch(tmp_path: Path) -> None:
    """Where the node that was shown last is not in the file; and it says so."""
    newest = _node("newest", "a", "White.", create_time=1707000009.0)
    older = _node("older", "a", "Black.", create_time=1707000004.0)
    path = _file(tmp_path, _with(newest, older, current="gone"))
    items = list(ChatGptImporter().read(path))
    assert [turn.ref for turn in _turns(items)] == ["a", "newest"]
    assert items[-1] == Remark(
        f"{path}, conversation 1",
        "'current_node' 'gone' is not one of its messages: the newest branch is imported",
    )


@pytest.mark.parametrize("importer", [ChatGptImporter(), ClaudeImporter()])
def test_one_conversation_need_not_stand_in_a_list(
    importer: ChatGptImporter | ClaudeImporter, tmp_path: Path
) -> None:
    """It is known by its look, and told as it would be in a list of one."""
    path = _file(tmp_path, _sample(importer.name))
    in_a_list = _turns(list(importer.read(path)))
    path = _file(tmp_path, {**_sample(importer.name)[0], "other": ["x"] * 10})
    assert importer.detect(path)
    assert _turns(list(importer.read(path))) == in_a_list != []
