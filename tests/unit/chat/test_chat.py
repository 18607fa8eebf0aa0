"""A chat: record, recall, reply, write; nothing that fails ends it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from chat_room import MIRA, PRIVATE, notes_of, sitting_down

from familiar_memory import Author, Place, RecordOutcome
from familiar_memory.chat.chat import Chat
from familiar_memory.chat.exchange import Exchange
from familiar_memory.errors import ModelUnavailableError, StorageError
from familiar_memory.llm.base import ChatMessage, Completion, FinishReason
from familiar_memory.testing import ScriptedModel


async def _say(chat: Chat, *texts: str, **more: Any) -> list[Exchange]:
    return [await chat.say(text, **more) for text in texts]


def _rows(chat: Chat) -> list[tuple[str, str, bool]]:
    turns = chat.familiar.history.every_turn_after(0, 50)
    return [(one.turn.role.value, one.turn.text, one.turn.silent) for one in turns]


async def test_what_is_said_is_recorded_recalled_echoed_and_learned(tmp_path: Path) -> None:
    """Without a model the reply quotes what is remembered; it is kept, and never recalled."""
    async with sitting_down(tmp_path) as chat:
        first, second = await _say(chat, "I live in Oban.", "Where do I live?")
        end = await chat.end()
        rows = _rows(chat)
    assert first.outcome is RecordOutcome.ADDED
    assert (first.reply.text, first.reply.model) == ("I have recorded that.", None)
    quoted = 'I remember:\n- You said on 2026-03-01: "I live in Oban."'
    assert (second.reply.text, second.problems) == (quoted, ())
    assert [(one.text, one.ref) for one in second.recalled] == [("I live in Oban.", first.said.ref)]
    assert rows == [
        ("user", "I live in Oban.", False),
        ("assistant", "I have recorded that.", True),
        ("user", "Where do I live?", False),
        ("assistant", quoted, True),
    ]
    assert end.kept == 2
    assert [one.text.split(" (")[0] for one in end.learned if one.path.startswith("people/")] == [
        "- lives_in:: Oban"
    ]


async def test_a_model_replies_with_the_card_the_talk_and_what_is_remembered(
    tmp_path: Path,
) -> None:
    """Its words are the reply, and the next request has them."""
    model = ScriptedModel("Lovely.", "<think>hm</think>\nIn Oban.")
    async with sitting_down(tmp_path, model) as chat:
        await chat.say("I live in Oban.")
        await chat.write()
        second = await chat.say("Where do I live?")
    assert (second.reply.text, second.reply.model) == ("In Oban.", "test:scripted")
    system, *talk = model.calls[1]
    assert "lives in Oban" in system.text
    assert talk == [
        ChatMessage("user", "I live in Oban."),
        ChatMessage("assistant", "Lovely."),
        ChatMessage("user", "Where do I live?"),
    ]


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (ModelUnavailableError("it is late", "a larger `timeout_s`"), "it is late (a larger"),
        (RuntimeError("odd"), "test:scripted failed: RuntimeError"),
        (Completion("no", finish_reason=FinishReason.REFUSAL), "test:scripted refused to reply"),
        (Completion(" \n"), "test:scripted replied with nothing"),
        (Completion("<think>for ever"), "test:scripted replied with nothing"),
    ],
)
async def test_a_model_that_fails_costs_its_words_only(
    tmp_path: Path, answer: object, problem: str
) -> None:
    """The turn stays recorded, the echo stands in, and the chat goes on."""
    async with sitting_down(tmp_path, ScriptedModel(answer, "Good.")) as chat:
        first, second = await _say(chat, "I live in Oban.", "Hello")
        rows = _rows(chat)
    assert (first.reply.text, first.reply.model) == ("I have recorded that.", None)
    assert first.reply.problem.startswith(problem)
    assert (second.reply.text, second.reply.problem) == ("Good.", "")
    assert rows[0] == ("user", "I live in Oban.", False)


async def test_a_reply_that_was_cut_off_says_so(tmp_path: Path) -> None:
    """What there is of it is a reply all the same."""
    model = ScriptedModel(Completion("Once upon", finish_reason=FinishReason.LENGTH))
    async with sitting_down(tmp_path, model) as chat:
        [told] = await _say(chat, "Tell me a story")
    assert (told.reply.text, told.reply.is_cut) == ("Once upon", True)


async def test_neither_a_reply_nor_what_was_recalled_is_learned(tmp_path: Path) -> None:
    """A model that claims things, and one that repeats its whole prompt, teach nothing."""
    parrot = ScriptedModel(
        "I live in Paris. You love coffee, and you work at the mill.",
        lambda messages: messages[0].text,
        lambda messages: messages[0].text,
    )
    async with sitting_down(tmp_path, parrot) as chat:
        await chat.say("I live in Oban.")
        await chat.write()
        await _say(chat, "Where do I live?", "And where else?")
        await chat.end()
        person = next((tmp_path / "ember/memory/people").glob("*.md")).read_text("utf-8")
    facts = [line for line in person.splitlines() if "::" in line]
    assert [line.split(" (")[0] for line in facts] == ["- lives_in:: Oban"]
    assert ", seen:" not in person
    assert "Paris" not in person


async def test_incognito_nothing_is_kept_and_nothing_read(tmp_path: Path) -> None:
    """The model is reminded of it as long as the chat goes on, and in what is kept it is not."""
    model = ScriptedModel("a", "b", "c", "d")
    async with sitting_down(tmp_path, model) as chat:
        await chat.say("I live in Oban.")
        secret = await chat.say("I am a spy.", incognito=True)
        await chat.say("Did you hear?", incognito=True)
        await chat.say("Hello again")
        await chat.end()
        rows = _rows(chat)
    assert (secret.outcome, secret.recalled) == (RecordOutcome.INCOGNITO, ())
    assert [one.text for one in model.calls[2][1:]] == ["I am a spy.", "b", "Did you hear?"]
    assert "Oban" not in str(model.calls[1:3])
    assert "spy" not in str(model.calls[3])
    assert [text for _, text, _ in rows] == ["I live in Oban.", "a", "Hello again", "d"]
    assert "spy" not in notes_of(tmp_path)


async def test_a_chat_that_is_incognito_is_so_from_its_beginning_to_its_end(
    tmp_path: Path,
) -> None:
    """No turn, no note, and the reply says why it knows nothing."""
    async with sitting_down(tmp_path, is_incognito=True) as chat:
        [told] = await _say(chat, "I live in Oban.")
        end = await chat.end()
        rows = _rows(chat)
    assert told.reply.text == "This is incognito: nothing of memory is read, and nothing is kept."
    assert (rows, end.kept, end.learned, notes_of(tmp_path)) == ([], 0, (), "")


async def test_a_place_that_is_incognito_by_the_settings_is_so_in_a_chat(tmp_path: Path) -> None:
    """Whoever set it up need not say it each time."""
    settings = '[memory]\nincognito_places = ["terminal-dm-*"]\n'
    async with sitting_down(tmp_path, settings=settings) as chat:
        [told] = await _say(chat, "I live in Oban.")
        rows = _rows(chat)
    assert told.outcome is RecordOutcome.INCOGNITO
    assert told.reply.text.startswith("This is incognito")
    assert rows == []


async def test_an_incognito_familiar_can_be_talked_to(tmp_path: Path) -> None:
    """No file of it is opened."""
    settings = '[memory]\nmode = "incognito"\n'
    async with sitting_down(tmp_path, settings=settings) as chat:
        await chat.familiar.close()
        async with chat.familiar:
            again = Chat(chat.familiar, MIRA, PRIVATE)
            [told] = await _say(again, "I live in Oban.")
            end = await again.end()
    assert told.outcome is RecordOutcome.INCOGNITO
    assert (told.reply.model, end.kept, end.problem) == (None, 0, "")


@pytest.mark.long
async def test_what_is_said_in_one_private_place_is_not_recalled_in_another(
    tmp_path: Path,
) -> None:
    """Neither for the same person, nor after it was written up."""
    async with sitting_down(tmp_path) as chat:
        await chat.say("I live in Oban.")
        await chat.end()
    other = Place("terminal", "kitchen", private=True, name="kitchen")
    async with sitting_down(tmp_path, place=other) as chat:
        [told] = await _say(chat, "Where do I live?")
    assert (told.recalled, told.reply.text) == ((), "I remember nothing about that.")
    async with sitting_down(tmp_path) as chat:
        [told] = await _say(chat, "Where do I live?")
    assert "Oban" in told.reply.text


async def test_news_are_told_once_with_the_exchange_after_the_run(tmp_path: Path) -> None:
    """Whoever runs the writer; and /learned has all of it at any time."""
    async with sitting_down(tmp_path) as chat:
        first = await chat.say("I live in Oban.")
        await chat.write()
        second, third = await _say(chat, "Hm.", "Well.")
        learned = await chat.learned()
    assert first.learned == ()
    assert [one.text.split(" (")[0] for one in second.learned][:1] == ["- lives_in:: Oban"]
    assert (third.learned, learned) == ((), second.learned)


@pytest.mark.long
async def test_only_lines_of_this_chat_are_learned_in_it(tmp_path: Path) -> None:
    """One run writes up what all have said."""
    async with sitting_down(tmp_path, learns=False) as chat:
        await chat.say("I live in Oban.")
        assert (await chat.end()).learned == ()
    gus = Author("terminal", "gus", "Gus")
    place = Place("terminal", "gus", kind="dm", name="Gus")
    async with sitting_down(tmp_path, author=gus, place=place) as chat:
        await chat.say("I play the banjo.")
        await chat.write()
        learned = await chat.learned()
    assert "Oban" in notes_of(tmp_path)
    assert learned
    assert not [one for one in learned if "Oban" in one.text]


async def test_a_turn_that_cannot_be_recorded_is_answered_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory never breaks a reply: the exchange says what went wrong."""
    async with sitting_down(tmp_path, ScriptedModel("Hello.")) as chat:

        async def full(_: object) -> None:
            raise StorageError("the disk is full")

        monkeypatch.setattr(chat.familiar, "record", full)
        [told] = await _say(chat, "I live in Oban.")
        end = await chat.end()
    assert (told.outcome, told.reply.text) == (None, "Hello.")
    assert told.problems == ("not recorded: the disk is full",)
    assert end.kept == 0


async def test_chats_of_one_day_and_place_have_refs_of_their_own(tmp_path: Path) -> None:
    """A short name is had twice by one of some hundred chats, and then one overwrites another."""
    async with sitting_down(tmp_path) as chat:
        names = {Chat(chat.familiar, MIRA, PRIVATE)._name for _ in range(4_000)}
    assert len(names) == 4_000


async def test_a_message_that_replaces_another_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A chat amends nothing: where two have the same refs, it says so, and takes others."""
    async with sitting_down(tmp_path) as chat:
        names = iter(["260301beef", "260301cafe"])
        monkeypatch.setattr(Chat, "_new_name", lambda _: next(names))
        monkeypatch.setattr(chat, "_name", "260301beef")
        await chat.say("I live in Oban.")
        again = Chat(chat.familiar, MIRA, PRIVATE)
        replaced, fine = await _say(again, "I have a dog.", "I play the banjo.")
    assert replaced.problems == (
        "another message was recorded under the same ref, and now has these words: 260301beef-1",
    )
    assert (fine.said.ref, fine.outcome, fine.problems) == (
        "260301cafe-3",
        RecordOutcome.ADDED,
        (),
    )


async def test_a_run_that_failed_is_a_problem_that_names_no_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Why it failed may be in a note of somebody else, and is for the owner."""
    async with sitting_down(tmp_path) as chat:
        await chat.say("I live in Oban.")
        await chat.write()
        monkeypatch.setattr(chat.familiar.writing, "problem", "people/rowan.md: no such encoding")
        [told] = await _say(chat, "Hm.")
    assert told.problems == ("not all that was said is written up yet: it waits",)


async def test_a_journal_that_cannot_be_read_ends_no_chat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was said is written up all the same; only what was learned cannot be shown."""

    def broken(*_: object) -> None:
        raise StorageError("the journal is damaged")

    monkeypatch.setattr("familiar_memory.chat.chat.learned_lines", broken)
    async with sitting_down(tmp_path) as chat:
        await chat.say("I live in Oban.")
        await chat.write()
        [told] = await _say(chat, "Hm.")
        end = await chat.end()
    assert told.problems == ("what was learned cannot be shown: the journal is damaged",)
    assert (end.kept, end.problem, end.unshown) == (2, "", "the journal is damaged")
    assert "lives_in:: Oban" in notes_of(tmp_path)


async def test_what_waits_for_a_person_is_not_called_learned(tmp_path: Path) -> None:
    """A loss is told in confidence: it is on the list, and in no note of a person."""
    async with sitting_down(tmp_path) as chat:
        await chat.say("I live in Oban.")
        await chat.say("My dog died last night.")
        await chat.write()
        learned = await chat.learned()
    waiting = [one for one in learned if one.is_waiting]
    assert [(one.path, "died" in one.text) for one in waiting] == [("review.md", True)]
    assert [one.is_waiting for one in learned if one.path.startswith("people/")] == [False]


@pytest.mark.long
async def test_a_line_that_a_person_has_changed_is_no_more_what_was_learned(
    tmp_path: Path,
) -> None:
    """Somebody strikes a fact by hand: the next run has not learned that."""
    async with sitting_down(tmp_path) as chat:
        await chat.say("I live in Oban. I'm allergic to nuts.")
        await chat.write()
        note = tmp_path / "ember/memory/people/terminal-mira.md"
        lines = note.read_text("utf-8").splitlines()
        struck = [f"- ~~{one[2:]}~~" if "allergic_to" in one else one for one in lines]
        note.write_text("\n".join(struck) + "\n", "utf-8")
        await chat.familiar.settle()
        await chat.say("I play the banjo.")
        await chat.write()
        learned = await chat.learned()
    assert struck != lines
    assert [one.text for one in learned if "allergic" in one.text and "::" in one.text] == []
    assert [one.text.split(" (")[0] for one in learned if "lives_in" in one.text] == [
        "- lives_in:: Oban"
    ]


async def test_the_end_says_how_much_the_chat_has_had_written_up(tmp_path: Path) -> None:
    """One that only records may still write when it is asked to."""
    async with sitting_down(tmp_path, learns=False) as chat:
        await chat.say("I live in Oban.")
        await chat.write()
        await chat.say("I play the banjo.")
        end = await chat.end()
    assert (end.kept, end.written, end.problem) == (2, 1, "")
    assert "lives_in:: Oban" in "".join(one.text for one in end.learned)


async def test_a_writer_that_fails_is_reported_and_what_was_said_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end says why not all was written up."""
    async with sitting_down(tmp_path) as chat:
        await chat.say("I live in Oban.")

        async def full(*_: object, **__: object) -> None:
            raise StorageError("the disk is full")

        monkeypatch.setattr(chat.familiar, "end_session", full)
        end = await chat.end()
    assert (end.problem, end.kept, end.learned) == ("the disk is full", 1, ())


async def test_a_cancelled_reply_leaves_the_turn_recorded(tmp_path: Path) -> None:
    """Ctrl-C while a model thinks ends the chat, and loses nothing that was said."""

    class Slow(ScriptedModel):
        async def complete(self, request: object) -> Completion:
            thinking.set()
            return await asyncio.Event().wait()  # type: ignore[return-value]

    thinking = asyncio.Event()
    async with sitting_down(tmp_path, Slow()) as chat:
        saying = asyncio.create_task(chat.say("I live in Oban."))
        await thinking.wait()
        saying.cancel()
        with pytest.raises(asyncio.CancelledError):
            await saying
        end = await chat.end()
    assert end.kept == 1
    assert "lives_in:: Oban" in notes_of(tmp_path)


@pytest.mark.long
async def test_what_was_learned_is_looked_for_in_the_changes_of_this_chat_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A note has as many versions as it has had chats, and each chat asks after every run."""
    async with sitting_down(tmp_path) as chat:
        for town in ("Oban", "Hull", "Leeds"):
            await chat.say(f"I live in {town}.")
            await chat.write()
        again = Chat(chat.familiar, MIRA, PRIVATE)
        await again.say("I have a dog called Bagel.")
        await again.write()
        looked, kept = [], chat.familiar.journal.kept
        monkeypatch.setattr(
            type(chat.familiar.journal), "kept", lambda _, one: looked.append(one) or kept(one)
        )
        learned = await again.learned()
    notes = {one.path for one in learned}
    assert any("Bagel" in one.text for one in learned if one.path.startswith("people/"))
    assert len(looked) <= 2 * len(notes)
