"""Chats of SillyTavern."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from chat_samples import json_lines

from familiar_importers.chats.sillytavern import SillyTavernChatImporter
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Role, Turn
from familiar_memory.errors import InputError
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.history.turns.amendment import RecordOutcome
from familiar_memory.transfer.importer import Item, Remark, SkippedFile, TurnItem

_HEADER = {"user_name": "Rowan", "character_name": "Ember", "chat_metadata": {}}
_ADDED, _SAME, _AMENDED = RecordOutcome.ADDED, RecordOutcome.UNCHANGED, RecordOutcome.AMENDED


def _said(words: str, date: object = "2026-02-02T19:31:00.000Z", **more: Any) -> dict[str, Any]:
    return {"name": "Rowan", "is_user": True, "mes": words, "send_date": date, **more}


def _answered(words: str, date: object = "2026-02-02T19:32:00.000Z", **more: Any) -> dict[str, Any]:
    return {"name": "Ember", "is_user": False, "mes": words, "send_date": date, **more}


def _file(tmp_path: Path, *lines: object, name: str = "Ember - chat.jsonl") -> Path:
    path = tmp_path / name
    path.write_bytes(json_lines(*lines))
    return path


def _read(path: Path, **options: Any) -> list[Item]:
    return list(SillyTavernChatImporter(**options).read(path))


def _turns(path: Path, **options: Any) -> list[Turn]:
    return [item.turn for item in _read(path, **options) if isinstance(item, TurnItem)]


def test_a_message_is_a_turn_of_a_private_room(tmp_path: Path) -> None:
    """The character is the familiar; the ref is the chat and the place in it."""
    path = _file(tmp_path, _HEADER, _said("Hi, {{char}}!"), _answered("Good evening."))
    place = Place("sillytavern", "Ember", None, PlaceKind.DM)
    first, second = _read(path)
    prefix = first.turn.ref.partition(":")[0] if isinstance(first, TurnItem) else ""
    assert prefix.startswith("ember-chat--")
    assert isinstance(first, TurnItem) and first.turn.place.label == "@Ember"
    assert first == TurnItem(
        Turn(
            ref=f"{prefix}:0",
            timestamp=datetime(2026, 2, 2, 19, 31, tzinfo=UTC),
            place=place,
            author=Author("sillytavern", "Rowan", "Rowan"),
            text="Hi, {{char}}!",
        ),
        f"{path}, line 2",
    )
    assert second == TurnItem(
        Turn(
            ref=f"{prefix}:1",
            timestamp=datetime(2026, 2, 2, 19, 32, tzinfo=UTC),
            place=place,
            author=Author("sillytavern", "Ember", "Ember"),
            text="Good evening.",
            role=Role.ASSISTANT,
        ),
        f"{path}, line 3",
    )


@pytest.mark.parametrize(
    ("date", "moment"),
    [
        (1709648553123, datetime(2024, 3, 5, 14, 22, 33, 123_000, UTC)),
        (1709648553, datetime(2024, 3, 5, 14, 22, 33, 0, UTC)),
        ("1709648553123", datetime(2024, 3, 5, 14, 22, 33, 123_000, UTC)),
        ("2024-3-5@14h22m33s", datetime(2024, 3, 5, 14, 22, 33, 0, UTC)),
        ("2024-03-05@14h22m33s123ms", datetime(2024, 3, 5, 14, 22, 33, 123_000, UTC)),
        ("2024-3-5 @14h 22m 33s 7ms", datetime(2024, 3, 5, 14, 22, 33, 7_000, UTC)),
        ("March 5, 2024 2:22pm", datetime(2024, 3, 5, 14, 22, 0, 0, UTC)),
        ("March 5, 2024 12:22am", datetime(2024, 3, 5, 0, 22, 0, 0, UTC)),
        ("2024-03-05T14:22:33.123Z", datetime(2024, 3, 5, 14, 22, 33, 123_000, UTC)),
        ("2024-03-05T14:22:33.123+02:00", datetime(2024, 3, 5, 12, 22, 33, 123_000, UTC)),
    ],
)
def test_dates_are_read_in_every_spelling(tmp_path: Path, date: object, moment: datetime) -> None:
    """SillyTavern has changed it several times."""
    (turn,) = _turns(_file(tmp_path, _HEADER, _said("Hi", date)))
    assert turn.timestamp == moment


def test_a_zone_may_be_given_for_dates_without_one(tmp_path: Path) -> None:
    """SillyTavern writes the time of its own clock."""
    path = _file(tmp_path, _HEADER, _said("Hi", "March 5, 2024 2:22pm"), _said("Ho", 1709648553))
    assert [turn.timestamp.astimezone(UTC).hour for turn in _turns(path, zone="+02:00")] == [12, 14]


def test_a_message_without_a_date_follows_the_one_before_it(tmp_path: Path) -> None:
    """A second later each; the first takes the date of the chat, or of the file."""
    lines = [_said("a", None), _said("b"), _said("c", "yesterday"), _said("d", True), _said("e", 0)]
    dated = _file(tmp_path, {**_HEADER, "create_date": "2024-3-5@14h22m33s"}, *lines)
    begin = datetime(2026, 2, 2, 19, 31, tzinfo=UTC)
    assert [turn.timestamp for turn in _turns(dated)] == [
        datetime(2024, 3, 5, 14, 22, 33, tzinfo=UTC),
        *(begin + timedelta(seconds=n) for n in range(4)),
    ]
    undated = _file(tmp_path, _HEADER, *lines, name="other.jsonl")
    os.utime(undated, (1_000_000_000, 1_000_000_000))
    assert _turns(undated)[0].timestamp == datetime(2001, 9, 9, 1, 46, 40, tzinfo=UTC)
    remark = _read(undated)[-1]
    assert isinstance(remark, Remark)
    assert remark.text.startswith("4 messages have no time that can be read")
    assert "last changed" in remark.text


def test_hidden_and_empty_messages_are_counted_and_keep_their_place(tmp_path: Path) -> None:
    """So that hiding a message moves no other."""
    path = _file(
        tmp_path, _HEADER, _said("a"), _said("b", is_system=True), _said(" "), _answered("d")
    )
    items = _read(path)
    assert [i.turn.ref.partition(":")[2] for i in items if isinstance(i, TurnItem)] == ["0", "3"]
    assert items[2:] == [
        SkippedFile(str(path), "1 × hidden in the chat (line 3)"),
        SkippedFile(str(path), "1 × an empty message (line 4)"),
    ]


def test_many_hidden_messages_make_one_line_of_the_report(tmp_path: Path) -> None:
    """Twenty are named, and the others counted."""
    path = _file(tmp_path, _HEADER, *[_said("x", is_system=True)] * 1_000)
    (skipped,) = _read(path)
    assert isinstance(skipped, SkippedFile)
    assert skipped.reason.startswith("1,000 × hidden in the chat (line 2, line 3,")
    assert skipped.reason.endswith("line 21 and 980 more)")


def test_the_wording_that_was_chosen_counts(tmp_path: Path) -> None:
    """Other swipes are not told; what was sent with it is told by name."""
    path = _file(
        tmp_path,
        _HEADER,
        _answered("second", swipes=["first", "second"], swipe_id=1, extra={"reasoning": "hm"}),
        _said("", extra={"file": {"name": "notes.txt", "size": 3}, "image": "/user/a.png"}),
    )
    assert [turn.text for turn in _turns(path)] == [
        "second",
        "[attachment: notes.txt]\n[attachment: a picture]",
    ]


def test_a_chat_that_grows_brings_only_what_is_new(tmp_path: Path) -> None:
    """An edited line amends, and what is said anew after the end was deleted does too."""
    lines = [_said("a"), _answered("b"), _said("c")]
    with HistoryStore(tmp_path / "history.sqlite") as history:

        def imported(*chat: object) -> list[RecordOutcome]:
            return list(history.record_many(_turns(_file(tmp_path, _HEADER, *chat))))

        assert imported(*lines) == [_ADDED] * 3
        assert imported(*lines) == [_SAME] * 3
        assert imported(*lines, _answered("d")) == [_SAME] * 3 + [_ADDED]
        assert imported(lines[0], _answered("B"), lines[2]) == [_SAME, _AMENDED, _SAME]
        assert imported(lines[0], _answered("B"), _said("other")) == [_SAME, _SAME, _AMENDED]


def test_a_chat_stays_the_same_chat_when_its_header_changes(tmp_path: Path) -> None:
    """Newer versions write `unused` where the names stood, older ones had no header at all."""
    lines = [_answered("Good evening."), _said("Hi")]
    with_names = _turns(_file(tmp_path, _HEADER, *lines))
    for header in (
        [{"chat_metadata": {}, "user_name": "unused", "character_name": "unused"}],
        [],
    ):
        turns = _turns(_file(tmp_path, *header, *lines))
        assert turns == with_names


def test_chats_of_one_file_name_are_told_apart_by_their_first_date(tmp_path: Path) -> None:
    """`chat.jsonl` is a name that many have."""
    one = _turns(_file(tmp_path, _HEADER, _said("a"), name="chat.jsonl"))
    other = _turns(_file(tmp_path, _HEADER, _said("a", 1709648553), name="chat.jsonl"))
    assert one[0].ref != other[0].ref


def test_a_group_has_a_room_of_its_own(tmp_path: Path) -> None:
    """All characters are the familiar, unless it is said which one is."""
    path = _file(
        tmp_path,
        _answered("Hm.", original_avatar="Ember.png"),
        _answered("Ha.", name="Gus", original_avatar="Gus.png"),
        _said("Hi"),
        name="2024-03-05@14h22m33s.jsonl",
    )
    items = _read(path)
    turns = [item.turn for item in items if isinstance(item, TurnItem)]
    assert {turn.place.channel for turn in turns} == {"2024-03-05@14h22m33s"}
    assert [turn.role for turn in turns] == [Role.ASSISTANT, Role.ASSISTANT, Role.USER]
    assert items[-1] == Remark(
        str(path),
        "several characters speak (Ember, Gus): all are taken to be the familiar itself",
    )
    told = _read(path, me="ember", channel="party")
    turns = [item.turn for item in told if isinstance(item, TurnItem)]
    assert len(told) == 3
    assert {turn.place.channel for turn in turns} == {"party"}
    assert [turn.role for turn in turns] == [Role.ASSISTANT, Role.USER, Role.USER]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ({"name": "Rowan"}, "line 3: the key 'mes' is missing"),
        (_said("x", mes=["a"]), "line 3: 'mes' must be text, not a list"),
        (_said("x", is_user="yes"), "line 3: 'is_user' must be true or false, not a text"),
        (_said("x", name={"a": 1}), "line 3: 'name' must be text, not an object"),
        (_said("x", extra=[1]), "line 3: 'extra' must be an object, not a list"),
        ([1], "line 3: a line must be an object, not a list"),
    ],
)
def test_a_malformed_message_is_told_with_its_line_and_field(
    tmp_path: Path, line: object, problem: str
) -> None:
    """Also the file, and what would be accepted."""
    path = _file(tmp_path, _HEADER, _said("a"), line)
    with pytest.raises(InputError, match=problem) as caught:
        _read(path)
    assert caught.value.problem.startswith(f"{path}, ")


def test_half_a_character_is_refused(tmp_path: Path) -> None:
    """A lone surrogate can be written down nowhere."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"name": "Rowan", "mes": "\\ud800"}')
    with pytest.raises(InputError, match="line 1: 'mes' holds a lone surrogate"):
        _read(path)


def test_a_header_alone_is_an_empty_chat(tmp_path: Path) -> None:
    """Nothing to import, and no error."""
    assert _read(_file(tmp_path, _HEADER)) == []


def _branch(of: str) -> dict[str, Any]:
    return {**_HEADER, "chat_metadata": {"main_chat": of}}


def _dated(words: str, minute: int, **more: Any) -> dict[str, Any]:
    make = _said if minute % 2 else _answered
    return make(words, f"2026-02-02T19:{minute:02}:00.000Z", **more)


_COMMON = [_dated(words, minute) for minute, words in enumerate("abc", 1)]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_what_a_branch_has_in_common_is_recorded_once(
    order: tuple[int, ...], tmp_path: Path
) -> None:
    """In whatever order they come; also of a branch of a branch, and each as often as one likes."""
    files = (
        _file(tmp_path, _HEADER, *_COMMON, _dated("d", 4), name="main.jsonl"),
        _file(
            tmp_path, _branch("main"), *_COMMON, _dated("e", 14), _dated("f", 15), name="one.jsonl"
        ),
        _file(
            tmp_path,
            _branch("one.jsonl"),
            *_COMMON,
            _dated("e", 14),
            _dated("g", 17),
            name="two.jsonl",
        ),
    )
    with HistoryStore(tmp_path / "history.sqlite") as history:
        for number in (*order, *order):
            history.record_many(_turns(files[number]))
        room = _turns(files[0])[0].place
        texts = [one.turn.text for one in history.latest(room.slug, 50)]
    assert sorted(texts) == ["a", "b", "c", "d", "e", "f", "g"]
    told = [[one.text for one in _read(path) if isinstance(one, Remark)] for path in files]
    assert told == [
        [],
        ["a branch of 'main': 3 of its messages are the same ones, and imported once"],
        ["a branch of 'one': 4 of its messages are the same ones, and imported once"],
    ]


def test_a_message_that_was_edited_after_the_branch_is_another_one(tmp_path: Path) -> None:
    """What follows it is still the same, until somebody said something else."""
    main = _file(tmp_path, _HEADER, *_COMMON, _dated("d", 4), name="main.jsonl")
    edited = [_COMMON[0], {**_COMMON[1], "mes": "b!"}, _COMMON[2], _dated("d", 24)]
    branch = _file(tmp_path, _branch("main"), *edited, name="branch.jsonl")
    ours, theirs = [turn.ref for turn in _turns(branch)], [turn.ref for turn in _turns(main)]
    assert [ref in theirs for ref in ours] == [True, False, True, False]


def test_the_branch_of_a_group_is_in_its_room(tmp_path: Path) -> None:
    """A group's room has the name of the file that began it."""
    lines = [_answered("a", original_avatar="x.png")]
    main = _file(tmp_path, _HEADER, *lines, name="main.jsonl")
    branch = _file(tmp_path, _branch("main"), *lines, name="branch.jsonl")
    assert _turns(branch) == _turns(main)


@pytest.mark.parametrize(
    "name",
    ["absent", "../main", "/etc/passwd", "branch", ".hidden", "", "x\0y", "é" * 300, 5, None],
)
def test_a_branch_of_what_is_not_beside_it_stands_alone(name: object, tmp_path: Path) -> None:
    """Nothing outside its folder is looked at, and it is no branch of itself."""
    (tmp_path / "in").mkdir()
    _file(tmp_path, _HEADER, *_COMMON, name="main.jsonl")
    lone = _file(tmp_path / "in", _HEADER, *_COMMON, name="branch.jsonl")
    wanted = _turns(lone)
    header = {**_HEADER, "chat_metadata": {"main_chat": name}}
    branch = _file(tmp_path / "in", header, *_COMMON, name="branch.jsonl")
    turns, remarks = _turns(branch), [one for one in _read(branch) if isinstance(one, Remark)]
    assert turns == wanted
    is_told = isinstance(name, str) and name != ""
    assert ["which is not next to it" in one.text for one in remarks] == [True] * is_told


def test_branches_of_each_other_come_to_an_end(tmp_path: Path) -> None:
    """A ring of names is followed once around."""
    one = _file(tmp_path, _branch("two"), *_COMMON, name="one.jsonl")
    two = _file(tmp_path, _branch("one"), *_COMMON, name="two.jsonl")
    assert len({turn.ref for path in (one, two) for turn in _turns(path)}) == 6


def test_a_damaged_origin_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    """Its own import says what is wrong with it."""
    main = _file(tmp_path, _HEADER, *_COMMON[:2], name="main.jsonl")
    first = [turn.ref for turn in _turns(main)]
    main.write_bytes(main.read_bytes() + b"{broken")
    branch = _file(tmp_path, _branch("main"), *_COMMON, name="branch.jsonl")
    assert [turn.ref in first for turn in _turns(branch)] == [True, True, False]
