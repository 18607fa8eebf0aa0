"""What somebody asked for, for good, comes back when they speak, and for nobody else."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from familiars import started
from keyed_notes import note_path
from people_and_places import DM, ROWAN, TAVERN
from turns import said

from familiar_memory.assembly.erasing.eraser import Eraser
from familiar_memory.assembly.erasing.stores import erasables
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.question.context import Mode, RecallRequest
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.role import Role
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.embeddings.base import Embedder
from familiar_memory.embeddings.models.none import NoEmbedder
from familiar_memory.familiar import Familiar
from familiar_memory.recall.page.render import Context
from familiar_memory.recall.search.standing import StandingSearch
from familiar_memory.testing import FixedClock, HashEmbedder

JUNIPER = Author("discord", "7", "Juniper")
METRIC = "Always use metric units when I ask about distances."
FRENCH = "From now on, answer in French."
TEA = "I prefer tea over coffee."
LINE = "- Rowan asked (2026-02-02): “Always use metric units when I ask about distances.”"
NOTE = "people/discord-42.md"


def rowan(ref: str, text: str, **more: Any) -> Turn:
    """A turn of Rowan's."""
    return said(ref, text, **({"author": ROWAN} | more))


def ember(home: Path, settings: str = "", embedder: Embedder | None = None) -> Familiar:
    """A familiar with a clock that stands, and vectors without a model."""
    paths = FamiliarPaths(home, "ember")
    paths.memory.mkdir(parents=True)
    paths.character.write_text(f'[character]\nname = "Ember"\n{settings}', "utf-8")
    clock = FixedClock(datetime(2026, 3, 1, tzinfo=UTC))
    return Familiar(paths, clock=clock, embedder=embedder or HashEmbedder())


def lived(tmp_path: Path, turns: list[Turn], then: Callable[[Familiar], Any]) -> Any:
    """Record turns in a new familiar and do something with it."""

    async def live() -> Any:
        async with started(ember(tmp_path)) as familiar:
            await familiar.record_many(turns)
            await familiar.settle()
            return await then(familiar)

    return asyncio.run(live())


async def block(familiar: Familiar, **more: Any) -> str:
    """The block for Rowan, asking how far it is in the tavern."""
    asked: dict[str, Any] = {"text": "How far is it?", "author": ROWAN, "place": TAVERN}
    context = await familiar.recall(RecallRequest(**(asked | more)))
    return "\n".join(one.text for one in context.contributions if one.source == "standing")


def told(tmp_path: Path, turns: list[Turn], **more: Any) -> str:
    """The block after these turns."""
    return lived(tmp_path, turns, lambda familiar: block(familiar, **more))


def test_it_comes_without_the_writer_having_run(tmp_path: Path) -> None:
    """In the words of whoever said it, with a name and a day, before what was found."""
    turns = [rowan("m1", METRIC), said("m2", "It rained all day in Oban.", minute=1)]

    async def page(familiar: Familiar) -> str:
        request = RecallRequest("How far is it?", ROWAN, TAVERN)
        return (await familiar.recall(request)).render()

    rendered = lived(tmp_path, turns, page)
    assert f'kind="What people here ask for" class="said">\n{LINE}\n' in rendered
    assert rendered.count("metric units") == 1, "what says nothing else is not found again"


@pytest.mark.parametrize(
    "turn",
    [
        rowan("m1", METRIC, author=JUNIPER),
        rowan("m1", METRIC, role=Role.ASSISTANT),
        rowan("m1", METRIC, place=DM),
        rowan("m1", METRIC, silent=True),
        rowan("m1", "My boss said: always use metric units."),
    ],
    ids=["somebody else's", "the familiar's own", "said in private", "silent", "reported"],
)
def test_what_is_not_theirs_or_not_for_this_room_does_not_hold(tmp_path: Path, turn: Turn) -> None:
    """Who said it decides for whom it holds, and where it was said who may know it."""
    assert told(tmp_path, [turn]) == ""


def test_what_was_said_in_private_holds_there(tmp_path: Path) -> None:
    """And what was said in the open holds in private too."""
    turns = [rowan("m1", METRIC, place=DM), rowan("m2", FRENCH, minute=1)]
    both = told(tmp_path, turns, place=DM)
    assert "metric" in both
    assert "French" in both


def test_whoever_wrote_what_is_being_answered_counts_as_speaking(tmp_path: Path) -> None:
    """But what is being answered stands before the model already."""
    answered = said("m9", f"how far? {FRENCH}", minute=9, author=JUNIPER)
    turns = [rowan("m1", METRIC, author=JUNIPER), answered]
    shown = told(tmp_path, turns, pending_turns=(answered,))
    assert shown == LINE.replace("Rowan", "Juniper")


def test_nobody_in_particular_and_everybody_are_told_nothing(tmp_path: Path) -> None:
    """An owner who asks without being anybody, and a newsletter."""

    async def both(familiar: Familiar) -> tuple[str, str]:
        return (
            await block(familiar, author=None, place=None),
            await block(familiar, is_broadcast=True),
        )

    assert lived(tmp_path, [rowan("m1", METRIC)], both) == ("", "")


def test_the_nearest_come_first_and_of_each_kind_so_many(tmp_path: Path) -> None:
    """In voice there is room for less; instructions stand before preferences."""
    wishes = ["recipes", "rivers", "distances", "trains", "birds", "songs", "maps"]
    turns = [
        rowan(f"m{n}", f"Always draw a chart when I ask about {one}.", minute=n)
        for n, one in enumerate(wishes)
    ]
    turns.append(rowan("t", "I prefer long walks over distances in a car.", minute=20))

    async def by_mode(familiar: Familiar) -> list[list[str]]:
        asked = "What about songs?"
        return [
            (await block(familiar, text=asked, mode=mode)).splitlines()
            for mode in (Mode.TEXT, Mode.VOICE)
        ]

    text, voice = lived(tmp_path, turns, by_mode)
    assert "songs" in text[0]
    assert [line.split(" (")[0] for line in text] == ["- Rowan asked"] * 5 + ["- Rowan said"]
    assert "songs" in voice[0]
    assert 0 < len(voice) < len(text)


def test_what_is_said_again_is_told_once_as_it_was_said_last(tmp_path: Path) -> None:
    """An older one that says the same gives way."""
    turns = [rowan("m1", METRIC), rowan("m2", f"{METRIC[:-1]}!", minute=3 * 24 * 60)]
    shown = told(tmp_path, turns)
    assert shown.count("metric") == 1
    assert "(2026-02-05)" in shown


def test_without_vectors_words_decide_what_is_near(tmp_path: Path) -> None:
    """Then what is newest."""

    async def shown() -> list[str]:
        async with started(ember(tmp_path, embedder=NoEmbedder())) as familiar:
            await familiar.record_many(
                [rowan("m1", METRIC), rowan("m2", FRENCH, minute=1), rowan("m3", TEA, minute=2)]
            )
            await familiar.settle()
            near = await block(familiar, text="distances to Oban, in which units?")
            far = await block(familiar, text="hm")
            return [near.splitlines()[0], far.splitlines()[0]]

    near, far = asyncio.run(shown())
    assert "metric" in near
    assert "French" in far


def test_as_of_a_moment_only_what_was_said_by_then_holds(tmp_path: Path) -> None:
    """What was asked for later was not known."""
    turns = [rowan("m1", METRIC), rowan("m2", FRENCH, minute=24 * 60)]
    assert told(tmp_path, turns, as_of=datetime(2026, 2, 3, 9, tzinfo=UTC)) == LINE


def test_a_setting_says_how_many(tmp_path: Path) -> None:
    """0 switches it off."""

    async def live() -> str:
        async with started(ember(tmp_path, "[recall]\nstanding = 0\n")) as opened:
            await opened.record(rowan("m1", METRIC))
            await opened.settle()
            return await block(opened)

    assert asyncio.run(live()) == ""


def test_what_is_withdrawn_or_edited_holds_as_it_is_now(tmp_path: Path) -> None:
    """A turn speaks as it stands in the history."""

    async def amended(familiar: Familiar) -> list[str]:
        await familiar.record(rowan("m1", FRENCH, edited=True))
        edited = await block(familiar)
        await familiar.record(rowan("m1", "", deleted=True))
        return [edited, await block(familiar)]

    edited, gone = lived(tmp_path, [rowan("m1", METRIC)], amended)
    assert edited == "- Rowan asked (2026-02-02): “From now on, answer in French.”"
    assert gone == ""


def test_a_rebuilt_index_says_the_same(tmp_path: Path) -> None:
    """And a comparison finds no difference."""
    turns = [rowan("m1", METRIC), rowan("m2", FRENCH, minute=1), rowan("m3", TEA, minute=2)]

    async def twice(familiar: Familiar) -> tuple[str, str]:
        before = await block(familiar)
        assert (await familiar.index.verify()).same
        await familiar.index.rebuild()
        return before, await block(familiar)

    before, after = lived(tmp_path, turns, twice)
    assert before.count("\n") == 2
    assert after == before


@pytest.mark.long
@pytest.mark.usefixtures("in_a_hurry")
def test_a_busy_machine_does_not_cost_what_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first time the patterns are made ready, which may take longer than a step."""
    find = StandingSearch.find

    def slow(*given: Any) -> Any:
        threading.Event().wait(0.7)
        return find(*given)

    monkeypatch.setattr(StandingSearch, "find", slow)
    assert told(tmp_path, [rowan("m1", METRIC)]) == LINE


@pytest.mark.long
@pytest.mark.usefixtures("in_a_hurry")
def test_what_is_stuck_takes_nothing_else_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The step is left behind, and the trace says so."""
    released = threading.Event()

    def stuck(*_: object) -> tuple[()]:
        released.wait(30)
        return ()

    async def asked(familiar: Familiar) -> Context:
        monkeypatch.setattr(StandingSearch, "find", stuck)
        try:
            request = RecallRequest("metric units?", ROWAN, TAVERN, mode=Mode.VOICE)
            return await familiar.recall(request)
        finally:
            released.set()

    context = lived(tmp_path, [rowan("m1", METRIC)], asked)
    assert "standing took too long" in context.trace.degraded
    assert [d.verdict for d in context.trace.decisions if d.step == "standing"] == ["late"]


def test_why_not_says_that_it_stands_in_the_block(tmp_path: Path) -> None:
    """Also of a turn that says nothing else, and so is not found again."""

    async def asked(familiar: Familiar) -> str:
        request = RecallRequest("How far is it?", ROWAN, TAVERN)
        report = await familiar.explain.why_not("m1", request)
        return report.answers[0].because

    because = lived(tmp_path, [rowan("m1", METRIC)], asked)
    assert because == "what it asks for is on the page, among what people here ask for"


# --- in the note of whoever said it ----------------------------------------------------


def noted(tmp_path: Path, turns: list[Turn], edit: Callable[[str], str]) -> tuple[str, str, str]:
    """Write up, edit the note by hand, write again: the note, the page and the block then."""

    async def live(familiar: Familiar) -> tuple[str, str, str]:
        await familiar.write()
        note = familiar.store.root / note_path(familiar.store, NOTE)
        note.write_text(edit(note.read_text("utf-8")), "utf-8")
        await familiar.settle()
        await familiar.record(rowan("m9", "so it goes", minute=2000))
        await familiar.write()
        await familiar.settle()
        request = RecallRequest("How far is it?", ROWAN, TAVERN)
        page = (await familiar.recall(request)).render()
        return note.read_text("utf-8"), page, await block(familiar)

    return lived(tmp_path, turns, live)


def test_the_writer_puts_candidates_with_their_evidence_into_the_note(tmp_path: Path) -> None:
    """Under headings of their own; on the page they are told once, with the note."""
    note, page, shown = noted(tmp_path, [rowan("m1", METRIC), rowan("m2", TEA)], str)
    assert f"## Standing instructions\n\n- “{METRIC}” (2026-02-02, #tavern, m1)\n" in note
    assert f"## Preferences\n\n- “{TEA}” (2026-02-02, #tavern, m2)\n" in note
    assert shown == ""
    assert f"- “{METRIC}” (2026-02-02" in page, "the note itself is there"


@pytest.mark.parametrize("how", ["struck", "deleted"])
def test_a_line_that_a_person_struck_or_deleted_holds_no_more(tmp_path: Path, how: str) -> None:
    """Though the turn stands in the history, and no writer puts it back."""

    def edit(text: str) -> str:
        kept = [line for line in text.splitlines() if METRIC not in line or how == "struck"]
        struck = [line.replace(f"“{METRIC}”", f"~~“{METRIC}”~~") for line in kept]
        return "\n".join((*struck, ""))

    note, _, shown = noted(tmp_path, [rowan("m1", METRIC)], edit)
    assert shown == ""
    assert note.count("Always use metric") == (1 if how == "struck" else 0)


def test_an_edited_line_is_told_in_place_of_the_words_that_were_said(tmp_path: Path) -> None:
    """Where the note itself has no room for it on the page."""

    def edit(text: str) -> str:
        long = "\n".join(f"- Room is taken by number {n}. (2026-02-20)" for n in range(200))
        edited = text.replace(f"“{METRIC}”", "Use kilometres for Rowan.")
        return edited.replace("## Standing", f"## First\n\n{long}\n\n## Standing")

    _, page, shown = noted(tmp_path, [rowan("m1", METRIC)], edit)
    assert shown == "- Rowan asked (2026-02-02): “Use kilometres for Rowan.”"
    assert "metric units" not in shown
    assert page.count("Use kilometres") == 1


def test_a_line_for_fewer_is_told_to_those_alone(tmp_path: Path) -> None:
    """A person has narrowed it: in the room it is as if it had been deleted."""

    def edit(text: str) -> str:
        return text.replace("(2026-02-02, #tavern, m1)\n", "(2026-02-02, in:owner)\n")

    _, page, shown = noted(tmp_path, [rowan("m1", METRIC)], edit)
    assert shown == ""
    assert f"“{METRIC}”" not in page


def test_what_is_erased_is_asked_for_no_more(tmp_path: Path) -> None:
    """Neither from the turn nor from the note."""

    async def erased(familiar: Familiar) -> list[str]:
        await familiar.write()
        parts = familiar.parts
        what = Erasure(turns=frozenset({(TAVERN.slug, "m1")}), texts=(METRIC,))
        eraser = Eraser(
            tmp_path / "ember",
            erasables(
                tmp_path / "ember",
                parts.files.store,
                parts.files.journal,
                parts.files.history,
                parts.files.index,
                parts.searching.past,
                parts.setup.clock.now,
                parts.files.register,
            ),
            parts.files.register,
        )
        await asyncio.to_thread(eraser.erase, what)
        await familiar.settle()
        page = (await familiar.recall(RecallRequest("How far?", ROWAN, TAVERN))).render()
        return [await block(familiar), page]

    shown, page = lived(tmp_path, [rowan("m1", METRIC), rowan("m2", TEA, minute=1)], erased)
    assert "metric" not in f"{shown}{page}"
    assert "tea" in page


@pytest.mark.parametrize(("speaker", "is_there"), [(ROWAN, True), (JUNIPER, False)])
def test_what_others_have_asked_for_is_not_on_the_page_of_whoever_speaks(
    tmp_path: Path, speaker: Author, is_there: bool
) -> None:
    """A model would do it for anybody; what else is noted of them stays."""

    async def people(familiar: Familiar) -> str:
        await familiar.write()
        await familiar.settle()
        context = await familiar.recall(RecallRequest("How is Rowan?", speaker, TAVERN))
        return context.render().partition("What was said before")[0]

    page = lived(tmp_path, [rowan("m1", METRIC), rowan("m2", TEA, minute=1)], people)
    assert ("metric" in page, "I prefer tea" in page) == (is_there, True)
