"""Standing instructions and preferences are found in people's own words, and nothing else is."""

from __future__ import annotations

import pytest
from processor import work

from familiar_memory.knowledge.standing import StandingKind, find_standing, standing_kinds

INSTRUCTIONS = """\
Always use metric units.
always include version numbers when I ask about libraries
Please always answer in French.
ok, always double-check the dates
also, never use emojis with me
Never give me spoilers!
never ever mention my ex
Always combine formulas with diagrams when I ask about hard problems.
Always be concise.
I want you to always cite your sources
id like you to never use bullet points
could you always use metric units?
Could you please stop calling me sir?
From now on, answer in English.
from now on you should keep it under three sentences
going forward please don't use tables
From now on no more puns.
use British spelling from now on
Call me Rowan from now on.
Don't send me links in the future.
When I ask about recipes, always give grams.
whenever i paste code, explain it line by line
If I ask for a summary, keep it under 100 words
when I say home I mean Kyoto
Every time I share a draft, please list what is missing.
Format the code when I ask about implementation details.
Only reply in Japanese when I write in Japanese.
Please don't use emojis.
please dont call me buddy
Please avoid jargon.
Please do not summarise my messages
don't ever tell me the ending
Don't call me Margaret.
stop calling me boss
stop using bullet points
No more emojis please.
call me Kit
Just call me Max.
You can call me Sam.
Please refer to me as they.
Keep your answers short.
please keep all replies under two lines
Thanks! Always show the formula when I ask about interest rates.
Always use metric, ok?
Always confirm the time zone when I ask about meetings, can you do that?
ember can you call me Captain from now on
Ember please don't use emojis
ember from now on answer in French
I always want you to be honest with me, no flattery
I’d like you to always greet me by name.
- Always cite the page number
""".splitlines()

PREFERENCES = """\
I prefer short answers.
i really prefer tea over coffee
I'd prefer a table
I've always preferred dark mode
I would rather get a list than a paragraph
I'd rather you didn't use emojis
id rather have the short version
My preference is for plain language.
my preferred format is CSV
I like it when you give examples
I don't like it when you repeat my question
I don't want you to apologise
I favour simple tools over clever ones
Bullet points work best for me
I'm trying to keep it light, so I prefer few dependencies, can you help me?
""".splitlines()

NEITHER = """\
I always go running at six.
I never eat meat.
My boss always says use the stairs.
She told me: never use that road.
He said always check the oven.
my mom always tells me to call her
The sign said: always keep left.
Always wanted to see Kyoto!
always a pleasure
Always happy to help.
Never mind.
never give up!
Never say never.
Always believe in yourself.
always remember you are loved
Always stay true to yourself
Should I always use semicolons?
Always use semicolons?
do you always use metric?
What should I call you?
Call me later!
call me when you get home
call me crazy but I love it
call me tomorrow
Please call me a taxi.
please don't worry
Please don't go.
don't forget your keys
don't be sad
stop it!
When I ask him for help, he always says no.
When I was a kid I always kept a diary.
from now on I'll go to bed early
from now on he will be living here
from processor import work
I'm going to try to always use public transport
Do I prefer tea? No idea.
If I prefer tea, what then?
What would you prefer?
She prefers coffee.
They said I prefer coffee.
I preferred the old one
I'd rather die
I'd rather stay home tonight
rather nice weather
"Always use metric units."
> Always use metric units.
`always use metric`
*always bows to the queen* hello
She wrote “never call me again” on it.
I love when you can see the stars
Keep going, you got this!
keep up the good work
Can you give me some tips on how to avoid burnout in the future
Always on the move these days
What can you call me on?
How could you call me boring
rob please come home
we never use that room
My doctor recommends to always add salt.
lol always
No more rain please
""".splitlines()

CODE = "Look:\n```python\n# Always use metric units.\n```\nwhat is wrong?"

JAPANESE_INSTRUCTIONS = """\
いつもメートル法を使ってください。
これからは英語で答えて。
これからは、敬語を使わないでください
今後はもっと短く答えてほしいです。
質問したときは、箇条書きで答えてください。
絵文字は使わないで。
ネタバレはしないでください！
二度とその名前で呼ばないで
ゆうちゃんって呼んで。
アンと呼んでください。
タメ口で話してほしい
敬語はなしで。
毎回、出典を付けてください。
コードを見せたときは必ず日本語で説明して
謝るのはやめてください。
私がレシピを聞いたら、グラムで答えてね
絶対にネタバレしないで
""".splitlines()

JAPANESE_PREFERENCES = """\
短い返事のほうが好きです。
紅茶の方が好きだな
犬派です。
簡潔な説明が好みです
先に結論を言ってくれると助かります
表のほうがいいです
""".splitlines()

JAPANESE_NEITHER = """\
いつも走っている。
いつもありがとう！
いつも助けてくれて本当に嬉しい
これからも仲良くしてね
これからは早起きする。
今後ともよろしくお願いします。
心配しないでください。
無理しないでね
早く寝たほうがいいよ。
犬と猫、どっちの方が好き？
上司はいつも敬語で話してくださいと言う。
母はコーヒーのほうが好きです。
「いつも笑顔でいてください」と書いてあった。
これから出かけるね。
今日から新しい仕事です
彼女は私を姉と呼んでいる
必ず行くね！
いつも忙しくて大変。
猫のほうが好きですか？
駅に着いたら電話して
""".splitlines()


@pytest.mark.parametrize("text", [*INSTRUCTIONS, *JAPANESE_INSTRUCTIONS])
def test_what_is_asked_for_good_is_an_instruction(text: str) -> None:
    """Always, never, from now on, when I ask, please don't, call me; in either language."""
    assert [one.kind for one in find_standing(text)] == [StandingKind.INSTRUCTION]


@pytest.mark.parametrize("text", [*PREFERENCES, *JAPANESE_PREFERENCES])
def test_what_somebody_likes_better_is_a_preference(text: str) -> None:
    """Also within a question for something else."""
    assert [one.kind for one in find_standing(text)] == [StandingKind.PREFERENCE]


@pytest.mark.parametrize("text", [*NEITHER, CODE, *JAPANESE_NEITHER, "", "?", "…"])
def test_habits_others_words_questions_and_quotations_are_none(text: str) -> None:
    """Precision first: a wrong rule is followed for years."""
    assert find_standing(text) == ()


def test_only_the_words_that_hold_are_given_out() -> None:
    """What stands around an instruction is left away; its place in the text is told."""
    text = "Thanks a lot.\nOk, always use\tmetric units please. And what is 3 miles?"
    (found,) = find_standing(text)
    assert found.text == "Ok, always use metric units please."
    assert text[found.start : found.end] == "Ok, always use\tmetric units please."


@pytest.mark.parametrize(
    "text",
    [
        "If I ask about medication, always tell me to check with my doctor.",
        "For recipes: always use grams.",
        "when we talk about work, please don't use emojis",
        "In Kyoto, never call me Rob.",
    ],
)
def test_an_instruction_is_told_with_its_condition(text: str) -> None:
    """Without it, it would hold for everything."""
    assert [one.text for one in find_standing(text)] == [text]
    assert [one.text for one in find_standing(f"I am back, {text}")] == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Always tell me to check with Dr. Sequeira first.",
        "please don't ping me after 11 p.m. on weekdays",
        "Always cite a source, e.g. Wikipedia, for numbers.",
        "I prefer Mrs. Holt to Ms. Holt.",
    ],
)
def test_an_abbreviation_ends_no_sentence(text: str) -> None:
    """What is held is never torn at a title."""
    assert [one.text for one in find_standing(text)] == [text]


def test_a_preference_is_told_with_what_leads_to_it() -> None:
    """Without the question that follows; far before it, from the nearest clause."""
    (found,) = find_standing("I'm packing light, so I prefer one bag, can you help me choose?")
    assert found.text == "I'm packing light, so I prefer one bag"
    (found,) = find_standing(f"{'I have been thinking about it, ' * 8}and I prefer one bag.")
    assert found.text == (f"{'I have been thinking about it, ' * 3}and I prefer one bag.")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("(OOC: please always write in third person)", "please always write in third person"),
        ("[OOC: from now on keep replies short]", "from now on keep replies short"),
        ("Always use metric (and grams)", "Always use metric (and grams)"),
    ],
)
def test_a_bracket_that_began_before_is_not_closed(text: str, told: str) -> None:
    """What is said beside a role-play stands in brackets."""
    assert [one.text for one in find_standing(text)] == [told]


def test_several_sentences_may_each_hold_one() -> None:
    """In their order; as bits, for the index, both kinds."""
    text = "Call me Kit. I prefer short answers. It rained. Never use emojis!"
    assert [one.text for one in find_standing(text)] == [
        "Call me Kit.", "I prefer short answers.", "Never use emojis!",
    ]  # fmt: skip
    assert standing_kinds(text) == StandingKind.INSTRUCTION | StandingKind.PREFERENCE


@pytest.mark.long
def test_what_is_very_long_is_cut_and_bounded_in_time() -> None:
    """A megabyte without an end of a sentence is no instruction that anybody reads."""
    (found,) = find_standing(f"Always use {'very ' * 200}small units.")
    assert len(found.text) <= 200
    assert found.text.endswith("…")
    bad = ("always use " * 100_000, "i prefer, " * 100_000, "*" * 1_000_000, "“" * 500_000)
    with work() as reading:
        for text in (*bad, f"always {'.' * 49_000}x", f"always {'.' * 25_000}{')' * 24_000}x"):
            find_standing(text)
    assert reading.seconds < 5
