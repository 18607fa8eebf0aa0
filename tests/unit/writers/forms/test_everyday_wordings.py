"""The many ways in which people say where they live and work, what they eat and who is theirs."""

from __future__ import annotations

import pytest

from familiar_memory.writers.forms.finding import find_statements

HOMES = (
    ("My flat is in Oban.", "lives_in:: Oban"),
    ("our little house is in St. Louis", "lives_in:: St. Louis"),
    ("my new apartment's in Hull now", "lives_in:: Hull"),
    ("Oban is where I live.", "lives_in:: Oban"),
    ("well, Santa Fe is where we live these days", "lives_in:: Santa Fe"),
    ("I've relocated to Oban.", "lives_in:: Oban"),
    ("we recently relocated from Hull to Oban", "lives_in:: Oban"),
    ("I've finally settled in Oban", "lives_in:: Oban"),
    ("I reside in Oban", "lives_in:: Oban"),
    ("I'm located in Oban", "lives_in:: Oban"),
    ("I rent a small room in Oban", "lives_in:: Oban"),
    ("I call Oban home", "lives_in:: Oban"),
    ("I've made my home in Oban", "lives_in:: Oban"),
    ("As of this week my home is Oban.", "lives_in:: Oban"),
    ("Since March my new home is Oban", "lives_in:: Oban"),
    ("I packed everything up and moved to Oban today.", "lives_in:: Oban"),
    ("I sold my car and moved back to Oban", "lives_in:: Oban"),
    ("It was in 2021 that I moved to Oban.", "lives_in:: Oban"),
)
NO_HOMES = (
    "my home is in good shape",
    "my flat is in a mess",
    "My House is in Minecraft",
    "my parents' house is in Oban",
    "my holiday home is in Oban",
    "my old flat is in Oban",
    "if my flat was in Oban I'd walk",
    "is my flat in Oban?",
    "she says my flat is in Oban",
    "My home is Victorian.",
    "my home is where the heart is",
    "Chaos is where I live",
    "Twitter is where I live",
    "This is where I live",
    "Home is where I live",
    "Oban is where I live in my dreams",
    "Oban is where she lives",
    "Oban is where I live when I'm not at uni",
    "we relocated to Kubernetes",
    "we settled in nicely",
    "I settled in March",
    "we settled in court",
    "I'm located in the second row",
    "I rent a room in my head to that song",
    "I call Oban every Sunday",
    "I call this home",
    "based in fact",
    "I live in hope",
    "I met someone who packed up and moved to Oban",
    "I heard he packed up and moved to Oban",
    "it was in Oban that I met her",
)
JOBS = (
    ("I'm employed at Initech.", "works_at:: Initech"),
    ("I'm employed full time by the county records office", "works_at:: county records office"),
    ("I earn my living at Initech.", "works_at:: Initech"),
    ("I earn my living at a bakery", "works_at:: bakery"),
    ("During the week I work over at Initech.", "works_at:: Initech"),
    ("I work part time at a bakery", "works_at:: bakery"),
    ("I work nights at the post office", "works_at:: post office"),
    ("I have a desk at Initech, that's my job.", "works_at:: Initech"),
    ("I've got a position with Initech", "works_at:: Initech"),
    ("I've changed jobs, I'm with Initech now.", "works_at:: Initech"),
    ("I switched jobs! I'm now at the water board", "works_at:: water board"),
    ("As of this week I work for Initech.", "works_at:: Initech"),
    ("Today was my first day at Initech.", "works_at:: Initech"),
    ("I had my first shift at the post office", "works_at:: post office"),
    ("I got hired by Initech", "works_at:: Initech"),
    ("I've joined Initech as an engineer", "works_at:: Initech"),
    ("I joined the team at Initech", "works_at:: Initech"),
    ("I've just started at Initech", "works_at:: Initech"),
    ("I started at Initech in March", "works_at:: Initech"),
)
NO_JOBS = (
    "I'm employed at the moment",
    "I'm employed at present",
    "I'm employed by choice",
    "I'm employed at 20 hours a week",
    "are you employed at Initech?",
    "I earn my living at night",
    "I earn my living at sea",
    "I earn my living at it",
    "I work over at lunch",
    "I work best at night",
    "I have a desk at home",
    "I have a desk at the library",
    "I have a position at stake",
    "Today was my first day at school",
    "today was my first day at the gym",
    "tomorrow is my first day at Initech, if they take me",
    "her first day at Initech was today",
    "I wish today was my first day at Initech",
    "I started at Oxford University",
    "I've started at the deep end",
    "I joined Discord",
    "I joined the team at half time",
    "I got hired at last",
    "I've changed jobs, I'm with you now",
    "I switched from Chrome to Firefox",
)
STAYS = (
    ("Visiting Bergen for a few days.", "visiting:: Bergen"),
    ("I'm on holiday in Bergen this week.", "staying_in:: Bergen"),
    ("we're on a short trip to Bergen", "staying_in:: Bergen"),
    ("I'm spending the week in Bergen.", "staying_in:: Bergen"),
    ("I'm spending a few days over in Bergen", "staying_in:: Bergen"),
    ("I'm staying at a friend's in Bergen until March 8.", "staying_in:: Bergen"),
    ("I'm staying with my aunt in Bergen", "staying_in:: Bergen"),
    ("I'm crashing at my brother's place in Bergen till Sunday", "staying_in:: Bergen"),
    ("we're camping in Bergen", "staying_in:: Bergen"),
    ("I'm over in Bergen until March 8", "staying_in:: Bergen"),
    ("I'm in Bergen for two weeks", "staying_in:: Bergen"),
)
NO_STAYS = (
    "Visiting Bergen was great",
    "visiting mum",
    "Visiting Mum for a few days",
    "visiting Bergen is on my list",
    "she's nice. Visiting Bergen for a few days.",
    "I'm on holiday in my head",
    "I'm on holiday in July",
    "are you on holiday in Bergen?",
    "he's on holiday in Bergen",
    "I'm spending the week in bed",
    "I'm spending the evening in Photoshop",
    "I'm staying in tonight",
    "I'm staying with it",
    "I'm in Bergen",
    "I'm in love until Sunday",
    "I wish I was on holiday in Bergen",
)
FOOD = (
    ("I went vegan.", "diet:: vegan"),
    ("I've gone vegetarian", "diet:: vegetarian"),
    ("I went vegan in 2019", "diet:: vegan"),
    ("I became a vegetarian last year", "diet:: vegetarian"),
    ("I've turned vegan", "diet:: vegan"),
    ("I eat vegan only.", "diet:: vegan"),
    ("I only eat halal", "diet:: halal"),
    ("I keep kosher", "diet:: kosher"),
    ("I'm on a gluten-free diet", "diet:: gluten-free"),
    ("I follow a strictly vegan diet", "diet:: vegan"),
    ("I can't get enough of pickled herring.", "loves:: pickled herring"),
    ("I'm so fond of pickled herring.", "likes:: pickled herring"),
    ("Nothing makes me happier than ramen, I love it.", "loves:: ramen"),
    ("I have a soft spot for plum jam", "likes:: plum jam"),
    ("I've got an allergy to mustard.", "allergic_to:: mustard"),
    ("I have a bad allergy to dust mites", "allergic_to:: dust mites"),
    ("I can't have mustard because I'm allergic to it.", "allergic_to:: mustard"),
    ("I can't eat eggs as I'm allergic", "allergic_to:: eggs"),
)
NO_FOOD = (
    "I went vegan for a month",
    "I went vegan for a while",
    "I went vegan once",
    "I went vegan for Lent",
    "I went vegan cheese shopping",
    "I almost went vegan",
    "my sister went vegan",
    "should I go vegan?",
    "I eat vegan on Mondays",
    "I eat vegan sometimes",
    "I eat vegan food",
    "the cat is on a vegan diet",
    "I can't get enough of it",
    "I can't get enough sleep",
    "I'm fond of you",
    "nothing makes me happier than you",
    "nothing makes me happier than seeing you win",
    "I have an allergy to work",
    "I've got an allergy to Mondays",
    "he can't have mustard because he's allergic to it",
)
SKILLS = (
    ("I'm a banjo player, not a good one.", "plays:: banjo"),
    ("The banjo is my instrument.", "plays:: banjo"),
    ("my main instrument is the banjo", "plays:: banjo"),
    ("I play a bit of banjo in the evenings.", "plays:: banjo"),
    ("I took up the cello", "plays:: cello"),
    ("I'm a cellist", "plays:: cello"),
    ("I'm the drummer in a band", "plays:: drums"),
    ("My mother tongue is Norwegian.", "speaks:: Norwegian"),
    ("Norwegian is my first language", "speaks:: Norwegian"),
    ("I grew up speaking Norwegian.", "speaks:: Norwegian"),
    ("I'm fluent in Norwegian and Welsh", "speaks:: Welsh"),
    ("I'm a native Norwegian speaker", "speaks:: Norwegian"),
    ("I speak a bit of Norwegian", "speaks:: Norwegian"),
)
NO_SKILLS = (
    "I'm not a banjo player",
    "I'm a banjo player's wife",
    "I'm a team player",
    "the banjo is my instrument of torture",
    "my instrument is out of tune",
    "I play a bit of everything",
    "I took up the carpet",
    "I picked up the guitar from the shop",
    "my mother tongue is dying",
    "my sister's first language is Norwegian",
    "I wish I was fluent in Norwegian",
    "I'm fluent in sarcasm",
    "Python is my first language",
)
PEOPLE = (
    ("I named my cat Miso.", "has_pet:: cat called Miso"),
    ("our dog Rex ate it", "has_pet:: dog called Rex"),
    ("I have a cat, Miso.", "has_pet:: cat called Miso"),
    ("we got a puppy and named him Rex", "has_pet:: puppy called Rex"),
    ("I have a sister called Beth.", "sibling_of:: Beth"),
    ("I've got an aunt named Dorcas", "relative:: aunt Dorcas"),
    ("I have a brother, his name is Tom", "sibling_of:: Tom"),
    ("our daughter Posy is six", "parent_of:: Posy"),
    ("we named our son Tom", "parent_of:: Tom"),
)
NO_PEOPLE = (
    "I named my car Miso",
    "I named my cat after a soup",
    "if I had a cat I'd have named my cat Miso",
    "she has a sister called Beth",
    "I wish we had named our son Tom",
    "your dog Rex ate it",
)
ORIGINS = (
    ("I was raised in Gdansk.", "grew_up_in:: Gdansk"),
    ("I was born and raised in Gdansk", "grew_up_in:: Gdansk"),
    ("I was brought up in New Haven", "grew_up_in:: New Haven"),
    ("Gdansk is my hometown", "from_place:: Gdansk"),
    ("I hail from Gdansk", "from_place:: Gdansk"),
    ("It's my birthday on 4 May.", "birthday:: 4 May"),
    ("I celebrate my birthday on May 4.", "birthday:: 4 May"),
    ("my birthday falls on the 4th of May", "birthday:: 4 May"),
    ("my bday is 4 May", "birthday:: 4 May"),
    ("I turn 30 on 4 May", "birthday:: 4 May"),
)
NO_ORIGINS = (
    "I was raised in a barn",
    "I was raised in Catholic schools",
    "I was raised in 2019",
    "it's her birthday on 4 May",
    "I'm celebrating my birthday on 4 May",
    "it was my birthday party on 4 May",
    "I turn left on 4 May Street",
    "is it my birthday on 4 May?",
)
ENDS = (
    ("I've left Initech.", "works_at:: Initech"),
    ("I left Initech in March", "works_at:: Initech"),
    ("Today was my last day at Initech.", "works_at:: Initech"),
    ("yesterday was my last shift at the bakery", "works_at:: bakery"),
    ("I handed in my notice and I'm done at Initech.", "works_at:: Initech"),
    ("I was laid off by Initech", "works_at:: Initech"),
    ("I'm no longer with Initech", "works_at:: Initech"),
    ("I'm not at Initech any more", "works_at:: Initech"),
    ("I'm no longer employed by Initech", "works_at:: Initech"),
    ("I'm not in Hull any more", "lives_in:: Hull"),
    ("I live in Oban these days, not in Hull any more.", "lives_in:: Hull"),
    ("I gave up being vegan.", "diet:: vegan"),
    ("I used to be vegan, not any more.", "diet:: vegan"),
    ("My vegan days are over.", "diet:: vegan"),
    ("I no longer eat vegan", "diet:: vegan"),
    ("I've quit the banjo.", "plays:: banjo"),
    ("my banjo playing days are over", "plays:: banjo"),
    ("I've gone off pickled herring.", "likes:: pickled herring"),
    ("I used to love pickled herring, now I don't.", "loves:: pickled herring"),
    ("I outgrew my mustard allergy", "allergic_to:: mustard"),
)
NO_ENDS = (
    "I've left the bakery, home in ten",
    "I've left my keys",
    "I've left Initech a message",
    "I left Initech at 5",
    "tomorrow is my last day at Initech",
    "I wish today was my last day at Initech",
    "I'm done at the gym",
    "I'm not at Initech today",
    "I'm not in Hull",
    "she used to be vegan",
    "did I say my vegan days are over?",
    "my vegan days are the best",
    "the alarm has gone off",
)
NO_NAMES = (
    ("I have a dog, Bob has a cat", "has_pet:: dog"),
    ("I have a sister called to the bar", "sibling_of:: a sister"),
)


def _facts(said: str, stance: str = "holds") -> list[str]:
    found = find_statements(said)
    return [f"{one.predicate}:: {one.object}" for one in found if one.stance.value == stance]


@pytest.mark.parametrize(
    ("said", "fact"),
    [*HOMES, *JOBS, *STAYS, *FOOD, *SKILLS, *PEOPLE, *ORIGINS],
)
def test_a_way_of_saying_it_is_the_fact(said: str, fact: str) -> None:
    """In whatever common words."""
    assert fact in _facts(said)


@pytest.mark.parametrize(
    ("subject", "said"),
    [
        *(("lives_in", said) for said in NO_HOMES),
        *(("works_at", said) for said in NO_JOBS),
        *(("staying_in visiting lives_in", said) for said in NO_STAYS),
        *(("diet likes loves allergic_to", said) for said in NO_FOOD),
        *(("plays speaks", said) for said in NO_SKILLS),
        *(("has_pet sibling_of parent_of relative", said) for said in NO_PEOPLE),
        *(("grew_up_in born_in from_place birthday", said) for said in NO_ORIGINS),
    ],
)
def test_what_comes_near_it_is_not(subject: str, said: str) -> None:
    """A saying, a question, a wish, somebody else, a place that is none."""
    stated = {one.partition("::")[0] for one in _facts(said)}
    assert stated.isdisjoint(subject.split())


@pytest.mark.parametrize(("said", "fact"), NO_NAMES)
def test_what_is_no_name_gives_none(said: str, fact: str) -> None:
    """Only that there is one."""
    assert _facts(said) == [fact]


@pytest.mark.parametrize(("said", "fact"), ENDS)
def test_a_way_of_saying_that_it_is_over_ends_it(said: str, fact: str) -> None:
    """The fact as it was stated, which alone it strikes."""
    assert fact in _facts(said, "ended")


@pytest.mark.parametrize("said", NO_ENDS)
def test_what_comes_near_an_end_is_none(said: str) -> None:
    """Out of the door, ahead, somebody else's, or not quite."""
    assert _facts(said, "ended") == []
