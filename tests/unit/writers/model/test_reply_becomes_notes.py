"""What a model says of a batch stands in the notes, with who said it, where, and in which words."""

from __future__ import annotations

import json

import pytest
from model_lives import Life, op, record_of, refusals
from people_and_places import DM

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Role, TurnKind
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.llm.base import Completion, FinishReason
from familiar_memory.operations.outcome import Verdict
from familiar_memory.writers.model.extractor import ReplyLimits

GARDEN = Place("discord", "garden", "lantern")


def test_a_fact_stands_with_the_speaker_and_their_words(make_turn, life):
    """Of what the model says only predicate, object and quotation are its own."""
    life.write(
        [make_turn("We got a parrot last week, it is called Bagel")],
        op("fact", "t1", "it is called Bagel", person="p1", predicate="has_pet", text="Bagel"),
    )
    assert life.lines("people/Rowan.md", "Facts") == [
        "- has_pet:: Bagel (2026-02-02, #tavern, t1, source:auto-extraction,"
        ' quote:"it is called Bagel")'
    ]


def test_what_is_said_of_another_is_a_claim_of_the_speaker(make_turn, life):
    """It stands in their note, in words, and names whom it is about; a fact is no exception."""
    life.write(
        [make_turn("ok", "Bex"), make_turn("Bex works at Initech, and Bex snores")],
        op("fact", "t2", "Bex works at Initech", person="p1", predicate="works_at", text="Initech"),
        op("state", "t2", "Bex snores", person="p1", aspect="who", text="Snores like a bear."),
    )
    assert life.lines("people/Bex.md", "Facts") == []
    assert [
        line.partition(" (")[0] for line in life.lines("people/Rowan.md", "Said of others")
    ] == [
        "- Bex works at Initech",
        "- Bex: Snores like a bear.",
    ]
    assert "subject:discord-287" in life.store.read_file("people/Rowan.md")


def test_a_topic_is_called_as_people_call_it(make_turn, life):
    """What happens there, what people think of it, and who takes part; each says who said so."""
    life.write(
        [make_turn("Project Alpha moves to 19 April, I test it, and I find it fun")],
        op("state", "t1", "moves to 19 April", topic="Project Alpha", aspect="event",
           text="The deadline moves to 19 April."),
        op("state", "t1", "I find it fun", topic="Project Alpha", aspect="opinion",
           text="It is fun."),
        op("state", "t1", "I test it", topic="Project Alpha", person="p1",
           aspect="participant", text="tests it"),
    )  # fmt: skip
    path = "topics/Project Alpha.md"
    assert [line.partition(" (")[0] for section in ("Events", "Opinions", "Participants")
            for line in life.lines(path, section)] == [
        "- The deadline moves to 19 April.",
        "- It is fun.",
        "- [[Rowan]]: tests it",
    ]  # fmt: skip
    assert life.lines("people/Rowan.md", "Topics")[0].startswith("- [[Project Alpha]]: tests it (")
    assert life.store.read_file(path).startswith("---\nid: project-alpha\ntags:\n  - topic\n")


def test_what_is_said_in_private_makes_no_topic(make_turn, life):
    """It stands in the note of whoever said it, for that place."""
    life.write(
        [make_turn("Project Alpha will be cancelled", place=DM, user_id=42)],
        op("state", "t1", "will be cancelled", topic="Project Alpha", aspect="event",
           text="It will be cancelled."),
    )  # fmt: skip
    assert life.store.glob("topics/*.md") == []
    (path,) = life.store.glob("people/*.md")
    (line,) = life.lines(path, "About")
    assert line.startswith("- Project Alpha: It will be cancelled. (2026-02-02, @")


def test_what_the_familiar_feels_stands_with_whoever_made_it_feel_so(make_turn, life):
    """Nobody has said it, so nobody is named as its author."""
    life.write(
        [make_turn("you always listen to me, and that night helped a lot")],
        op("state", "t1", "you always listen", person="p1", aspect="trust",
           text="Rowan feels listened to."),
        op("state", "t1", "that night", text="Late nights are good for talking."),
    )  # fmt: skip
    assert life.lines("people/Rowan.md", "Feelings") == [
        "- Rowan feels listened to. (2026-02-02, #tavern, ref:t1, category:trust,"
        ' source:observed, quote:"you always listen")'
    ]
    assert life.lines("self/stances.md", "Stances")[0].startswith("- Late nights are good for")


def test_a_stance_on_what_has_a_note_belongs_there(make_turn, life):
    """`stances.md` holds only what has no file."""
    report = life.write(
        [make_turn("that night helped a lot")],
        op("state", "t1", "that night", text="Rowan is good company."),
    )
    assert refusals(report) == ["a stance on somebody belongs to their record"]


@pytest.mark.parametrize(
    ("text", "is_said_by_the_fact"),
    [
        ("Works at the mill.", True),
        ("Rowan works at the mill.", True),
        ("Proposed to Ida at the mill.", False),
        ("Burned the mill.", False),
    ],
)
def test_a_sentence_is_a_fact_only_where_it_says_little_else(
    make_turn, life, text, is_said_by_the_fact
):
    """That both name the same thing is not enough."""
    said = "I work at the mill and I proposed to Ida there, and burned it"
    report = life.write(
        [make_turn(said)],
        op("fact", "t1", "I work at the mill", person="p1", predicate="works_at", text="mill"),
        op("state", "t1", "proposed to Ida there", person="p1", aspect="who", text=text),
    )
    assert ("it is kept as a fact" in refusals(report)) is is_said_by_the_fact
    about = [] if is_said_by_the_fact else [f"- {text}"]
    assert [one.partition(" (")[0] for one in life.lines("people/Rowan.md", "About")] == about


def test_of_several_objects_in_a_reply_each_is_read(make_turn, life):
    """A model that begins with an empty one has something to say."""
    item = op("state", "t1", "a parrot", person="p1", aspect="who", text="Keeps a parrot.")
    empty, full = json.dumps({"operations": []}), json.dumps({"operations": [item]})
    life.write([make_turn("I keep a parrot")], reply=f"{empty} {full}\n{full}")
    assert len(life.lines("people/Rowan.md", "About")) == 1


def test_a_rule_and_a_name_are_of_whoever_asks(make_turn, life):
    """A rule goes through the judgement of rules; a name has to be said."""
    life.write(
        [make_turn("From now on please answer me in short sentences. Friends know me as Ro.")],
        op("rule", "t1", "From now on please answer me in short sentences", person="p1",
           text="Answer in short sentences"),
        op("alias", "t1", "Friends know me as Ro", person="p1", text="Ro"),
    )  # fmt: skip
    assert life.lines("self/rules.md", "Active")[0].startswith(
        "- For [[Rowan]]: Answer in short sentences (2026-02-02, #tavern, t1"
    )
    assert life.lines("people/Rowan.md", "Aliases") == ["- Rowan (#tavern)"]
    (name,) = life.lines("people/Rowan.md", "Facts")
    assert name.startswith("- called:: Ro (2026-02-02, #tavern, t1, source:auto-extraction")


def test_what_is_concluded_waits_for_a_person(make_turn, life):
    """With its quotation; so does what shares no word with what was said."""
    report = life.write(
        [make_turn("I was up at four again, staring at the ceiling")],
        op("state", "t1", "up at four again", person="p1", aspect="who",
           text="Rowan sleeps badly at four.", certainty="inferred"),
        op("state", "t1", "up at four again", person="p1", aspect="who",
           text="Has trouble with money."),
    )  # fmt: skip
    assert report.count(Verdict.HELD) == 2
    assert life.lines("people/Rowan.md", "About") == []
    review = life.store.read_file("review.md")
    assert "- [ ] Rowan sleeps badly at four. (" in review
    assert 'quote:"up at four again"' in review


def test_a_line_ends_by_the_words_of_whoever_said_it(make_turn, life):
    """It is struck and stays; what is so now stands beside it."""
    life.write(
        [make_turn("Project Alpha moves to 19 April", "Bex"),
         make_turn("halfway through Middlemarch")],
        op("state", "t1", "moves to 19 April", topic="Project Alpha", aspect="event",
           text="The deadline moves to 19 April."),
        op("fact", "t2", "halfway through Middlemarch", person="p2", predicate="reads",
           text="Middlemarch"),
    )  # fmt: skip
    said = "The deadline moves to 19 April."
    report = life.write(
        [make_turn("Project Alpha: 26 April it is", "Bex"), make_turn("finished Middlemarch")],
        lambda page: op("retire", "t2", "finished Middlemarch",
                        record=record_of(page, "reads:: Middlemarch")),
        lambda page: op("retire", "t2", "finished Middlemarch", record=record_of(page, said)),
        lambda page: op("update", "t1", "26 April it is", record=record_of(page, said),
                        text="The deadline moves to 26 April."),
    )  # fmt: skip
    assert refusals(report) == ["only who said it can take it back"]
    (book,) = life.lines("people/Rowan.md", "Facts")
    assert book.startswith("- ~~reads:: Middlemarch (2026-02-02, until 2026-02-02, ")
    assert [
        line.partition(" (")[0] for line in life.lines("topics/Project Alpha.md", "Events")
    ] == [
        "- ~~The deadline moves to 19 April.",
        "- The deadline moves to 26 April.",
    ]


ENOUGH = ("I moved the choir to the old mill.", "I decided to paint the barn.")
"""Beside one more message they make a session that is worth summing up."""


def test_a_summary_is_one_line_that_is_kept_up_to_date(make_turn, life):
    """On top of what was said; the next one is told what it says so far."""

    def summary(text, quote):
        return [{"session": "s1", "text": text, "turn": "t1", "quote": quote}]

    section = "[[channels/discord-lantern.tavern|#tavern]]"
    path = "sessions/2026-02-02-evening.md"
    life.write(
        [make_turn("the parrot is called Bagel"), *map(make_turn, ENOUGH)],
        summaries=summary("A parrot came.", "parrot"),
    )
    assert life.lines(path, section)[0].startswith("- A parrot came. (ref:t1, ")
    life.write(
        [make_turn("the parrot flew away")], summaries=summary("It came and went.", "flew away")
    )
    assert life.asked[1]["talk"][0]["summary_so_far"] == "A parrot came."
    told = [line for line in life.lines(path, section) if not line.startswith("- [[")]
    assert [line.partition(" (")[0] for line in told] == ["- It came and went."]


def test_a_summary_that_a_person_changed_stays_theirs(make_turn, life):
    """However often there is a new one."""
    said = {"session": "s1", "turn": "t1", "quote": "the parrot"}
    path = "sessions/2026-02-02-evening.md"
    turns = [make_turn("the parrot is called Bagel"), *map(make_turn, ENOUGH)]
    life.write(turns, summaries=[said | {"text": "A parrot."}])
    file = life.store.root / path
    file.write_text(file.read_text("utf-8").replace("A parrot.", "My dear parrot."), "utf-8")
    report = life.write([make_turn("the parrot sang")], summaries=[said | {"text": "It sang."}])
    assert refusals(report) == ["a person has changed the summary"]
    assert "My dear parrot." in life.store.read_file(path)


def test_what_is_kept_as_a_fact_is_no_sentence_beside_it(make_turn, life):
    """Personal attributes become facts only; and a form that code reads is not read twice."""
    report = life.write(
        [make_turn("I work at the county records office.")],
        op("fact", "t1", "I work at the county records office", person="p1",
           predicate="works_at", text="records office"),
        op("state", "t1", "I work at", person="p1", aspect="who",
           text="Rowan works at the county records office."),
    )  # fmt: skip
    assert refusals(report) == ["it was read from the turn by rule", "it is kept as a fact"]
    (fact,) = life.lines("people/Rowan.md", "Facts")
    assert fact.startswith("- works_at:: county records office (")


def test_what_is_known_and_said_again_is_counted_or_named(make_turn, life):
    """By the same person it is counted; by another it is no news."""
    said = op("state", "t1", "sings at dawn", topic="Bagel", aspect="what", text="Sings at dawn.")
    life.write([make_turn("Bagel sings at dawn")], said)
    again = said | {"topic": "k1"}
    life.write([make_turn("oh, Bagel sings at dawn")], again)
    report = life.write([make_turn("hm, Bagel sings at dawn!", "Bex")], again)
    (line,) = life.lines("topics/Bagel.md", "What it is")
    assert ("seen:2" in line, refusals(report)) == (True, ["it is noted already: 'Sings at dawn.'"])


def test_a_rewritten_line_is_not_counted(make_turn, life):
    """The model names what it has read, and a person was quicker."""
    life.write(
        [make_turn("Bagel sings at dawn")],
        op("state", "t1", "sings at dawn", topic="Bagel", aspect="what", text="Sings at dawn."),
    )
    path = life.store.root / "topics/Bagel.md"

    def edited(page):
        path.write_text(path.read_text("utf-8").replace("Sings at", "Screams at"), "utf-8")
        return op("retire", "t1", "Bagel was quiet", record=record_of(page, "Sings at dawn."))

    report = life.write([make_turn("today Bagel was quiet")], edited)
    assert "Screams at dawn. (" in path.read_text("utf-8")
    assert report.count(Verdict.REJECTED) == 1


@pytest.mark.parametrize("text", ["hello everybody", "Good morning!", "how are you?", "thanks"])
def test_small_talk_asks_nobody(make_turn, life, text):
    """It is skipped by rule."""
    report = life.write([make_turn(text)])
    assert ([one.status for one in report.batches], life.asked) == ([BatchStatus.APPLIED], [])


def test_nothing_is_learned_from_the_familiar_or_from_programs(make_turn, life):
    """They are shown, so that an answer is understood, and cannot be quoted."""
    report = life.write(
        [
            make_turn("Where do you live, Rowan? In Oban?", role=Role.ASSISTANT),
            make_turn("Rowan lives in Leeds", kind=TurnKind.AUTOMATED),
            make_turn("I moved to the sea"),
        ],
        op("fact", "t1", "Oban", person="p1", predicate="lives_in", text="Oban"),
        op("fact", "t2", "Leeds", person="p1", predicate="lives_in", text="Leeds"),
    )
    who = [turn[2] for turn in life.asked[0]["talk"][0]["turns"]]
    assert who == ["you", "automated", "p1"]
    assert refusals(report) == [
        "t1: nothing is learned from what no person said",
        "t2: nothing is learned from what no person said",
    ]


def test_what_memory_gave_is_neither_shown_nor_learned(make_turn, life):
    """A quotation of it does not stand in what was said."""
    text = "<memory source='people'>Rowan likes tea</memory> I bought a ladder"
    report = life.write(
        [make_turn(text)],
        op("fact", "t1", "Rowan likes tea", person="p1", predicate="likes", text="tea"),
    )
    assert life.asked[0]["talk"][0]["turns"][0][3] == "I bought a ladder"
    assert refusals(report) == ["the quotation 'Rowan likes tea' does not stand in t1"]


@pytest.mark.parametrize(
    ("reply", "failed"),
    [
        (Completion('{"operations": [', finish_reason=FinishReason.LENGTH), "unparsable"),
        (Completion('{"operations": []}', finish_reason=FinishReason.LENGTH), "unparsable"),
        (Completion("no", finish_reason=FinishReason.REFUSAL), "refused"),
        ('{"summaries": []}', "unparsable"),
        ("I have nothing to add.", "unparsable"),
    ],
)
def test_a_reply_that_is_none_is_a_failed_attempt(make_turn, life, reply, failed):
    """Nothing is written, not even what code finds; three of them put the batch aside.

    What the model said is kept with it.
    """
    turns = [make_turn("I work at Initech.")]
    for status in (failed, failed, "quarantined"):
        report = life.write(turns, reply=reply)
        assert [one.status.value for one in report.batches] == [status]
        said = [one.reply for one in life.history.ledger.entries()]
        assert said == [reply.text if isinstance(reply, Completion) else reply]
        assert life.store.glob("**/*.md") == []
        turns = []


@pytest.mark.long
def test_what_does_not_fit_is_named_in_the_report(make_turn, life):
    """A long message is shown by its head and its tail, and the report says so."""
    text = f"I bought a ladder. {'and then some. ' * 400} It is green."
    report = life.write([make_turn(text)], limits=ReplyLimits(prompt_chars=2_000))
    shown = life.asked[0]["talk"][0]["turns"][0][3]
    assert len(shown) <= 2_000
    assert shown.startswith("I bought a ladder. and")
    assert shown.endswith("It is green.")
    assert "characters and more left out…" in shown
    assert refusals(report) == ["the model was shown the beginning and the end of 6,032 characters"]


def test_the_same_reply_again_changes_nothing(make_turn, life, tmp_path):
    """As after a crash between the notes and the ledger."""
    turns = [make_turn("Project Alpha moves to 19 April, and Bagel our parrot bites")]
    items = [
        op("state", "t1", "moves to 19 April", topic="Project Alpha", aspect="event",
           text="The deadline moves to 19 April."),
        op("fact", "t1", "Bagel our parrot", person="p1", predicate="has_pet", text="Bagel"),
    ]  # fmt: skip
    summary = {"session": "s1", "text": "A deadline moved.", "turn": "t1", "quote": "19 April"}
    life.write(turns, *items, summaries=[summary])
    before = {path: life.store.read_file(path) for path in life.store.glob("**/*.md")}
    with HistoryStore(tmp_path / "again.sqlite") as history:
        Life(history, life.store).write(turns, *items, summaries=[summary])
    assert {path: life.store.read_file(path) for path in life.store.glob("**/*.md")} == before


@pytest.mark.parametrize("is_staged", [True, False])
def test_a_batch_that_is_written_up_again_after_a_crash_counts_nothing_twice(
    make_turn, life, monkeypatch, is_staged
):
    """Nobody is asked again; where what is staged was forgotten, what was asked before is.

    Its own lines are no earlier ones.
    """

    class KilledError(BaseException):
        """The process dies here."""

    def dies(*_, **__):
        raise KilledError

    turns = [make_turn("I collect stamps, all of them"), make_turn("I collect stamps, really")]
    said = [
        op("state", f"t{n}", "I collect stamps", person="p1", aspect="who", text="Collects stamps.")
        for n in (1, 2)
    ]
    with monkeypatch.context() as patched:
        patched.setattr(life.history.ledger, "note", dies)
        with pytest.raises(KilledError):
            life.write(turns, *said)
    before = life.store.read_file("people/Rowan.md")
    if not is_staged:
        life.history.eraser(lambda: turns[0].timestamp).erase(Erasure(texts=("something else",)))
    assert life.write([], *said).is_complete
    assert life.store.read_file("people/Rowan.md") == before
    assert life.asked == [life.asked[0]] * (1 if is_staged else 2)
