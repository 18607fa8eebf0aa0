"""What a message says in another voice than its author's is told from what it says itself."""

from __future__ import annotations

import pytest

from familiar_memory.knowledge.speech.voices import without_other_voices
from familiar_memory.knowledge.standing import find_standing
from familiar_memory.writers.forms.finding import find_statements
from familiar_memory.writers.names.told import names_told
from familiar_memory.writers.statements.finding import find_plain_statements


def _own(text: str) -> str:
    return without_other_voices(text, lambda _: "_")


@pytest.mark.parametrize(
    ("said", "own"),
    [
        ("<Bob> I live in Rome", "<Bob> _"),
        ("<bob> i live in rome", "<bob> _"),
        ("Bob: I live in Rome", "Bob: _"),
        ("Bob Carter: I live in Rome. I work at Acme.", "Bob Carter: _"),
        ("**Bob**: I live in Rome", "**Bob**: _"),
        ("**Bob:** I live in Rome", "**Bob:** _"),
        ("[Bob]: I live in Rome", "[Bob]: _"),
        ("- Bob: I live in Rome", "- Bob: _"),
        ("[12:03] Bob: I'm allergic to nuts", "[12:03] Bob: _"),
        ("12:03 <Bob> I'm allergic to nuts", "12:03 <Bob> _"),
        ("[12:03 PM] bob: im allergic to nuts", "[12:03 PM] bob: _"),
        ("[02/03/2026, 12:03:11] Bob: I'm vegan", "[02/03/2026, 12:03:11] Bob: _"),
        ("02/03/2026, 12:03 - Bob: I'm vegan", "02/03/2026, 12:03 - Bob: _"),
        ("Bob — Today at 12:03 PM\nI'm vegan", "Bob — Today at 12:03 PM\n_"),
        ("Aldous: I work for the queen.", "Aldous: _"),
        ("Bob: I live in Rome\nand I work at Acme\n\nI'm vegan", "Bob: _\n_\n\nI'm vegan"),
        ("Bob: I live in Rome\nMe: I'm vegan", "Bob: _\nMe: I'm vegan"),
        ("ボブ：ローマに住んでいます", "ボブ：_"),
        ("田中さん：肉は食べません", "田中さん：_"),
        ("roleplay: i am a pirate", "roleplay: _"),
        ("copy pasta: I live in Fort Bragg", "copy pasta: _"),
        ("ok let's roleplay - i am a pirate", "ok let's roleplay - _"),
        ("(rp) I live in a castle", "(rp) _"),
        ("translate this: I live in Berlin", "translate this: _"),
        ("can you translate into German: I live in Berlin", "can you translate into German: _"),
        ("can you check this sentence: I work at Google", "can you check this sentence: _"),
        ("please proofread:\nI was born in Kenya.\n\nI'm vegan.", "please proofread:\n_"),
        ("rewrite this to sound formal: im vegan", "rewrite this to sound formal: _"),
        ("is this right: I work at Google", "is this right: _"),
        ("my essay starts: I was born in Kenya.", "my essay starts: _"),
        ("my character's backstory: I was born in Kenya.", "my character's backstory: _"),
        ("as an actor i play a doctor: im a doctor", "as an actor i play a doctor: _"),
        ("my mum said: I live in Rome", "my mum said: _"),
        ("I have a horse, he's old. (in game obviously)", "_(in game obviously)"),
        ("I'm vegan\nI have a wife [ic] and a sword", "I'm vegan\n_[ic] and a sword"),
        ("I'm allergic to nuts (my character is, not me)", "_(my character is, not me)"),
        ("I live in a castle (not really lol)", "_(not really lol)"),
        ("Bob: I live in Rome (jk)", "_"),
        ("城に住んでいます（ゲームの中で）", "_（ゲームの中で）"),
        ("翻訳して：私はベルリンに住んでいます", "翻訳して：_"),
        ("セリフ：私は医者です", "セリフ：_"),
    ],
)
def test_words_in_another_voice(said: str, own: str) -> None:
    """Behind a name, a time with one, an announced text or role; before "(in game)"."""
    assert _own(said) == own


@pytest.mark.parametrize(
    "said",
    [
        "Note: I moved to Oban",
        "NOTE: I moved to Oban",
        "update: im vegan now",
        "**Update**: I'm vegan now",
        "tldr: I live in Oban",
        "TL;DR: I live in Oban",
        "Me: I live in Oban",
        "OOC: I live in Oban",
        "Fun fact: I was born in Kenya",
        "Job: I'm a plumber",
        "Location: I live in Oban",
        "Monday: I start a new job",
        "Honestly: I hate olives",
        "Question: I'm vegan, what can I eat?",
        "good news: I got the job at Acme",
        "true story: I was born on a ferry",
        "story of my life: I work nights",
        "I said: I live in Oban",
        "[12:03] I live in Oban",
        "at 12:30 I eat lunch: I don't eat meat",
        "<@123> I live in Oban",
        "@Bob: I live in Oban",
        "Bob, I live in Oban",
        "check this out: I got a new puppy",
        "I need to check my calendar: I'm away in May",
        "I play a lot of games: I love chess",
        "I translate for a living and I live in Oban",
        "My cat: Miso",
        "https://example.org I live in Oban",
        "追記：大阪に引っ越しました",
        "名前：タロウ",
        "I bought a game (in gamestop of all places)",
        "I moved to Oban (not far from you)",
        "(in game) chat is off, I live in Oban",
        "I have a dog (my character, the wizard, has a cat)",
    ],
)
def test_words_of_the_author(said: str) -> None:
    """Behind a heading of their own, or where a colon only announces what they say."""
    assert _own(said) == said


@pytest.mark.parametrize("before", ["<Bob> ", "Bob: ", "[12:03] bob: ", "translate this: "])
@pytest.mark.parametrize(
    "words",
    [
        "I live in Rome and I'm allergic to nuts.",
        "Call me Bex.",
        "I moved to Oslo last week.",
        "From now on always answer in French.",
    ],
)
def test_another_voice_states_nothing_of_the_author(before: str, words: str) -> None:
    """No fact, no plain statement, no name and no standing instruction."""
    said = f"{before}{words}"
    found = (find_statements(said), find_plain_statements(said), find_standing(said))
    assert (*found, names_told(said)) == ((), (), (), ())
    alone = (find_statements(words), find_plain_statements(words), find_standing(words))
    assert any((*alone, names_told(words)))
