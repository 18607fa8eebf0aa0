"""No answer tells what its source no longer says, whoever changed it and whenever."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from few_and_many import few_and_many
from hypothesis import strategies as st
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.recall.lore.library import LoreLibrary
from familiar_memory.recall.search.fresh_look import FreshLook

AT = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
SECRET = "heron password swordfish"
PUBLIC = f"# A\n\n- {SECRET} (2026-01-01)\n"
NARROWER = {
    "narrowed": f"# A\n\n- {SECRET} (2026-01-01, in:owner)\n",
    "rewritten": "# A\n\n- heron password was changed (2026-01-01)\n",
    "deleted": "# A\n",
    "kept by its note": f"---\nvisibility: owner\n---\n{PUBLIC}",
    "struck": f"# A\n\n- ~~{SECRET} (2026-01-01)~~\n",
}


def save(familiar, path, text):
    """As an editor does, and as the worker does who sees it at once."""
    file = familiar.parts.setup.paths.memory / path
    file.parent.mkdir(parents=True, exist_ok=True)
    if text is None:
        file.unlink()
    else:
        file.write_text(text, "utf-8")
    familiar.parts.indexing.synchroniser.update("memory", [path])


def in_between(monkeypatch, act, owner=FreshLook, name="_stands"):
    """Have `act` done once, after something was read and before it is looked at again."""
    looked = getattr(owner, name)
    todo = [act]

    def after(self, *given):
        if todo:
            todo.pop()()
        return looked(self, *given)

    monkeypatch.setattr(owner, name, after)


def alive(tmp_path, new_familiar, notes, work):
    """Run `work` on a familiar with these notes."""

    async def run():
        async with new_familiar(tmp_path) as familiar:
            for path, text in notes.items():
                save(familiar, path, text)
            await familiar.settle()
            return await work(familiar)

    return asyncio.run(run())


@pytest.mark.parametrize("later", NARROWER.values(), ids=NARROWER)
def test_a_hit_is_compared_with_what_it_was_read_from(tmp_path, new_familiar, monkeypatch, later):
    """A save that the worker indexes between the reading and the look is no proof of freshness."""

    async def work(familiar):
        in_between(monkeypatch, partial(save, familiar, "topics/a.md", later))
        found = await familiar.search(RecallRequest("heron password", place=TAVERN))
        return [hit.text for hit in found.hits], found.degraded

    texts, degraded = alive(tmp_path, new_familiar, {"topics/a.md": PUBLIC}, work)
    assert texts == (["heron password was changed"] if "changed" in later else [])
    assert degraded is None


PEOPLE = {
    "people/discord-42.md": "# Rowan\n\n## Aliases\n\n- Rowan\n",
    "topics/heron.md": "# Heron\n\n- owned_by:: [Rowan](../people/discord-42.md) secretly\n",
}
HIDDEN = PEOPLE["topics/heron.md"].replace("secretly", "secretly (2026-01-01, in:owner)")


@pytest.mark.parametrize("layer", ["facts", "entities"])
def test_facts_are_looked_at_again_too(tmp_path, new_familiar, monkeypatch, layer):
    """In the layer of facts, and in that of entities."""

    async def work(familiar):
        request = RecallRequest("what of the heron and Rowan?", None, TAVERN)
        pipeline = familiar.parts.answering.recall
        sources = pipeline.sources
        pipeline.sources = replace(sources, parts={layer: sources.parts[layer]})
        before = (await familiar.recall(request)).render()
        in_between(monkeypatch, partial(save, familiar, "topics/heron.md", HIDDEN))
        return before, (await familiar.recall(request)).render()

    before, after = alive(tmp_path, new_familiar, PEOPLE, work)
    assert "secretly" in before
    assert "secretly" not in after


def test_lore_is_told_as_it_was_read_last(tmp_path, new_familiar, monkeypatch):
    """An entry that is rewritten while the books are looked through is read again."""
    path = "lore/heron.md"
    old = "---\nkeys: [heron]\n---\n# Heron\n\nThe password is swordfish.\n"

    async def work(familiar):
        new = old.replace("swordfish", "changed")
        in_between(monkeypatch, partial(save, familiar, path, new), FreshLook, "is_still")
        context = await familiar.recall(RecallRequest("the heron?", None, TAVERN))
        return context.render()

    told = alive(tmp_path, new_familiar, {path: old}, work)
    assert "swordfish" not in told
    assert "changed" in told


def test_lore_that_was_read_newer_than_the_index_is_read_again(tmp_path, new_familiar, monkeypatch):
    """A note that is put back before the index has caught up does not stay as it never was."""
    path = "lore/heron.md"
    old = "---\nkeys: [heron]\n---\n# Heron\n\nThe password is swordfish.\n"

    async def work(familiar):
        file = familiar.parts.setup.paths.memory / path
        in_between(
            monkeypatch,
            lambda: file.write_text(old.replace("swordfish", "never so"), "utf-8"),
            LoreLibrary,
            "_read",
        )
        in_between(monkeypatch, lambda: file.write_text(old, "utf-8"), FreshLook, "is_still")
        told = []
        for _ in range(2):
            context = await familiar.recall(RecallRequest("the heron?", None, TAVERN))
            told.append(context.render())
        return told

    for told in alive(tmp_path, new_familiar, {path: old}, work):
        assert "never so" not in told


def turn(ref, text, minute=0, **more):
    """A turn of Rowan in the tavern."""
    return Turn(ref, AT + timedelta(minutes=minute), TAVERN, ROWAN, text, **more)


@pytest.mark.parametrize("how", ["deleted", "edited"])
@pytest.mark.parametrize("when", ["before the question", "during it"])
def test_a_turn_that_another_process_changed_is_not_told_as_it_was(
    tmp_path, new_familiar, monkeypatch, how, when
):
    """Though nobody has told this process's index: the history is asked."""
    changes = {
        "deleted": turn("t1", "", 9, deleted=True),
        "edited": turn("t1", "the heron sleeps", 9, edited=True),
    }

    async def work(familiar):
        await familiar.record_many([turn("t1", SECRET), turn("t2", "heron soup", 1)])
        await familiar.settle()

        def elsewhere():
            with HistoryStore(familiar.parts.setup.paths.history) as history:
                history.record(changes[how])

        if when == "before the question":
            elsewhere()
        else:
            in_between(monkeypatch, elsewhere, FreshLook, "_stale_turns")
        found = await familiar.search(RecallRequest("heron", place=TAVERN))
        return sorted(hit.text for hit in found.hits), found.degraded

    texts, degraded = alive(tmp_path, new_familiar, {}, work)
    assert texts == ["heron soup", *(["the heron sleeps"] if how == "edited" else [])]
    assert degraded is None


def test_a_turn_that_cannot_be_refreshed_is_left_out_and_named(tmp_path, new_familiar):
    """While a long sync holds the index, for instance."""

    async def work(familiar):
        await familiar.record_many([turn("t1", SECRET), turn("t2", "heron soup", 1)])
        await familiar.settle()
        with HistoryStore(familiar.parts.setup.paths.history) as history:
            history.record(turn("t1", "", 9, deleted=True))
        familiar.parts.searching.search._look._refresh = lambda _: False
        found = await familiar.search(RecallRequest("heron", place=TAVERN))
        return [hit.text for hit in found.hits], found.degraded

    texts, degraded = alive(tmp_path, new_familiar, {}, work)
    assert SECRET not in texts
    assert degraded == (
        "left out, because they are gone, cannot be read, or change faster than they are read:"
        " turn t1"
    )


def test_a_note_that_was_hidden_meanwhile_is_not_named_at_its_turn(
    tmp_path, new_familiar, monkeypatch
):
    """`noted_in` is read from the index as well."""
    line = f"- {SECRET} (2026-02-02, ref:t1, in:{TAVERN.slug})\n"
    notes = {"topics/a.md": f"# A\n\n{line}"}

    async def work(familiar):
        await familiar.record(turn("t1", SECRET))
        await familiar.settle()
        before = (await familiar.search(RecallRequest("heron", place=TAVERN))).hits
        hidden = f"---\nvisibility: owner\n---\n# A\n\n{line}"
        in_between(monkeypatch, partial(save, familiar, "topics/a.md", hidden))
        after = (await familiar.search(RecallRequest("heron", place=TAVERN))).hits
        return [[hit.noted_in for hit in hits] for hits in (before, after)]

    before, after = alive(tmp_path, new_familiar, notes, work)
    assert (before, after) == ([("topics/a.md:3",)], [()])


WORDS = st.sampled_from(("heron", "swordfish", "kettle"))
STATES = st.lists(
    st.tuples(WORDS, st.sampled_from(("", ", in:owner", f", in:{DM.slug}"))), max_size=3
)


@pytest.mark.long
@few_and_many(
    4,
    15,
    first=STATES,
    saves=st.lists(st.tuples(st.integers(0, 9), STATES), min_size=1, max_size=4),
    is_indexed=st.booleans(),
)
def test_whatever_is_saved_meanwhile_the_answer_is_that_of_a_state_it_has_met(
    tmp_path_factory, new_familiar, first, saves, is_indexed
):
    """Each hit told stands, for this viewer, in the file that was there at the last look."""

    def text(state, number):
        return "# A\n\n" + "".join(
            f"- heron {word} s{number}n{n} (2026-01-01{tail})\n"
            for n, (word, tail) in enumerate(state)
        )

    def told(state, number):
        return {f"heron {word} s{number}n{n}" for n, (word, tail) in enumerate(state) if not tail}

    async def run():
        async with new_familiar(tmp_path_factory.mktemp("world")) as familiar:
            save(familiar, "topics/a.md", text(first, 0))
            await familiar.settle()
            file = familiar.parts.setup.paths.memory / "topics/a.md"
            states = [told(first, 0)]
            due = [(at, number, state) for number, (at, state) in enumerate(sorted(saves), 1)]
            steps = 0

            def step():
                nonlocal steps
                while due and due[0][0] <= steps:
                    _, number, state = due.pop(0)
                    file.write_text(text(state, number), "utf-8")
                    if is_indexed:
                        familiar.parts.indexing.synchroniser.update("memory", ["topics/a.md"])
                    states.append(told(state, number))
                steps += 1

            looks: list[int] = []

            def hooked(name, call, *given):
                step()
                if name == "stale":
                    looks.append(len(states) - 1)
                return call(*given)

            view, look = familiar.parts.files.index, familiar.parts.searching.search._look
            with pytest.MonkeyPatch.context() as patch:
                for owner, name in (
                    (view, "snapshot"), (view, "passages"), (view, "citing"), (look, "stale"),
                ):  # fmt: skip
                    patch.setattr(owner, name, partial(hooked, name, getattr(owner, name)))
                found = await familiar.search(RecallRequest("heron", place=TAVERN), limit=50)
            return {hit.text for hit in found.hits}, states[looks[-1]]

    texts, standing = asyncio.run(run())
    assert texts <= standing
