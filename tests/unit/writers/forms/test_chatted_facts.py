"""Facts as people chat: with laughs, in passing, without a speaker, several in a breath."""

from __future__ import annotations

import pytest

from familiar_memory.writers.forms.corrected import find_corrections
from familiar_memory.writers.forms.finding import find_statements

HELD = (
    ("ok so finally moved to Oban, still living out of boxes lol", "lives_in:: Oban"),
    ("sorry for being quiet, I was busy moving to Oban. all settled in now", "lives_in:: Oban"),
    ("I ended up moving to Oban after all", "lives_in:: Oban"),
    ("I had to move to Oban for my girlfriend's job", "lives_in:: Oban"),
    ("me and my gf moved to Oban in March", "lives_in:: Oban"),
    ("oh right I never told you guys, I moved to Oban", "lives_in:: Oban"),
    ("not sure if I said this already but I live in Oban", "lives_in:: Oban"),
    ("it's so hot here in Oban, I hate living here", "lives_in:: Oban"),
    ("first night in my new flat in Oban, can't sleep", "lives_in:: Oban"),
    ("my new place is in Oban, moved in yesterday", "lives_in:: Oban"),
    ("moved from Hull to Oban last weekend, my back hurts", "lives_in:: Oban"),
    ("I live all the way over in Oban", "lives_in:: Oban"),
    ("I'm stuck living in Oban for now", "lives_in:: Oban"),
    ("living in Oban rn, it's alright", "lives_in:: Oban"),
    ("I live in St. Louis and it's boring", "lives_in:: St. Louis"),
    ("guess who got the job at Initech!! started this morning", "works_at:: Initech"),
    ("got work tomorrow, I work at Initech", "works_at:: Initech"),
    ("ugh my job at a law firm is so stressful this week", "works_at:: law firm"),
    ("my coworkers at Initech are the best", "works_at:: Initech"),
    ("by day I'm at Wren Audio, answering the phone", "works_at:: Wren Audio"),
    ("I quit a hotel and started at Umbra Studios", "works_at:: Umbra Studios"),
    ("left a call centre for Umbra Studios", "works_at:: Umbra Studios"),
    ("changed jobs, I'm at Umbra Studios now", "works_at:: Umbra Studios"),
    ("first week at my new job at Initech and I'm exhausted haha", "works_at:: Initech"),
    ("just landed in Oban, I'm here on a work trip until June 14", "staying_in:: Oban"),
    ("hi from Oban! we're here until June 14", "staying_in:: Oban"),
    ("we're in Oban for a few days, back home after June 14", "staying_in:: Oban"),
    ("I'm staying with my sister in Oban for the week", "staying_in:: Oban"),
    ("I wish I could but I'm really allergic to nuts", "allergic_to:: nuts"),
    ("found out I'm allergic to sesame when I was a kid", "allergic_to:: sesame"),
    ("I developed an allergy to latex last year", "allergic_to:: latex"),
    ("can you leave out the celery? I'm allergic", "allergic_to:: celery"),
    ("been playing viola since I was 8", "plays:: viola"),
    ("I've been practicing the oboe every day", "plays:: oboe"),
    ("I learned to play the drums at school and I still play", "plays:: drums"),
    ("both me and my girlfriend are vegan, so we cook a lot", "diet:: vegan"),
    ("I became vegetarian a while ago", "diet:: vegetarian"),
    ("ngl I really love ramen", "loves:: ramen"),
    ("making falafel tonight, it's my favorite", "likes:: falafel"),
    ("we just got a tortoise!! we named it Thimble", "has_pet:: tortoise called Thimble"),
    ("brb, gotta feed Toast (that's my cat)", "has_pet:: cat called Toast"),
    ("look at my parrot Kinako lol", "has_pet:: parrot called Kinako"),
    ("btw my flatmate Mirabel is visiting", "knows:: flatmate Mirabel"),
    ("helping my uncle Rupert move today", "relative:: uncle Rupert"),
    ("my wife Kezia is coming over on Sunday", "married_to:: Kezia"),
    ("my whole family is from Oban, I was born there too", "born_in:: Oban"),
    ("oh mine is March 15! my birthday I mean", "birthday:: 15 March"),
)
OVER = (
    ("I gave up the viola", "loves:: playing the viola"),
    ("I used to play the cello but I stopped", "played:: cello"),
    ("decided to stop playing the banjo, no fun anymore", "played:: banjo"),
    ("sold the clarinet, I'm not playing anymore", "plays:: clarinet"),
    ("I was vegan for a few years but I stopped", "diet:: vegan"),
    ("had to stop being vegan for health reasons", "diet:: vegan"),
    ("the vegan thing is over for me", "diet:: vegan"),
    ("I stopped liking ramen", "loves:: ramen"),
    ("I ate so much ramen last year that I can't stand it now", "loves:: ramen"),
    ("I liked ramen before but not anymore", "likes:: ramen"),
    ("ramen? I don't like that anymore", "favorite_food:: ramen"),
    ("no more ramen for me", "likes:: ramen"),
    ("I don't have the job at Initech anymore", "works_at:: Initech"),
    ("I was working at a radio station but I quit", "works_at:: radio station"),
    ("had to quit my job at a bakery because of my back", "worked_at:: bakery"),
    ("I've left the county records office", "works_at:: county records office"),
    ("left Quill & Co for good today", "works_at:: Quill & Co"),
    ("I'm done with Juniper Labs, handed in my notice", "works_at:: Juniper Labs"),
)
NOT_HELD = (
    "my sister moved to Oban and started at Initech",
    "I watched my brother quit his job and moved on",
    "guess who lives next door",
    "guess who moved to Oban? Ann!",
    "I dreamt I lived in Oban but I woke up",
    "pretend I'm a chef but I live in Oban",
    "if I got the job at Initech I'd move to Oban",
    "I was so busy moving to the beat",
    "I ended up moving to the front row",
    "she's busy moving to Oban",
    "moved to Oban, did she",
    "living in Oban right now would be nice",
    "living in Oban must be great right now",
    "here in Oban people live here longer",
    "first night in Oban",
    "first day in my new flat in Minecraft",
    "chaos is where I live",
    "I live near the sea",
    "my boss at Initech was awful",
    "my old boss at Initech is nice",
    "my sister's boss at Initech is nice",
    "I quit my job at Initech, I'm at the pub",
    "got a job interview at Initech",
    "switched to Linux in March",
    "joined the library in March",
    "traded my bike for a car",
    "no thanks, I'm allergic",
    "found out Ann is allergic to nuts",
    "I found out I'm allergic to effort",
    "making ramen tonight, it's my sister's favorite",
    "I showed my brother Zelda",
    "I gave my cat Whiskas",
    "like a week ago my sister Wanted yeast",
    "mine is on May 4",
    "we moved to Discord last week",
    "I said I work at Initech but I don't",
    "I might move to Oban next year but who knows",
    "I don't eat vegan anymore",
)
NOT_OVER = (
    "I dropped the banjo",
    "I stopped playing the banjo in the evenings",
    "I stopped playing the banjo when the dog barked",
    "the vegan thing is over there",
    "no more ramen jokes please",
    "I can't eat ramen today",
    "she was vegan for a while but she stopped",
    "I left the office at five",
)


def _of(said: str, stance: str) -> list[str]:
    found = find_statements(said)
    return [f"{one.predicate}:: {one.object}" for one in found if one.stance.value == stance]


@pytest.mark.parametrize(("said", "fact"), HELD)
def test_a_fact_is_read_through_what_chat_puts_around_it(said: str, fact: str) -> None:
    """Laughs, adverbs and asides say nothing, and whoever left out the "I" is the speaker."""
    assert fact in _of(said, "holds")


@pytest.mark.parametrize(("said", "fact"), OVER)
def test_what_is_over_is_read_however_it_is_said(said: str, fact: str) -> None:
    """An end that is missed leaves what is no more standing as if it were so."""
    assert fact in _of(said, "ended")


@pytest.mark.parametrize("said", NOT_HELD)
def test_chat_about_others_and_about_what_is_not_so_states_nothing(said: str) -> None:
    """Whoever is spoken of, supposed or joked about is not the speaker."""
    assert _of(said, "holds") == []


@pytest.mark.parametrize("said", NOT_OVER)
def test_what_is_put_aside_for_a_while_is_not_over(said: str) -> None:
    """Nor what somebody else has given up."""
    ended = {one.partition(":: ")[2] for one in _of(said, "ended")}
    assert ended.isdisjoint({"banjo", "vegan", "ramen", "office"})


def test_a_correction_may_name_what_has_an_article() -> None:
    """It is no particular one there."""
    found = find_corrections("btw it's Initech, not the post office lol")
    assert [(one.old, one.new) for one in found] == [("post office", "Initech")]
