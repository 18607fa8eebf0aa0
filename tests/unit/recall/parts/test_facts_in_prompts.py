"""Which facts a prompt tells: the speaker's own, then what is spoken of, then of who is here."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from familiars import put_notes, started
from people_and_places import ROWAN, TAVERN

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.identity import Author

NOW = datetime(2026, 3, 1, 10, 0, tzinfo=UTC)
GUS = Author("discord", "7", "Gus")


@pytest.fixture
def facts(tmp_path, new_familiar):
    """The facts of the prompt for each of these requests, by familiar with these notes."""

    def run(notes, *requests, most=50, more=""):
        home = tmp_path / f"most-{most}"
        put_notes(home / "ember" / "memory", notes)
        settings = f"[recall]\nmax_knowledge_facts = {most}\n{more}"

        async def all_of_it():
            async with started(new_familiar(home, settings=settings, now=NOW)) as familiar:
                await familiar.settle()
                found = [await familiar.recall(request) for request in requests]
            told = [[c.text for c in one.contributions if c.source == "facts"] for one in found]
            return ["".join(texts).split("\n") for texts in told]

        return asyncio.run(all_of_it())

    return run


def elsewhere(*lines):
    """A note in which facts of anybody stand: what is on the page is not told twice."""
    return {"notes.md": "".join(f"- {line}\n" for line in lines)}


OWN = (
    "lives_in:: Oban (2026-02-01, subject:discord-42)",
    "plays:: chess (2026-02-02, subject:discord-42, importance:9)",
)
OTHERS = (
    "likes:: black filter coffee (2026-02-01, subject:discord-9)",
    "plays:: go (2026-02-01, subject:discord-9)",
    "has_status:: closed (2026-02-20, subject:brass-lantern)",
    "works_at:: [Acme Corp](topics/acme-corp.md) (2026-02-11, subject:discord-9)",
)


def test_the_speakers_own_come_first_and_then_what_is_mentioned(facts):
    """By its subject, by its object, or by the note that the object links to."""
    notes = elsewhere(*OTHERS, *OWN)
    silent, coffee, lantern, acme = facts(
        notes,
        RecallRequest("hello, go and make it", ROWAN, TAVERN),
        RecallRequest("who wants coffee?", ROWAN, TAVERN),
        RecallRequest("what of the brass lantern?", ROWAN, TAVERN),
        RecallRequest("who is at Acme Corp?", ROWAN, TAVERN),
    )
    own = ["- discord-42 plays chess", "- discord-42 lives in Oban"]
    assert silent == own
    assert coffee == [*own, "- discord-9 likes black filter coffee"]
    assert lantern == [*own, "- brass-lantern's status is closed"]
    assert acme == [*own, "- discord-9 works at Acme Corp"]


def test_no_number_cuts_the_speakers_own(facts):
    """The setting bounds what stands beside them; 0 takes all that have room."""
    notes = elsewhere(*OTHERS, *OWN)
    asked = RecallRequest("coffee at the brass lantern?", ROWAN, TAVERN)
    (one,) = facts(notes, asked, most=1)
    (three,) = facts(notes, asked, most=3)
    (every,) = facts(notes, asked, most=0)
    assert [len(one), len(three), len(every)] == [2, 3, 4]
    assert one == every[:2]
    assert three[2] == "- brass-lantern's status is closed"


def test_what_fades_is_told_for_a_season_and_only_where_it_is_spoken_of(facts):
    """What somebody has bought crowds no prompt; the note keeps it."""
    notes = elsewhere(
        "acquired:: a telescope (2026-02-20, subject:discord-42)",
        "traveled_to:: Oslo (2025-06-01, subject:discord-42)",
        "lives_in:: Oban (2020-02-01, subject:discord-42)",
    )
    silent, telescope, oslo = facts(
        notes,
        RecallRequest("hello", ROWAN, TAVERN),
        RecallRequest("is the telescope here?", ROWAN, TAVERN),
        RecallRequest("who was in Oslo?", ROWAN, TAVERN),
    )
    assert silent == oslo == ["- discord-42 lives in Oban"]
    assert len(telescope) == 2 and "telescope" in telescope[1]


def test_a_speaker_speaks_for_all_their_notes(facts):
    """Facts of the other platform are theirs too."""
    notes = {
        **elsewhere("plays:: chess (2026-02-01, subject:twitch-9)", *OTHERS),
        "people/twitch-9.md": "- same_as:: [..](discord-42.md)\n",
    }
    (found,) = facts(
        notes,
        RecallRequest("black filter coffee?", ROWAN, TAVERN),
        most=1,
    )
    assert found == ["- twitch-9 plays chess"]


def test_what_a_place_may_not_know_is_told_by_no_object(facts):
    """Nor does it take the room of what may be told."""
    secret = (f"likes:: coffee {n} (2026-02-25, in:discord-dm-9, importance:10)" for n in range(60))
    notes = {"people/discord-9.md": "".join(f"- {line}\n" for line in secret)} | elsewhere(*OTHERS)
    (found,) = facts(notes, RecallRequest("who wants coffee?", GUS, TAVERN))
    assert found == ["- discord-9 likes black filter coffee"]


def test_of_a_kind_of_the_familiars_own_the_later_fact_is_told_while_it_lasts(facts):
    """As of the shipped kinds: `[predicates]` says that there is one at a time."""
    notes = elsewhere(
        "captains:: the Heron (2025-01-02, subject:discord-42)",
        "captains:: the Gull (2026-02-01, until 2026-04, subject:discord-42)",
    )
    asked = RecallRequest("hello", ROWAN, TAVERN)
    (told,) = facts(notes, asked, more='[predicates]\ncaptains = "one"\n')
    assert told == ["- discord-42 captains the Gull (until 2026-04)"]
