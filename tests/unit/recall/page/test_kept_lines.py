"""What a recall kept is read from its lines: nothing is looked for in the text again."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from people_and_places import TAVERN

from familiar_memory.domain.question.context import (
    Contribution,
    Decision,
    Disposition,
    Layer,
    Line,
    RecallRequest,
    Trace,
)
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import InputError
from familiar_memory.recall.page.hit_lines import hit_lines
from familiar_memory.recall.page.macros import Macros
from familiar_memory.recall.page.render import Context
from familiar_memory.recall.page.surfaced import Kept, surfaced_of

ROWAN = Author("discord", "1", "Rowan")
AT = datetime(2026, 2, 2, 19, tzinfo=UTC)
LONG = "the kettle that my aunt brought from the fair in the year of the great storm"


def said(ref: str, text: str) -> SearchHit:
    """A turn that was found."""
    return SearchHit(
        text, 1.0, "conversation", "history.sqlite", None, (ref,), audience=TAVERN.slug
    )


def recalled(*hits: SearchHit) -> Contribution:
    """Hits as a block."""
    lines = hit_lines(hits, Macros("Ember", "you"), None)
    return Contribution(Layer.CONTENT, "content_search.rag", lines=lines, priority=70)


def context(block: Contribution, *hits: SearchHit) -> Context:
    """A context with one block, and the decisions on what was found."""
    kept = [Decision("retrieve", str(h.ref), Disposition.KEPT, hit=h) for h in hits]
    return Context((block,), Trace(tuple(kept)))


def test_of_two_hits_with_one_beginning_only_the_kept_one_came_up() -> None:
    """Sixty characters are the same."""
    one, other = said("t1", f"{LONG}, and is blue"), said("t2", f"{LONG}, and is broken")
    whole = recalled(one, other)
    cut = whole.cut(len(whole.lines[0].text))
    assert [found.refs for found in surfaced_of(context(whole, one, other))] == [("t1",), ("t2",)]
    assert [found.refs for found in surfaced_of(context(cut, one, other))] == [("t1",)]
    assert not Kept.of((cut,)).has(other)


def test_what_a_model_has_found_itself_came_up_too() -> None:
    """It has no decision of the ranking."""
    one, other = said("t1", "a kettle"), said("t2", "a samovar")
    found = surfaced_of(context(recalled(other, one), one))
    assert [one.refs for one in found] == [("t1",), ("t2",)]


@given(st.integers(0, 200))
def test_a_hit_that_was_cut_is_told_by_its_beginning(size: int) -> None:
    """Its date and its place alone tell nothing of it."""
    hit = said("t1", LONG)
    (line,) = recalled(hit).lines
    head = len(line.text) - len(LONG)
    assert (line.cut(size).hit is hit) == (size >= head + 60)
    assert line.cut(size).text == line.text[:size]


@given(st.text(st.sampled_from("ab\n "), max_size=12), st.integers(0, 14))
def test_a_block_is_cut_as_its_text_is(text: str, size: int) -> None:
    """Line by line, or as a whole: the same characters stay."""
    block = Contribution(Layer.CONTENT, "mine", text, 1)
    assert block.text == text
    assert block.cut(size).text == text[:size]


def test_a_block_of_a_text_is_still_made_of_one() -> None:
    """In its old place, by name, and by `replace`; a line stands for nothing then."""
    block = Contribution("content", "mine", "one\ntwo", 5, "label", "given", 2, "user")
    assert block.lines == (Line("one"), Line("two"))
    assert replace(block, text="three").text == "three"
    assert replace(block, priority=7).text == "one\ntwo"
    assert block == Contribution(
        Layer.CONTENT, "mine", priority=5, lines=block.lines, label="label", trust="given",
        depth=2, role="user",
    )  # fmt: skip
    for wrong in ({"text": 7}, {"lines": ("x",)}, {}):
        with pytest.raises(InputError, match="a contribution's"):
            Contribution(Layer.CONTENT, "mine", priority=1, **wrong)
    with pytest.raises(InputError, match="priority"):
        Contribution(Layer.CONTENT, "mine", "text")


def ask(folder, new_familiar, notes, turns, work, settings=""):
    """Do something with a familiar of these notes and turns."""

    async def run():
        async with new_familiar(folder, settings=settings) as familiar:
            for path, text in notes.items():
                familiar.store.write_file(path, text)
            await familiar.record_many(turns)
            await familiar.settle()
            return await work(familiar)

    return asyncio.run(run())


def test_a_hit_without_room_is_not_taken_for_a_note_that_says_the_same(tmp_path, new_familiar):
    """It did not come up; its words stand in the note of whoever speaks."""
    notes = {"people/discord-1.md": f"# Rowan\n\n- {LONG}\n"}
    turns = [Turn("t1", AT, TAVERN, Author("discord", "3", "Zoe"), LONG)]
    request = RecallRequest("whose kettle is it?", ROWAN, TAVERN)

    async def work(familiar):
        explained = await familiar.explain.recall(request)
        (told,) = (await familiar.explain.why_not("t1", request)).answers
        return explained, told

    settings = "[recall]\nmax_memory_chars = 160\n"
    explained, told = ask(tmp_path, new_familiar, notes, turns, work, settings)
    assert LONG in explained.context.render()
    (hit,) = [one for one in explained.candidates if one.hit.ref == "t1" and one.rank]
    assert (hit.verdict, hit.step) == ("cut", "budget")
    assert told.reason == "no room"
    assert all(one.refs != ("t1",) for one in surfaced_of(explained.context))


def test_lore_with_its_macros_filled_in_came_up(tmp_path, new_familiar):
    """It reads otherwise than it stands in its note, from its first word on."""
    notes = {"lore/kettle.md": "# Kettle\n\n{{user}} {{random::lent::lent}} {{char}} the kettle.\n"}
    request = RecallRequest("who has the kettle?", ROWAN, TAVERN)

    async def work(familiar):
        explained = await familiar.explain.recall(request)
        (told,) = (await familiar.explain.why_not("lore/kettle.md", request)).answers
        return explained, told

    explained, told = ask(tmp_path, new_familiar, notes, (), work)
    assert "Rowan lent Ember the kettle." in explained.context.render()
    assert [one.key for one in surfaced_of(explained.context)] == ["lore/kettle.md"]
    assert [one.verdict for one in explained.candidates] == ["kept"]
    assert told.reason == "present"


def test_a_line_of_a_note_that_the_budget_cut_is_told_to_have_no_room(tmp_path, new_familiar):
    """Though a line that stayed begins as it does."""
    lines = "".join(f"- {LONG}, number {n}\n" for n in range(30))
    notes = {"people/discord-1.md": f"# Rowan\n\n{lines}"}
    request = RecallRequest("hello", Author("discord", "9"), TAVERN)
    turns = [Turn("t1", AT + timedelta(days=1), TAVERN, ROWAN, "hello")]

    async def work(familiar):
        shown = (await familiar.recall(replace(request, budget=260))).contributions
        numbers = [line.at[1] for one in shown for line in one.lines if line.at is not None]
        assert 0 < len(numbers) < 30
        targets = (f"people/discord-1.md:{number}" for number in (min(numbers), max(numbers) + 1))
        asked = replace(request, budget=260)
        return [(await familiar.explain.why_not(one, asked)).answers[0].reason for one in targets]

    first, cut = ask(tmp_path, new_familiar, notes, turns, work)
    assert first == "already shown"
    assert cut == "no room"


def test_a_fact_that_was_found_reads_as_a_sentence() -> None:
    """Of a note, and by when it held; what somebody said so, or a field of their own, stays."""
    note = replace(
        said("t1", "works_at:: Acme"), source="memory", path="people/discord-42.md", line=3
    )
    ended = replace(note, line=4, until="2026-02-01")
    own = replace(note, text="rating:: 5", line=5)
    turn = said("t2", "works_at:: Acme")
    found = [replace(hit, title="Rowan", audience="") for hit in (note, ended, own, turn)]
    lines = hit_lines(found, Macros("Ember", "you"), AT)
    assert [line.text.partition("] ")[2] for line in lines] == [
        "Rowan: works at Acme",
        "Rowan: used to work at Acme",
        "Rowan: rating:: 5",
        "Rowan: works_at:: Acme",
    ]
