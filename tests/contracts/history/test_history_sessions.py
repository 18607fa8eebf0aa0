"""Which turns make up a session."""

from familiar_memory.domain.talk.place import Place
from familiar_memory.history.session_keys import parse_session_key, session_key
from familiar_memory.history.sessions.membership import Session

TAVERN = "discord-lantern.tavern"


def members(history):
    """Every session's turns by ref, in order of session key."""
    keys = sorted(session.key for session in history.sessions())
    return [[t.turn.ref for t in history.session_turns(key)] for key in keys]


def test_a_silence_over_an_hour_ends_a_session(history, say):
    """Exactly an hour does not."""
    history.record_many([say("a"), say("b", minute=60), say("c", minute=120.1)])
    assert members(history) == [["a", "b"], ["c"]]


def test_a_session_holds_at_most_two_hundred_turns(history, say):
    """The 201st opens the next one."""
    history.record_many(say(f"m{n}", minute=n / 60) for n in range(450))
    assert [len(refs) for refs in members(history)] == [200, 200, 50]


def test_each_place_has_sessions_of_its_own(history, say):
    """Talk in one room neither ends nor fills a session in another."""
    other = Place("discord", "build-log", "lantern")
    history.record_many([say("a"), say("b", minute=1, place=other), say("c", minute=2)])
    assert members(history) == [["b"], ["a", "c"]]


def test_a_session_says_its_span_and_size(history, say):
    """The newest comes first; spans are those of its turns."""
    first, second = say("a", minute=3), say("b", minute=4)
    history.record_many([first, second, say("c", minute=500)])
    assert history.sessions()[1] == history.session(f"{TAVERN}/00000001")
    assert history.sessions()[1] == Session(
        f"{TAVERN}/00000001", TAVERN, 1, first.timestamp, second.timestamp, 2, 2
    )


def test_a_late_turn_joins_the_session_that_it_falls_into(history, say):
    """The order of a session is that of speaking, whenever a turn arrived."""
    history.record_many([say("a"), say("c", minute=30), say("z", minute=500)])
    history.record(say("b", minute=15))
    assert members(history) == [["a", "b", "c"], ["z"]]


def test_a_late_turn_joins_the_nearest_session_within_an_hour(history, say):
    """Before its start or after its end; the nearer one wins."""
    history.record_many([say("a", minute=100), say("z", minute=200)])
    history.record(say("before", minute=45))
    history.record(say("nearer z", minute=155))
    assert members(history) == [["before", "a"], ["nearer z", "z"]]


def test_a_late_turn_far_from_all_opens_a_session(history, say):
    """Its ordinal is the next one: ordinals tell the order of creation."""
    history.record_many([say("z", minute=5000), say("a")])
    assert members(history) == [["z"], ["a"]]


def test_a_late_turn_finds_no_room_in_a_full_session(history, say):
    """It opens one that lies inside the other's span, and others may join it there."""
    history.record_many(say(f"m{n}", minute=n / 10) for n in range(200))
    history.record_many([say("x", minute=5), say("y", minute=6)])
    assert [len(refs) for refs in members(history)] == [200, 2]


def test_a_turn_keeps_its_session_when_it_is_edited(history, say):
    """However late the edit comes."""
    history.record_many([say("a"), say("b", minute=1)])
    history.record(say("a", "new", minute=5000, edited=True))
    assert members(history) == [["a", "b"]]


def test_sessions_beyond_the_limit_of_turns_are_left_out(history, say):
    """The newest that fit together; the first that does not fit ends the list."""
    history.record_many(say(f"{s}{n}", minute=s * 500 + n) for s in range(3) for n in range(2))
    assert [s.ordinal for s in history.sessions(limit_turns=5)] == [3, 2]
    newest = [(f"{TAVERN}/00000003", 2, 2), (f"{TAVERN}/00000002", 2, 2)]
    assert history.session_revisions(5) == newest
    assert history.turns_in_newer(f"{TAVERN}/00000002") == 4


def test_an_unknown_session_has_no_turns(history):
    """Nor does a key that is none."""
    for key in (f"{TAVERN}/00000009", "nonsense", "", f"{TAVERN}/1"):
        assert (history.session(key), history.session_turns(key)) == (None, [])


def test_session_keys_read_back():
    """A key is its place and eight digits, or more when those run out."""
    assert parse_session_key(session_key(TAVERN, 7)) == (TAVERN, 7)
    assert session_key("p-x", 123456789) == "p-x/123456789"
    assert parse_session_key("p-x/123456789") == ("p-x", 123456789)
    for wrong in ("p-x/7", "p-x", "p-x/٠٠٠٠٠٠٠١", f"p-x/{'9' * 40}", "p-x/-0000001"):
        assert parse_session_key(wrong) is None
