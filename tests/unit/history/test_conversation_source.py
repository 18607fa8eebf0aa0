"""Conversation as documents."""

import pytest

from familiar_memory.domain.memory.document import (
    Chunk,
    ParsedDocument,
    Passage,
    PassageKind,
    TrustClass,
)
from familiar_memory.domain.memory.source import DocumentSource, ScanResult, Stamp
from familiar_memory.domain.talk.place import Place
from familiar_memory.errors import HistoryError
from familiar_memory.history.source import ConversationSource

TAVERN = "discord-lantern.tavern"
KEY = f"{TAVERN}/00000001"


@pytest.fixture
def source(history) -> DocumentSource:
    """The history as documents; a token is a word."""
    return ConversationSource(history, count_tokens=lambda text: len(text.split()))


def test_a_session_is_a_document_and_a_turn_a_passage(history, source, say):
    """All fields of a document with one turn."""
    turn = say("m1", "tea is ready")
    history.record(turn)
    assert source.load(KEY) == ParsedDocument(
        key=KEY,
        digest=source.digest(KEY),
        title=f"{TAVERN}, 2026-02-02",
        trust=TrustClass.SAID,
        passages=(
            Passage(
                kind=PassageKind.TURN,
                text="tea is ready",
                audience=TAVERN,
                refs=("m1",),
                place=TAVERN,
                author="discord-42",
                author_name="Name 42",
                learned=turn.timestamp,
                record_type="episodic",
                role="user",
            ),
        ),
        chunks=(Chunk("", 0, 0, 3, "tea is ready", TAVERN, 0, 0),),
        stamp=Stamp(KEY, 1, 1),
    )


def test_silent_deleted_and_blank_turns_are_no_passages(history, source, say):
    """The others keep their order, and chunks point at them."""
    history.record_many(
        [
            say("a"),
            say("b", silent=True, minute=1),
            say("c", " \n", minute=2, actions=("waved",)),
            say("d", minute=3),
            say("e", minute=4),
        ]
    )
    history.record(say("d", "", deleted=True))
    document = source.load(KEY)
    assert [p.refs for p in document.passages] == [("a",), ("e",)]
    assert [(c.first, c.last) for c in document.chunks] == [(0, 0), (1, 1)]


def test_scan_lists_every_session_by_key(history, source, say):
    """The revision stands for the time of change."""
    history.record_many(
        [say("a"), say("b", minute=500), say("c", minute=501), say("d", place=Place("d", "x"))]
    )
    stamps = (Stamp("d-x/00000001", 1, 1), Stamp(KEY, 1, 1), Stamp(f"{TAVERN}/00000002", 2, 2))
    assert source.scan() == ScanResult(stamps)
    assert tuple(source.stamp(stamp.key) for stamp in stamps) == stamps
    assert source.name == "conversation"


def test_a_stamp_and_a_digest_change_with_the_content(history, source, say):
    """With a new turn, an edit and a deletion; not with a repetition."""
    seen = []
    for turn in (
        say("a"),
        say("b", minute=1),
        say("a", "new", edited=True),
        say("b", "", deleted=True),
    ):
        history.record(turn)
        seen.append((source.stamp(KEY), source.digest(KEY)))
    assert [stamp.mtime_ns for stamp, _ in seen] == [1, 2, 3, 4]
    assert len({digest for _, digest in seen}) == 4
    history.record(say("b"))
    assert (source.stamp(KEY), source.digest(KEY)) == seen[-1]


def test_old_sessions_leave_the_scan_and_lose_their_stamp(history, say):
    """Scan and stamp agree on where the newest turns end."""
    history.record_many(say(f"{s}{n}", minute=s * 500 + n) for s in range(3) for n in range(2))
    source = ConversationSource(history, limit_turns=4)
    kept = {stamp.key for stamp in source.scan().stamps}
    assert kept == {f"{TAVERN}/00000002", f"{TAVERN}/00000003"}
    assert {k for n in (1, 2, 3) if source.stamp(k := f"{TAVERN}/0000000{n}")} == kept


def test_an_unknown_session_has_no_stamp_and_cannot_be_loaded(source):
    """The error says what a key looks like."""
    assert source.stamp("nonsense") is None
    for read in (source.load, source.digest):
        with pytest.raises(HistoryError, match="no session 'nonsense'"):
            read("nonsense")


def test_a_session_without_spoken_words_is_an_empty_document(history, source, say):
    """It is still there, with its place as title."""
    history.record(say("a", silent=True))
    document = source.load(KEY)
    assert (document.title, document.passages, document.chunks) == (TAVERN, (), ())
