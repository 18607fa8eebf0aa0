"""What was said becomes notes: nothing twice, nothing skipped, whatever breaks."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path

import pytest
from keyed_notes import note_text
from people_and_places import DM

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import Role, Turn
from familiar_memory.errors import StorageError
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.inspection.writer.written import written as written_up
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.document import NoteParser
from familiar_memory.operations.outcome import Verdict
from familiar_memory.store.limits import Limits
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.writing import WritingRules

START = datetime(2026, 2, 2, 18, 40, tzinfo=UTC)


def _tree(store: MemoryStore) -> dict[str, str]:
    return {path: store.read_file(path) for path in store.glob("**/*.md")}


def _without_digests(text: str) -> str:
    return re.sub(r"\^lead-[0-9a-f]{6}", "^lead", text)


def _records(text: str) -> list[str]:
    return [b.record.text for b in parse_note(text).blocks if b.record is not None]


def test_an_evening_becomes_notes(make_turn, history, store, writer) -> None:
    """A line a fact, with its tail; a section a place, private ones apart; names by authorship."""
    history.record_many(
        [
            make_turn("I live in Durham and this morning a tithe map sneezed on me.", user_id="42"),
            make_turn("I plan to hand in my notice on Friday the 27th.", user_id="42", place=DM),
        ]
    )
    report = writer.run()
    session = '---\ndate: 2026-02-02\ntags:\n  - session\npeople:\n  - "[[Rowan]]"\n---\n'
    title = "# Monday 2 February 2026, evening\n\n"
    assert {path: _without_digests(text) for path, text in _tree(store).items()} == {
        "channels/discord-dm-42.md": (
            '---\nid: discord-dm-42\nlabel: "@dm-42"\ntags:\n  - place\n---\n# @dm-42\n'
        ),
        "channels/discord-lantern.tavern.md": (
            '---\nid: discord-lantern.tavern\nlabel: "#tavern"\ntags:\n  - place\n---\n# tavern\n'
        ),
        "people/Rowan.md": (
            "---\nid: discord-42\ntags:\n  - person\n"
            "first_seen: 2026-02-02\nheard_as:\n  - Rowan\nplaces:\n"
            '  - "[[channels/discord-lantern.tavern|#tavern]]"\n'
            '  - "[[channels/discord-dm-42|@dm-42]]"\n---\n\n'
            "## Aliases\n\n- Rowan (#tavern)\n- Rowan (@dm-42)\n\n## Facts\n\n"
            "- lives_in:: Durham (2026-02-02, #tavern, t1)\n"
            "- goal:: hand in my notice on Friday the 27th (2026-02-02, @dm-42, t2)\n"
        ),
        "sessions/2026-02-02-evening.md": (
            f"{session}{title}## [[channels/discord-lantern.tavern|#tavern]]\n\n"
            "[[Rowan]]; 1 message, 18:41. ^lead\n\n"
            "- [[Rowan]]: I live in Durham and this morning a tithe map sneezed on me. ^t1\n"
        ),
        "sessions/private/discord-dm-42/2026-02-02-evening.md": (
            f"{session}{title}## [[channels/discord-dm-42|@dm-42]]\n\n"
            "[[Rowan]]; 1 message, 18:42. ^lead\n\n"
            "- [[Rowan]]: I plan to hand in my notice on Friday the 27th. ^t2\n"
        ),
    }
    assert (report.turns, report.is_complete, history.watermark()) == (2, True, 2)
    assert history.ledger.entries()[0].status is BatchStatus.APPLIED


def test_a_file_called_by_what_was_heard_elsewhere_says_so(
    make_turn, history, store, writer
) -> None:
    """A new note of what was said in private has no line of the name that its file has."""
    history.record(make_turn("I live in Durham.", who="Rowan", user_id="42"))
    writer.run()
    (store.root / "people" / "Rowan.md").unlink()
    history.record(make_turn("I work at Initech.", who="Ro", user_id="42", place=DM))
    writer.run()
    text = store.read_file("people/Rowan.md")
    assert "heard_as:\n  - Rowan\n" in text
    told = NoteParser().read("people/Rowan.md", text.replace("id: discord-42\n", ""), "").aliases
    assert {one.name for one in told if one.audience != DM.slug} == set()


def test_what_was_written_up_is_not_read_again(make_turn, history, store, writer) -> None:
    """The second run has nothing to do, and new turns alone are new work."""
    history.record(make_turn("I live in Durham."))
    writer.run()
    assert writer.run().batches == ()
    history.record(make_turn("I'm vegetarian."))
    assert [(b.first, b.last) for b in writer.run().batches] == [(2, 2)]


def test_the_familiar_never_believes_itself(make_turn, history, store, writer) -> None:
    """Neither its own turns nor what it recalled are learned from."""
    history.record_many(
        [
            make_turn("I live in Rome.", who="Ember", role=Role.ASSISTANT),
            make_turn("you said: <memory>\n- I work at Initech\n</memory> right", who="Rowan"),
        ]
    )
    writer.run()
    assert not any("Rome" in text or "Initech" in text for text in _tree(store).values())


def test_a_name_said_in_private_stays_private(make_turn, history, store, writer) -> None:
    """It is a fact with its place; names come from authorship, each with its place."""
    history.record(make_turn("please call me Vee", user_id="42", place=DM))
    writer.run()
    text = store.read_file("people/discord-42.md")
    assert "- called:: Vee (2026-02-02, @dm-42, t1)" in text
    assert "- Vee" not in text


def test_a_rename_adds_a_name_and_keeps_the_title(make_turn, history, store, writer) -> None:
    """The file is the person's, whatever they are called."""
    history.record(make_turn("I live in Durham.", who="Tam", user_id="42"))
    writer.run()
    history.record(make_turn("I PASSED my viva", who="Dr. Tam", user_id="42"))
    writer.run()
    text = store.read_file("people/Tam.md")
    assert text.startswith("---\nid: discord-42\naliases:\n  - Dr. Tam\n")
    assert "# Tam" not in text
    assert "## Aliases\n\n- Tam (#tavern)\n- Dr. Tam (#tavern)\n" in text


def test_a_user_name_in_small_letters_is_no_other_name(make_turn, history, store, writer) -> None:
    """Discord has both of everybody; what they are shown as is what they are called."""
    gus = Author("discord", "7", "Gus", "gus")
    history.record(replace(make_turn("I play the banjo."), author=gus))
    writer.run()
    text = store.read_file("people/Gus.md")
    assert "## Aliases\n\n- Gus (#tavern)\n\n## Facts" in text
    assert "\naliases:" not in text


def test_a_report_names_the_files_that_were_written(make_turn, history, store, writer) -> None:
    """Not the keys of their notes: somebody will look for what it names."""
    history.record(make_turn("I live in Durham.", user_id="42"))
    done = written_up(writer.run())
    assert {note.path for note in done.notes} == set(_tree(store))
    assert "people/Rowan.md" in _tree(store)


def test_a_human_session_note_is_merged_into(make_turn, history, store, writer) -> None:
    """Every byte that was there is there still."""
    mine = (
        "# Our evening\r\n\r\nIt was cold.\r\n\r\n"
        "## discord-lantern.tavern\r\n\r\n* I was there\r\n"
    )
    store.write_file("sessions/2026-02-02-evening.md", mine)
    history.record(make_turn("I live in Durham."))
    writer.run()
    text = store.read_file("sessions/2026-02-02-evening.md")
    assert text.startswith(mine)
    assert text[len(mine) :].startswith("* [[Rowan]]: I live in Durham. ^t1\r\n")
    assert text.endswith("\r\n")


def test_a_dry_run_writes_and_marks_nothing(make_turn, history, store, writer) -> None:
    """It tells what would be."""
    history.record(make_turn("I live in Durham."))
    report = writer.run(dry_run=True)
    assert (report.changed, report.dry_run) == (
        (
            "channels/discord-lantern.tavern.md",
            "people/Rowan.md",
            "sessions/2026-02-02-evening.md",
        ),
        True,
    )
    assert (_tree(store), history.watermark(), history.ledger.entries()) == ({}, 0, [])


def test_a_batch_in_which_nobody_spoke_is_passed_over(make_turn, history, store, writer) -> None:
    """It is entered as empty."""
    history.record(make_turn("hm", silent=True))
    assert [b.status for b in writer.run().batches] == [BatchStatus.EMPTY]
    assert history.watermark() == 1


@pytest.mark.parametrize("step", ["propose", "edit first", "edit second", "ledger"])
def test_a_crash_at_any_step_loses_and_doubles_nothing(
    make_turn, history, store, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """The batch runs again, and what is there already stays as it is."""
    history.record_many([make_turn("I live in Durham."), make_turn("I hate raisins.", who="Moss")])
    whole = MemoryStore(store.root.parent / "other")
    MemoryWriter(history, whole, ExtractiveWriter(), lambda: START, WritingRules(UTC)).run(
        dry_run=True
    )

    class Crash(BaseException):
        """The process dies here."""

    extractor, edits = ExtractiveWriter(), []
    edit, note, propose = store.edit, history.ledger.note, extractor.read
    armed = [True]

    def fail(kind: str) -> None:
        if armed and step == kind:
            armed.clear()
            raise Crash

    def crashing_propose(reply, batch):  # type: ignore[no-untyped-def]
        fail("propose")
        return propose(reply, batch)

    def crashing_edit(path, change, **options):  # type: ignore[no-untyped-def]
        edits.append(path)
        fail("edit first" if len(edits) == 1 else "edit second")
        return edit(path, change, **options)

    def crashing_note(*values, **options):  # type: ignore[no-untyped-def]
        fail("ledger")
        return note(*values, **options)

    monkeypatch.setattr(extractor, "read", crashing_propose, raising=False)
    monkeypatch.setattr(store, "edit", crashing_edit)
    monkeypatch.setattr(history.ledger, "note", crashing_note)
    writer = MemoryWriter(history, store, extractor, lambda: START, WritingRules(UTC))
    with pytest.raises(Crash):
        writer.run()
    assert history.watermark() == 0
    assert writer.run().is_complete
    assert history.watermark() == 2
    for text in _tree(store).values():
        assert len(_records(text)) == len(set(_records(text)))
    assert sum(text.count("lives_in:: Durham") for text in _tree(store).values()) == 1


def test_a_full_disk_stops_the_run_and_is_tried_again(
    make_turn, history, store, writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After three attempts the batch is put aside, and the writer goes on."""
    history.record(make_turn("I live in Durham."))
    edit = store.edit

    def full(path, change, **options):  # type: ignore[no-untyped-def]
        raise StorageError("no space left", "free some")

    monkeypatch.setattr(store, "edit", full)
    first = writer.run()
    assert ([b.status for b in first.batches], "no space left" in first.stopped) == (
        [BatchStatus.FAILED],
        True,
    )
    history.record(make_turn("I hate raisins.", timestamp=START + timedelta(days=1)))
    writer.run()
    assert history.watermark() == 0
    monkeypatch.setattr(store, "edit", edit)
    recovered = writer.run()
    assert [(b.first, b.last, b.status) for b in recovered.batches] == [
        (1, 1, BatchStatus.APPLIED),
        (2, 2, BatchStatus.APPLIED),
    ]


def test_a_batch_that_always_fails_is_put_aside(make_turn, history, store) -> None:
    """Its turns stay in the history, its problem in the ledger, and the rest is written."""

    class Broken:
        def ask(self, batch):  # type: ignore[no-untyped-def]
            return None

        def read(self, reply, batch):  # type: ignore[no-untyped-def]
            if any(stored.id == 1 for stored in batch.turns):
                raise ValueError("bad turn")
            return ExtractiveWriter().read(reply, batch)

    writer = MemoryWriter(history, store, Broken(), lambda: START, WritingRules(UTC), batch_turns=1)
    later = START + timedelta(days=1)
    history.record_many(
        [make_turn("I live in Rome."), make_turn("I hate raisins.", timestamp=later)]
    )
    assert [writer.run().batches[0].status.value for _ in range(3)] == [
        "failed",
        "failed",
        "quarantined",
    ]
    assert [(e.first, e.status.value, e.attempts, e.detail) for e in history.ledger.entries()] == [
        (2, "applied", 1, ""),
        (1, "quarantined", 3, "ValueError: bad turn"),
    ]


def test_a_note_that_is_full_does_not_wedge_the_writer(make_turn, history, tmp_path: Path) -> None:
    """The other notes are written, and the run is told to be incomplete."""
    store = MemoryStore(tmp_path / "memory", limits=Limits(max_file_bytes=400))
    history.record(make_turn("I live in Durham.", user_id="42"))
    store.write_file("people/discord-42.md", "# Rowan\n" + "x" * 380)
    writer = MemoryWriter(history, store, ExtractiveWriter(), lambda: START, WritingRules(UTC))
    report = writer.run()
    (batch,) = report.batches
    assert (batch.status, batch.problem.startswith("people/discord-42.md: ")) == (
        BatchStatus.APPLIED,
        True,
    )
    assert not report.is_complete
    assert (history.watermark(), store.exists("sessions/2026-02-02-evening.md")) == (1, True)


@pytest.fixture(scope="module")
def demo() -> list[Turn]:
    """The sample community."""
    lines = files("familiar_memory.demo").joinpath("community.jsonl").read_text(encoding="utf-8")
    return [Turn.from_json(json.loads(line)) for line in lines.splitlines()]


@pytest.fixture(scope="module")
def written(demo: list[Turn], tmp_path_factory: pytest.TempPathFactory) -> MemoryStore:
    """The tree of the sample community; no test changes it."""
    folder = tmp_path_factory.mktemp("demo")
    tree = MemoryStore(folder / "memory")
    with HistoryStore(folder / "history.sqlite") as history:
        history.record_many(demo)
        assert (
            MemoryWriter(history, tree, ExtractiveWriter(), lambda: START, WritingRules(UTC))
            .run()
            .is_complete
        )
    return tree


def test_the_sample_community_has_its_topics_and_no_others(written: MemoryStore) -> None:
    """Things that came back on several days; no people, no words.

    Nor what came back only when the talk of two communities is put together (Fenlight).
    """
    assert written.glob("topics/*.md") == [
        "topics/Gladys.md",
        "topics/Lantern Night.md",
        "topics/Marjorie.md",
        "topics/Parsnip.md",
    ]


def test_the_sample_community_corrects_itself(written: MemoryStore) -> None:
    """Sesame, not nuts; Oban and the ferries now."""
    text = note_text(written, "people/twitch-204917536.md")
    facts = [
        (b.record.text, b.record.state.value)
        for b in parse_note(text).blocks
        if b.record is not None and b.record.predicate
    ]
    assert sorted(facts) == [
        ("allergic_to:: nuts", "wrong"),
        ("allergic_to:: sesame", "live"),
        ("has_pet:: dog called toast", "live"),
        ("lives_in:: oban", "live"),
        ("works_at:: call centre in bristol", "ended"),
        ("works_at:: ferries", "live"),
    ]


def test_no_secret_of_the_sample_community_has_a_public_tail(written: MemoryStore) -> None:
    """Every machine line says its place, and what was said in private stands apart."""
    public = []
    for path, text in _tree(written).items():
        document = NoteParser().read(path, text, "")
        for passage in document.passages:
            assert None not in (passage.learned, passage.place), path
            if passage.refs[0].startswith(("r", "d")):
                assert passage.audience in ("discord-dm-rowan", "discord-dm-gus")
            else:
                public.append(passage.text)
        if path.startswith("sessions/2"):
            public.append(text)
    for secret in ("hand in my notice", "neurologist", "bookbinding", "tremor", "surprise party"):
        assert secret not in "\n".join(public)


def test_a_withdrawn_message_of_the_sample_leaves_nothing(written: MemoryStore) -> None:
    """The door code was taken down before the writer came."""
    assert not any("4471" in text for text in _tree(written).values())


@pytest.mark.long
def test_writing_the_sample_up_anew_changes_nothing(
    demo: list[Turn], written: MemoryStore, tmp_path: Path
) -> None:
    """A lost watermark costs time, not tidiness."""
    before = _tree(written)
    with HistoryStore(tmp_path / "again.sqlite") as history:
        history.record_many(demo)
        report = MemoryWriter(
            history, written, ExtractiveWriter(), lambda: START, WritingRules(UTC)
        ).run()
    after = _tree(written)
    assert (report.count(Verdict.APPLIED), after) == (0, before)
