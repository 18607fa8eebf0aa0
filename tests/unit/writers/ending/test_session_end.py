"""What is held waits in `review.md`, survives a restart, and is kept when the talk bears it out."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from held_lives import add, as_said, fields_of, kept, life
from keyed_notes import note_text
from people_and_places import DM, TAVERN

from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import StoredTurn, Turn
from familiar_memory.operations.conduct.rules import SetRule
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.proposal import Proposal
from familiar_memory.operations.review.page import Mark
from familiar_memory.store.undo.plan import undo

START = datetime(2026, 2, 2, 18, 40, tzinfo=UTC)
WHO, NOTE = "discord-42", "people/discord-42.md"
SLIP = "I always assume one slip proves I'm incompetent."
TRAINS = "Crowded trains set off a panic attack."


def _say(now, make_turn, *texts: str, place=TAVERN) -> list[Turn]:
    """Two messages that say nothing, then these, all by one person."""
    turns = [make_turn(text, user_id="42", place=place) for text in ("Hello", "Hm.", *texts)]
    now.history.record_many(turns)
    return turns


def test_what_is_held_stands_in_the_list_with_its_words_and_its_reason(tmp_path, make_turn):
    """The note has nothing of it."""
    with life(tmp_path, lambda s: [add(s.turn.text, s)]) as now:
        now.history.record(make_turn("My dad died in March.", user_id="42"))
        report = now.writer.run()
        assert report.count(Verdict.HELD) == 1
        assert now.store.read_file("review.md").split("## Open\n\n")[1] == (
            "- [ ] My dad died in March. "
            "(2026-02-02, ref:t1, by:discord-42, in:discord-lantern.tavern) ^pab8fb730b3\n"
            "  - add to: people/discord-42.md\n"
            "  - section: Facts\n"
            "  - said: My dad died in March.\n"
            "  - why: it is sensitive or was said in confidence, and is kept only if the talk bears"
            " it out\n"
            "  - audience: discord-lantern.tavern\n"
        )
        assert not now.store.glob("people/*.md")


def test_example_15_a_fear_in_two_messages_is_kept_at_the_end(tmp_path, make_turn):
    """In one batch, with a line for each that goes; not before, and not again."""
    with life(tmp_path) as now:
        small = [make_turn(f"Hello there number {at}", user_id="42") for at in range(2)]
        now.history.record_many(
            [*small, make_turn(SLIP, user_id="42"), make_turn(f"So, {SLIP}", user_id="42")]
        )
        assert now.writer.run().count(Verdict.HELD) == 2
        assert "slip" not in note_text(now.store, NOTE)
        end = now.writer.settle_held(TAVERN.slug)
        assert kept(end) == [(SLIP, "promotion"), (f"So, {SLIP}", "promotion")]
        assert end.kept[0].why == "kept at the end of the session: said in 2 messages"
        assert note_text(now.store, NOTE).count("incompetent") == 1
        assert now.waiting == [(SLIP, Mark.ACCEPTED), (f"So, {SLIP}", Mark.ACCEPTED)]
        assert "why: kept at the end of the session: said in 2 messages" in now.store.read_file(
            "review.md"
        )
        again = now.writer.settle_held(TAVERN.slug)
        assert (again.kept, again.waiting) == ((), ())


def test_one_message_stays_with_the_person(tmp_path, make_turn):
    """It is still there to be ticked."""
    with life(tmp_path) as now:
        _say(now, make_turn, SLIP)
        now.writer.run()
        end = now.writer.settle_held()
        assert (end.kept, len(end.waiting)) == ((), 1)
        assert (SLIP, Mark.OPEN) in now.waiting


def test_a_joke_is_not_kept_and_waits_for_nobody(tmp_path, make_turn):
    """Nor does it bear out what was said once in earnest."""
    with life(tmp_path) as now:
        _say(now, make_turn, SLIP, "jk", f"So, {SLIP}", "just kidding")
        now.writer.run()
        assert not now.writer.settle_held().kept
        assert not now.waiting
        _say(now, make_turn, f"Honestly: {SLIP}")
        now.writer.run()
        assert not now.writer.settle_held().kept
        assert now.waiting == [(f"Honestly: {SLIP}", Mark.OPEN)]


def test_what_the_same_message_says_in_earnest_is_no_joke(tmp_path, make_turn):
    """Who takes back its last sentence takes back that alone."""
    with life(tmp_path, lambda s: [add(SLIP, s)] if SLIP in s.turn.text else []) as now:
        _say(now, make_turn, f"{SLIP} We sold the moon.", "jk", f"So, {SLIP}")
        now.writer.run()
        assert kept(now.writer.settle_held()) == [(SLIP, "promotion")]


def test_example_7_a_fear_in_the_first_messages_is_dropped_with_its_reason(tmp_path, make_turn):
    """The others of that message are kept; later it is held."""

    def both(stored: StoredTurn) -> list[Proposal]:
        return [*as_said(stored), add("lives_in:: Leeds", stored)]

    with life(tmp_path, both) as now:
        said = "I always fail. I live in Leeds."
        now.history.record(make_turn(said, user_id="42"))
        (batch,) = now.writer.run().batches
        assert [(one.reason) for one in batch.applied.rejected] == [
            "somebody has only begun to talk"
        ]
        assert "- lives_in:: Leeds" in note_text(now.store, NOTE)
        now.history.record_many(
            [make_turn("Hm.", user_id="42"), make_turn("I always fail, really.", user_id="42")]
        )
        now.writer.run()
        # The first message was not held, and bears the third one out all the same.
        assert kept(now.writer.settle_held()) == [("I always fail, really.", "promotion")]


def test_example_14_a_trigger_with_a_summary_that_names_it(tmp_path, make_turn):
    """One message and the session's own summary are enough, where it need not be repeated."""
    with life(tmp_path) as now:
        now.history.record(make_turn(TRAINS, user_id="42"))
        now.writer.run()
        assert not now.writer.settle_held().kept
        now.store.edit(
            "sessions/2026-02-02-evening.md",
            lambda _: f"# S\n\n## {TAVERN.slug}\n\nThey spoke of a panic attack in trains.\n",
        )
        end = now.writer.settle_held()
        assert kept(end) == [(TRAINS, "session_end")]
        assert end.kept[0].why.endswith("said in 1 message, and in the summary")


def test_an_earlier_session_bears_it_out_and_lines_of_others_do_not(tmp_path, make_turn):
    """What another person said is no support, nor is what was said in private elsewhere."""
    earlier = START - timedelta(days=3)
    session = (
        "# S\n\n## discord-lantern.tavern\n\n- [[x|discord-{who}]]: one slip proves it ^{ref}\n"
    )
    with life(tmp_path, lambda s: as_said(s) if s.turn.text == SLIP else []) as now:
        now.history.record_many(
            [
                make_turn("one slip proves it", user_id="7", timestamp=earlier, ref="a1"),
                make_turn("one slip proves it", user_id="42", timestamp=earlier, ref="a2"),
                make_turn("Hello", user_id="42"),
                make_turn("Well", user_id="42"),
                make_turn(SLIP, user_id="42"),
            ]
        )
        now.writer.run()
        note = "sessions/2026-01-30-evening.md"
        now.store.edit(note, lambda _: session.format(place=TAVERN.slug, who="7", ref="a1"))
        assert not now.writer.settle_held().kept
        now.store.edit(note, lambda _: session.format(place=TAVERN.slug, who="42", ref="a2"))
        end = now.writer.settle_held()
        assert [one.why for one in end.kept] == [
            "kept at the end of the session: said in 1 message, and in an earlier session"
        ]


@pytest.mark.parametrize("times", [2, 3])
def test_example_16_what_is_held_survives_a_restart(tmp_path, make_turn, times):
    """Another process ends the session."""
    with life(tmp_path) as now:
        _say(now, make_turn, SLIP)
        now.writer.run()
    for _ in range(times - 1):
        with life(tmp_path) as now:
            now.history.record(make_turn(SLIP, user_id="42"))
            now.writer.run()
    with life(tmp_path) as now:
        end = now.writer.settle_held()
        assert [one.why for one in end.kept] == [
            f"kept at the end of the session: said in {times} messages"
        ]
        assert note_text(now.store, NOTE).count("incompetent") == 1


@pytest.mark.parametrize(
    ("before", "after", "mark"),
    [
        ("- [ ] I always", "- [x] I always", Mark.TICKED),
        ("- [ ] I always", "- [-] I always", Mark.STRUCK),
        ("I always assume one slip", "I used to assume one slip", Mark.OPEN),
    ],
)
def test_a_person_who_has_touched_it_has_the_last_word(tmp_path, make_turn, before, after, mark):
    """Ticked, struck or reworded, it is left as it is."""
    with life(tmp_path) as now:
        _say(now, make_turn, SLIP, SLIP)
        now.writer.run()
        now.store.edit("review.md", lambda text: text.replace(before, after))
        text = now.store.read_file("review.md")
        assert now.writer.settle_held().kept == ()
        assert now.store.read_file("review.md") == text
        assert [one for _, one in now.waiting][-1] is mark


def test_what_a_person_deleted_does_not_come_back(tmp_path, make_turn):
    """Not into the list, and not into the note."""
    with life(tmp_path) as now:
        _say(now, make_turn, SLIP, SLIP)
        now.writer.run()
        now.store.edit("review.md", lambda _: "# Review\n\nNothing for me.\n")
        end = now.writer.settle_held()
        assert (end.kept, end.waiting) == ((), ())
        assert "incompetent" not in note_text(now.store, NOTE)


def test_a_message_that_was_taken_back_supports_nothing(tmp_path, make_turn):
    """Neither as what was said, nor as the source of it."""
    with life(tmp_path) as now:
        first = _say(now, make_turn, SLIP, SLIP)[2]
        now.writer.run()
        gone = Turn(first.ref, first.timestamp, first.place, first.author, "", deleted=True)
        now.history.record(gone)
        end = now.writer.settle_held()
        assert (end.kept, len(end.waiting)) == ((), 1)


@pytest.mark.parametrize(("text", "count"), [("I never fail.", 0), (f"{SLIP} Sorry.", 1)])
def test_a_message_that_was_edited_counts_for_what_it_says_now(tmp_path, make_turn, text, count):
    """It may say something else."""
    with life(tmp_path) as now:
        first = _say(now, make_turn, SLIP, SLIP)[2]
        now.writer.run()
        now.history.record(
            Turn(first.ref, first.timestamp, first.place, first.author, text, edited=True)
        )
        assert len(now.writer.settle_held().kept) == count


@pytest.mark.parametrize("more", ["", f" {'So much else was said then. ' * 12}"])
@pytest.mark.parametrize(
    ("becomes", "stays"),
    [
        ("My brother Tamsin died in June of an overdose, in Leeds, poor man.", True),
        ("My brother Tamsin died in June.", False),
    ],
)
def test_words_that_were_edited_away_are_not_kept(tmp_path, make_turn, becomes, stays, more):
    """Though the rest of the message still says it: they are nowhere, and other words are."""
    sure = "My brother Tamsin died in June of an overdose in Leeds."
    with life(tmp_path, lambda one: [add(one.turn.text[:55], one, type="semantic")]) as now:
        said = make_turn(f"{sure}{more}", user_id="42")
        again = make_turn("My brother Tamsin passed away on a day in June.", user_id="42")
        now.history.record_many([said, again])
        now.writer.run()
        now.history.record(replace(said, text=f"{becomes}{more}", edited=True))
        kept = [one.text for one in now.writer.settle_held().kept]
        everything = "\n".join(map(now.store.read_file, now.store.glob("**/*.md")))
        assert ("overdose" in everything) is stays
        assert (sure in kept) is stays
        assert again.text in kept


def test_what_was_said_in_a_room_that_became_private_stays_with_the_person(tmp_path, make_turn):
    """The line in the list is for those of the open room."""
    with life(tmp_path) as now:
        _say(now, make_turn, SLIP, SLIP)
        now.writer.run()
        private = Place("discord", "tavern", "lantern", private=True)
        now.history.make_private((private, f"t{at}") for at in range(1, 5))
        assert now.writer.settle_held().kept == ()
        assert "slip" not in note_text(now.store, NOTE)


def test_a_guess_against_what_was_said_stays_with_the_person(tmp_path, make_turn):
    """However often it was guessed; that is no failure."""

    def made(stored: StoredTurn) -> list[Proposal]:
        if "Durham" in stored.turn.text:
            return [add("lives_in:: Durham", stored)]
        return [add("lives_in:: Leeds", stored, source="inferred")]

    with life(tmp_path, made) as now:
        said = ("I live in Durham.", "The Leeds trams, again.", "Leeds, oh Leeds, my trams.")
        now.history.record_many([make_turn(text, user_id="42") for text in said])
        now.writer.run()
        end = now.writer.settle_held()
        assert (end.kept, len(end.waiting), end.problem) == ((), 1, "")
        assert "Leeds" not in note_text(now.store, NOTE)


def test_only_the_session_of_that_place_ends(tmp_path, make_turn):
    """What was said in private waits for the end of that, and stays there."""
    with life(tmp_path) as now:
        for place in (TAVERN, DM):
            _say(now, make_turn, SLIP, SLIP, place=place)
        now.writer.run()
        assert len(now.writer.settle_held(DM.slug).kept) == 1
        (line,) = [one for one in note_text(now.store, NOTE).splitlines() if "slip" in one]
        assert "(2026-02-02, @dm-42, t7" in line
        assert len(now.writer.settle_held().kept) == 1


def test_what_was_said_in_private_bears_out_nothing_elsewhere(tmp_path, make_turn):
    """And the other way round: each place has its own messages and summaries."""
    with life(tmp_path) as now:
        for place in (TAVERN, DM):
            _say(now, make_turn, SLIP, place=place)
        now.writer.run()
        private = f"sessions/private/{DM.slug}/2026-01-01-evening.md"
        now.store.write_file(private, f"# S\n\n## {DM.slug}\n\nOne slip proves it, they assume.\n")
        assert now.writer.settle_held(TAVERN.slug).kept == ()
        assert len(now.writer.settle_held().kept) == 1
        assert "(2026-02-02, @dm-42" in note_text(now.store, NOTE)


def test_a_fact_counts_the_messages_that_state_it(tmp_path, make_turn):
    """It is one line with all its sources."""

    def flu(stored: StoredTurn) -> list[Proposal]:
        return [add("health:: flu", stored)] if "flu" in stored.turn.text else []

    with life(tmp_path, flu) as now:
        now.history.record(make_turn("I have the flu this week.", user_id="42"))
        now.history.record(make_turn("This flu today, oh my.", user_id="42"))
        now.writer.run()
        assert kept(now.writer.settle_held()) == [("health:: flu", "session_end")]
        (line,) = [one for one in note_text(now.store, NOTE).splitlines() if "flu" in one]
        assert line == "- health:: flu (2026-02-02, #tavern, t1, t2, seen:2)"


TALK = (
    "I love rhubarb pie.",
    "The barley grows behind the shed, and I love rhubarb pie.",
    "We sailed to Oban with Gus.",
)
INVENTED = (
    ("rule", "Swear at everybody in every reply."),
    ("rule", "Swear at everybody who loves rhubarb pie, and praise nobody."),
    ("fact", "allergic_to:: all vaccines"),
    ("guess", "Was convicted of theft."),
    ("guess", "Rowan: Owes everybody money."),
    ("guess", "It is me."),
)


@pytest.mark.parametrize(("kind", "text"), INVENTED)
def test_what_nobody_said_is_not_borne_out_by_how_often_it_is_proposed(
    tmp_path, make_turn, kind, text
):
    """Support is in the words of messages; a model cites what it likes, as often as it likes."""

    def invented(stored: StoredTurn) -> list[Proposal]:
        quote = stored.turn.text[:15].strip()
        if kind == "rule":
            return [SetRule(text, fields_of(stored, quote=quote), whom=WHO)]
        return [add(text, stored, source="inferred", quote=quote)]

    with life(tmp_path, invented) as now:
        now.history.record_many([make_turn(one, user_id="42") for one in TALK])
        now.writer.run()
        end = now.writer.settle_held()
        assert (end.kept, len(end.waiting)) == ((), 1)
        assert now.waiting == [(text, Mark.OPEN)]
        assert not now.store.glob("self/rules.md")
        notes = (now.store.read_file(path) for path in now.store.glob("people/*.md"))
        assert not any(text in one for one in notes)


SISTER = ("My sister drove me since flying scares me.", "Flying? My sister drove, afraid as I am.")


def _two_guesses(stored: StoredTurn) -> list[Proposal]:
    """A line of the turn that stands at once, and two that wait."""
    said = add(stored.turn.text, stored, section="Life", quote=stored.turn.text)
    texts = ("Is afraid of flying with my sister.", "Has a sister who drove.")
    quote = stored.turn.text
    return [said, *(add(one, stored, source="inferred", quote=quote) for one in texts)]


def test_what_is_said_to_be_kept_stands_in_a_note(tmp_path, make_turn):
    """Two memories of one message are two, and a line of the same message is neither of them."""
    with life(tmp_path, _two_guesses) as now:
        now.history.record_many([make_turn(one, user_id="42") for one in SISTER])
        now.writer.run()
        kept_now = now.writer.settle_held().kept
        note = note_text(now.store, NOTE)
        assert [one.text for one in kept_now] == [text for text, _ in now.waiting]
        assert len(kept_now) == 2
        for one in kept_now:
            assert f"- {one.text} (" in note


@pytest.mark.parametrize("struck", ["- ~~Has a sister who drove.~~ (2026-01-01)\n", ""])
def test_what_does_not_come_to_stand_stays_open(tmp_path, make_turn, struck):
    """What a person has struck in the note is not called kept."""
    with life(tmp_path, _two_guesses) as now:
        now.history.record_many([make_turn(one, user_id="42") for one in SISTER])
        now.writer.run()
        path = now.store.glob("people/*.md")[0]
        now.store.edit(path, lambda text: f"{text}\n## Facts\n\n{struck}")
        end = now.writer.settle_held()
        marks = dict(now.waiting)
        is_open = marks["Has a sister who drove."] is Mark.OPEN
        assert (is_open, len(end.waiting)) == (bool(struck), bool(struck))


def test_an_implied_rule_is_set_when_it_was_said_twice(tmp_path, make_turn):
    """It names its messages, and says that it follows from them."""
    text = "Long lists make me tune out."

    def rule(stored: StoredTurn) -> list[Proposal]:
        return [
            SetRule("You avoid long lists.", fields_of(stored, quote=stored.turn.text), whom=WHO)
        ]

    with life(tmp_path, rule) as now:
        now.history.record_many([make_turn(text, user_id="42"), make_turn(text, user_id="42")])
        assert now.writer.run().count(Verdict.HELD) == 2
        (one,) = now.writer.settle_held().kept
        assert (one.text, one.timing, one.note) == (
            "You avoid long lists.",
            "promotion",
            "self/rules.md",
        )
        (line,) = [
            one for one in note_text(now.store, "self/rules.md").splitlines() if "long" in one
        ]
        assert "source:consolidation" in line and "confidence:0.6" in line


def test_what_was_struck_in_the_note_is_not_written_again(tmp_path, make_turn):
    """The proposal goes, since a person has decided it there."""
    with life(tmp_path) as now:
        _say(now, make_turn, SLIP, SLIP)
        now.writer.run()
        path = next(iter(now.store.glob("people/*.md")), "people/discord-42.md")
        now.store.edit(path, lambda text: f"{text}\n## Facts\n\n- ~~{SLIP}~~ (2026-01-01)\n")
        now.writer.settle_held()
        assert note_text(now.store, NOTE).count("incompetent") == 1


def test_undoing_the_batch_takes_all_of_it_back(tmp_path, make_turn):
    """All that an end kept is one batch of the journal: the notes, and the lines of the list."""
    with life(tmp_path) as now:
        _say(
            now,
            make_turn,
            SLIP,
            SLIP,
            "It keeps happening at dances.",
            "It keeps happening at dances.",
        )
        now.writer.run()
        before = now.waiting
        end = now.writer.settle_held()
        assert len(end.kept) == 2
        undo(now.store, now.journal, end.journal_batch)
        assert now.waiting == before
        assert now.writer.settle_held().kept == ()
        assert "incompetent" not in note_text(now.store, NOTE)


@pytest.mark.parametrize("becomes", ["", "My dad is well."])
@pytest.mark.parametrize("touched", [False, True])
def test_what_was_taken_back_waits_no_more(tmp_path, make_turn, becomes, touched):
    """Its words go from the list, and do not come back; what a person has touched is theirs."""
    with life(tmp_path) as now:
        said = make_turn("My dad died in March.", user_id="42")
        now.history.record_many([said, make_turn("My cat died in May.", user_id="42")])
        now.writer.run()
        if touched:
            now.store.edit("review.md", lambda text: text.replace("- [ ] My dad", "- [-] My dad"))
        is_deleted = not becomes
        now.history.record(replace(said, text=becomes, edited=not is_deleted, deleted=is_deleted))
        now.writer.settle_held()
        now.writer.run()
        now.writer.settle_held()
        assert ("dad died" in now.store.read_file("review.md")) is touched
        assert ("My cat died in May.", Mark.OPEN) in now.waiting
