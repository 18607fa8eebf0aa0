"""What people plainly take back is struck, and nothing else is."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest
from keyed_notes import note_text

from familiar_memory.markdown.tree import parse_note
from familiar_memory.writers.forms.english.ended import may_take_back
from familiar_memory.writers.forms.finding import find_statements

NOTE = "people/Rowan.md"


@pytest.fixture
def told(make_turn, history, store, writer):
    """Say it turn by turn, write it up, and give the facts of the note with their states."""

    def run(*texts: str) -> dict[str, str]:
        history.record_many(make_turn(text, user_id="42") for text in texts)
        assert writer.run().is_complete
        records = [block.record for block in parse_note(note_text(store, NOTE)).blocks]
        return {r.text: r.state.value for r in records if r is not None and r.predicate}

    return run


@pytest.mark.parametrize(
    ("stated", "taken_back", "fact"),
    [
        ("I live in Oban.", "I don't live in Oban any more.", "lives_in:: Oban"),
        ("I live in Oban.", "btw I no longer live in oban", "lives_in:: Oban"),
        ("I live in Oban.", "I moved out of Oban last week", "lives_in:: Oban"),
        ("I work at Acme.", "I've stopped working at Acme.", "works_at:: Acme"),
        ("I'm vegan.", "I'm not vegan any more", "diet:: vegan"),
        ("I'm vegan.", "update: not vegan anymore", "diet:: vegan"),
        (
            "I'm allergic to cats.",
            "It was the dust. Not allergic to cats after all",
            "allergic_to:: cats",
        ),
        ("I'm vegan.", "ok so I'm not vegan, sorry", "diet:: vegan"),
        ("I'm a nurse.", "I'm no longer a nurse.", "job_title:: nurse"),
        ("I love tea.", "I don't like tea any more.", "loves:: tea"),
        ("I play chess.", "I don't play chess anymore", "plays:: chess"),
        ("Call me Kay.", "Please don't call me Kay", "called:: Kay"),
        ("Call me Kay.", "Stop calling me Kay!", "called:: Kay"),
        ("My name is Kay.", "I don't go by Kay any more.", "called:: Kay"),
        ("タロウと呼んでください", "タロウと呼ばないで", "called:: タロウ"),
        ("タロウと呼んでください", "もうタロウって呼ばないでください", "called:: タロウ"),
        ("My birthday is 5 May.", "Sorry, I meant my birthday is 6 May", "birthday:: 5 May"),
        ("My birthday is 5 May.", "My birthday isn't 5 May, it's 6 May.", "birthday:: 5 May"),
        ("I work at the bakery.", "i quit the bakery", "works_at:: bakery"),
        ("I work at the bakery.", "finally quit my job at the bakery", "works_at:: bakery"),
        ("I work at Acme.", "I got laid off from Acme last week", "works_at:: Acme"),
        ("パン屋で働いています", "パン屋を辞めました", "works_at:: パン屋"),
        ("i dont eat meat", "i eat meat again", "diet:: no meat"),
        ("I'm vegetarian", "I started eating chicken again", "diet:: vegetarian"),
        ("I'm vegan", "ok not vegan, vegetarian", "diet:: vegan"),
        ("i live in leeds", "sorry, bradford not leeds", "lives_in:: leeds"),
        ("My girlfriend is called Amy.", "me and Amy broke up", "partner_of:: Amy"),
        ("My girlfriend is called Amy.", "amy dumped me", "partner_of:: Amy"),
        ("My girlfriend is called Amy.", "I split up with Amy", "partner_of:: Amy"),
        ("I'm learning Norwegian.", "gave up on norwegian", "learning:: Norwegian"),
        ("I play chess.", "I've given up playing chess", "plays:: chess"),
    ],
)
def test_a_fact_that_was_taken_back_is_not_current(
    told, stated: str, taken_back: str, fact: str
) -> None:
    """Where it is plain which."""
    facts = told("I speak French.", stated, taken_back)
    assert facts[fact] != "live"
    assert facts["speaks:: French"] == "live"


DOINGS = {
    "live in Oban": "living in Oban",
    "work at Acme": "working at Acme",
    "play chess": "playing chess",
    "own a boat": "owning a boat",
    "like tea": "liking tea",
}


WORDINGS = (
    "I no longer {do}.",
    "I don't really {do} anymore",
    "so I do not {do} any longer!",
    "i'm no longer {doing}",
    "I am not {doing} any more, you know",
    "I've stopped {doing}",
)


@pytest.mark.parametrize(("do", "wording"), list(product(DOINGS, WORDINGS)))
def test_every_way_of_saying_that_it_is_over_is_understood(told, do: str, wording: str) -> None:
    """And ends that alone, not another of its kind."""
    said = wording.format(do=do, doing=DOINGS[do])
    other = wording.format(do=do, doing=DOINGS[do]).replace(do.split()[-1], "Nowhere")
    assert may_take_back(said)
    (fact,) = told(f"I {do}.")
    assert told(other)[fact] == "live"
    assert told(said)[fact] == "ended"


@pytest.mark.parametrize(
    ("stated", "said", "fact"),
    [
        ("I work at the bakery.", "I left the bakery at 5", "works_at:: bakery"),
        ("I work at the bakery.", "I quit the gym", "works_at:: bakery"),
        ("I work at the bakery.", "my sister quit the bakery", "works_at:: bakery"),
        ("I work at the bakery.", "should I quit the bakery?", "works_at:: bakery"),
        ("パン屋で働いています", "母はパン屋を辞めました", "works_at:: パン屋"),
        ("i dont eat meat", "I eat fish again", "diet:: no meat"),
        ("i dont eat meat", "my brother eats meat again", "diet:: no meat"),
        ("I'm vegan", "not vegan cheese, tofu", "diet:: vegan"),
        ("I love coffee.", "how is everyone | ok not coffee, tea", "loves:: coffee"),
        ("My girlfriend is called Amy.", "Amy and Bob broke up", "partner_of:: Amy"),
        ("My girlfriend is called Amy.", "if me and Amy broke up I'd cry", "partner_of:: Amy"),
        ("I'm learning Norwegian.", "I gave up my seat", "learning:: Norwegian"),
    ],
)
def test_what_sounds_like_an_end_and_is_none(told, stated: str, said: str, fact: str) -> None:
    """Another thing, another person, a question, a supposition: the fact stays."""
    assert told(stated, *said.split(" | "))[fact] == "live"


@pytest.mark.parametrize(
    "text",
    [
        *(
            f"{lead} I don't {doing} any more{end}"
            for lead, doing, end in product(("she says", "if"), DOINGS, (".", "", "?"))
        ),
        "I don't live in Oban",
        "you don't live in Oban any more",
        "I don't like people any more",
        "I don't like it any more",
        "don't call me Kay when he is around",
        "don't call me back later",
        "I'm not vegan enough",
        "I'm not a nurse's aide",
        "I stopped playing chess to eat",
        "I moved out of the flat",
        "why do you think I'm not vegan any more",
    ],
)
def test_what_takes_nothing_back(text: str) -> None:
    """A wish, a report, a question, a condition, a part of it."""
    assert find_statements(text) == ()


def test_who_takes_a_fact_up_again_has_it_again(told, make_turn, history, store, writer) -> None:
    """That it ended does not say that it was wrong."""
    assert told("I'm vegan.", "I'm not vegan any more.") == {"diet:: vegan": "ended"}
    later = make_turn("I'm vegan again.", user_id="42")
    history.record(replace(later, timestamp=later.timestamp + timedelta(days=2)))
    writer.run()
    records = [block.record for block in parse_note(note_text(store, NOTE)).blocks]
    states = [r.state.value for r in records if r is not None and r.predicate == "diet"]
    assert sorted(states) == ["ended", "live"]


@pytest.mark.parametrize(
    ("stated", "taken_back", "fact"),
    [
        ("I have a cat.", "I no longer have a cat", "has_pet:: cat"),
        ("I have a cat.", "we had to rehome the cat", "has_pet:: cat"),
        ("I work at Wren Audio.", "Wren Audio and I have parted ways", "works_at:: Wren Audio"),
        ("I love ramen.", "ramen? totally over it", "loves:: ramen"),
    ],
)
def test_what_is_known_ends_in_other_words(told, stated: str, taken_back: str, fact: str) -> None:
    """In the same batch as it was told, and in a later one."""
    assert told(stated, taken_back)[fact] == "ended"


def test_what_a_note_has_ends_in_other_words(told) -> None:
    """What was told is no part of the batch."""
    assert told("I work at Wren Audio.")["works_at:: Wren Audio"] == "live"
    assert told("my friend and Wren Audio have parted ways")["works_at:: Wren Audio"] == "live"
    assert told("me and Wren Audio have parted ways")["works_at:: Wren Audio"] == "ended"
