"""Who speaks of themselves in a text: English, Japanese, and what nobody has described."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from processor import work

from familiar_memory.knowledge.speech.first_person import Subject, person_spoken_of, speaks_of_self
from familiar_memory.knowledge.speech.unquoted import without_quotes


@pytest.mark.parametrize(
    "text",
    [
        "I moved to Lisbon last year",
        "i dont eat meat",
        "im so tired lol",
        "ive never been there",
        "I’m late",
        "they gave it to me",
        "TELL ME MORE",
        "that bike is mine",
        "we should go there together",
        "our cat ate the plant",
        "it took us three days",
        '"The end" is what I said',
        "idk what that is",
        "私は東京に住んでいます",
        "昨日、僕の犬が逃げた",
        "俺も行く",
        "わたしの誕生日です",
        "ぼくは猫が好き",
        "うちの猫がかわいい",
        "自分は辛いものが苦手なんだ",
        "来年は京都に行きたいです。",
        "やめた方がいいと思います",
    ],
)
def test_who_says_i_speaks_of_themselves(text):
    """By whole words, with or without apostrophes and capitals; a wish is of oneself too."""
    assert person_spoken_of(text) is Subject.SELF
    assert speaks_of_self(text)


@pytest.mark.parametrize(
    "text",
    [
        "What is the capital of France?",
        "You should try the soup there.",
        "That's great! Congratulations on your new job",
        "thats so cool",
        "Preheat the oven and mix the flour with water.",
        "the US and the UK signed it",
        'She wrote: "I love you" and left, and that was it',
        "He said “my dog is gone” to them",
        "> I moved to Lisbon\nthat is great",
        "Use this:\n```\nI = me(our)\n```\nand then restart the server",
        "the variable `i` is not used",
        "この店に行ってみてください。",
        "まず、玉ねぎを切りましょう。次に、炒めてください。",
        "毎日少しずつ練習することをお勧めします。",
        "あなたの好きな色は何ですか。",
        "早めに寝たほうがいいですよ。",
        "お引っ越しされたんですね。",
        "「私はここにいる」と書いてください。",
    ],
)
def test_what_says_nothing_of_oneself_is_of_others(text):
    """A described language that shows it: code and quotes are not the author's own words."""
    assert person_spoken_of(text) is Subject.OTHERS
    assert not speaks_of_self(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "lol",
        "pizza!",
        "😂😂",
        "https://example.org/a/b",
        "```python\nwhy = not the\n```",
        "Ich war gestern in Berlin, so ein Regen",
        "Hij heeft het in de tuin",
        "Él no dijo nada",
        "Vi tog på tur til Odense",
        "Nous sommes en retard",
        "Мы вчера the Beatles слушали",
        "昨日、京都に行きました。",
        "昨日、京都に行きました。とてもよかったので、ぜひ行ってみてください。",
        "The Last of Usをクリアした",
        "わたした書類を見て",
        "オレンジを買った",
        "そのうちの一つ",
        "我昨天去了北京",
    ],
)
def test_what_shows_neither_is_open(text):
    """No word of grammar, a language that nobody described, a dropped subject."""
    assert person_spoken_of(text) is Subject.OPEN
    assert speaks_of_self(text)


@given(st.text())
def test_nobody_speaks_in_a_quote(text):
    """Whatever is said in a fence is of nobody."""
    assert person_spoken_of("```" + text.replace("`", "")) is Subject.OPEN


@given(st.text(), st.text())
@example("", ">")
def test_positions_stay(before, after):
    """So that a window of a text can be cut out of its own words."""
    text = before + ' "I am" `me` ' + after
    own = without_quotes(text)
    assert len(own) == len(text)
    assert all(new in (old, " ") for old, new in zip(text, own, strict=True))
    assert without_quotes(own) == own


@pytest.mark.long
@pytest.mark.parametrize(
    "unit",
    ["a", "“", '"', "`", "``", "> ", " ", "「", "『a", "\n", "i'", "'", "私", "ます", "。", '"a\n'],
)
def test_a_megabyte_is_read_in_linear_time(unit):
    """Twice as much takes not four times as long, whatever it is made of."""
    text = unit * (1_000_000 // len(unit))
    with work() as reading:
        person_spoken_of(text)
    assert reading.seconds < 2
