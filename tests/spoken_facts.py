"""Made-up people, what they said, what a note keeps of it, and how somebody asks for it.

Beside the talk of the demo, and what the writer notes of that. A line of a note that comes of
a turn cites it; another was written by hand.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from familiars import put_notes

from familiar_memory import Author, Familiar, Place, SearchHit, Turn
from familiar_memory.interfaces.cli.demo.story import sample_chat

__all__ = [
    "ENGLISH",
    "JAPANESE",
    "OF_THE_DEMO",
    "OF_THE_DEMO_JAPANESE",
    "PEOPLE",
    "Spoken",
    "is_answer",
    "live_through",
    "rank_of",
]

_PLACE = Place("discord", "tavern", "lantern")
_START = datetime(2026, 3, 2, 18, tzinfo=UTC)


class Spoken(NamedTuple):
    """A fact and a question for it; `said` None: a person wrote the line, and nobody said it."""

    who: str
    said: str | None
    line: str
    question: str


PEOPLE = {
    "orla": "Orla",
    "dev": "Devraj",
    "maya": "Maya",
    "silas": "Silas",
    "pim": "Pim",
    "yusra": "Yusra",
    "teo": "Teo",
    "greta": "Greta",
    "minato": "みなと",
    "sakura": "さくら",
    "ren": "れん",
    "aoi": "あおい",
}
"""By user id, the name that each is called by."""

_ENGLISH = (
    ("orla", "meridian labs finally gave me a badge that opens doors", "works_at:: Meridian Labs",
     "Where does Orla work?"),
    ("orla", "no prawns for me please unless you want to meet the paramedics",
     "allergic_to:: prawns",
     "What is Orla allergic to?"),
    ("orla", "my little one Fintan lost his first tooth today", "parent_of:: Fintan",
     "Who is Orla's son?"),
    ("orla", None, "birthday:: 17 June", "When is Orla's birthday?"),
    ("orla", None, "married_to:: Cormac", "what's the name of Orla's husband"),
    ("orla", "Back in Galway, and the rain missed me.", "lives_in:: Galway",
     "Which city is Orla based in?"),
    ("orla", "uilleann pipes practice tonight, apologies to the neighbours",
     "plays:: uilleann pipes",
     "Does Orla play an instrument?"),
    ("dev", "the Kestrel Bank people moved me to the third floor", "works_at:: Kestrel Bank",
     "Who is Devraj's employer?"),
    ("dev", "Priya and me, ten years in May", "married_to:: Priya", "Who is Devraj married to?"),
    ("dev", "wasps. absolutely not. i will leave the picnic", "afraid_of:: wasps",
     "What is Devraj scared of?"),
    ("dev", None, "diet:: vegan", "What does Devraj eat, is he vegetarian?"),
    ("dev", "gujarati at home, english everywhere else", "speaks:: gujarati",
     "which languages does Devraj speak?"),
    ("dev", None, "studied_at:: Leeds", "Where did Devraj go to university?"),
    ("dev", "another fountain pen arrived, that makes forty", "collects:: fountain pens",
     "Does Devraj have a collection of anything?"),
    ("maya", None, "birthday:: 2 October", "when's maya's bday"),
    ("maya", "Noor stole my charger again, sisters are a menace", "sibling_of:: Noor",
     "Who is Maya's sister?"),
    ("maya", "three more exams in marine biology and then I sleep", "studies:: marine biology",
     "What subject is Maya studying?"),
    ("maya", "the gecko ate. Biscuit lives another day", "has_pet:: gecko called Biscuit",
     "What kind of pet does Maya have?"),
    ("maya", "coriander tastes of soap and I will die on this hill", "dislikes:: coriander",
     "Is there any food Maya hates?"),
    ("maya", None, "from_place:: Valparaíso", "What is Maya's hometown?"),
    ("maya", "trying to get my head around Basque verbs, send help", "learning:: Basque",
     "What is Maya taking lessons in?"),
    ("silas", "teal. everything should be teal", "favorite_color:: teal",
     "What's Silas' favourite colour?"),
    ("silas", "the harbour shift starts at four, pilots do not sleep", "job_title:: harbour pilot",
     "What does Silas do for a living?"),
    ("silas", None, "sibling_of:: Ambrose", "What is Silas's brother called?"),
    ("silas", "Disco Elysium for the fifth time, no regrets", "favorite_game:: Disco Elysium",
     "Which game does Silas like best?"),
    ("silas", None, "partner_of:: Wren", "Who is Silas dating?"),
    ("silas", "the boat is not big but she is mine", "owns:: boat",
     "does Silas own anything that floats?"),
    ("pim", "asthma and pollen, name a worse duo", "health:: asthma",
     "Does Pim have a medical condition?"),
    ("pim", "we are off to Rotterdam for good in spring", "moving_to:: Rotterdam",
     "Where is Pim going to relocate?"),
    ("pim", "curling tonight, bring a broom", "plays:: curling", "What sport does Pim play?"),
    ("pim", None, "friend_of:: Yusra", "Who is a good friend of Pim?"),
    ("pim", "i grew up behind a bakery in Utrecht", "grew_up_in:: Utrecht",
     "Where did Pim spend his childhood?"),
    ("pim", None, "pronouns:: he/him", "What are Pim's pronouns?"),
    ("yusra", "lanterns, the old brass kind, I have a whole shelf", "collects:: brass lanterns",
     "What does Yusra collect?"),
    ("yusra", "the hospice on Sundays, mostly reading aloud", "volunteers_at:: hospice",
     "Where does Yusra do voluntary work?"),
    ("yusra", None, "goal:: run a marathon", "What is Yusra's big ambition?"),
    ("yusra", None, "child_of:: Halima", "Who is Yusra's mother?"),
    ("yusra", "the choir at St Brannock's rehearses without heating",
     "member_of:: choir at St Brannock's",
     "Which group does Yusra belong to?"),
    ("teo", "Piranesi is the only book, sorry to the others", "favorite_book:: Piranesi",
     "what is Teo's favorite novel?"),
    ("teo", None, "timezone:: Lisbon", "What time zone is Teo in?"),
    ("teo", "my day is Kubernetes and tears", "uses:: Kubernetes", "Which software does Teo use?"),
    ("teo", "true crime podcasts while i iron", "listens_to:: true crime podcasts",
     "What does Teo listen to?"),
    ("teo", None, "nationality:: Portuguese", "What is Teo a citizen of?"),
    ("greta", None, "favorite_food:: okonomiyaki", "What dish does Greta like most?"),
    ("greta", "the sundial firmware is mine, complaints go to me", "maintains:: sundial firmware",
     "What is Greta the maintainer of?"),
    ("greta", "falconry, since you ask. every weekend", "interested_in:: falconry",
     "Does Greta have a hobby?"),
    ("greta", None, "worked_at:: Dornier Printworks", "What was Greta's previous job?"),
)  # fmt: skip

_JAPANESE = (
    ("minato", "星川製作所の食堂、今日はカレーだった", "works_at:: 星川製作所",
     "みなとさんはどこで働いている？"),
    ("minato", None, "birthday:: 7月21日", "みなとさんの誕生日はいつですか？"),
    ("minato", "福岡の夜は屋台がにぎやか", "lives_in:: 福岡", "みなとさんはどこに住んでいますか"),
    ("minato", "トロンボーンの音が出ない日もある", "plays:: トロンボーン",
     "みなとさんは何の楽器を演奏する？"),
    ("sakura", "えびを出されると救急車になるよ", "allergic_to:: えび",
     "さくらさんは何のアレルギーがあるの？"),
    ("sakura", None, "favorite_food:: たこ焼き", "さくらさんの好きな食べ物は？"),
    ("sakura", "健太とはもう十年になります", "married_to:: 健太", "さくらさんは誰と結婚している？"),
    ("sakura", "切手がまた三枚ふえた", "collects:: 切手", "さくらさんが集めているものは何？"),
    ("ren", "ハムスターのもちが逃げた", "has_pet:: ハムスター（もち）",
     "れんさんのペットは何ですか？"),
    ("ren", None, "sibling_of:: ひより", "れんさんの妹の名前は？"),
    ("ren", "雷が鳴ると布団から出られない", "afraid_of:: 雷", "れんさんが怖いものは？"),
    ("ren", "トマトだけは無理です", "dislikes:: トマト", "れんさんの嫌いなものって何だっけ"),
    ("aoi", None, "job_title:: 看護師", "あおいさんの職業は何ですか？"),
    ("aoi", None, "from_place:: 秋田", "あおいさんの出身はどこ？"),
    ("aoi", "スペイン語の動詞が多すぎる", "learning:: スペイン語",
     "あおいさんは何を習っていますか？"),
    ("aoi", "来年は札幌の人になります", "moving_to:: 札幌", "あおいさんはどこに引っ越すの？"),
)  # fmt: skip
ENGLISH = tuple(Spoken(*row) for row in _ENGLISH)
JAPANESE = tuple(Spoken(*row) for row in _JAPANESE)
_ALL = (*ENGLISH, *JAPANESE)

OF_THE_DEMO = (
    ("t1008", "Where does Rowan work?"),
    ("t1030", "What is Rowan allergic to?"),
    ("b2099", "When is Rowan's birthday?"),
    ("t1012", "Where does Gus come from originally?"),
    ("t1019", "Which instrument does Gus play?"),
    ("t1099", "What does Gus hate?"),
    ("b2004", "In which town is ivo's home?"),
    ("b2004", "Who does ivo work for?"),
    ("t1120", "What instrument does ivo play?"),
    ("t1020", "Does Tamsin play an instrument?"),
    ("t1027", "What's the name of Moss's pet?"),
    ("m3061", "What does quillfeather dislike?"),
    ("m3006", "What is quillfeather's occupation?"),
)
"""Turns of the demo that the writer makes a fact of, and questions for it."""
OF_THE_DEMO_JAPANESE = (
    ("t1044", "はるかさんの職場はどこ？"),
    ("t1052", "はるかさんが飼っているのは何？"),
    ("t1088", "はるかさんは何のアレルギー？"),
    ("t1164", "はるかさんの苦手なものは？"),
)


async def live_through(familiar: Familiar) -> None:
    """Let the demo's people and these talk, write it all up, and keep notes of these by hand."""
    lines = sample_chat().read_text("utf-8").splitlines()
    await familiar.record_many([Turn.from_json(json.loads(line)) for line in lines])
    await familiar.write()
    # Talk of this kind is not what the writer without a model understands: its facts are
    # such as a person, or a model, makes of it.
    said = [one for one in _ALL if one.said is not None]
    await familiar.record_many(
        Turn(
            ref_of(one),
            _START + timedelta(minutes=2 * number),
            _PLACE,
            Author("discord", one.who, PEOPLE[one.who]),
            one.said or "",
        )
        for number, one in enumerate(said)
    )
    put_notes(familiar.store.root, {f"people/discord-{who}.md": _note(who) for who in PEOPLE})
    await familiar.settle()


def ref_of(one: Spoken) -> str:
    """The name of the turn in which it was said."""
    return f"s{_ALL.index(one)}"


def is_answer(hit: SearchHit, one: Spoken) -> bool:
    """Whether a hit is the line of the fact itself, or the turn in which the same was said."""
    is_line = hit.text == one.line and hit.path == f"people/discord-{one.who}.md"
    return is_line or (one.said is not None and ref_of(one) in hit.refs)


def rank_of(hits: Sequence[SearchHit], one: Spoken | str) -> int:
    """The rank from 1 of the first hit that answers (`str`: that is of this turn); 0: none."""
    for rank, hit in enumerate(hits, start=1):
        if one in hit.refs if isinstance(one, str) else is_answer(hit, one):
            return rank
    return 0


def _note(who: str) -> str:
    lines = [_line(one) for one in _ALL if one.who == who]
    return "\n".join([f"# {PEOPLE[who]}", "", "## Facts", "", *lines, ""])


def _line(one: Spoken) -> str:
    if one.said is None:
        return f"- {one.line}"
    tail = f"2026-03-02, ref:{ref_of(one)}, by:discord-{one.who}, in:{_PLACE.slug}"
    return f"- {one.line} ({tail})"
