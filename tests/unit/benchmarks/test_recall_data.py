"""Folders of conversations are read, and what cannot be measured is refused."""

from __future__ import annotations

import json

import pytest

from benchmarks.recall.data import load_talk


def _turn(number, author, text, platform="locomo", role="user"):
    return {
        "ref": f"t{number}",
        "timestamp": f"2024-01-01T10:0{number}:00+00:00",
        "channel": "here",
        "author": {"platform": platform, "user_id": author, "display_name": author.title()},
        "text": text,
        "role": role,
    }


@pytest.fixture
def write(tmp_path):
    """Make a conversation of a folder of talk; the folder is returned."""

    def written(name, turns, questions):
        folder = tmp_path / "talk" / name
        folder.mkdir(parents=True)
        for file, lines in (("turns", turns), ("questions", questions)):
            text = "".join(f"{json.dumps(line)}\n" for line in lines)
            (folder / f"{file}.jsonl").write_text(text, "utf-8")
        return folder.parent

    return written


def test_conversations_are_read_in_the_order_of_their_names(write):
    """With the kind of each question in words, and the conversation that it is of."""
    turns = [_turn(1, "ann", "A cat."), _turn(2, "bob", "A dog.")]
    write("b", turns, [{"question": "Whose dog?", "evidence": ["t2"], "category": 2}])
    folder = write(
        "a",
        turns,
        [
            {"question": "Whose cat?", "evidence": ["t1"], "category": 4},
            {"question": "Pets?", "evidence": ["t1", "t2"], "category": 9},
        ],
    )
    talk = load_talk(folder)
    assert talk.name == "talk"
    assert [one.name for one in talk.conversations] == ["a", "b"]
    assert [one.kind for one in talk.questions] == ["single-hop", "category 9", "temporal"]
    assert talk.questions[1].evidence == {"t1", "t2"}
    assert talk.groups == (0, 0, 1)


def test_the_same_number_is_another_kind_in_another_data_set(write):
    """What 3 stands for is said by where the turns are from; a name is a kind already."""
    for name, platform, category in (
        ("a", "locomo", 3),
        ("b", "realtalk", 3),
        ("c", "beam", "event_ordering"),
    ):
        turns = [_turn(1, "ann", "A cat.", platform)]
        folder = write(name, turns, [{"question": "?", "evidence": ["t1"], "category": category}])
    kinds = [one.kind for one in load_talk(folder).questions]
    assert kinds == ["open-domain", "commonsense", "event ordering"]


def test_the_person_who_spoke_first_asks(write):
    """An assistant that greets does not ask itself."""
    turns = [_turn(1, "bot", "Hello!", role="assistant"), _turn(2, "ann", "A cat.")]
    folder = write("a", turns, [{"question": "?", "evidence": ["t2"], "category": 1}])
    (conversation,) = load_talk(folder).conversations
    assert conversation.asker.user_id == "ann"


@pytest.mark.parametrize("evidence", [[], ["t1", "t7"]])
def test_a_question_needs_evidence_that_was_said(write, evidence):
    """Its share could not be counted; the error says what it has."""
    line = {"question": "Whose cat?", "evidence": evidence, "category": 1}
    folder = write("a", [_turn(1, "ann", "A cat.")], [line])
    with pytest.raises(ValueError, match="Whose cat"):
        load_talk(folder)


def test_an_empty_folder_is_no_talk(tmp_path):
    """It says what a folder should hold."""
    with pytest.raises(FileNotFoundError, match=r"turns\.jsonl"):
        load_talk(tmp_path)
