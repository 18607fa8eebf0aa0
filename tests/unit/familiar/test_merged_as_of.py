"""What was merged is still known as of the days on which it was known."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from familiars import started
from people_and_places import ROWAN, TAVERN

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.turn import Turn

_WRITTEN = datetime(2026, 2, 3, 9, 30, tzinfo=UTC)
_PATH = "topics/door.md"
_ONE = "Paints the garden door with Bex"
_TWO, _THREE = f"{_ONE} tonight", f"{_ONE} tonight again"


def _line(text, day, number, more=""):
    said = f"2026-01-{day:02}, in:{TAVERN.slug}, ref:t{number}, by:discord-42{more}"
    return f"- {text} ({said})\n"


_NOTE = "# Door\n\n## Life\n\n" + _line(_ONE, 1, 1, ", importance:9") + _line(_TWO, 20, 2)
_MORE = _line(_THREE, 25, 3)
_DAYS = (1, 10, 19, 20, 24, 25, 31)


async def _found(familiar, place=None):
    """What is found as of the end of each of some days."""
    said = {}
    for day in _DAYS:
        moment = datetime(2026, 1, day, 23, 59, tzinfo=UTC)
        request = RecallRequest("garden door", ROWAN, place, as_of=moment)
        hits = (await familiar.search(request, sources=["memory"], limit=20)).hits
        said[day] = sorted(hit.text for hit in hits)
    return said


async def _night(familiar):
    (report,) = await familiar.sleep.run(["consolidate"])
    await familiar.settle()
    return dict(report.steps[0].report.counts)


def _on(days, *texts):
    return {day: list(texts) for day in days}


def _lived(tmp_path, new_familiar, steps, now=_WRITTEN, settings=""):
    async def run():
        async with started(new_familiar(tmp_path, now=now, settings=settings)) as familiar:
            return await steps(familiar)

    return asyncio.run(run())


def test_the_original_answers_until_the_merged_line_does(tmp_path, new_familiar):
    """Written up later than it was said: an import, or a writer that was behind."""

    async def steps(familiar):
        familiar.store.write_file(_PATH, _NOTE)
        await familiar.settle()
        return await _night(familiar), await _found(familiar), await _found(familiar, TAVERN)

    counts, owner, tavern = _lived(tmp_path, new_familiar, steps)
    assert counts == {"merged": 2, "added": 1}
    assert owner == tavern == _on((1, 10, 19), _ONE) | _on((20, 24, 25, 31), _TWO)


def test_so_does_each_link_of_a_chain(tmp_path, new_familiar):
    """What was merged is merged again, and the index is made anew in between."""

    async def steps(familiar):
        familiar.store.write_file(_PATH, _NOTE)
        await familiar.settle()
        await _night(familiar)
        familiar.store.write_file(_PATH, familiar.store.read_file(_PATH) + _MORE)
        await familiar.settle()
        await _night(familiar)
        found = await _found(familiar)
        await familiar.index.rebuild()
        return found, await _found(familiar), await familiar.index.verify()

    before, after, report = _lived(tmp_path, new_familiar, steps)
    wanted = _on((1, 10, 19), _ONE) | _on((20, 24), _TWO) | _on((25, 31), _THREE)
    assert before == after == wanted
    assert report.same


def test_whatever_the_journal_still_has_of_it(tmp_path, new_familiar):
    """A version of then answers as it stood; once it is pruned, the lines of today do."""

    async def write(familiar):
        familiar.store.write_file(_PATH, _NOTE)
        await familiar.settle()

    async def merge(familiar):
        await _night(familiar)
        return await _found(familiar)

    async def opened(familiar):
        """What is too old goes when it is opened."""
        async with familiar:
            return await _found(familiar)

    def on(day):
        now = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day - 1)
        return new_familiar(tmp_path, now=now, settings="[journal]\nkeep_days = 30\n")

    async def lived():
        async with started(on(21)) as familiar:
            await write(familiar)
        async with started(on(39)) as familiar:
            kept = await merge(familiar)
        return kept, [await opened(on(200)) for _ in range(2)][-1]

    kept, pruned = asyncio.run(lived())
    before = _on((1, 10, 19), _ONE) | _on((20,), _TWO)
    assert kept == before | _on((24, 25, 31), _ONE, _TWO)
    assert pruned == before | _on((24, 25, 31), _TWO)


async def _people(familiar, day):
    """What a prompt says of Rowan as of a day."""
    moment = datetime(2026, 1, day, 23, 59, tzinfo=UTC)
    request = RecallRequest("hm", ROWAN, TAVERN, as_of=moment)
    said = "\n".join(one.text for one in (await familiar.recall(request)).contributions)
    return [text for text in (_THREE, _TWO, _ONE) if f"{text} (" in said]


def test_the_note_of_a_person_is_rendered_as_it_was_known(tmp_path, new_familiar):
    """One of them at each moment: the original, then the merged one."""

    async def steps(familiar):
        path = "people/discord-42.md"
        familiar.store.write_file(path, _NOTE.replace("# Door", "# Rowan"))
        await familiar.settle()
        await _night(familiar)
        return [await _people(familiar, day) for day in (10, 19, 20, 31)]

    assert _lived(tmp_path, new_familiar, steps) == [[_ONE], [_ONE], [_TWO], [_TWO]]


_TEA = "likes:: green tea"
_MILK = f"{_TEA} with milk"
_FACTS = f"""# Rowan

## Facts

- {_TEA} (2026-01-01{{since}}, ref:t1, by:discord-42) ^a1
- {_MILK} (2026-01-20{{since}}, ref:t2, by:discord-42) ^a2
- knows:: [[Bex]] (2026-01-01{{since}}, ref:t3, by:discord-42) ^a3
- knows:: [[Bex]] (2026-01-20{{since}}, ref:t4, by:discord-42) ^a4
"""


async def _merge_facts(familiar, since="", are_merged=True):
    familiar.store.write_file("people/bex.md", "# Bex\n\n- Sings\n")
    familiar.store.write_file("people/discord-42.md", _FACTS.format(since=since))
    await familiar.settle()
    merges = (("a1", "a2", _MILK), ("a3", "a4", "knows:: [[Bex]]"))
    for one, other, text in merges if are_merged else ():
        names = [f"people/discord-42.md#^{name}" for name in (one, other)]
        assert (await familiar.memories.merge(names, text)).is_done
    await familiar.settle()


async def _facts_of(familiar, day):
    moment = datetime(2026, 1, day, 23, 59, tzinfo=UTC)
    answer = await familiar.knowledge.facts("Rowan", as_of=moment)
    return sorted(fact.object.text for fact in answer.facts)


@pytest.mark.parametrize("since", ["", ", since 2025"])
def test_a_fact_that_was_merged_holds_until_then(tmp_path, new_familiar, since):
    """By a command; what says since when it holds is told by the merged line alone."""

    async def steps(familiar):
        await _merge_facts(familiar, since)
        request = RecallRequest("green tea", as_of=datetime(2026, 1, 10, tzinfo=UTC))
        hits = (await familiar.search(request, sources=["memory"])).hits
        return [await _facts_of(familiar, day) for day in (10, 20, 31)], [
            hit.text for hit in hits if "tea" in hit.text
        ]

    facts, found = _lived(tmp_path, new_familiar, steps)
    new = ["Bex", "green tea with milk"]
    assert facts == [new if since else ["Bex", "green tea"], new, new]
    assert found == ["likes:: green tea"]


def test_what_was_merged_is_told_as_that(tmp_path, new_familiar):
    """It neither was wrong nor has ended."""

    async def steps(familiar):
        await _merge_facts(familiar)
        line = await familiar.knowledge.timeline("Rowan")
        return [
            (one.sentence, str(one.state), one.is_merged, one.until)
            for one in line.facts
            if one.predicate == "likes"
        ]

    assert _lived(tmp_path, new_familiar, steps) == [
        ("Rowan likes green tea", "ended", True, None),
        ("Rowan likes green tea with milk", "ended", True, None),
        ("Rowan likes green tea with milk", "live", False, None),
    ]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What did Rowan like on January 5th?", [_TEA]),
        ("What did Rowan like on January 25th?", [_MILK]),
        ("What did Rowan used to like?", []),
        ("Did Rowan ever like green tea?", [_MILK]),
        ("What does Rowan like?", [_MILK]),
    ],
)
def test_a_question_for_what_was_is_answered_once(tmp_path, new_familiar, question, told):
    """By what spoke on the days it asks for; by what has ended only where that has."""

    async def steps(familiar):
        await _merge_facts(familiar)
        hits = (await familiar.search(RecallRequest(question))).hits
        return [hit.text for hit in hits if "fact" in dict(hit.signals)]

    assert _lived(tmp_path, new_familiar, steps) == told


def test_the_turn_of_an_original_loses_nothing(tmp_path, new_familiar):
    """What was noted of it holds, as of any day: it is no turn whose facts are over."""

    async def steps(familiar):
        said = Turn("t1", datetime(2026, 1, 1, 9, tzinfo=UTC), TAVERN, ROWAN, "I like green tea")
        await familiar.record(said)
        await _merge_facts(familiar, f", in:{TAVERN.slug}", are_merged=False)
        moments = (datetime(2026, 1, 10, tzinfo=UTC), None)

        async def hits():
            asked = [RecallRequest("who likes green tea", as_of=moment) for moment in moments]
            found = [(await familiar.search(one, sources=["conversation"])).hits for one in asked]
            return [[(hit.text, hit.score, hit.ended) for hit in some] for some in found]

        before = await hits()
        await _merge_facts(familiar, f", in:{TAVERN.slug}")
        return before, await hits()

    before, after = _lived(tmp_path, new_familiar, steps)
    assert after == before
    assert [len(some) for some in after] == [1, 1]


def test_the_day_of_the_merged_line_counts_as_it_stands_now(tmp_path, new_familiar):
    """A person sets it right in an editor, and the original ends when that line begins."""

    async def steps(familiar):
        familiar.store.write_file(_PATH, _NOTE)
        await familiar.settle()
        await _night(familiar)
        lines = familiar.store.read_file(_PATH).splitlines()
        changed = [one.replace("01-20", "01-15") if "source:c" in one else one for one in lines]
        familiar.store.write_file(_PATH, "\n".join(changed) + "\n")
        await familiar.settle()
        return await _found(familiar), (await familiar.index.verify()).same

    found, is_same = _lived(tmp_path, new_familiar, steps)
    assert found == _on((1, 10), _ONE) | _on((19, 20, 24, 25, 31), _TWO)
    assert is_same


def test_a_tie_is_counted_once_as_of_any_day(tmp_path, new_familiar):
    """The graph as of a day knows the original or the merged line."""

    async def steps(familiar):
        await _merge_facts(familiar)
        found = []
        for day in (10, 20, 31):
            moment = datetime(2026, 1, day, 23, 59, tzinfo=UTC)
            graph = await familiar.knowledge.graph("Rowan", as_of=moment)
            bex = next(one for one in graph.nodes if one.entity.name == "Bex")
            (tie,) = graph.nodes[0].relations
            found.append((tie.relation, tie.strength, bex.entity.mentions))
        return found

    found = _lived(tmp_path, new_familiar, steps)
    assert found == [("knows", 1, 2), ("knows", 2, 2), ("knows", 2, 2)]
