"""A session says who, how much, when and what about, then a bounded number of lines a place."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from people_and_places import DM, TAVERN

from familiar_memory.domain.talk.place import Place
from familiar_memory.markdown.tree import parse_note
from familiar_memory.writers.notes.noted_turns import NotedTurns
from familiar_memory.writers.text.gists import linked_gist
from familiar_memory.writers.text.note_links import NoteLinks
from familiar_memory.writers.text.slots import Slot
from familiar_memory.writers.text.utterance import utterances

SESSION = "sessions/2026-02-02-evening.md"
PRIVATE = f"sessions/private/{DM.slug}/2026-02-02-evening.md"
CHANNEL = f"channels/{TAVERN.slug}.md"


def _evening_of(days: int) -> datetime:
    return datetime(2026, 2, 2, 19, tzinfo=UTC) + timedelta(days=days)


def _lead(text: str) -> str:
    (lead,) = re.findall(r"^(.*) \^lead-[0-9a-f]{6}$", text, re.MULTILINE)
    return str(lead)


@pytest.fixture
def say(make_turn, history, writer):
    """Say it in the tavern, or elsewhere, and write it up as one run."""

    def run(*texts: str, **more: object) -> None:
        history.record_many([make_turn(text, **more) for text in texts])
        assert writer.run().is_complete

    return run


def test_what_was_said_in_private_stands_in_a_file_of_its_own(say, store) -> None:
    """Whoever shares the session shares no word of it, and no name of who wrote."""
    say("I live in Durham.", user_id="42")
    say("I plan to hand in my notice on Friday the 27th.", user_id="9", who="Isla", place=DM)
    assert "notice" not in store.read_file(SESSION)
    assert "Isla" not in store.read_file(SESSION)
    assert "Isla" in store.read_file(PRIVATE)
    assert "Durham" not in store.read_file(PRIVATE)


def test_the_lead_counts_what_came_in_several_batches(say, store) -> None:
    """From the first message to the last, those who said most first."""
    say("I live in Durham.", "ok", user_id="42")
    assert _lead(store.read_file(SESSION)) == "[[Rowan]]; 2 messages, 18:41–18:42."
    say("I hate raisins.", "I love tea.", "hm", user_id="7", who="Bex")
    lead = _lead(store.read_file(SESSION))
    assert lead == "[[Bex]] and [[Rowan]]; 5 messages, 18:41–18:45."


@pytest.mark.parametrize("change", [("2 messages", "two messages"), ("[[Rowan]]; ", "")])
def test_a_lead_that_a_person_has_changed_stays(say, store, change: tuple[str, str]) -> None:
    """What was said since is not counted in it."""
    say("I live in Durham.", "ok", user_id="42")
    text = store.read_file(SESSION).replace(*change, 1)
    (store.root / SESSION).write_text(text, encoding="utf-8")
    say("I hate raisins.", user_id="42")
    assert store.read_file(SESSION).startswith(text)
    assert "raisins" in store.read_file(SESSION)


def test_a_lead_that_a_person_has_deleted_does_not_come_back(say, store) -> None:
    """The section was there before."""
    say("I live in Durham.", user_id="42")
    text = re.sub(r"^.*\^lead-.*\n\n", "", store.read_file(SESSION), flags=re.MULTILINE)
    (store.root / SESSION).write_text(text, encoding="utf-8")
    say("I hate raisins.", user_id="42")
    assert "^lead" not in store.read_file(SESSION)


def test_many_speakers_are_counted(say, store) -> None:
    """Six by name."""
    for number in range(9):
        say("I live in Durham.", user_id=str(number), who=f"P{number}")
    assert "[[P4]], [[P5]] and 3 others; 9 messages" in _lead(store.read_file(SESSION))


def test_a_word_of_several_people_is_what_it_was_about(say, store) -> None:
    """What one says over and over is not, nor is a name."""
    for who in ("Rowan", "Bex", "Gus"):
        say(f"the scanner, {who} and Gus", "tea tea", who=who, user_id=who.lower())
    lead = _lead(store.read_file(SESSION)) if store.exists(SESSION) else ""
    assert lead == "" or lead.endswith("about scanner, tea.")


@pytest.mark.parametrize(
    ("texts", "about"),
    [
        (["the soup of monday", "soup? monday", "my soup, on monday"], "soup"),
        (["we eat in Albania", "you eat a lot in ALBANIA", "i eat bread in Albania"], "Albania"),
        (["lol wicked", "wicked, lol", "wickedly wicked lol"], ""),
        (["they chartered it", "chartered!", "it was chartered"], ""),
        (["i plorp a lot", "to plorp is good", "never plorp"], ""),
        (["the eggs", "my eggs and an egg", "some eggs, egg"], "eggs"),
        (["the 14th at 8pm", "14th, 8pm", "on the 14th at 8pm"], ""),
        (["スキャナーです", "スキャナーが好き", "スキャナー！"], "スキャナー"),
    ],
)
def test_what_names_no_subject_is_not_what_it_was_about(
    say, store, texts: list[str], about: str
) -> None:
    """Verbs, days, noises and what something is like; a name has its capital."""
    for who, text in zip(("Rowan", "Bex", "Gus"), texts, strict=True):
        say(text, "I work at the mill.", who=who, user_id=who.lower())
    lead = _lead(store.read_file(SESSION)).partition("; about ")[2].removesuffix(".")
    assert lead.replace("mill", "").strip(", ") == about


@pytest.mark.parametrize("batches", [15, pytest.param(25, marks=pytest.mark.long)])
def test_a_place_has_a_bounded_number_of_lines_a_session(
    say, make_turn, history, store, batches: int
) -> None:
    """However long the evening; what was said last has lines too."""
    start = make_turn("x").timestamp
    for batch in range(batches):
        say(
            *(f"I decided to paint barn{batch}x{n} on {n + 1} March." for n in range(20)),
            user_id="42",
            timestamp=start + timedelta(minutes=batch),
        )
    lines = re.findall(r"^- \[\[Rowan\]\]: (.*) \^", store.read_file(SESSION), re.MULTILINE)
    assert 40 < len(lines) <= 60
    assert _lead(store.read_file(SESSION)).startswith(f"[[Rowan]]; {20 * batches} messages")


def test_who_was_taken_out_of_the_properties_stays_out(say, store) -> None:
    """Also where the property is gone; somebody new is added."""
    say("I live in Durham.", user_id="42")
    text = store.read_file(SESSION).replace('people:\n  - "[[Rowan]]"\n', "people: []\n")
    (store.root / SESSION).write_text(text, encoding="utf-8")
    say("I hate raisins.", user_id="42")
    say("I love raisins.", user_id="7", who="Bex")
    assert 'people: ["[[Bex]]"]\n' in store.read_file(SESSION)


def test_the_properties_name_who_took_part(say, store) -> None:
    """Quoted or not, under the name that they had last; of a private place in its own note."""
    say("I live in Durham.", user_id="42", who="Rowan")
    say("ok", "hm", user_id="7", who="Bex")
    say("lol", user_id="9", who="Isla", place=DM)
    assert 'people:\n  - "[[Rowan]]"\n  - "[[Bex]]"\n---\n' in store.read_file(SESSION)
    assert not store.exists(PRIVATE)
    say("I live in Leith.", user_id="9", who="Isla B", place=DM)
    assert 'people:\n  - "[[discord-9|Isla B]]"\n---\n' in store.read_file(PRIVATE)


@pytest.mark.parametrize(
    ("texts", "noted"),
    [
        (["i miss her"], "i miss her"),
        (["hi!", "please keep this to yourself", "can you?"], "please keep this to yourself"),
        (["lol", "thanks!!", "how are you?"], None),
    ],
)
def test_what_begins_a_private_talk_has_a_line(say, store, texts: list[str], noted) -> None:
    """However short it is; not a greeting, nor what follows in the same hour."""
    say(*texts, place=DM)
    text = store.read_file(PRIVATE) if store.exists(PRIVATE) else ""
    assert re.findall(r"^- .*\|Rowan\]\]: (.*) \^", text, re.MULTILINE) == [noted] * bool(noted)
    say("i am off now", place=DM)
    assert not store.exists(PRIVATE) or store.read_file(PRIVATE).count("\n- [[") == 1


def test_the_note_of_a_place_comes_with_its_session(say, store) -> None:
    """One that a person deleted comes back with the next session, not with the next batch."""
    say("I live in Durham.", user_id="42")
    assert 'label: "#tavern"' in store.read_file(CHANNEL)
    (store.root / CHANNEL).unlink()
    say("I hate raisins.", user_id="42")
    assert not store.exists(CHANNEL)
    later = {"timestamp": _evening_of(1)}
    say("I love tea.", user_id="42", **later)
    assert store.exists(CHANNEL)


def test_words_in_brackets_link_nothing(say, store) -> None:
    """Nor do names; what somebody said is no link of the writer."""
    said = "I decided to paint [[Durham|x]] on 3 March for [[Bex]]."
    say(said, user_id="42", who="R]] [[x|y")
    text = store.read_file(SESSION)
    assert said.replace("[[", "[ [") in text
    assert set(re.findall(r"\[\[([^\]|]*)", text)) == {f"channels/{TAVERN.slug}", "R x y"}


@pytest.mark.parametrize(
    ("place", "path"),
    [
        (TAVERN, SESSION),
        (DM, PRIVATE),
        (
            Place("discord", "mods", "lantern", private=True),
            "sessions/private/discord-private-lantern.mods/2026-02-02-evening.md",
        ),
    ],
)
def test_a_slot_has_a_note_for_each_private_place(place: Place, path: str) -> None:
    """And one for all others."""
    assert Slot(_evening_of(0).date(), "evening").note_of(place) == path


def test_a_place_is_linked_by_its_label() -> None:
    """That of the tree, else what it is called on its platform."""
    assert NoteLinks({}, {TAVERN.slug: "#tavern-2"}).place(TAVERN) == (
        f"[[channels/{TAVERN.slug}|#tavern-2]]"
    )
    assert NoteLinks({}).place(DM) == f"[[channels/{DM.slug}|@42]]"


@pytest.mark.parametrize("is_at_once", [True, False])
def test_no_two_lines_of_a_session_have_one_id(
    make_turn, history, writer, store, is_at_once: bool
) -> None:
    """Two rooms may number their messages alike: the second line says its turn in words."""
    attic = Place("discord", "attic", "lantern")
    said = [
        make_turn("I live in Durham with my sister Gladys.", ref="5", place=TAVERN),
        make_turn("I hate raisins, and Gladys does too.", ref="5", place=attic),
    ]
    for turns in [said] if is_at_once else [[one] for one in said]:
        history.record_many(turns)
        assert writer.run().is_complete
    text = store.read_file(SESSION)
    assert len(re.findall(r" \^5$", text, re.MULTILINE)) == 1
    assert "ref:5" in text
    records = [block.record for block in parse_note(text, path=SESSION).blocks if block.record]
    told = sorted((one.fields.place, one.fields.refs) for one in records)
    assert told == [(attic.slug, ("5",)), (TAVERN.slug, ("5",))]


def test_no_link_leads_to_the_line_of_another_room(make_turn, store, stored) -> None:
    """A topic links the session then, and not a line of it; whether or not it is written yet."""
    attic = Place("discord", "attic", "lantern")
    text = f"# Monday\n\n## {TAVERN.slug}\n\n- [[Rowan]]: hello ^5\n- [[Rowan]]: tea ^6\n"
    store.write_file(SESSION, text)
    coming = stored(make_turn("x", ref="7", place=TAVERN), make_turn("y", ref="7", place=attic))
    noted = NotedTurns(store, coming)
    asked = [(attic, "5"), (TAVERN, "5"), (attic, "7"), (TAVERN, "7"), (attic, "8")]
    shared = [noted.holds_of_another(SESSION, place.slug, ref) for place, ref in asked]
    assert shared == [True, False, True, True, False]
    (one,) = utterances(coming[1:], UTC)
    shown = [linked_gist(one, {}, lambda _: 1, to_line=is_one).text for is_one in (True, False)]
    assert shown == [
        "[[2026-02-02-evening#^7|Rowan: y]]",
        "[[2026-02-02-evening|Rowan: y]]",
    ]


@pytest.mark.parametrize("cut", [True, False])
def test_what_is_taken_back_as_a_joke_has_no_line(say, store, cut) -> None:
    """Nor keeps the one that it had."""
    first = ("I live in Durham.", "I've moved to Oban.")
    if cut:
        say(*first, user_id="42")
        assert "moved to Oban" in store.read_file(SESSION)
        say("just kidding", user_id="42")
    else:
        say(*first, "just kidding", user_id="42")
    assert "Oban" not in store.read_file(SESSION)
    assert "I live in Durham." in store.read_file(SESSION)


def test_what_was_a_joke_makes_no_word_common(say, store) -> None:
    """Said in earnest later it is as new as ever."""
    kitchen = Place("discord", "kitchen", "lantern")
    first, later = _evening_of(0), _evening_of(1)
    say("I play the violin", "only joking", user_id="7", timestamp=first)
    say("I play the violin", user_id="7", timestamp=later, place=kitchen)
    assert "I play the violin" in store.read_file("sessions/2026-02-03-evening.md")


@pytest.mark.parametrize(
    ("said", "edited"),
    [("I work at Acme in Durham. I've moved to Oban.", "moved"), ("I've moved to Oban.", "sailed")],
)
def test_a_line_that_was_meant_in_part_or_changed_stays(say, store, said, edited) -> None:
    """Of several sentences the last one is the joke, and what a person has changed is theirs."""
    say("I live in Durham.", said, user_id="42")
    store.edit(SESSION, lambda text: text.replace("moved to Oban", f"{edited} to Oban"))
    say("just kidding", user_id="42")
    assert f"I've {edited} to Oban" in store.read_file(SESSION)


def test_a_line_to_which_a_topic_leads_stays(say, store) -> None:
    """No link leads to what is gone; of what was a joke by then no topic is told."""
    for day in range(3):
        at = _evening_of(day)
        say(f"The lighthouse museum opens at nine on day {day}", user_id="42", timestamp=at)
        later = at + timedelta(minutes=1)
        say("I saw the Lighthouse Museum exhibit on whales", user_id="7", timestamp=later)
    at, session = _evening_of(4), "sessions/2026-02-06-evening.md"
    say("I bought the lighthouse museum for two pounds", user_id="42", timestamp=at)
    (topic,) = store.glob("topics/*.md")
    assert "two pounds" in store.read_file(topic)
    say("jk", user_id="42", timestamp=at + timedelta(minutes=1))
    assert "two pounds" in store.read_file(session)
    more = ("I gave the lighthouse museum to a whale", "jk")
    say(*more, user_id="42", timestamp=at + timedelta(minutes=5))
    assert "to a whale" not in store.read_file(session)
    assert "to a whale" not in store.read_file(topic)
