"""Plain statements: what is kept of a message in the speaker's own words, and what is not."""

from __future__ import annotations

import pytest

from familiar_memory.writers.forms.finding import find_statements
from familiar_memory.writers.statements.changed import is_changed, speak_of_one
from familiar_memory.writers.statements.finding import find_plain_statements
from familiar_memory.writers.statements.untold import untold_by


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I got a new puppy, his name is Bagel", ["event: got a new puppy, his name is Bagel"]),
        ("Yeah, we're going to Lisbon in May!", ["plan: going to Lisbon in May"]),
        (
            "oh wow nice. just signed up for a pottery class",
            ["event: just signed up for a pottery class"],
        ),
        ("moving the deadline to 19 April", ["project: moving the deadline to 19 April"]),
        (
            "I'm building a habit tracker in Rust 1.75, can you help me with the schema?",
            ["project: building a habit tracker in Rust 1.75"],
        ),
        (
            "I've switched to Postgres, but I'm not sure how to index it",
            ["project: switched to Postgres"],
        ),
        ("im allergic to shellfish btw", ["life: allergic to shellfish"]),
        ("My sister runs a bakery in Leeds", ["life: My sister runs a bakery in Leeds"]),
        ("I loved “Station Eleven” as a teenager.", ["event: loved Station Eleven as a teenager"]),
        ("hey <@284123>, I have a dog named Rex", ["life: have a dog named Rex"]),
        ("@Bex I finished the report :tada:", ["event: finished the report"]),
        ("<:pog:123> I moved to Oban last week", ["event: moved to Oban last week"]),
        (
            "the deadline for the report is 5 june",
            ["project: the deadline for the report is 5 june"],
        ),
        ("the meeting is on 3 June at 10", ["project: the meeting is on 3 June at 10"]),
        (
            "The Lanternfish release is on 3 June",
            ["project: The Lanternfish release is on 3 June"],
        ),
        ("Otter is on version 1.3 now", ["project: Otter is on version 1.3 now"]),
        (
            "It's called Lanternfish, a CLI for tide tables",
            ["project: It's called Lanternfish, a CLI for tide tables"],
        ),
        ("毎朝5時から走っています。", ["life: 毎朝5時から走っています"]),
        ("sure. new deadline is the 17th", ["project: new deadline is the 17th"]),
        ("handed in my notice at the infirmary", ["event: handed in my notice at the infirmary"]),
        (
            "moved into the ulverston place today!! earlier than planned",
            ["event: moved into the ulverston place today"],
        ),
        (
            "moving to ulverston next month, rent is half",
            ["plan: moving to ulverston next month, rent is half"],
        ),
        ("moving to a new flat next month", ["plan: moving to a new flat next month"]),
        (
            "ok big news im going back to uni in january",
            ["plan: going back to uni in january"],
        ),
        ("also marc and i split up. it's ok", ["event: also marc and I split up"]),
        ("since always, im allergic to shellfish", ["life: allergic to shellfish"]),
        ("i do, my sister runs a bakery in Leeds", ["life: my sister runs a bakery in Leeds"]),
    ],
)
def test_what_somebody_says_of_themselves_is_kept(said: str, kept: list[str]) -> None:
    """What somebody says of themselves is kept by kind, without what stood around it."""
    assert [f"{one.kind}: {one.text}" for one in find_plain_statements(said)] == kept


@pytest.mark.parametrize(
    "said",
    [
        "hi! how are you?",
        "Do you like Lisbon?",
        "If I had a dog I'd call it Rex.",
        "I wish I lived by the sea.",
        "Tom said he quit his job at the bank.",
        "“I live in a castle with nine cats,” she whispers.",
        "In the game I own a castle and two dragons.",
        "I moved to the moon last week, just kidding",
        "I'm so happy for you!",
        "I agree, that is the best one.",
        "That sounds amazing, thanks for sharing.",
        "Can you check my code?",
        "I'm not sure what to do.",
        "lol same",
        "the party was fun",
        "The meeting is boring",
        "It's called Dune, a film with worms",
        "it's due to the rain",
        "is the meeting on 3 June?",
        "She is on version 1.3 of her plan, he said",
        "Der Zug war heute wieder zu spät.",
        "",
        "i do, its in a box somewhere",
        "i have, it was awful",
        "new deadline is a pain",
        "new trip idea",
        "marc and tom split up",
        "news is on at six",
        "my sister handed in her notice",
        "he got the job",
        "if i got the job i'd cry",
        "moving to the beat in a club",
        "moving to tears in a minute",
        "moving to the next song",
        "moving to bed in a minute",
        "moving to plan b next week",
        "moving to sell it next month",
        "moving to a vote tomorrow",
        "she's moving to leeds next month",
    ],
)
def test_what_says_nothing_of_the_speaker_is_left_out(said: str) -> None:
    """Questions, suppositions, others' claims, quotes, jokes and small talk are left out."""
    assert find_plain_statements(said) == ()


def test_a_long_statement_is_cut_at_a_word() -> None:
    """A statement that is a story is cut at a word, with an ellipsis."""
    story = "I went to Oslo " + "and saw another harbour " * 12
    (one,) = find_plain_statements(story)
    assert one.text.startswith("went to Oslo and saw") and one.text.endswith("…")
    assert len(one.text) <= 160


@pytest.mark.parametrize(
    ("earlier", "later", "is_one"),
    [
        ("the thesis deadline is 12 April", "moving the thesis deadline to 19 April", True),
        ("hand in my notice on Friday the 27th", "I'll hand in my notice on Monday", True),
        ("the thesis deadline is 12 April", "moving to Oslo in May", False),
        ("moving to Oslo in May", "moving to Oslo in May", False),
        ("the deadline for tides is 2 july", "moved the deadline for mosses to 18 july", False),
        ("the thesis deadline is 2 july", "moved the thesis meeting to 18 july", False),
        ("my budget is 300", "upped the budget to 450", True),
    ],
)
def test_statements_of_one_matter(earlier: str, later: str, is_one: bool) -> None:
    """Two statements speak of one matter where they share what it is and not only when."""
    assert speak_of_one(earlier, later) is is_one


@pytest.mark.parametrize(
    ("said", "changed"),
    [
        ("not the 27th, monday instead", True),
        ("the launch got pushed to June", True),
        ("my thesis is due in June", False),
    ],
)
def test_whether_a_message_changes_a_plan(said: str, changed: bool) -> None:
    """What is moved, put off or called off says so."""
    assert is_changed(said) is changed


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I work at a call centre in Bristol for broken boilers", []),
        ("I have a dog called Toast, a lurcher", ["have a dog called Toast, a lurcher"]),
        ("I'm learning Japanese actually", []),
        ("I used to live in Paris", []),
        ("remind me to call mum tomorrow", []),
        ("I adopted a cat (her name is Mochi)", ["adopted a cat (her name is Mochi)"]),
        ("I've moved to Oban and I love the ferries", ["moved to Oban", "love the ferries"]),
    ],
)
def test_what_a_later_fact_replaces_is_said_by_the_fact_alone(said: str, kept: list[str]) -> None:
    """In plain words beside it, it would stand there as true when the fact has ended."""
    told = untold_by(said, find_statements(said), find_plain_statements(said))
    assert [one.text for one in told] == kept
