"""A night reads anew what has changed, and writes down nothing that is being taken away."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from housekeeping_desk import HousekeepingDesk

from familiar_memory.maintenance.housekeeping import kept_views
from familiar_memory.maintenance.housekeeping.kept_views import KeptViews
from familiar_memory.maintenance.housekeeping.survey import survey
from familiar_memory.maintenance.housekeeping.view import NoteView, read_view
from familiar_memory.operations.note_rules import NoteRules

NOTES = {
    "Kettle.md": "# Kettle\n\n- is at the zorblehouse (2026-01-01, importance:1)\n",
    "Cup.md": "# Cup\n\nsee [[Kettle]]\n",
}


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys of the notes that are read anew."""
    keys: list[str] = []

    def noted(key: str, text: str, rules: NoteRules) -> NoteView:
        keys.append(key)
        return read_view(key, text, rules)

    monkeypatch.setattr(kept_views, "read_view", noted)
    return keys


def test_a_night_parses_what_has_changed(tmp_path: Path, parsed: list[str]) -> None:
    """And all of it when the file is gone, or lines are read by other rules."""
    desk = HousekeepingDesk(tmp_path, NOTES)
    desk.look()
    assert sorted(parsed) == ["Cup.md", "Kettle.md", "home.md"]
    parsed.clear()
    desk.save("Cup.md", "# Cup\n\nsee [[home]]\n")
    desk.look()
    assert parsed == ["Cup.md"]
    desk.look()
    assert parsed == ["Cup.md"]
    parsed.clear()
    desk.rules = NoteRules(default_audience="owner")
    desk.look()
    assert len(parsed) == len(NOTES) + 1
    parsed.clear()
    desk.kept_views.unlink()
    desk.look()
    assert len(parsed) == len(NOTES) + 1


def test_words_that_nothing_can_be_proposed_about_are_not_kept(tmp_path: Path) -> None:
    """Of a note its names, its links, and the lines that may have to end."""
    plain = "# Cup\n\nThe frobnicator (blue) is [[Kettle|the quux]].\n\n- grault\n"
    desk = HousekeepingDesk(tmp_path, {**NOTES, "Cup.md": plain})
    desk.look()
    kept = desk.kept_views.read_text()
    assert "zorblehouse" in kept
    assert not [word for word in ("frobnicator", "quux", "grault") if word in kept]


def test_what_is_changed_while_a_night_looks_is_not_written_down(tmp_path: Path) -> None:
    """Another process may be erasing it."""
    desk = HousekeepingDesk(tmp_path, NOTES)
    kept = KeptViews(desk.kept_views, desk.rules, desk.now_ns)
    survey(desk.store, desk.register, desk.rules, kept)
    desk.save("Kettle.md", "# Kettle\n\n- is here (2026-01-01, importance:1)\n")
    kept.keep(desk.store)
    written = desk.kept_views.read_text()
    assert "zorblehouse" not in written
    assert "Cup.md" in written


def test_a_note_that_was_saved_just_now_is_not_written_down(tmp_path: Path) -> None:
    """It could be saved once more, and its times and its size be the same."""
    desk = HousekeepingDesk(tmp_path, NOTES)
    newest = max(one.changed_ns for one in desk.store.scan_files().files)
    kept = KeptViews(desk.kept_views, desk.rules, lambda: newest)
    survey(desk.store, desk.register, desk.rules, kept)
    kept.keep(desk.store)
    assert "zorblehouse" not in desk.kept_views.read_text()


def test_two_that_write_at_once_leave_a_whole_file(tmp_path: Path) -> None:
    """The one or the other, and nothing beside it."""
    desk = HousekeepingDesk(tmp_path, NOTES)
    desk.look()
    whole = desk.kept_views.read_bytes()
    desk.kept_views.unlink()
    looks = [KeptViews(desk.kept_views, desk.rules, desk.now_ns) for _ in range(4)]
    for one in looks:
        survey(desk.store, desk.register, desk.rules, one)
    threads = [threading.Thread(target=one.keep, args=(desk.store,)) for one in looks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert desk.kept_views.read_bytes() == whole
    assert [file.name for file in tmp_path.glob("surveyed*")] == ["surveyed.json"]
