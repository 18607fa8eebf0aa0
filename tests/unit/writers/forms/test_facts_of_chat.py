"""What people really write in chat gives the facts that it states, and no others."""

from __future__ import annotations

import pytest

from familiar_memory.knowledge.standing import find_standing
from familiar_memory.writers.forms.finding import find_statements
from familiar_memory.writers.statements.answers import find_answers
from familiar_memory.writers.statements.finding import find_plain_statements


def _facts(text: str) -> list[str]:
    return [f"{s.predicate}:: {s.object}" for s in find_statements(text) if s.stance == "holds"]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("i dont eat gluten bc im coeliac", ["diet:: coeliac", "diet:: no gluten"]),
        ("i dont eat meat", ["diet:: no meat"]),
        ("i live in London innit", ["lives_in:: London"]),
        ("i live in leeds irl", ["lives_in:: leeds"]),
        ("i live in oban atm", ["lives_in:: oban"]),
        ("my dog Rex bites", ["has_pet:: dog called Rex"]),
        ("remember my dog is called Rex", ["has_pet:: dog called Rex"]),
        ("I'm learning to drive", ["learning:: to drive"]),
        ("i'm learning how to cook", ["learning:: to cook"]),
        ("i'm learning to play chess", ["learning:: chess"]),
        ("im allergic to nuts", ["allergic_to:: nuts"]),
        ("i have celiac disease", ["health:: celiac disease"]),
        ("i have type 1 diabetes and a cat", ["health:: type 1 diabetes"]),
        ("I'm fully vegan now", ["diet:: vegan"]),
        ("i don't drink alcohol anymore", ["diet:: no alcohol"]),
        ("im pregnant", ["health:: pregnant"]),
        ("im single", ["has_status:: single"]),
        (
            "I live in Oban with my dog Bagel",
            ["lives_in:: Oban", "has_pet:: dog called Bagel"],
        ),
        ("看護師です", ["job_title:: 看護師"]),
        ("私は看護師です", ["job_title:: 看護師"]),
        ("肉は食べません", ["diet:: 肉を食べない"]),
        ("来月東京に引っ越します", ["moving_to:: 東京"]),
        ("来年の4月に福岡に引っ越すことになりました", ["moving_to:: 福岡"]),
        ("春日部に引っ越します", ["moving_to:: 春日部"]),
        ("府中に引っ越しました", ["lives_in:: 府中"]),
        ("猫を二匹飼っています", ["has_pet:: 猫二匹"]),
        ("I'm allergic to working dogs' fur", []),
        ("大阪じゃなくて京都に住んでいます", ["lives_in:: 京都"]),
        ("大阪ではなく京都に住んでいます", ["lives_in:: 京都"]),
    ],
)
def test_the_object_is_the_thing_alone(text: str, facts: list[str]) -> None:
    """Reasons, noises and what is not meant end it."""
    assert _facts(text) == facts


@pytest.mark.parametrize(
    "text",
    """my dog Rex died in 2019
my cat Miso passed away last week
my dog is called Rex, he died
my dog Rex is gone
i dont drink coffee after noon
I don't eat meat on Fridays
I never eat breakfast at work
im allergic to mondays lol
im allergic to work
I'm allergic to bullshit
I'm learning to live with it
大阪じゃなくて京都です
i have a cold
im not single
in game i have a horse called Thunder
I have a horse called Thunder in-game
I have a horse called Thunder, he's in the stable. (in game obviously)
I'm engaged in a project
im single-handedly doing it
I lived near him with my dog Bagel
母は看護師です
妹がいます。看護師です
看護師ですか
朝ごはんは食べません
妹が来月東京に引っ越します
来週の金曜日に引っ越します
週末に引っ越します
春に引っ越します
三月に引っ越します
夏休みに引っ越します
先週の土曜日に引っ越しました
去年の夏に引っ越しました""".splitlines(),
)
def test_what_is_no_fact_of_now(text: str) -> None:
    """An animal that died, what is so at times, and ways of speaking."""
    assert _facts(text) == []


@pytest.mark.parametrize(
    ("asked", "answer", "facts"),
    [
        ("どこに住んでいますか？", "京都です", ["lives_in:: 京都"]),
        ("どこに住んでいますか？", "京都だよ", ["lives_in:: 京都"]),
        ("Where do you live?", "Oban", ["lives_in:: Oban"]),
        ("What do you do for work?", "plumber", ["job_title:: plumber"]),
        ("What do you do?", "a plumber", ["job_title:: plumber"]),
        ("What do you do for work?", "nothing", []),
    ],
)
def test_an_answer_is_put_into_its_sentence(asked: str, answer: str, facts: list[str]) -> None:
    """Without what closes it."""
    assert [f"{s.predicate}:: {s.object}" for s in find_answers(asked, answer)] == facts


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("my sister is called Beth", ["life: my sister is called Beth"]),
        ("my laptop is called Gladys", ["life: my laptop is called Gladys"]),
        ("remember my dog is called Rex", ["life: my dog is called Rex"]),
        ("my app is called Foo Reader", ["project: my app is called Foo Reader"]),
        ("I collect stamps", ["life: collect stamps"]),
        ("I drive a taxi", ["life: drive a taxi"]),
        ("I live in hope", []),
        ("my guitars collect dust", []),
        ("i work like a dog", []),
        ("i drive my mum mad", []),
        ("I worked my socks off", []),
    ],
)
def test_plain_words_are_filed_by_what_they_say(text: str, kept: list[str]) -> None:
    """A name makes no project, and a saying tells nothing."""
    assert [f"{one.kind}: {one.text}" for one in find_plain_statements(text)] == kept


@pytest.mark.parametrize(
    ("text", "wishes"),
    [
        ("please be brief", ["please be brief"]),
        (
            "when you talk to me in private, keep it short",
            ["when you talk to me in private, keep it short"],
        ),
        ("keep it short when you answer me", ["keep it short when you answer me"]),
        ("when you talk to me like that, I cry", []),
        ("keep it short", []),
        ("もっと短く答えてほしいです", ["もっと短く答えてほしいです"]),
        ("彼は短く答えてくれた", []),
        ("please answer in French", ["please answer in French"]),
        ("please reply in one line", ["please reply in one line"]),
        ("please answer my question", []),
        ("please help me", []),
        ("please be careful", []),
        ("please write a poem in French", []),
    ],
)
def test_please_asks_for_good_where_it_is_about_how_to_answer(text: str, wishes: list[str]) -> None:
    """What is asked for once is no standing instruction."""
    assert [one.text for one in find_standing(text)] == wishes
