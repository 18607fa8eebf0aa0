"""The reason of every passage that did not come is what really kept it out."""

from __future__ import annotations

import asyncio
import os
from contextlib import contextmanager
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from worlds.kept_out import (
    DM,
    NOW,
    PATHS,
    ROWAN,
    SAYS,
    TAVERN,
    Asked,
    Line,
    Said,
    World,
    asked,
    at,
    filters,
    lines,
    moments,
    reasons_for,
    worlds,
)

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.question.filters import RecallFilters
from familiar_memory.recall.ranking.masks.remembered import Masks, RememberedMasks
from familiar_memory.recall.ranking.masks.table import TABLE, Exclusion, Look

WORLDS = int(os.environ.get("WHY_NOT_WORLDS", "25"))
"""How many random worlds are tried; a look for what is rare sets more."""
MASKS = {
    "forbidden": Exclusion.FORBIDDEN,
    "not known": Exclusion.NOT_KNOWN_THEN,
    "retired": Exclusion.RETIRED,
    "not holding": Exclusion.NOT_HOLDING,
    "expired": Exclusion.EXPIRED,
    "source": Exclusion.SOURCE,
    "folder": Exclusion.FOLDER,
    "old session": Exclusion.OLD_SESSION,
    "type": Exclusion.TYPE,
    "topic": Exclusion.TOPIC,
    "tags": Exclusion.TAGS,
    "since": Exclusion.SINCE,
    "entity": Exclusion.ENTITY,
}
"""The masks by the names of the oracle."""


@contextmanager
def without(names):
    """Everything as it is, but for the masks of these names: they let everything through."""
    gone = {MASKS[name] for name in names}
    table = [one for one in TABLE if one.name not in gone]

    def masks(self, snapshot, viewer, filters, about=None, attested=None):
        return Masks(Look(snapshot, viewer, filters, about, attested), table=table)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RememberedMasks, "of", masks)
        yield


class Inquiry:
    """One world, one question: what came of it, and what is said of each passage."""

    def __init__(self, familiar, world, given):
        self.familiar = familiar
        self.world = world
        self.given = given

    async def why_not(self, subject, given=None):
        """The one answer for a passage."""
        how = given or self.given
        limit, sources = how.limit, how.sources if how.limit else None
        request = how.request(self.world)
        report = await self.familiar.explain.why_not(
            subject, request, search_limit=limit, sources=sources
        )
        (answer,) = report.answers
        return answer

    async def came(self):
        """Where the hits of a search stand: notes by line, turns by place and ref."""
        given, request = self.given, self.given.request(self.world)
        found = await self.familiar.search(
            RecallRequest(
                request.text,
                place=request.place,
                author=request.author,
                as_of=given.as_of,
                filters=given.wanted,
                weights=request.weights,
            ),
            limit=given.limit,
            sources=given.sources,
        )
        return {hit.where for hit in found.hits}

    async def peel(self, subject, passage):
        """Take one mask after the other away: each time, the next one is the reason."""
        given, gone = self.given, []
        left = reasons_for(passage, self.world, given)
        while left:
            with without(gone):
                answer = await self.why_not(subject, given)
            if await self.is_given_with_note(passage, answer, given):
                return
            reason, words = SAYS[left[0]]
            told = (passage, given, left, gone, answer.reason, answer.because)
            assert (answer.reason.value, words in answer.because) == (reason, True), told
            if left[0] == "forbidden":
                # What is forbidden is looked at again before it is told: the owner gets on.
                given = given.by_the_owner()
                left = reasons_for(passage, self.world, given)
            else:
                gone.append(left.pop(0))
        with without(gone):
            answer = await self.why_not(subject, given)
            if await self.is_given_with_note(passage, answer, given):
                return
            told = (passage, given, gone, answer.reason, answer.because)
            assert answer.reason.value in self.rules(passage, given), told

    async def is_given_with_note(self, passage, answer, given):
        """Whether the note of a line stands on the page: then it came, whatever the masks say."""
        if given.limit is not None or isinstance(passage, Said):
            return False
        if answer.reason.value not in ("already shown", "no room", "filtered"):
            return False
        if (
            answer.reason.value == "filtered"
            and "its note stands on the page" not in answer.because
        ):
            return False
        context = await self.familiar.recall(given.request(self.world))
        return passage.path in {one.label for one in context.contributions}

    def rules(self, passage, given):
        """What can become of a passage that may be ranked."""
        number = self.world.turn_of(passage)
        answered = given.answered(self.world)
        if number in answered:
            return {"being answered"}
        told = {"present"}
        if isinstance(passage, Line) and number is not None:
            told.add("merged")
        if isinstance(passage, Said) and passage.repeats:
            told.add("merged")
        if not passage.speaks:
            told.add("nothing in common")
        if given.is_strict:
            told.add("not relevant enough")
        if given.limit is None:
            told.add("too far behind")
        elif given.limit < len(self.world.lines) + len(self.world.turns):
            told.add("scored too low")
        return told


SETTINGS = settings(
    max_examples=WORLDS,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
PLAIN = Line(None, 3, None, None, False, None, None, None, True)
ANY = RecallFilters()
OLD = World((replace(PLAIN, path=PATHS[1]),), ())
TEA = World((PLAIN,), ())
TWICE = World((), (Said(TAVERN, ROWAN, 3, True, True), Said(TAVERN, ROWAN, 4, True, True)))
NOTED = World((replace(PLAIN, audience=TAVERN.slug, cites=0),), (Said(TAVERN, ROWAN, 3, True),))

WRONG = Line("owner", 9, 4, None, True, "procedural", "finance", None, False, path=PATHS[1])
ALL_WRONG = World((WRONG, replace(WRONG, until=5, is_struck=False)), ())
UNWANTED = RecallFilters(type="episodic", topic="work", tags=("tea",), since=at(20), entity="tea")


@pytest.mark.long
@SETTINGS
@given(worlds, asked)
@example(ALL_WRONG, Asked(TAVERN, UNWANTED, None, 50, sources=("conversation",)))
@example(ALL_WRONG, Asked(TAVERN, UNWANTED, at(8), 1, sources=("conversation",)))
@example(ALL_WRONG, Asked(TAVERN, UNWANTED, at(8), None, is_broadcast=True))
@example(OLD, Asked(None, ANY, None, None))
@example(TEA, Asked(None, RecallFilters(tags=("tea",)), None, 50))
@example(OLD, Asked(None, RecallFilters(entity="tea"), None, 50))
@example(TEA, Asked(None, ANY, at(2), 50))
@example(TEA, Asked(TAVERN, RecallFilters(type="episodic"), at(2), None, is_broadcast=True))
@example(TWICE, Asked(DM, ANY, None, None, pending=(1,)))
@example(NOTED, Asked(None, RecallFilters(since=at(9)), at(2), 1, sources=("memory",)))
def test_a_passage_that_did_not_come_was_kept_out_by_its_reason(
    tmp_path_factory, new_familiar, world, given
):
    """By an oracle of its own, and by intervention: without that mask, the next one is it."""

    async def run():
        async with new_familiar(tmp_path_factory.mktemp("world"), now=NOW) as familiar:
            await familiar.record_many(world.spoken())
            for path, text in world.notes():
                familiar.store.write_file(path, text)
            await familiar.settle()
            inquiry = Inquiry(familiar, world, given)
            came = await inquiry.came() if given.limit is not None else None
            for subject, passage in world.told():
                if came is not None:
                    answer = await inquiry.why_not(subject)
                    assert (answer.reason.value == "present") == (subject in came)
                await inquiry.peel(subject, passage)

    asyncio.run(run())


PAGES = (
    "self/description.md",
    "people/discord-42.md",
    "lore/inn.md",
    "channels/discord-lantern.tavern.md",
    *PATHS,
)
_LORE_HEAD = "# Inn\n\nKeys:\n\n- heron\n\n---\n\n"
starts = st.sampled_from(("", "", "likes:: ", "{{user}} "))
_ON_PAGE = ("already shown", "present")


def note_of(path, bullets):
    """A note with these lines: the card and lore in the form that they have."""
    head = {"self/description.md": "", "lore/inn.md": _LORE_HEAD}.get(path, "# T\n\n")
    return head + "".join(bullets)


@pytest.mark.long
@SETTINGS
@given(
    st.lists(
        st.tuples(st.sampled_from(PAGES), lines, starts),
        min_size=1,
        max_size=8,
    ),
    filters,
    moments,
    st.booleans(),
    st.sampled_from((None, None, 300, 100)),
)
@example([("self/description.md", PLAIN, "")], RecallFilters(since=at(20)), None, False, None)
@example([("self/description.md", PLAIN, "{{user}} ")], ANY, at(2), False, None)
@example([("self/description.md", PLAIN, "")], ANY, None, True, None)
@example([("people/discord-42.md", PLAIN, "")], RecallFilters(tags=("tea",)), None, False, None)
@example([(PATHS[1], PLAIN, "")], ANY, None, False, None)
@example([("people/discord-42.md", PLAIN, "")] * 60, ANY, None, False, 100)
@example([("lore/inn.md", PLAIN, "{{user}} ")], RecallFilters(topic="work"), None, True, None)
def test_what_is_on_the_page_is_given_no_other_reason(
    tmp_path_factory, new_familiar, tree, wanted, as_of, is_broadcast, budget
):
    """And what is said to be on the page is: by the words of the prompt itself."""

    async def run():
        async with new_familiar(tmp_path_factory.mktemp("world"), now=NOW) as familiar:
            for path in PAGES:
                own = [
                    f"{line.text(f'zq{n}z', more)}\n"
                    for n, (p, line, more) in enumerate(tree)
                    if p == path
                ]
                if own:
                    familiar.store.write_file(path, note_of(path, own))
            await familiar.settle()
            request = RecallRequest(
                "heron", ROWAN, TAVERN,
                filters=wanted, as_of=as_of, is_broadcast=is_broadcast, budget=budget,
            )  # fmt: skip
            page = (await familiar.recall(request)).render()
            for n, (_, line, _) in enumerate(tree):
                report = await familiar.explain.why_not(f"zq{n}z", request)
                told = {answer.reason.value for answer in report.answers}
                if f"zq{n}z" in page:
                    assert told and told <= set(_ON_PAGE), (n, line, told)
                else:
                    assert not told & set(_ON_PAGE), (n, line, told)
                for answer in report.answers:
                    assert "None" not in answer.because and "('" not in answer.because

    asyncio.run(run())
