"""Facts that people state plainly about themselves are found; nothing else is."""

from __future__ import annotations

import pytest
from processor import work

from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.writers.forms.corrected import Correction, find_corrections
from familiar_memory.writers.forms.english.ended import ENDED_FORMS
from familiar_memory.writers.forms.finding import find_statements
from familiar_memory.writers.forms.possible import plain_forms


def _facts(text: str) -> list[str]:
    return [f"{s.predicate}:: {s.object}" for s in find_statements(text) if s.stance == "holds"]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I work at Acme Corp.", ["works_at:: Acme Corp"]),
        ("I work for the BBC, mostly nights", ["works_at:: BBC"]),
        ("i work at the mill so i have evenings", ["works_at:: mill"]),
        ("i work at a nursery three days a week and i like it", ["works_at:: nursery"]),
        ("i quit. i started a new job on the ferries!!", ["works_at:: ferries"]),
        (
            "I'm a software engineer at Google",
            ["works_at:: Google", "job_title:: software engineer"],
        ),
        ("I work as a carpenter", ["job_title:: carpenter"]),
        ("I am retired now, which is odd", ["job_title:: retired"]),
        ("I work in marketing", ["works_in:: marketing"]),
        ("hi, I'm Ana and I live in Lisbon", ["lives_in:: Lisbon", "called:: Ana"]),
        ("we live in Aberystwyth, all of us", ["lives_in:: Aberystwyth"]),
        ("i moved to oban. i live in oban now", ["lives_in:: oban"]),
        ("I'm based in Halifax, Nova Scotia", ["lives_in:: Halifax, Nova Scotia"]),
        ("I'm moving to Tromsø in September", ["moving_to:: Tromsø"]),
        ("I live in Oban and in Hull", ["lives_in:: Oban", "lives_in:: Hull"]),
        ("I work for Acme and for Globex now", ["works_at:: Acme", "works_at:: Globex"]),
        ("I work at Acme and at night I paint", ["works_at:: Acme"]),
        ("I live in Oban and in May I swim", ["lives_in:: Oban"]),
        ("I live in Trinidad and Tobago", ["lives_in:: Trinidad and Tobago"]),
        ("I've moved to Oban", ["lives_in:: Oban"]),
        ("This is Gus, from Duluth, Minnesota.", ["from_place:: Duluth, Minnesota"]),
        ("I'm originally from Texas", ["from_place:: Texas"]),
        ("I grew up in Norwich", ["grew_up_in:: Norwich"]),
        ("I was born in Leeds", ["born_in:: Leeds"]),
        ("I was born in 1987", ["born_on:: 1987"]),
        ("i am slovenian", ["nationality:: Slovenian"]),
        ("My birthday is the first of March.", ["birthday:: 1 March"]),
        ("Sorry, I meant my birthday is 6 May", ["birthday:: 6 May"]),
        ("I mean I live in Leith", ["lives_in:: Leith"]),
        ("My birthday isn't 5 May. It's 6 May!", ["birthday:: 6 May"]),
        ("My birthday is June 5th", ["birthday:: 5 June"]),
        ("My birthday is tomorrow. The 14th of February.", ["birthday:: 14 February"]),
        ("November is my birthday month, you know. The 9th.", ["birthday:: 9 November"]),
        ("my cat is called Miso and she bites", ["has_pet:: cat called Miso"]),
        ("my dog's name is Bo", ["has_pet:: dog called Bo"]),
        ("toast is my dog for anyone new", ["has_pet:: dog called toast"]),
        ("I have two cats", ["has_pet:: two cats"]),
        (
            "I have a cat called Miso, a dog named Pepper and a rat called Bo",
            ["has_pet:: cat called Miso", "has_pet:: dog called Pepper", "has_pet:: rat called Bo"],
        ),
        ("My sister Ana is visiting", ["sibling_of:: Ana"]),
        ("My granddaughter Posy, who is six", ["relative:: granddaughter Posy"]),
        ("my wife's name is Marta", ["married_to:: Marta"]),
        ("my partner Jo ran", ["partner_of:: Jo"]),
        ("call me Vee", ["called:: Vee"]),
        ("everyone calls me Vee", ["called:: Vee"]),
        ("My pronouns are they/them", ["pronouns:: they/them"]),
        ("I'm in UTC+2", ["timezone:: UTC+2"]),
        ("I'm allergic to cats, tragically", ["allergic_to:: cats"]),
        ("cant do it im allergic to nuts, found out when i was 9", ["allergic_to:: nuts"]),
        ("I'm vegetarian, as a standing order", ["diet:: vegetarian"]),
        (
            "I love rhubarb pie and I hate licorice, so",
            ["loves:: rhubarb pie", "dislikes:: licorice"],
        ),
        ("i hate OLIVES", ["dislikes:: olives"]),
        ("my favourite book is Dune", ["favorite_book:: Dune"]),
        ("my favourite film is Top Secret", ["favorite_film:: Top Secret"]),
        ("I also play the banjo", ["plays:: banjo"]),
        ("I speak French and German", ["speaks:: French", "speaks:: German"]),
        ("I'm learning Japanese", ["learning:: Japanese"]),
        ("I'm studying marine biology", ["studies:: marine biology"]),
        ("I own a boat", ["owns:: boat"]),
        (
            "私は金沢に住んでいて、和菓子屋で働いています",
            ["lives_in:: 金沢", "works_at:: 和菓子屋"],
        ),
        ("柴犬を飼っています。名前はきなこ、5歳です", ["has_pet:: 柴犬（きなこ）"]),
        ("猫の名前はタマです", ["has_pet:: 猫（タマ）"]),
        ("昨日犬を飼い始めました。名前はベーグルです", ["has_pet:: 犬（ベーグル）"]),
        ("私は雪が大好きです。でも雷が苦手…", ["likes:: 雪", "dislikes:: 雷"]),
        ("私はそばアレルギーなので食べられません", ["allergic_to:: そば"]),
        ("日本語を勉強しています", ["learning:: 日本語"]),
        ("誕生日は3月3日、ひな祭りです", ["birthday:: 3 March"]),
        ("はるかと呼んでください", ["called:: はるか"]),
        ("福岡出身です", ["from_place:: 福岡"]),
        ("東京に住んでいるよ", ["lives_in:: 東京"]),
        ("東京に住んでいるので便利です", ["lives_in:: 東京"]),
    ],
)
def test_plain_forms(text: str, facts: list[str]) -> None:
    """The object ends where its clause does."""
    assert _facts(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I work at a local IT company", ["works_at:: local IT company"]),
        ("I WORK AT THE BAKERY IT IS LOUD", ["works_at:: BAKERY"]),
        ("Roller but I like ice skating toooo", ["likes:: ice skating"]),
        ("I love pistachios theyre green", ["loves:: pistachios"]),
        ("i love pizza lol", ["loves:: pizza"]),
        ("i love pizza bro", ["loves:: pizza"]),
        ("I love III", ["loves:: III"]),
        ("I like reading, and walks", ["likes:: reading"]),
        ("I enjoy hiking with my dog", ["likes:: hiking"]),
        ("I love spicy food", ["loves:: spicy food"]),
    ],
)
def test_real_chat_says_it_in_its_own_way(text: str, facts: list[str]) -> None:
    """Stretched small words, missing apostrophes and noises end an object, and are none of it."""
    assert _facts(text) == facts


@pytest.mark.parametrize(
    "text",
    """I love himmm
I love lol
i hate hmm
I love uhhh pizza
I love coookies
I like big
I love spicy
I like totally new
I work at local
I enjoy listening to it
I don't like eating too much in the morning
I like mixing a plain packet with a flavored packet
I hate google every time my vpn is on
I love cats when they sleep
wが好きです
うんが好きです""".splitlines(),
)
def test_noises_and_halves_are_no_facts(text: str) -> None:
    """What somebody says only some of, or of a word that is anybody's guess, is left alone."""
    assert _facts(text) == []


@pytest.mark.parametrize(
    "text",
    """I wish I lived in Paris
I wish I live in Paris
If I work at Google I'm rich
do I work at a bakery?
you think I live in London?
She says I live in a bubble
he told me "I work at Tesco"
"I live in Rome" is a song
*I work at the castle as a guard*
pretend I live in London
I work at the docks in the game
In my dreams I work at NASA
I live in Atlantis, just kidding
I don't work at the bank
I work at night
I work for myself
I am working for a living
I live in fear
we live in a society
I live in the past
I'm from the future
I'm from work
I moved to the bedroom
I moved to Linux
I love it
I love you all so much
I love how this looks
I love that show
I love stories that tackle issues
I hate when people do that
I'd love a coffee
I like to think so
call me back later
call me crazy but no
don't call me Shirley
I'm a big fan
I'm a terrible cook
I'm a DOCTOR OF MUD
I'm a teacher's pet
I'm Irish dancing tonight
my dog is my best friend
my cat is called away a lot
my sister Monday
I played piano as a kid
I play with my kids
I'm learning a lot
I'm studying for my exam
I speak from experience
I own this
my favourite colour is none of your business
my favorite film is a secret
you know what I mean I live in a bubble
I'm allergic to mornings lol jk
my birthday is soon
my birthday is the 31st of February
母は大阪に住んでいます
大阪に住んでいますか？
大阪に住んでいません
彼は犬が好きです
歌うのが好きです
東京に住んでいる妹が来ました
大阪で働いている友達と会いました
犬を飼っている人が多い
猫アレルギーじゃないです
タロウと呼んでください、と彼は言った""".splitlines(),
)
def test_what_is_no_plain_statement(text: str) -> None:
    """Wishes, questions, reports, quotations, jokes and figures of speech give nothing."""
    assert _facts(text) == []


def test_what_ended_and_what_was_never_so() -> None:
    """The past and a denial have their own stance."""
    found = find_statements("I used to work at Initech. I'm not allergic to nuts. its SESAME")
    assert [(s.predicate, s.object, s.stance.value) for s in found] == [
        ("worked_at", "Initech", "ended"),
        ("allergic_to", "nuts", "denied"),
        ("allergic_to", "sesame", "holds"),
    ]


@pytest.mark.parametrize(
    ("text", "corrections"),
    [
        ("no sorry, it's sesame, not nuts", (Correction("nuts", "sesame"),)),
        ("actually it's Kanazawa not Kyoto", (Correction("Kyoto", "Kanazawa"),)),
        ("It's sooner than that and I'm not over it.", ()),
        ("is it sesame, not nuts?", ()),
        ("it's not fair", ()),
    ],
)
def test_plain_corrections(text: str, corrections: tuple[Correction, ...]) -> None:
    """Not the old but the new."""
    assert find_corrections(text) == corrections


def test_every_form_speaks_the_vocabulary() -> None:
    """What is written as a fact is read back as one."""
    forms = (*plain_forms(), *ENDED_FORMS)
    assert {form.predicate for form in forms} <= set(SHIPPED)


@pytest.mark.parametrize(
    "text",
    [
        "i " * 5_000,
        "my cat " * 3_000,
        "I have " + "a cat called Miso and " * 1_000,
        "I don't live in " * 3_000,
        "I love " + "a" * 50_000,
        "私は" * 5_000,
        '"' * 9_999,
        "*a " * 9_999,
    ],
)
def test_no_text_takes_long(text: str) -> None:
    """A stranger's text can't hold up the writer."""
    with work() as reading:
        find_statements(text)
    assert reading.seconds < 2


def test_a_home_ends_where_the_next_doing_begins():
    """Bosnia and Herzegovina is one country; "Trieste and quit" is no town."""
    found = [
        (one.predicate, one.object)
        for text in ("I moved to Trieste and quit my job.", "I live in Bosnia and Herzegovina.")
        for one in find_statements(text)
    ]
    assert found == [("lives_in", "Trieste"), ("lives_in", "Bosnia and Herzegovina")]
