"""Whoever speaks is on the page: whatever the size of their note, the mode, or the budget."""

from __future__ import annotations

import asyncio
import contextlib
import threading

import pytest
from familiars import put_notes
from few_and_many import few_and_many
from hypothesis import strategies as st
from people_and_places import TAVERN

from familiar_memory.domain.question.context import Contribution, Layer, Mode, RecallRequest
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.notes.document import NoteParser
from familiar_memory.recall.layout import PEOPLE, SPEAKER_PRIORITY
from familiar_memory.recall.notes.note_block import note_block
from familiar_memory.recall.page.budget import Budgeter

pytestmark = pytest.mark.usefixtures("in_a_hurry")

ROWAN = Author("discord", "1", "Rowan")
NOTE = "people/discord-1.md"
_LEAST_BUDGET = 64
"""From so many tokens on, whoever speaks is on the page: docs/recall.md."""


def recalled(folder, new_familiar, notes, request, prepare=lambda familiar: None):
    """A context out of these notes."""

    async def run():
        async with new_familiar(folder) as familiar:
            # What is loaded once a process is not what is looked at here.
            await familiar.recall(RecallRequest("warm up", Author("discord", "9"), TAVERN))
            release = prepare(familiar)
            put_notes(familiar.parts.setup.paths.memory, notes)
            try:
                return await familiar.recall(request)
            finally:
                if release is not None:
                    release()

    return asyncio.run(run())


def people_in(context):
    """The notes of people on the page."""
    return [c.label for c in context.contributions if c.source == PEOPLE]


def stuck(familiar):
    """Parsing any note whole takes for ever."""
    go_on = threading.Event()
    files = familiar.parts.indexing.notes._notes
    load = files.load
    files.load = lambda key: (go_on.wait(30), load(key))[1]
    return go_on.set


@pytest.mark.long
@pytest.mark.parametrize("mode", list(Mode))
def test_a_large_note_is_there_before_it_is_parsed(tmp_path, new_familiar, mode):
    """Its beginning at least, also where no parser comes to an end in time."""
    text = "# Rowan\n\n- likes tea\n" + "- said something long and winding of no weight\n" * 8_000
    request = RecallRequest("hello", ROWAN, TAVERN, mode=mode, deadline_s=1.2)
    context = recalled(tmp_path, new_familiar, {NOTE: text}, request, stuck)
    assert people_in(context) == [NOTE]
    assert "- likes tea" in context.render()
    kept = [d.reason for d in context.trace.decisions if d.subject == NOTE and d.verdict == "kept"]
    assert any("only its beginning" in reason for reason in kept)


_LATE = {
    "a line": "visibility: owner\n",
    "a line of Dataview": "visibility:: discord-dm-1\n",
    "a field": "By the way [visibility:: owner].\n",
    "a title": "# Rowan (2026-01-02, in:owner)\n",
    "a title that is underlined": "Rowan (in:discord-dm-1)\n===\n",
}


@pytest.mark.long
@pytest.mark.parametrize("how", _LATE)
def test_what_is_limited_from_its_end_is_not_told_before_it_is_read(tmp_path, new_familiar, how):
    """However little time there is: as if there were no note. Nothing here is slowed down."""
    lines = "".join(f"- knows the secret of [[crypt{n}]], and says so\n" for n in range(6_000))
    request = RecallRequest("hello", ROWAN, TAVERN, deadline_s=0.1)
    context = recalled(tmp_path, new_familiar, {NOTE: f"{lines}\n{_LATE[how]}"}, request)
    (tmp_path / "without").mkdir()
    without = recalled(tmp_path / "without", new_familiar, {}, request)
    assert context.render() == without.render()


@pytest.mark.long
def test_what_a_beginning_leaves_out_can_still_be_found(tmp_path, new_familiar):
    """Retrieval leaves out only what is on the page."""
    lines = "".join(f"- said number {n} of no weight\n" for n in range(6_000))
    text = f"# Rowan\n\n- likes tea\n{lines}- owns a zeppelin\n"

    async def run():
        async with new_familiar(tmp_path) as familiar:
            familiar.parts.setup.paths.memory.joinpath("people").mkdir(exist_ok=True)
            familiar.parts.setup.paths.memory.joinpath(NOTE).write_text(text)
            await familiar.settle()
            familiar.parts.indexing.notes.forget()
            release = stuck(familiar)
            context = await familiar.recall(
                RecallRequest("who owns a zeppelin?", ROWAN, TAVERN, deadline_s=4.0)
            )
            release()
            return context

    rendered = asyncio.run(run()).render()
    assert "owns a zeppelin" in rendered and "- likes tea" in rendered


def test_a_note_is_parsed_once_for_many_recalls(tmp_path, new_familiar):
    """By the index, if that meets it first."""

    async def run():
        async with new_familiar(tmp_path) as familiar:
            files = familiar.parts.indexing.notes._notes
            parsed, load = [], files.load
            files.load = lambda key: (parsed.append(key), load(key))[1]
            familiar.store.write_file(NOTE, "# Rowan\n\n- likes tea\n")
            await familiar.settle()
            for _ in range(3):
                context = await familiar.recall(RecallRequest("hello", ROWAN, TAVERN))
                assert people_in(context) == [NOTE]
            return parsed.count(NOTE)

    assert asyncio.run(run()) == 1


def test_a_card_never_takes_the_room_of_whoever_speaks(tmp_path, new_familiar):
    """However small the budget is."""
    notes = {"self/description.md": "She is a keeper of lamps. " * 260, NOTE: "- likes tea\n"}
    for budget in (_LEAST_BUDGET, 200, 1_200):
        request = RecallRequest("hello", ROWAN, TAVERN, budget=budget)
        context = recalled(tmp_path / str(budget), new_familiar, notes, request)
        assert people_in(context) == [NOTE]
        if budget > 100:
            assert any(c.source == "character" for c in context.contributions)


def test_passages_are_not_given_in_place_of_whoever_speaks(tmp_path, new_familiar):
    """Fifty tokens hold one thing: the speaker."""
    notes = {
        NOTE: "# Rowan\n\n- likes tea\n",
        "topics/tea.md": "# Tea\n\n- the teapot is blue\n",
    }

    async def run():
        async with new_familiar(tmp_path) as familiar:
            for path, text in notes.items():
                familiar.store.write_file(path, text)
            await familiar.settle()
            return await familiar.recall(RecallRequest("the teapot", ROWAN, TAVERN, budget=50))

    assert people_in(asyncio.run(run())) == [NOTE]


def test_prose_under_the_alias_list_is_told(tmp_path, new_familiar):
    """Where nobody put a heading between: only bullets there are names."""
    text = "# Rowan\n\n## Aliases\n\n- Ro\n\nRowan is a baker and sings at night.\n"
    request = RecallRequest("hello", ROWAN, TAVERN)
    rendered = recalled(tmp_path, new_familiar, {NOTE: text}, request).render()
    assert "Rowan (also called Ro)\n- Rowan is a baker and sings at night." in rendered


_WHOLE = 880
"""Tokens of a note that whoever speaks has in every mode without a budget; voice has least."""
_words = st.text(st.sampled_from("ab 漢.\n"), min_size=1, max_size=4)
_texts = st.builds(lambda words, times: f"Rowan{words * times}", _words, st.integers(0, 900))
_others = st.builds(
    Contribution,
    st.sampled_from(list(Layer)),
    st.sampled_from((PEOPLE, "content_search.rag", "character", "mine")),
    _texts,
    st.sampled_from((60, 70, 85, 100, 1_000)),
)


@few_and_many(
    30,
    200,
    _texts,
    st.lists(_others, max_size=6),
    st.sampled_from(list(Mode)),
    st.none() | st.integers(_LEAST_BUDGET, 4_000),
    st.integers(0, 6),
)
def test_no_crowd_no_card_and_no_budget_takes_the_speaker_away(text, others, mode, total, at):
    """Cut, if it must be; and a small one whole."""
    speaker = Contribution(
        Layer.CONTENT, PEOPLE, text, SPEAKER_PRIORITY, "speaker", trust="learned"
    )
    kept, _ = Budgeter(mode, total).fit([*others[:at], speaker, *others[at:]])
    shown = [one.text for one in kept if one.label == "speaker"]
    assert len(shown) == 1 and text.startswith(shown[0]) and shown[0].startswith("Rowan")
    if (total is None and estimate_tokens(text) <= _WHOLE) or estimate_tokens(text) <= 20:
        assert shown == [text]


def _note_with(title, aliases, lines, *, is_prose=False):
    bullets = "".join(f"- {name}\n" for name in aliases)
    facts = "".join(f"{'' if is_prose else '- '}zq {line}\n\n" for line in lines)
    return f"# {title}\n\n## Aliases\n\n{bullets}\n## Facts\n\n{facts}"


_NAMES = {
    "an endless title": ("E" * 5_000, ()),
    "an endless title without spaces to cut it at": ("表" * 4_000, ()),
    "five hundred aliases": ("El", [f"alias{n} long name of a person" for n in range(500)]),
    "one endless alias": ("El", ["alias " * 2_000]),
    "both": ("name " * 2_000, [f"alias{n} long name of a person" for n in range(500)]),
}


@pytest.mark.long
@pytest.mark.parametrize("how", _NAMES)
def test_facts_follow_names_of_any_size(tmp_path, new_familiar, how):
    """Whatever the mode and the budget: a block of names alone says nothing of whoever speaks."""
    note = _note_with(*_NAMES[how], ["likes tea"])

    async def run():
        async with new_familiar(tmp_path) as familiar:
            familiar.store.write_file(NOTE, note)
            await familiar.settle()
            for mode in Mode:
                for budget in (None, 1_200, 300, 128, _LEAST_BUDGET):
                    request = RecallRequest("hello", ROWAN, TAVERN, mode=mode, budget=budget)
                    (block,) = _blocks(await familiar.recall(request))
                    assert "\n- zq likes tea" in block, (mode, budget)

    asyncio.run(run())


def _blocks(context):
    """What is said of the speaker, whether or not a profile finds it as well."""
    return [c.text for c in context.contributions if c.label == NOTE]


_sizes = st.integers(0, 60) | st.integers(0, 6_000)
_signs = st.sampled_from(("E", "ab ", "表", "É", "a. "))


@few_and_many(
    30,
    100,
    st.builds(lambda sign, size: f"N{sign * size}", _signs, _sizes),
    st.lists(st.builds(lambda sign, size: f"A{sign * size}", _signs, st.integers(1, 80))),
    st.lists(st.builds(lambda sign, size: sign * size, _signs, _sizes), min_size=1, max_size=8),
    st.sampled_from(list(Mode)),
    st.none() | st.integers(_LEAST_BUDGET, 400) | st.integers(_LEAST_BUDGET, 4_000),
    st.booleans(),
)
def test_some_of_the_facts_come_uncut_by_the_budget(title, names, lines, mode, total, is_prose):
    """A block that is made for the room that there is: names, then facts, and no part is lost."""
    note = _note_with(title, names, lines, is_prose=is_prose)
    budgeter = Budgeter(mode, total)
    document = NoteParser().read(NOTE, note, "d")
    room = min(800, budgeter.speaker_tokens(document.trust.value))
    text = note_block(document, Viewer(TAVERN.slug), room).text
    speaker = Contribution(
        Layer.CONTENT, PEOPLE, text, SPEAKER_PRIORITY, "speaker", trust=document.trust.value
    )
    kept, decisions = budgeter.fit([speaker])
    assert [one.text for one in kept] == [text] and decisions[0].verdict == "kept"
    assert text.startswith("N") and "\n- zq" in text


def test_who_is_cancelled_while_waiting_leaves_nothing_behind(tmp_path, new_familiar):
    """No task and no thread, wherever the recall was cut off."""

    async def run():
        go = threading.Event()
        async with new_familiar(tmp_path) as familiar:
            familiar.store.write_file("people/discord-1.md", "# Rowan\n\n- sings\n")
            await familiar.settle()
            before = asyncio.all_tasks()
            reader = familiar.parts.answering.recall.sources.people._today
            notes, begun = reader._notes, asyncio.Event()
            loop = asyncio.get_running_loop()

            class Stuck:
                name = notes.name

                def stamp(self, key):
                    return notes.stamp(key)

                def load(self, key):
                    loop.call_soon_threadsafe(begun.set)
                    go.wait(30)
                    return notes.load(key)

            reader._notes = Stuck()
            author, place = Author("discord", "1", "Rowan"), Place("discord", "tavern", "lantern")
            recall = asyncio.create_task(familiar.recall(RecallRequest("hello", author, place)))
            await begun.wait()
            recall.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await recall
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            left = asyncio.all_tasks() - before
            go.set()
            threads = familiar.parts.answering.recall._threads
            for thread in [t for t in threading.enumerate() if t.name == "recall"]:
                threads.close()
                thread.join(30)
                assert not thread.is_alive()
            return left

    assert asyncio.run(run()) == set()
