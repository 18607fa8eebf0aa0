"""The parts of a context: what each brings, in which order, and what goes first."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from familiars import put_notes, started
from people_and_places import ROWAN, TAVERN

from familiar_memory.domain.question.context import Contribution, Layer, Mode, RecallRequest
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.recall.page.budget import Budgeter
from familiar_memory.recall.page.macros import Macros
from familiar_memory.recall.page.memory_cap import cap_memory, memory_chars
from familiar_memory.recall.page.render import Context

NOW = datetime(2026, 3, 1, 10, 0, tzinfo=UTC)
GUS = Author("discord", "7", "Gus")


@pytest.fixture
def recalled(tmp_path, new_familiar):
    """The contexts of several requests, asked of one familiar with these notes and turns."""

    def run(notes, *requests, turns=(), settings=""):
        put_notes(tmp_path / "ember" / "memory", notes)

        async def all_of_it():
            async with started(new_familiar(tmp_path, settings=settings, now=NOW)) as familiar:
                await familiar.record_many(turns)
                await familiar.settle()
                return [await familiar.recall(request) for request in requests]

        return asyncio.run(all_of_it())

    return run


def texts(context, source):
    """What one source has brought."""
    return [c.text for c in context.contributions if c.source == source]


def test_a_same_as_line_brings_the_other_platform_from_both_sides(recalled):
    """In a ring too; by a line that only a private room may see, only there."""
    notes = {
        "people/discord-42.md": "# Rowan\n\n- same_as:: [..](twitch-u99.md)\n- likes tea\n",
        "people/twitch-u99.md": "# Ro\n\n- same_as:: [..](discord-42.md)\n- streams on Mondays\n",
        "people/discord-7.md": "# Gus\n\n- plays the banjo\n",
        "people/twitch-gus.md": "# Banjoman\n\n- same_as:: [..](discord-7.md)"
        " (2026-02-02, in:discord-dm-7)\n- sells hats\n",
    }
    twitch = Author("twitch", "u99", "Ro")
    private = Place("discord", "7", kind=PlaceKind.DM)
    found = recalled(
        notes,
        RecallRequest("hello", ROWAN, TAVERN),
        RecallRequest("hello", twitch, TAVERN),
        RecallRequest("hello", GUS, TAVERN),
        RecallRequest("hello", GUS, private),
    )
    labels = [[c.label for c in f.contributions if "people" in c.source] for f in found]
    rowan, ro = "people/discord-42.md", "people/twitch-u99.md"
    gus, hats = "people/discord-7.md", "people/twitch-gus.md"
    assert labels == [[rowan, ro], [ro, rowan], [gus], [gus, hats]]


def test_joined_notes_are_headed_as_of_one_person(recalled):
    """And the line that joins them is wiring: nothing shows it, not even retrieval."""
    notes = {
        "people/discord-42.md": "# Rowan\n\n- same_as:: [Rowan](twitch-u99.md)\n- likes tea\n",
        "people/twitch-u99.md": "# Rowan\n\n- same_as:: [Ro](irc-3.md)\n- streams on Mondays\n",
        "people/irc-3.md": "# Ro\n\n- grows leeks\n",
        "people/discord-7.md": "# Gus\n\n- plays the banjo\n",
        "people/twitch-gus.md": "# Banjoman\n\n- same_as:: [Gus](discord-7.md)\n",
    }
    found = recalled(
        notes,
        RecallRequest("hello", ROWAN, TAVERN),
        RecallRequest("hello", GUS, TAVERN),
        RecallRequest("what is same_as twitch?"),
    )
    rowan, gus, _ = (texts(one, "content_search.people") for one in found)
    assert rowan == [
        "Rowan\n- likes tea",
        "Rowan (the same Rowan, by another account)\n- streams on Mondays",
        "Ro (the same person as Rowan)\n- grows leeks",
    ]
    assert gus == ["Gus\n- plays the banjo", "Banjoman (the same person as Gus)"]
    for one in found:
        assert "same_as" not in one.render() and "is the same as" not in one.render()


def test_what_somebody_claims_in_a_turn_merges_nobody(recalled):
    """A line with the turn that it came from is no person's own."""
    notes = {
        "people/discord-42.md": "# Rowan\n\n- likes tea\n"
        "- same_as:: [..](discord-7.md) (2026-02-02, ref:m1, by:discord-42)\n",
        "people/discord-7.md": "# Gus\n\n- plays the banjo\n",
    }
    (found,) = recalled(notes, RecallRequest("hello", ROWAN, TAVERN))
    assert "banjo" not in "".join(texts(found, "content_search.people"))


def test_a_name_of_two_people_is_ambiguous_in_the_trace(recalled):
    """Both are on the page."""
    notes = {f"people/discord-{n}.md": f"# Zoë\n\n- fact {n}\n" for n in (1, 2)}
    (found,) = recalled(notes, RecallRequest("ask zoë", ROWAN, TAVERN))
    (decision,) = [d for d in found.trace.decisions if d.verdict == "ambiguous"]
    assert (decision.subject, decision.reason) == ("zoë", "discord-1, discord-2")
    assert len(texts(found, "content_search.people")) == 2


def test_what_did_not_fit_into_a_persons_block_can_still_be_retrieved(recalled):
    """And what did is not told twice."""
    lines = "".join(f"- remark {n} {'word ' * 30}\n" for n in range(120))
    note = f"# Rowan\n\n- first of all the kettle\n{lines[: len(lines) // 2]}"
    note += f"- a samovar in the middle\n{lines[len(lines) // 2 :]}"
    notes = {"people/discord-42.md": note}
    (found,) = recalled(notes, RecallRequest("samovar kettle", ROWAN, TAVERN))
    (person,) = texts(found, "content_search.people")
    assert "samovar" not in person and "kettle" in person
    (hits,) = texts(found, "content_search.rag")
    assert "samovar" in hits and "kettle" not in hits


def test_facts_come_as_sentences_and_only_current_ones(recalled):
    """About people elsewhere than on the page, and about what is named; only what holds now."""
    notes = {
        "people/discord-42.md": "# Rowan\n\n- works_at:: Acme (2026-02-01)\n",
        "people/discord-7.md": "# Gus\n\n- friend_of:: [Rowan](discord-42.md)"
        ' (2026-02-01, category:relationship, quote:"he is my mate")\n',
        "topics/brass-lantern.md": "# Brass Lantern\n\n- owns:: a cat (2026-02-01)\n"
        "- owns:: a dog (2026-02-02, until 2026-02-20)\n"
        "- ~~owns:: a fish (2026-02-02)~~\n"
        "- owns:: a newt (2026-02-02, since 2027)\n"
        "- owns:: a toad (2026-02-03, expires:2026-02-10)\n"
        "- owns:: a ghost (2026-02-03, in:discord-dm-7)\n",
    }
    request = RecallRequest("what of the brass lantern?", ROWAN, TAVERN)
    (found,) = recalled(notes, request)
    assert texts(found, "facts") == [
        "- Brass Lantern owns a cat\n- [relationship] Gus is a friend of Rowan — 'he is my mate'"
    ]


def test_a_setting_says_how_many_facts(recalled):
    """The weightiest first."""
    note = "# Lantern\n\n- owns:: a cat (2026-02-01)\n- owns:: a dog (2026-02-01, importance:9)\n"
    request = RecallRequest("the lantern?", ROWAN, TAVERN)
    (one,) = recalled(
        {"topics/lantern.md": note}, request, settings="[recall]\nmax_knowledge_facts = 1\n"
    )
    assert texts(one, "facts") == ["- Lantern owns a dog"]


def test_the_place_and_the_last_days_are_on_the_page(recalled):
    """Three days with today, oldest first; of each what this place may know."""
    notes = {
        "channels/discord-lantern.tavern.md": "# Tavern\n\n- we meet on Mondays\n",
        "channels/discord-lantern.cellar.md": "# Cellar\n\n- mind the step\n",
        "days/2026-03-02.md": "# 2 March\n\n- tomorrow\n",
        "days/2026-03-01.md": "# 1 March\n\n- today\n",
        "days/2026-02-28.md": "# 28 February\n\n## discord-dm-42\n\n- a secret\n",
        "days/2026-02-27.md": "# 27 February\n\n- the day before\n",
        "days/2026-02-26.md": "# 26 February\n\n- too long ago\n",
    }
    request = RecallRequest("hello", ROWAN, TAVERN)
    (found,) = recalled(notes, request)
    assert texts(found, "channel") == ["Tavern\n- we meet on Mondays"]
    assert texts(found, "days") == ["27 February\n- the day before", "1 March\n- today"]


def test_days_can_be_switched_off(recalled):
    """With 0."""
    notes = {"days/2026-03-01.md": "# 1 March\n\n- today\n"}
    request = RecallRequest("hello", ROWAN, TAVERN)
    (found,) = recalled(notes, request, settings="[recall]\ndays = 0\n")
    assert texts(found, "days") == []


def test_a_new_talk_begins_with_the_last_one_whatever_its_age(recalled):
    """Later turns do not, nor does the caller's own summary; private ones are skipped."""
    notes = {
        "sessions/2025-01-01-night.md": "# Night\n\n## discord-lantern.tavern\n\n- earlier\n",
        "sessions/2025-01-01-evening.md": "# Evening\n\n## discord-lantern.tavern\n\n- kettle\n",
        "sessions/2025-02-01-morning.md": "# Morning\n\n## discord-dm-9\n\n- whispers\n",
    }
    said = Turn("1", NOW - timedelta(minutes=5), TAVERN, GUS, "anybody?")
    asked = Turn("2", NOW, TAVERN, ROWAN, "kettle")
    first = RecallRequest("kettle", ROWAN, TAVERN, (asked,))
    own = Contribution(Layer.HISTORY_SUMMARY, "mine", "So far: nothing.", 60)
    (begun,) = recalled(notes, first, turns=(asked,))
    assert texts(begun, "summary") == ["Evening\n- kettle"]
    (with_own,) = recalled(notes, RecallRequest("kettle", ROWAN, TAVERN, (asked,), extra=(own,)))
    assert (texts(with_own, "summary"), texts(with_own, "mine")) == ([], ["So far: nothing."])
    (later,) = recalled(notes, first, turns=(said,))
    assert texts(later, "summary") == []
    # Older than thirty days: no answer to a question either.
    assert "kettle" not in later.render()


def test_however_many_sessions_were_private_the_last_open_one_is_told(recalled):
    """A limit that counts what the viewer may not see would tell how much of it there is."""
    secret = "# Evening\n\n## discord-dm-9\n\n- whispers\n"
    notes = {
        f"sessions/2025-{m:02}-{d:02}-evening.md": secret for m in (2, 3) for d in range(1, 29)
    }
    notes["sessions/2025-01-01-evening.md"] = "# Evening\n\n## discord-lantern.tavern\n\n- kettle\n"
    (told,) = recalled(notes, RecallRequest("hello", ROWAN, TAVERN))
    assert texts(told, "summary") == ["Evening\n- kettle"]


def test_entities_are_the_most_mentioned_with_what_ties_them(recalled):
    """Only what is not on the page, and what this place may know."""
    notes = {
        "topics/banjo.md": "# Banjo\n\n- owns:: a case (2026-02-01)\n"
        "- owns:: a curse (2026-02-01, in:discord-dm-7)\n",
    }
    turns = [Turn(str(n), NOW - timedelta(hours=9 - n), TAVERN, GUS, f"banjo {n}") for n in (1, 2)]
    (found,) = recalled(
        notes,
        RecallRequest("what did he play, banjo?", ROWAN, TAVERN),
        turns=turns,
        settings="[recall]\nmax_knowledge_facts = 1\n",
    )
    shown = "\n".join([*texts(found, "facts"), *texts(found, "entities")])
    assert "a case" in shown and "curse" not in shown


def test_a_broadcast_has_no_memory_of_anybody(recalled):
    """Card, rules and canon only; the place does not matter, nor does the policy."""
    notes = {
        "self/system_prompt.md": "You are {{char}}.",
        "self/rules.md": "# Rules\n\n- be brief\n- hush (2026-02-01, in:discord-lantern.tavern)\n",
        "self/stances.md": "# Stances\n\n- Rowan is kind\n",
        "lore/kettle.md": "# Kettle\n\nThe kettle is older than the inn.\n",
        "people/discord-42.md": "# Rowan\n\n- loves the kettle\n",
        "topics/kettle.md": "# Kettle\n\n- owns:: a lid (2026-02-01)\n",
        "channels/discord-lantern.tavern.md": "# Tavern\n\n- the kettle is Gus's\n",
        "days/2026-03-01.md": "# Today\n\n- the kettle broke\n",
        "sessions/2026-02-28-evening.md": "# Evening\n\n- kettle talk\n",
        "notes.md": "the kettle of Rowan\n",
    }
    turns = [Turn("1", NOW - timedelta(days=1), TAVERN, GUS, "my kettle")]
    request = RecallRequest("kettle of Rowan", ROWAN, TAVERN, is_broadcast=True)
    (found,) = recalled(notes, request, turns=turns, settings='[audience]\npolicy = "open"\n')
    assert [(c.source, c.text) for c in found.contributions] == [
        ("character", "You are Ember."),
        ("rules", "Rules\n- be brief"),
        (
            "content_search.rag",
            "- [authored, lore/kettle.md] Kettle: The kettle is older than the inn.",
        ),
    ]


def test_the_beginning_of_a_prompt_stays_byte_for_byte(recalled):
    """From turn to turn, whoever is named and whatever is asked, a provider can cache it."""
    notes = {
        "self/system_prompt.md": "You are {{char}}.",
        "self/description.md": "An innkeeper.",
        "self/rules.md": "# Rules\n\n- be brief\n",
        "channels/discord-lantern.tavern.md": "# Tavern\n\n- we meet on Mondays\n",
        "days/2026-03-01.md": "# Today\n\n- the kettle broke\n",
        "people/discord-42.md": "# Rowan\n\n- loves tea\n",
        "people/discord-7.md": "# Gus\n\n- plays the banjo\n",
        "lore/inn.md": "# Inn\n\nThe inn is old.\n",
    }
    one, two = recalled(
        notes,
        RecallRequest("hello Gus", ROWAN, TAVERN),
        RecallRequest("how old is the inn?", GUS, TAVERN, mode=Mode.TEXT),
    )
    begin = (
        "You are Ember.\n\n"
        '<memory kind="Rules" class="learned">\nRules\n- be brief\n</memory>\n\n'
        "An innkeeper.\n\n"
        '<memory kind="This place" class="learned">\nTavern\n- we meet on Mondays\n</memory>\n\n'
        '<memory kind="The last days" class="learned">\nToday\n- the kettle broke\n</memory>\n\n'
    )
    assert one.render().startswith(begin) and two.render().startswith(begin)
    assert one.render() != two.render()


def test_what_the_caller_adds_stands_after_ours_and_instructions_come_last(recalled):
    """Post-history instructions are the last words of all."""
    notes = {"self/post_history_instructions.md": "Stay brief."}
    extra = (
        Contribution(Layer.AUTHOR_NOTE, "confirmation", "Rowan said yes.", 50),
        Contribution(Layer.CONTENT, "weather <b>", "Rain.", 50),
    )
    (found,) = recalled(notes, RecallRequest("", ROWAN, TAVERN, extra=extra))
    assert found.render() == (
        '<memory kind="weather b" class="given">\nRain.\n</memory>\n\n'
        '<memory kind="confirmation" class="given">\nRowan said yes.\n</memory>\n\n'
        "Stay brief."
    )


def lines(source, count, layer=Layer.CONTENT, priority=50, label=""):
    """A block of so many lines of ten characters."""
    text = "\n".join(f"- line {n:03}" for n in range(count))
    return Contribution(layer, source, text, priority, label or source, "learned")


def test_over_the_cap_recalled_goes_first_then_facts_then_days():
    """By whole lines; the cap is exact; of days the oldest goes first."""
    offered = (
        lines("content_search.people", 5),
        lines("channel", 5),
        lines("days", 5, label="old"),
        lines("days", 5, label="new"),
        lines("facts", 5),
        lines("content_search.rag", 5),
    )
    everything = memory_chars(offered)
    gone = {}
    for cap in range(everything, 1, -1):
        kept, _, warning = cap_memory(offered, cap)
        assert warning is not None or memory_chars(kept) <= cap
        for label in {c.label for c in offered} - {c.label for c in kept}:
            gone.setdefault(label, cap)
    assert sorted(gone, key=gone.get, reverse=True) == ["content_search.rag", "facts", "old", "new"]


def test_people_and_channel_stay_and_a_warning_says_so(recalled):
    """When they alone are more than the cap."""
    notes = {
        "people/discord-42.md": "# Rowan\n\n- loves tea\n",
        "channels/discord-lantern.tavern.md": "# Tavern\n\n- we meet on Mondays\n",
        "days/2026-03-01.md": "# Today\n\n- tea was had\n",
    }
    (found,) = recalled(
        notes,
        RecallRequest("tea", ROWAN, TAVERN),
        settings="[recall]\nmax_memory_chars = 60\n",
    )
    assert [c.source for c in found.contributions] == ["channel", "content_search.people"]
    (warning,) = found.trace.degraded
    assert warning.startswith("people and channel notes alone are ") and warning.endswith(" = 60")


@pytest.mark.parametrize("total", [0, 20, 45, 60, 100, 300, 1000])
def test_the_marks_are_in_the_budget(total):
    """What is rendered never weighs more than was allowed."""
    offered = [lines(f"mine{n}", 1 + n, priority=n) for n in range(8)]
    offered += [lines("content_search.people", 9), lines("facts", 3)]
    kept, _ = Budgeter(Mode.TEXT, total).fit(offered)
    assert estimate_tokens(Context(kept).render()) <= total
    assert kept or total < 60


def test_macros_are_filled_in_and_asides_dropped():
    """Dates are of the familiar's own day; what is not known stays."""
    text = "{{// note}}{{Char}} {{user}} {{date}} {{weekday}} {{time}}{{newline}}{{nope}}{{noop}}"
    found = Macros("Ember", "Rowan", NOW).expand(text)
    assert found == "Ember Rowan 2026-03-01 Sunday 10:00\n{{nope}}"
