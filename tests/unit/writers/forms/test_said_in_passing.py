"""Homes, jobs and people that somebody names in passing, in small letters and half sentences."""

from __future__ import annotations

import pytest

from familiar_memory.writers.forms.finding import find_statements

HELD = (
    ("finally unpacked. living in kendal now, properly, with a door", "lives_in:: kendal"),
    ("evening all! living in kendal now", "lives_in:: kendal"),
    ("all moved in. based in lancaster now", "lives_in:: lancaster"),
    ("im pip they/them, i make lino prints, based in lancaster", "lives_in:: lancaster"),
    ("i'm wren, 24, based in leeds", "lives_in:: leeds"),
    ("i'm a potter, based in leeds", "lives_in:: leeds"),
    ("im pip they/them", "pronouns:: they/them"),
    ("i'm Wren (she/her), new here", "pronouns:: she/her"),
    ("i'm from cork originally but i live in glasgow", "from_place:: cork"),
    ("i come from cork originally", "from_place:: cork"),
    ("new job!! started monday at the brewery arts centre", "works_at:: brewery arts centre"),
    ("i've got a new job too! started today at Initech", "works_at:: Initech"),
    ("my kid Ivy watches it religiously", "parent_of:: Ivy"),
    ("my daughter ivy is 8", "parent_of:: ivy"),
    ("my youngest, ivy, lost a tooth", "parent_of:: ivy"),
    ("my eldest, Josh, just started secondary", "parent_of:: Josh"),
    ("my partner sam works nights", "partner_of:: sam"),
    ("my gf ruth made me a pinny", "partner_of:: ruth"),
    ("my wife kate is a nurse", "married_to:: kate"),
    ("im in dublin for my sister aoife's wedding", "sibling_of:: aoife"),
    ("off to see my uncle rupert", "relative:: uncle rupert"),
    ("my dog bella ate a whole brie", "has_pet:: dog called bella"),
    ("Got a rescue greyhound!! shes called duchess", "has_pet:: greyhound called duchess"),
    ("we adopted a kitten. she's called Moss", "has_pet:: kitten called Moss"),
    ("my youngest is zoe, 6", "parent_of:: zoe"),
    ("our eldest is called josh", "parent_of:: josh"),
    ("jk i'm a nurse at Initech", "works_at:: Initech"),
    ("lol just kidding i live in Oban", "lives_in:: Oban"),
    ("ruth and i got engaged", "has_status:: engaged"),
    ("omg Ruth and I just got engaged!!", "has_status:: engaged"),
    ("we got married on saturday", "has_status:: married"),
    ("we got a hamster, named it gary", "has_pet:: hamster called gary"),
)
NOT_HELD = (
    "tom moved out. living in leeds now",
    "i miss tom. living in leeds now",
    "my brother's all moved in. living in leeds now",
    "i saw ann. based in leeds now",
    "evening all! living in fear now",
    "all moved in. living in leeds now would be hell",
    "we moved to plan b",
    "we moved to friday",
    "we moved to slack last week",
    "we moved to the back row",
    "we moved to tears",
    "i'm listening to wye oak, based in baltimore",
    "i'm with initech, based in leeds",
    "i'm on a train with ann, based in leeds",
    "i'm tired, the band is based in leeds",
    "i'm obsessed, they're based in leeds",
    "i'm on a podcast, based in fact",
    "im with pip they/them",
    "i'm not using they/them",
    "he got a new job! started monday at the brewery arts centre",
    "my sister's got a new job. started monday at Initech",
    "i want a new job. started monday at the gym",
    "my kid Tuesday is a school night",
    "my kid brother ate it",
    "my daughter is 8",
    "my partner will work nights",
    "my partner may come",
    "my wife just got home",
    "my sister sue-d them",
    "my son marks essays",
    "my sister grace-fully declined",
    "my dog hates rain",
    "i told my partner kate is coming",
    "my ex ruth was awful",
    "if my daughter ruth were here",
    "is my sister ruth here?",
    "my dog food bella is off",
    "my cat litter",
    "we got a hamster, named it yesterday",
    "my husband dan died last year",
    "i miss my dog bella",
    "I miss my dog Bella",
    "i lost my dog bella last year",
    "we had to put my dog bella down",
    "my cat luna passed yesterday",
    "my old dog bella was a labrador",
    "i used to walk my dog bella here",
    "when my dog bella was alive",
    "if my wife kate were here",
    "my future wife kate winslet",
    "my brother's wife kate",
    "my imaginary girlfriend ruth",
    "i divorced my husband dan",
    "my partner sam and i broke up",
    "my wife kate left me",
    "my girlfriend ruth dumped me",
    "my kid Brother",
    "i'm sure she/her is fine with ann",
    "we got a dog at work. he's called Max",
    "i'm bored, based in reality",
    "i live in Oban jk",
    "i live in Oban. jk",
    "jk she lives in Oban",
    "ruth and tom got engaged",
    "my mum got a cat. she's called Jo",
    "my sister got a kitten! she's called moss",
    "my son is jack of all trades",
    "my youngest is ill",
    "my daughter is olive-skinned",
    "my son's ben nevis trip",
    "my sister and her boyfriend got engaged",
    "we got engaged users with that",
    "if we got married i'd cry",
    "when we got married it rained",
    "we almost got married",
    "did ruth and i get engaged?",
    "we got married in the sims last night",
    "ruth and i got engaged in a debate",
    "he said we got engaged",
    "we got married jk",
    "we got a hamster, named it after my gran",
)


def _held(said: str) -> list[str]:
    found = find_statements(said)
    return [f"{one.predicate}:: {one.object}" for one in found if one.stance.value == "holds"]


@pytest.mark.parametrize(("said", "fact"), HELD)
def test_what_is_named_in_passing_is_read(said: str, fact: str) -> None:
    """Small letters and missing words are how people type."""
    assert fact in _held(said)


@pytest.mark.parametrize("said", NOT_HELD)
def test_what_only_looks_like_it_is_not(said: str) -> None:
    """Of somebody else, a verb in the place of a name, or a place that is none."""
    assert _held(said) == []
