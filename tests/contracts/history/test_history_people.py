"""Who spoke, where, and under which names."""

from dataclasses import replace

from people_and_places import TAVERN

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Role
from familiar_memory.history.turns.amendment import RecordOutcome

LOG = Place("discord", "build-log", "lantern")


def test_recent_authors_are_distinct_and_latest_first(history, say):
    """Each person once, by the last time they spoke here."""
    for minute, who in enumerate("1213242"):
        history.record(say(f"m{minute}", minute=minute, who=who))
    history.record(say("x", minute=50, who="9", place=LOG))
    assert [a.user_id for a in history.recent_distinct_authors(TAVERN)] == ["2", "4", "3", "1"]
    assert [a.user_id for a in history.recent_distinct_authors(TAVERN.slug, 2)] == ["2", "4"]
    assert history.recent_distinct_authors("discord-nowhere") == []


def test_the_familiar_itself_is_no_participant(history, say):
    """Assistant turns make nobody recent, nor a person."""
    history.record(say("m1", who="bot", role=Role.ASSISTANT))
    assert (history.recent_distinct_authors(TAVERN), history.authors()) == ([], [])


def test_an_imported_old_turn_makes_nobody_recent(history, say):
    """Recency is by the time of speaking."""
    history.record_many([say("a", minute=9, who="1"), say("b", minute=10, who="2")])
    history.record(say("c", minute=0, who="1"))
    assert [a.user_id for a in history.recent_distinct_authors(TAVERN)] == ["2", "1"]


def test_people_carry_their_newest_name(history, say):
    """In every place, whatever order turns arrive in."""
    old, new = Author("discord", "1", "Old", "o"), Author("discord", "1", "New", "n", ("N",))
    history.record(say("a", minute=5, author=new, place=LOG))
    history.record(say("b", minute=1, author=old))
    assert history.recent_distinct_authors(TAVERN) == [new]
    assert history.authors() == [new]


def test_a_name_taken_up_again_is_the_newest(history, say):
    """A, B, then A again within the hour: A."""
    a, b = Author("discord", "1", "A"), Author("discord", "1", "B")
    for minute, author in enumerate((a, a, b, a)):
        history.record(say(f"m{minute}", minute=minute, author=author))
    assert history.authors() == [a]


def test_every_name_is_kept_with_its_time(history, say):
    """First and last seen; the latest first."""
    old, new = Author("discord", "1", "Old"), Author("discord", "1", "New")
    history.record_many(
        [say("a", author=old), say("b", minute=90, author=old), say("c", minute=99, author=new)]
    )
    seen = history.names_of(Author("discord", "1"))
    assert [(s.author, s.first, s.last) for s in seen] == [
        (new, say("c", minute=99).timestamp, say("c", minute=99).timestamp),
        (old, say("a").timestamp, say("b", minute=90).timestamp),
    ]
    assert history.names_of(Author("discord", "nobody")) == []


def test_the_names_of_everybody_are_those_of_each(history, say):
    """In the order of the authors; the familiar is none of them."""
    names = [("2", "Zoë"), ("1", "Old"), ("1", "New"), ("2", "Zoe")]
    for minute, (number, name) in enumerate(names):
        author = Author("discord", number, name)
        history.record(say(f"m{minute}", minute=90 * minute, author=author))
    everybody = history.names_of_everybody()
    assert everybody == [one for who in history.authors() for one in history.names_of(who)]
    assert [one.author.display_name for one in everybody] == ["New", "Old", "Zoe", "Zoë"]


def test_turns_keep_the_name_of_their_day(history, say):
    """A rename does not rewrite what was said before it."""
    history.record(say("a", author=Author("discord", "1", "Old")))
    history.record(say("b", minute=1, author=Author("discord", "1", "New")))
    names = [t.turn.author.display_name for t in history.latest(TAVERN.slug, 2)]
    assert names == ["Old", "New"]


def test_rooms_are_the_places_in_which_a_person_spoke(history, say):
    """Not where others did, and not by a deletion alone."""
    history.record_many(
        [
            say("a", who="1"),
            say("b", who="1", place=LOG),
            say("c", who="2"),
            say("d", "", who="2", place=LOG, deleted=True),
        ]
    )
    assert history.rooms_of(Author("discord", "1")) == {TAVERN.slug, LOG.slug}
    assert history.rooms_of(Author("discord", "2")) == {TAVERN.slug}
    assert history.rooms_of(Author("discord", "3")) == frozenset()


def test_places_are_listed_by_slug(history, say):
    """Each as it was first recorded."""
    history.record_many([say("a"), say("b", place=LOG), say("c")])
    assert history.places() == [LOG, TAVERN]


def test_a_place_is_called_what_was_said_last(history, say):
    """By the time of the turns, not of their arrival; a turn without names changes nothing."""

    def names():
        (place,) = history.places()
        assert place == TAVERN
        assert history.places_named([TAVERN.slug, "d-x"]) == {TAVERN.slug: TAVERN}
        assert history.places_named([TAVERN.slug])[TAVERN.slug].name == place.name
        return place.name, place.guild_name

    history.record(say("a"))
    assert names() == (None, None)
    history.record(say("b", minute=9, place=replace(TAVERN, name="inn", guild_name="Lantern")))
    assert names() == ("inn", "Lantern")
    history.record(say("c", minute=5, place=replace(TAVERN, name="pub", guild_name="Old")))
    history.record(say("d", minute=11))
    assert names() == ("inn", "Lantern")
    history.record(say("e", minute=12, place=replace(TAVERN, name="bar")))
    assert names() == ("bar", None)
    told = [(t.turn.place.name, t.turn.place.guild_name) for t in history.latest(TAVERN.slug, 4)]
    assert told == [("pub", "Old"), ("inn", "Lantern"), (None, None), ("bar", None)]


def test_a_turn_that_is_there_already_can_name_its_place(history, say):
    """As when an export is read again by a program that keeps names."""
    history.record(say("a"))
    named = say("a", place=replace(TAVERN, name="tavern"))
    assert history.record(named) is RecordOutcome.UNCHANGED
    assert [place.name for place in history.places()] == ["tavern"]


def test_what_a_room_was_called_in_private_is_not_told_of_the_open_one(history, say):
    """Each has the names of its own turns; those of turns that left go with them."""
    secret = replace(TAVERN.twin, name="plotters", guild_name="Plotters")
    history.record_many([say("a"), say("b", minute=1), say("z", minute=1, deleted=True)])
    history.record_many([say("z", place=secret), say("a", place=secret)])
    assert {place.slug: place.name for place in history.places()} == {
        TAVERN.slug: None,
        secret.slug: "plotters",
    }
    history.record(say("c", minute=2, place=replace(TAVERN, name="tavern")))
    history.record(say("d", minute=3, place=replace(TAVERN, name="plotters too")))
    assert history.places_named([TAVERN.slug])[TAVERN.slug].name == "plotters too"
    history.make_private([(TAVERN.twin, "d")])
    assert {place.slug: place.name for place in history.places()} == {
        TAVERN.slug: "tavern",
        secret.slug: "plotters too",
    }


def test_a_turn_given_to_its_real_author_takes_the_other_out_of_the_room(history, say):
    """Who has said nothing there has no part in what was said there."""
    history.record(say("a", who="1"))
    history.record(say("a", who="2", edited=True))
    assert history.rooms_of(Author("discord", "1")) == frozenset()
    assert history.rooms_of(Author("discord", "2")) == {TAVERN.slug}
