"""An end of a session reads once what it needs more than once: the list, notes and messages."""

from __future__ import annotations

from held_lives import kept, life
from people_and_places import TAVERN

from familiar_memory.operations.review import page

LOSSES = [f"My {whom} died in March." for whom in ("dad", "aunt", "sister", "uncle", "cousin")]


def test_each_state_of_the_list_is_parsed_once(tmp_path, make_turn, monkeypatch):
    """A kept memory leaves two: without its line, and with it where it was accepted."""
    with life(tmp_path) as now:
        for said in LOSSES:
            now.history.record_many([make_turn(said, user_id="42"), make_turn(said, user_id="42")])
        now.writer.run()
        parsed, parse = [], page._review_lines

        def counting(text, vocabulary):
            parsed.append(text)
            return parse(text, vocabulary)

        monkeypatch.setattr(page, "_review_lines", counting)
        assert len(now.writer.settle_held().kept) == len(LOSSES)
        whole = [text for text in parsed if text.startswith("# Review")]
        assert len(whole) == len(set(whole)) == 1 + 2 * len(LOSSES)


def test_a_session_note_is_read_once_for_all_whose_memories_wait(tmp_path, make_turn, monkeypatch):
    """So is the session of the history; what each has said is still weighed by itself."""
    with life(tmp_path) as now:
        for who, said in enumerate(LOSSES, start=42):
            now.history.record(make_turn(said, user_id=str(who)))
        now.writer.run()
        told = "All that died in March: dad, aunt, sister, uncle, cousin."
        note = f"# S\n\n## {TAVERN.slug}\n\n{told}\n"
        for day in ("2025-12-30", "2025-12-31"):
            now.store.write_file(f"sessions/{day}-evening.md", note)
        read, sessions = [], []
        read_file, session_turns = now.store.read_file, now.history.session_turns

        def reading(path):
            read.append(path)
            return read_file(path)

        def listing(key):
            sessions.append(key)
            return session_turns(key)

        with monkeypatch.context() as patch:
            patch.setattr(type(now.store), "read_file", lambda _, path: reading(path))
            patch.setattr(type(now.history), "session_turns", lambda _, key: listing(key))
            end = now.writer.settle_held()
        assert kept(end) == [(one, "session_end") for one in LOSSES]
        noted = [path for path in read if path.startswith("sessions/")]
        assert len(noted) == len(set(noted)) == 2
        assert len(sessions) == 1
