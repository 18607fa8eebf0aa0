"""What a watcher reports of an editor's ways of saving."""

import queue
import warnings

import pytest
from watchdog.events import FileSystemEventHandler
from watchdog.observers import Observer

from familiar_memory.sync.upkeep import heard as heard_events
from familiar_memory.sync.upkeep.watch import Listening, TreeWatcher

PATIENCE_S = 10.0


@pytest.fixture
def heard(tmp_path):
    """A watched tree and what is heard of it; folders are heard as None."""
    root = tmp_path / "memory"
    (root / "people").mkdir(parents=True)
    (root / "people" / "old.md").write_text("old")
    reports: queue.Queue[str | None] = queue.Queue()
    watcher = TreeWatcher(root, reports.put, lambda: reports.put(None))
    assert watcher.start()
    yield root, reports
    watcher.close()


def until(reports, wanted):
    """Wait for one report; others before it are passed over."""
    while reports.get(timeout=PATIENCE_S) != wanted:
        pass


def test_a_new_note_is_heard(heard):
    """By its path in the tree."""
    root, reports = heard
    (root / "people" / "new.md").write_text("new")
    until(reports, "people/new.md")


def test_a_rename_over_a_note_is_heard_as_that_note(heard):
    """As many editors save: write beside it, rename over it."""
    root, reports = heard
    (root / ".old.md.swp").write_text("newer")
    (root / ".old.md.swp").rename(root / "people" / "old.md")
    until(reports, "people/old.md")


def test_a_deleted_note_is_heard(heard):
    """So that it is no longer recalled."""
    root, reports = heard
    (root / "people" / "old.md").unlink()
    until(reports, "people/old.md")


def test_a_moved_folder_is_heard_as_anything_may_have_changed(heard):
    """Its notes are not named one by one."""
    root, reports = heard
    (root / "people").rename(root / "persons")
    until(reports, None)


def test_what_is_hidden_or_no_note_is_not_heard(heard):
    """Indexes, editors' swap files, pictures."""
    root, reports = heard
    (root / ".index").mkdir()
    (root / ".index" / "embeddings.sqlite").write_text("x")
    (root / ".note.md.swp").write_text("x")
    (root / "face.png").write_text("x")
    (root / "review.md").write_text("x")
    (root / "last.md").write_text("x")
    assert reports.get(timeout=PATIENCE_S) == "last.md"


@pytest.mark.parametrize("way", ["over it", "rename over", "vim", "emacs", "a script"])
def test_every_way_of_saving_is_heard_as_the_note_and_nothing_else(heard, way):
    """Swap files, backups and what editors try out first are nobody's memory."""
    root, reports = heard
    note = root / "people" / "old.md"
    if way == "over it":
        note.write_text("newer")
    elif way == "rename over":
        beside = note.with_name("old.md.tmp.1234")
        beside.write_text("newer")
        beside.replace(note)
    elif way == "vim":
        note.with_name(".old.md.swp").write_text("b0VIM")
        note.with_name("4913").write_text("")
        note.with_name("4913").unlink()
        note.rename(note.with_name("old.md~"))
        note.write_text("newer")
        note.with_name("old.md~").unlink()
        note.with_name(".old.md.swp").unlink()
    elif way == "emacs":
        note.with_name(".#old.md").symlink_to("ember@lantern.1234")
        note.with_name("#old.md#").write_text("newe")
        note.write_text("newer")
        note.with_name("#old.md#").unlink()
        note.with_name(".#old.md").unlink()
    else:
        with note.open("a") as file:
            file.write("er")
    (root / "last.md").write_text("x")
    seen = []
    while "last.md" not in seen:
        seen.append(reports.get(timeout=PATIENCE_S))
    assert set(seen) == {"people/old.md", "last.md"}


def test_a_flood_of_events_is_heard_as_anything_may_have_changed(heard, monkeypatch):
    """The system drops events that it has no room for, and says so to nobody."""
    monkeypatch.setattr(heard_events, "_FLOOD", 50)
    root, reports = heard
    for number in range(50):
        (root / f"{number}.md").write_text("x")
    until(reports, None)


def test_a_tree_that_cannot_be_watched_is_no_error(tmp_path):
    """Then only the reconciling sees edits."""
    (tmp_path / "file").write_text("x")
    watcher = TreeWatcher(tmp_path / "file", print, lambda: None)
    assert watcher.start() is False
    watcher.close()


def test_a_watcher_that_cannot_start_lets_its_handles_go(tmp_path, monkeypatch):
    """The system has few of them, and whoever opens many familiars would run out."""
    released = []
    monkeypatch.setattr(Observer, "start", _refuse)
    monkeypatch.setattr(Observer, "unschedule_all", lambda observer: released.append(observer))
    assert TreeWatcher(tmp_path / "memory", print, lambda: None).start() is False
    assert len(released) == 1


def _refuse(_):
    raise OSError("inotify watch limit reached")


def test_a_system_that_has_no_watch_left_is_no_error(tmp_path, monkeypatch):
    """Nor does it cost anything before it is started."""

    def used_up():
        raise OSError(24, "inotify instance limit reached")

    monkeypatch.setattr("watchdog.observers.Observer", used_up)
    watcher = TreeWatcher(tmp_path, print, lambda: None)
    assert watcher.start() is False
    watcher.close()


def test_a_folder_that_is_met_twice_is_no_news_for_people(tmp_path):
    """Watchdog warns of one that is made while it begins to look, and watches it all the same."""
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        listening = Listening()
        listening.add(tmp_path, FileSystemEventHandler())
        listening.close()
        warnings.warn(
            "Callback with id '1' already exists for watch a.", RuntimeWarning, stacklevel=1
        )
    assert heard == []
