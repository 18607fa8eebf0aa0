"""An end of a session reads once what it needs more than once: the list, notes and messages."""

from __future__ import annotations

from held_lives import life

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
