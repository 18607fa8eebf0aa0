"""The recall log: names of what was surfaced, bounded, and gone with what it names."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from familiar_memory.domain.memory.surfaced import LoggedRecall, Surfaced
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.errors import HistoryError
from familiar_memory.history import schema
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.history.recalls.base import LogCounts
from familiar_memory.history.recalls.logger import RecallLogger
from familiar_memory.history.turns.amendment import RecordOutcome

AT = datetime(2026, 2, 3, 9, 0, tzinfo=UTC)
TAVERN = "discord-lantern.tavern"


def turn_of(ref):
    """A surfaced turn of the tavern."""
    return Surfaced("conversation", TAVERN, None, TAVERN, (ref,))


def note_of(path, line=3, *refs):
    """A surfaced line of a note, which came from these turns."""
    return Surfaced("memory", path, line, TAVERN if refs else None, refs)


def recall(*surfaced, minutes=0, author="discord-42", question=None):
    """A recall in the tavern."""
    at = AT + timedelta(minutes=minutes)
    return LoggedRecall(at, TAVERN, author, surfaced, 9, question)


_WITHOUT_NIGHTS = "DROP TABLE night_steps; DROP TABLE nights;"
_WITHOUT_REPLIES = _WITHOUT_NIGHTS + "".join(
    f"ALTER TABLE batches DROP COLUMN {column};"
    for column in ("reply", "again_us", "delays", "staged")
)
_NAMELESS = (
    _WITHOUT_REPLIES
    + "DROP INDEX turns_named; ALTER TABLE turns DROP COLUMN called; DROP TABLE place_names;"
)


def older_file(path):
    """A history as version 1 of the program made it, with one turn in it."""
    HistoryStore(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            _NAMELESS
            + "ALTER TABLE places DROP COLUMN private; ALTER TABLE batches DROP COLUMN turns;"
            "DROP TABLE surfaced; DROP TABLE recalls; PRAGMA user_version = 1;"
        )


def tables_of(path):
    """Names and statements of everything in the file's schema."""
    with closing(sqlite3.connect(path)) as connection:
        return (
            connection.execute("PRAGMA user_version").fetchone()[0],
            set(connection.execute("SELECT name, sql FROM sqlite_master").fetchall()),
        )


def test_an_older_history_is_brought_up_to_date_and_keeps_its_turns(path, say):
    """The file is then as a new one, and can log."""
    older_file(path)
    new = path.with_name("new.sqlite")
    HistoryStore(new).close()
    with HistoryStore(path) as history:
        history.record(say("m1", "kept"))
        history.recalls.add([recall(turn_of("m1"))])
    assert tables_of(path) == tables_of(new)
    with HistoryStore(path) as history:
        assert history.turn(TAVERN, "m1").turn.text == "kept"
        assert history.recalls.counts() == LogCounts(1, 1)


def test_a_history_of_version_4_keeps_its_batches(path):
    """They have no replies, and wait for nothing in particular."""
    new = path.with_name("new.sqlite")
    HistoryStore(new).close()
    with HistoryStore(path) as history:
        history.ledger.note(1, 5, BatchStatus.QUARANTINED, at=AT, turns=(1, 5), detail="?")
        (before,) = history.ledger.entries()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"{_WITHOUT_REPLIES} PRAGMA user_version = 4;")
    with HistoryStore(path) as history:
        assert history.ledger.entries() == [before]
        assert history.ledger.put_back({before.id})[0].attempts == 0
    assert tables_of(path) == tables_of(new)


def test_a_history_of_version_6_has_had_no_nights(path):
    """From now on they are kept."""
    new = path.with_name("new.sqlite")
    HistoryStore(new).close()
    HistoryStore(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"{_WITHOUT_NIGHTS} PRAGMA user_version = 6;")
    with HistoryStore(path) as history:
        assert history.nights.last("sleep") is None
        assert history.nights.begin("sleep", AT, "b1").began == AT
    assert tables_of(path) == tables_of(new)


def test_a_channel_called_private_keeps_its_turns_under_its_new_slug(path, say):
    """In older files its slug was that of a private channel."""
    old, new = "discord-private-mods", "discord-ch-private-mods"
    room = Place("discord", "private-mods")
    with HistoryStore(path) as history:
        history.record(say("m1", "kept", place=room))
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            f"{_NAMELESS} UPDATE places SET slug = '{old}'; ALTER TABLE places DROP COLUMN private;"
            "ALTER TABLE batches DROP COLUMN turns; PRAGMA user_version = 2;"
        )
    with HistoryStore(path) as history:
        assert (history.turn(new, "m1").turn.place, history.places()) == (room, [room])
        assert [s.place for s in history.sessions()] == [new]


def test_rooms_of_an_older_history_get_their_names_when_they_are_said_again(path, say):
    """Also from a turn that is there already, as when an export is read again."""
    room = Place("discord", "777", "555")
    with HistoryStore(path) as history:
        history.record(say("m1", "kept", place=room))
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"{_NAMELESS} PRAGMA user_version = 3;")
    with HistoryStore(path) as history:
        assert history.places()[0].name is None
        named = Place("discord", "777", "555", name="tavern", guild_name="Lantern")
        assert history.record(say("m1", "kept", place=named)) is RecordOutcome.UNCHANGED
        (place,) = history.places()
    assert (place, place.name, place.guild_name) == (room, "tavern", "Lantern")


def test_an_older_history_that_cannot_be_written_is_read(path, say):
    """From a copy that is brought up to date; the file stays as it is."""
    with HistoryStore(path) as history:
        history.record(say("m1", "kept"))
    older_file(path)
    before = path.read_bytes()
    with HistoryStore.read_only(path, "read-only: a backup") as history:
        assert history.turn(TAVERN, "m1").turn.text == "kept"
        assert history.refusal.startswith("read-only: a backup; it is of an older version")
        with pytest.raises(HistoryError, match="cannot be written"):
            history.record(say("m2"))
    assert path.read_bytes() == before


def test_a_migration_that_fails_leaves_the_older_file(path, monkeypatch):
    """All of it, or nothing."""
    older_file(path)
    before = tables_of(path)
    broken = (*schema.MIGRATIONS[1], "CREATE TABLE recalls (again)")
    monkeypatch.setitem(schema.MIGRATIONS, 1, broken)
    with pytest.raises(HistoryError, match="already exists"):
        HistoryStore(path)
    assert tables_of(path) == before


def test_the_bytes_are_gone_as_well(path, history):
    """Nothing of a name stays in a free page."""
    history.recalls.add([recall(note_of("people/secret-name.md"), question="of zanzibar")])
    history.recalls.erase(paths=["people/secret-name.md"], authors=[Author("discord", "42")])
    history.close()
    data = path.read_bytes()
    assert (b"secret-name" in data, b"zanzibar" in data) == (False, False)


def test_a_logger_writes_behind_the_reply(history):
    """Closing it writes what is left; closing it twice, or unused, does nothing."""
    logger = RecallLogger(history.recalls, lambda: AT, keep_rows=3)
    logger.close()
    for number in range(5):
        logger.note(recall(turn_of(f"m{number}"), minutes=number))
    logger.flush()
    assert history.recalls.counts().recalls >= 3
    logger.note(recall(minutes=9))
    logger.close()
    logger.close()
    assert history.recalls.latest(1) == [recall(minutes=9)]


def test_recalls_that_soon_follow_one_another_are_written_together(history, monkeypatch):
    """Each transaction waits for the disk."""
    written = []
    monkeypatch.setattr(history.recalls, "add", written.append)
    logger = RecallLogger(history.recalls, lambda: AT)
    for number in range(5):
        logger.note(recall(minutes=number))
    logger.flush()
    logger.close()
    assert written == [[recall(minutes=number) for number in range(5)]]


def test_a_recall_is_written_though_nobody_flushes(history):
    """A moment later."""
    logger = RecallLogger(history.recalls, lambda: AT)
    logger.note(recall())
    with logger._condition:
        assert logger._condition.wait_for(lambda: not logger._is_writing, 10)
    assert history.recalls.latest(1) == [recall()]
    logger.close()


def test_a_log_that_cannot_be_written_breaks_nothing(history):
    """It is counted as dropped."""
    logger = RecallLogger(history.recalls, lambda: AT)
    history.close()
    logger.note(recall(turn_of("m1")))
    logger.close()
    assert logger.dropped == 1


@pytest.mark.parametrize("place", [TAVERN, None])
def test_what_a_recall_costs_to_log_does_not_grow_with_the_history(path, say, place):
    """Whether a turn was deleted is looked up, not searched for."""

    def steps(turns):
        taken = []
        with HistoryStore(path.with_name(f"{turns}.sqlite")) as history:
            history.record_many(say(f"m{number}") for number in range(turns))
            with history._database.writing() as connection:
                connection.set_progress_handler(lambda: taken.append(None), 10)
            history.recalls.add([recall(Surfaced("memory", "topics/tea.md", 3, place, ("none",)))])
        return len(taken)

    assert steps(400) <= 1.5 * steps(20)
